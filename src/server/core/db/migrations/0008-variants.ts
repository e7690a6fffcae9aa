import { type Kysely, sql } from 'kysely'

/**
 * An alert may be for a choice of options. Its key changes, which SQLite does in a new table only; alerts of
 * before are for whatever of the product is back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stock_alert_per_variant')
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('variant', 'text', (col) => col.notNull().defaultTo(''))
    .addColumn('created_at', 'bigint', (col) => col.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('token_hash', 'text')
    .addPrimaryKeyConstraint('stock_alert_per_variant_once', ['user_id', 'product_id', 'variant'])
    .execute()
  await sql`
    insert into stock_alert_per_variant (user_id, product_id, created_at, sent_at, token_hash)
    select user_id, product_id, created_at, sent_at, token_hash from stock_alert
  `.execute(db)
  await db.schema.dropTable('stock_alert').execute()
  await db.schema.alterTable('stock_alert_per_variant').renameTo('stock_alert').execute()
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
