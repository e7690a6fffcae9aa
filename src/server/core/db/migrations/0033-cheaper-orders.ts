import { type Kysely, sql } from 'kysely'

/** An order that is placed writes fewer indexes, and what a choice has held is summed in the index alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('stock_hold_of_product').execute()
  await db.schema
    .createIndex('stock_hold_of_product')
    .on('stock_hold')
    .columns(['product_id', 'choice', 'quantity'])
    .execute()
  // An order has no invoice until it is dispatched.
  await db.schema.dropIndex('order_by_invoice').execute()
  await db.schema
    .createIndex('order_by_invoice')
    .unique()
    .on('order')
    .column('invoice_number')
    .where(sql<boolean>`invoice_number is not null`)
    .execute()
}
