import { type Kysely, SqliteAdapter, sql } from 'kysely'

interface ProductRow {
  id: string
  stock: number
  detail: string
}

interface Variant {
  choice: Record<string, string>
  stock: number
}

/** Products that are in memory at once. */
const STEP = 100

/**
 * The pieces on the shelf are rows of their own, which a sale changes without a version of the product. A version says
 * which counts it changed, and a draft which ones its editor saw.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A list reads the stock of each product: one lookup in place of two.
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await db.schema
    .createTable('stock')
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('choice', 'text', (col) => col.notNull())
    .addColumn('on_hand', 'integer', (col) => col.notNull().check(sql`on_hand >= 0`))
    .addPrimaryKeyConstraint('stock_once', ['product_id', 'choice'])
    .modifyEnd(isSqlite ? sql`without rowid` : sql``)
    .execute()
  await db.schema
    .createTable('stock_hold')
    .addColumn('order_id', 'text', (col) =>
      col.notNull().references('order.id').onDelete('cascade'),
    )
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('choice', 'text', (col) => col.notNull())
    .addColumn('quantity', 'integer', (col) => col.notNull().check(sql`quantity > 0`))
    .addColumn('expires_at', 'bigint')
    .addPrimaryKeyConstraint('stock_hold_once', ['order_id', 'product_id', 'choice'])
    .execute()
  await db.schema
    .createIndex('stock_hold_of_product')
    .on('stock_hold')
    .columns(['product_id', 'choice'])
    .execute()
  await db.schema
    .createIndex('stock_hold_by_end')
    .on('stock_hold')
    .column('expires_at')
    .where(sql<boolean>`expires_at is not null`)
    .execute()
  await moveCounts(db)
  await db.schema.alterTable('product').dropColumn('stock').execute()
  await db.schema.alterTable('product_version').addColumn('counted', 'text').execute()
  await db.schema.alterTable('launch_item').addColumn('seen_counts', 'text').execute()
  await noteSeenCounts(db)
}

async function moveCounts(db: Kysely<unknown>): Promise<void> {
  let after = ''
  for (;;) {
    const { rows } = await sql<ProductRow>`select id, stock, detail from product
      where id > ${after} order by id limit ${STEP}`.execute(db)
    for (const row of rows) await moveCountsOf(db, row)
    after = rows.at(-1)?.id ?? ''
    if (rows.length < STEP) return
  }
}

async function moveCountsOf(db: Kysely<unknown>, { id, stock, detail }: ProductRow) {
  const { variants } = JSON.parse(detail) as { variants?: Variant[] }
  const counts = variants
    ? new Map(variants.map((variant) => [toChoice(variant.choice), variant.stock]))
    : new Map([['', stock]])
  for (const [choice, onHand] of counts)
    await sql`insert into stock (product_id, choice, on_hand)
      values (${id}, ${choice}, ${Math.max(0, onHand)})`.execute(db)
  if (!variants) return
  const uncounted = variants.map(({ stock: _, ...variant }) => variant)
  const text = JSON.stringify({ ...JSON.parse(detail), variants: uncounted })
  await sql`update product set detail = ${text} where id = ${id}`.execute(db)
}

/** The counts of a version or a draft, as JSON. */
const toSeenCounts = ({ stock, variants }: { stock: number; variants?: Variant[] }): string =>
  JSON.stringify({
    stock,
    ...(variants && { variants: variants.map(({ choice, stock }) => ({ choice, stock })) }),
  })

/** The counts of the versions that drafts were made from. */
async function noteSeenCounts(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ launch_id: string; record_id: string; entry: string | null }>`
    select launch_id, record_id, (select entry from product_version
      where product_id = record_id and revision = based_on) as entry
    from launch_item where record_id in (select id from product)`.execute(db)
  for (const { launch_id, record_id, entry } of rows) {
    // Without a version, the product is as the seed had it, and so is the draft unless it has other counts.
    const seen = entry ? toSeenCounts(JSON.parse(entry)) : await readSeenCounts(db, record_id)
    await sql`update launch_item set seen_counts = ${seen}
      where launch_id = ${launch_id} and record_id = ${record_id}`.execute(db)
  }
}

async function readSeenCounts(db: Kysely<unknown>, productId: string): Promise<string> {
  const { rows } = await sql<{ choice: string; on_hand: number }>`
    select choice, on_hand from stock where product_id = ${productId}`.execute(db)
  const variants = rows.flatMap(({ choice, on_hand }) =>
    choice === '' ? [] : [{ choice: JSON.parse(choice), stock: on_hand }],
  )
  const stock = rows.reduce((sum, { on_hand }) => sum + on_hand, 0)
  return toSeenCounts({ stock, ...(variants.length > 0 ? { variants } : {}) })
}

/** Names the variant as a line of a cart does. */
const toChoice = (choice: Variant['choice']): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(choice).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  )
