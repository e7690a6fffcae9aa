import type { Kysely } from 'kysely'

/** Links of mails, by which the shopper of a deleted account sees an open order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_link')
    .addColumn('token_hash', 'text', (col) => col.primaryKey())
    .addColumn('order_id', 'text', (col) =>
      col.notNull().references('order.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (col) => col.notNull())
    .execute()
  await db.schema.createIndex('order_link_of_order').on('order_link').column('order_id').execute()
  await db.schema.createIndex('order_link_by_time').on('order_link').column('created_at').execute()
}
