import { type Kysely, sql } from 'kysely'

/** Orders whose lines are summed at once. */
const STEP = 200

/**
 * An order has the price of the pieces that are cancelled or came back. With it, an index finds the orders of which the
 * shop owes money, and no query reads all lines that were ever returned.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('order')
    .addColumn('back_paise', 'bigint', (col) => col.notNull().defaultTo(0))
    .execute()
  let after = ''
  for (;;) {
    const { rows } = await sql<{ id: string }>`select distinct order_id as id from order_line
      where order_id > ${after} and cancelled + returned > 0 order by order_id limit ${STEP}`.execute(
      db,
    )
    for (const { id } of rows) await sumLines(db, id)
    if (rows.length < STEP) break
    after = rows.at(-1)?.id ?? ''
  }
  for (const name of ['order_line_returned', 'order_collected'])
    await db.schema.dropIndex(name).execute()
  await db.schema
    .createIndex('order_to_pay_back')
    .on('order')
    .expression(sql`(collected_paise - refunded_paise - total_paise + back_paise)`)
    .execute()
}

/** Lines of the first release have no price: an order whose pieces are all back is back as a whole. */
const sumLines = (db: Kysely<unknown>, id: string) =>
  sql`update "order" set back_paise = case
      when exists (select 1 from order_line where order_id = ${id} and quantity > cancelled + returned)
        then (select (cast(sum(unit_paise * (cancelled + returned)) as bigint) * 105 + 50) / 100
          from order_line where order_id = ${id})
      else total_paise end
    where id = ${id}`.execute(db)
