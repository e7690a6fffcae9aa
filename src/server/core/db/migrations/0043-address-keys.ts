import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * A key of the address of a parcel, and indexes of cash orders by telephone number and by address: each of both may
 * have few open ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('order')
    .addColumn('address_key', 'text', (col) => col.notNull().defaultTo(''))
    .execute()
  for (const column of ['phone', 'address_key'])
    await db.schema
      .createIndex(`order_cash_by_${column}`)
      .on('order')
      .columns([column, 'placed_at'])
      .where(sql<boolean>`method = 'cod'`)
      .execute()
}
