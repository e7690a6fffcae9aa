import { type Kysely, sql } from 'kysely'

/**
 * An order says what was collected in cash, and a line how many of its pieces are off the shelf. Both differ from what
 * was ordered once pieces come back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('order')
    .addColumn('collected_paise', 'bigint', (col) => col.notNull().defaultTo(0))
    .execute()
  await sql`update "order" set collected_paise = total_paise
    where method = 'cod' and payment_state in ('collected', 'part_refunded', 'refunded')`.execute(
    db,
  )
  await db.schema
    .alterTable('order_line')
    .addColumn('taken_from_shelf', 'integer', (col) => col.notNull().defaultTo(0))
    .execute()
  await sql`update order_line set taken_from_shelf = quantity - cancelled - returned
    where order_id in (select id from "order" where state in ('dispatched', 'delivered'))`.execute(
    db,
  )
  await db.schema
    .createIndex('order_line_returned')
    .on('order_line')
    .column('order_id')
    .where(sql<boolean>`returned > 0`)
    .execute()
  await db.schema
    .createIndex('order_collected')
    .on('order')
    .columns(['state', 'id'])
    .where(sql<boolean>`collected_paise > 0`)
    .execute()
}
