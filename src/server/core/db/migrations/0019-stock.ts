import { type Kysely, sql } from 'kysely'

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

/** The pieces on the shelf are rows of their own, which a sale changes without a version of the product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stock')
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('choice', 'text', (col) => col.notNull())
    .addColumn('on_hand', 'integer', (col) => col.notNull().check(sql`on_hand >= 0`))
    .addPrimaryKeyConstraint('stock_once', ['product_id', 'choice'])
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
}

/** Names the variant as a line of a cart does. */
const toChoice = (choice: Variant['choice']): string =>
  JSON.stringify(
    Object.fromEntries(Object.entries(choice).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  )
