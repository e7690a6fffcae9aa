import { type Kysely, sql } from 'kysely'

/**
 * Invoices and credit notes are written once. The migration keeps number and date of the invoices that were drawn from
 * the settings; their bodies are empty until the start that follows fills them (`freezeFormerInvoices`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('document')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('order_id', 'text', (col) =>
      col.notNull().references('order.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (col) => col.notNull())
    .addColumn('series', 'text', (col) => col.notNull())
    .addColumn('number', 'text', (col) => col.notNull().unique())
    .addColumn('issued_at', 'bigint', (col) => col.notNull())
    .addColumn('body', 'text', (col) => col.notNull())
    .execute()
  await sql`insert into document (id, order_id, kind, series, number, issued_at, body)
    select 'invoice ' || id, id, 'invoice', substr(invoice_number, 1, 8), invoice_number,
      coalesce(invoiced_at, placed_at), ''
    from "order" where invoice_number is not null`.execute(db)
  await sql`update setting set name = 'documents.KV/' || substr(name, 10)
    where name like 'invoices.%'`.execute(db)
  await db.schema.dropIndex('order_by_invoice').execute()
  for (const column of ['invoice_number', 'invoiced_at'])
    await db.schema.alterTable('order').dropColumn(column).execute()
  await db.schema
    .createIndex('document_of_order')
    .on('document')
    .columns(['order_id', 'issued_at'])
    .execute()
  await db.schema
    .createIndex('document_by_time')
    .on('document')
    .columns(['issued_at', 'number'])
    .execute()
  await addTimesOfMoney(db)
  await db.schema
    .createIndex('document_without_body')
    .on('document')
    .column('id')
    .where(sql<boolean>`body = ''`)
    .execute()
}

const TIMES = [
  ['order', 'collected_at'],
  ['payment', 'captured_at'],
  ['refund', 'processed_at'],
] as const

/** The books list money by the day on which it moved. */
async function addTimesOfMoney(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of TIMES) {
    await db.schema.alterTable(table).addColumn(column, 'bigint').execute()
    await db.schema
      .createIndex(`${table}_by_${column}`)
      .on(table)
      .column(column)
      .where(sql<boolean>`${sql.ref(column)} is not null`)
      .execute()
  }
  await sql`update "order" set collected_at = coalesce((select max(at) from order_event
    where order_id = "order".id and kind = 'collected'), delivered_at, placed_at)
    where collected_paise > 0`.execute(db)
  await sql`update payment set captured_at = coalesce((select max(at) from order_event
    where order_id = payment.order_id and kind = 'paid'), created_at)
    where state in ('captured', 'surplus')`.execute(db)
  await sql`update refund set processed_at = created_at where state = 'processed'`.execute(db)
}
