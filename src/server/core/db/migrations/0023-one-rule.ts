import { type Kysely, sql } from 'kysely'
import { toCodeKey } from '#src/contract/entry.ts'
import { toAddress } from '#src/rules/address.ts'
import { isCategoryAddress } from '#src/rules/near-category.ts'

/** Products that are in memory at once. */
const STEP = 100

/**
 * SKUs and barcodes as a table, so that one is found in the whole shop, and categories by their addresses: what an
 * editor typed so far was name and address in one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('product_code')
    .addColumn('kind', 'text', (col) => col.notNull())
    .addColumn('code', 'text', (col) => col.notNull())
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('product_code_once', ['code', 'kind', 'product_id'] as never)
    .execute()
  await db.schema
    .createIndex('product_code_by_product')
    .on('product_code')
    .column('product_id')
    .execute()
  // An import looks new rows up by their titles.
  await db.schema.createIndex('product_by_title').on('product').column('title').execute()
  await fillCodes(db)
  await renameCategories(db)
  await markLaunches(db)
}

/** Which changes a launch has made: it is no person. And when a start that failed is tried again. */
async function markLaunches(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('batch').addColumn('launch_id', 'text').execute()
  await sql`update batch set launch_id = (select id from launch where launch.batch_id = batch.id)`.execute(
    db,
  )
  await db.schema.alterTable('launch').addColumn('retry_at', 'bigint').execute()
  await db.schema
    .createIndex('launch_with_message')
    .on('launch')
    .column('created_at')
    .where(sql<boolean>`message <> ''`)
    .execute()
}

async function fillCodes(db: Kysely<unknown>): Promise<void> {
  let after = ''
  for (;;) {
    const { rows } = await sql<{ id: string; detail: string }>`
      select id, detail from product where id > ${after} order by id limit ${STEP}`.execute(db)
    const codes = new Map<string, string[]>()
    for (const { id, detail } of rows) {
      const { variants = [] } = JSON.parse(detail) as {
        variants?: { sku?: string; barcode?: string }[]
      }
      for (const { sku, barcode } of variants) {
        if (sku !== undefined) addCode(codes, 'sku', toCodeKey('sku', sku), id)
        if (barcode !== undefined) addCode(codes, 'barcode', toCodeKey('barcode', barcode), id)
      }
    }
    if (codes.size > 0)
      await sql`insert into product_code (kind, code, product_id)
        values ${sql.join([...codes.values()].map((code) => sql`(${sql.join(code)})`))}`.execute(db)
    const last = rows.at(-1)
    if (!last || rows.length < STEP) return
    after = last.id
  }
}

const addCode = (codes: Map<string, string[]>, ...code: [string, string, string]) =>
  codes.set(code.join(' '), code)

async function renameCategories(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ category: string }>`select distinct category from product`.execute(
    db,
  )
  for (const { category } of rows) {
    const address = toAddress(category)
    const valid = isCategoryAddress(address) ? address : `category-${address || 'other'}`
    if (valid === category) continue
    await sql`update product set category = ${valid} where category = ${category}`.execute(db)
    const former = category.toLowerCase()
    const name = category.charAt(0).toUpperCase() + category.slice(1)
    if (former === valid) continue
    await sql`insert into content_record (id, body, revision, updated_at, archived)
      values (${`category:${valid}`}, ${JSON.stringify({ name })}, 1, ${Date.now()}, 0)
      on conflict (id) do nothing`.execute(db)
    await sql`delete from former_category where name in (${former}, ${valid})`.execute(db)
    await sql`insert into former_category (name, category) values (${former}, ${valid})`.execute(db)
  }
}
