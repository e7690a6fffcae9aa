import type { Kysely } from 'kysely'

/** How large a card shows a picture, and whether it shows the piece on a body: a save lost the latter before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('product_picture').addColumn('zoom', 'integer').execute()
  await db.schema
    .alterTable('product_picture')
    .addColumn('worn', 'integer', (col) => col.notNull().defaultTo(0))
    .execute()
}
