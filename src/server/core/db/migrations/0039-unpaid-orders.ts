import { type Kysely, sql } from 'kysely'

/**
 * An index of the unpaid orders by their state. Without statistics, SQLite expects less of one without a column to look
 * for, and read every order that was ever delivered to find those whose cash is to be collected.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('order_to_collect').execute()
  await db.schema
    .createIndex('order_unpaid')
    .on('order')
    .columns(['state', 'placed_at', 'id'])
    .where(sql<boolean>`payment_state = 'none'`)
    .execute()
}
