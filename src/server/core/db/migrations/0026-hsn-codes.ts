import type { Kysely } from 'kysely'

/** A line of an order has the HSN code that stands on its tax invoice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('order_line')
    .addColumn('hsn', 'text', (col) => col.notNull().defaultTo(''))
    .execute()
}
