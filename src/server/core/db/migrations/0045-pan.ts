import type { Kysely } from 'kysely'

/** The PAN of a buyer, sealed with PAN_KEY; empty if the law asks for none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('order')
    .addColumn('sealed_pan', 'text', (col) => col.notNull().defaultTo(''))
    .execute()
}
