import type { Kysely } from 'kysely'

/** A return can have an order of the pieces that leave instead, which the returned pieces pay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('order')
    .addColumn('credit_paise', 'bigint', (col) => col.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('payment')
    .addColumn('source_id', 'text', (col) => col.references('payment.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('payment_of_source').on('payment').column('source_id').execute()
  await db.schema
    .alterTable('return_request')
    .addColumn('exchange_id', 'text', (col) => col.references('order.id').onDelete('set null'))
    .execute()
  await db.schema
    .createIndex('return_request_of_exchange')
    .on('return_request')
    .column('exchange_id')
    .execute()
}
