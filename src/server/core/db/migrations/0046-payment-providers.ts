import { type Kysely, sql } from 'kysely'

/** A payment names its provider. Payments of earlier releases are at Razorpay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('payment')
    .addColumn('provider', 'text', (col) => col.notNull().defaultTo('razorpay'))
    .execute()
  await db.schema
    .createIndex('refund_waiting')
    .on('refund')
    .column('order_id')
    .where(
      sql<boolean>`state in ('pending', 'failed') and (last_error is not null or (state = 'pending' and due_at is null))`,
    )
    .execute()
}
