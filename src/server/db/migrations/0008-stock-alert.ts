import type { Kysely } from 'kysely'

/** Adds who is told when a sold-out product returns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stock_alert')
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (col) => col.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('token_hash', 'text')
    .addPrimaryKeyConstraint('stock_alert_once', ['user_id', 'product_id'])
    .execute()
  await db.schema
    .createIndex('stock_alert_of_product')
    .on('stock_alert')
    .columns(['product_id', 'sent_at'])
    .execute()
  await db.schema
    .createIndex('stock_alert_of_token')
    .unique()
    .on('stock_alert')
    .column('token_hash')
    .execute()
}
