import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** The columns that only the new rows of the parcels have a value for. */
const AMOUNTS = ['amount_paise', 'collected_paise'] as const
const TIMES = ['collected_at', 'returned_at'] as const

/**
 * An order can have several parcels, each with its pieces, its invoice and its cash. An order that has left is one parcel.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('shipment')
    .addColumn('position', 'integer', (col) => col.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('shipment')
    .addColumn('lines', 'text', (col) => col.notNull().defaultTo('[]'))
    .execute()
  for (const name of AMOUNTS)
    await db.schema
      .alterTable('shipment')
      .addColumn(name, 'bigint', (col) => col.notNull().defaultTo(0))
      .execute()
  for (const name of TIMES)
    await db.schema.alterTable('shipment').addColumn(name, 'bigint').execute()
  await db.schema
    .alterTable('document')
    .addColumn('shipment_id', 'text', (col) => col.references('shipment.id').onDelete('set null'))
    .execute()
  await db.schema.dropIndex('shipment_of_order').execute()
  await db.schema
    .createIndex('shipment_of_order')
    .on('shipment')
    .columns(['order_id', 'position'])
    .execute()
  await db.schema
    .createIndex('shipment_by_collected_at')
    .on('shipment')
    .column('collected_at')
    .where('collected_at', 'is not', null)
    .execute()
  await db.schema.createIndex('document_of_shipment').on('document').column('shipment_id').execute()
  await fillParcels(db)
  await db.schema.dropIndex('order_by_promise').execute()
  await db.schema
    .createIndex('order_by_promise')
    .on('order')
    .column('promised_to')
    .where(
      sql<boolean>`state in ('placed', 'part_dispatched', 'dispatched') and promised_to is not null`,
    )
    .execute()
}

/** An order whose parcel came back, or was lost, is cancelled. Its parcel had all of its pieces. */
async function fillParcels(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const pieces = isPostgres
    ? sql`json_agg(json_build_object('position', position, 'quantity', pieces) order by position)::text`
    : sql`json_group_array(json_object('position', position, 'quantity', pieces))`
  await sql`update shipment set
    lines = coalesce((select ${pieces} from (
        select line.position, case when "order".state = 'cancelled' then quantity
          else quantity - line.cancelled end as pieces
        from order_line as line join "order" on "order".id = line.order_id
        where line.order_id = shipment.order_id order by line.position
      ) as line where pieces > 0), '[]'),
    amount_paise = (select case when state = 'cancelled' then total_paise
        else total_paise - (coalesce((select cast(sum(unit_paise * cancelled) as bigint)
          from order_line where order_id = "order".id), 0) * 105 + 50) / 100 end
      from "order" where id = shipment.order_id),
    collected_paise = (select case when method = 'cod' and collected_at is not null
        then collected_paise - credit_paise else 0 end from "order" where id = shipment.order_id),
    collected_at = (select case when method = 'cod' then collected_at end
      from "order" where id = shipment.order_id),
    returned_at = (select case when state = 'cancelled' then cancelled_at end
      from "order" where id = shipment.order_id)`.execute(db)
  await sql`update document set shipment_id =
    (select id from shipment where shipment.order_id = document.order_id limit 1)
    where kind = 'invoice'`.execute(db)
}
