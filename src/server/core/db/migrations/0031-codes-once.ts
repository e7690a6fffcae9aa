import { type Kysely, sql } from 'kysely'

/**
 * A SKU and a barcode are of one product: two saves in the same moment cannot both take one. Products that have the
 * same code from before keep it, marked, until one of them has another; doctor and Today name them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('product_code')
    .addColumn('doubled', 'integer', (col) => col.notNull().defaultTo(0))
    .execute()
  // The first of them by its id has the code.
  await sql`update product_code set doubled = 1 where exists (
    select 1 from product_code other where other.code = product_code.code
    and other.kind = product_code.kind and other.product_id < product_code.product_id)`.execute(db)
  await sql`create unique index product_code_of_one on product_code (code, kind)
    where doubled = 0`.execute(db)
  await sql`create index product_code_doubled on product_code (code) where doubled = 1`.execute(db)
}
