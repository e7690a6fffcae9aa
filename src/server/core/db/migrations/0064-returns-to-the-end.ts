import type { Kysely } from 'kysely'

/** The day by which the next step of a return is due, and where the cash of an order is paid back, sealed with PAN_KEY. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('return_request').addColumn('due_on', 'text').execute()
  await db.schema
    .alterTable('order')
    .addColumn('sealed_payout', 'text', (col) => col.notNull().defaultTo(''))
    .execute()
}
