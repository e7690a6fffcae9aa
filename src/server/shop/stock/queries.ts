import { sql } from 'kysely'
import { inChunks, readInChunks, SHORT_ROWS_PER_STATEMENT } from '../../core/db/chunks.ts'
import { compileByLength, compileRows } from '../../core/db/compile-once.ts'
import { isPostgres } from '../../core/db/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { StockCount } from './stock-count.ts'
import type { StockQuantity } from './stock-items.ts'
import type { StockHoldRow, StockRow } from './tables.ts'

const HELD = sql<number>`(select coalesce(sum(quantity), 0) from stock_hold
  where stock_hold.product_id = stock.product_id and stock_hold.choice = stock.choice)`

export interface CountRow extends StockCount {
  product_id: string
}

/** The stock of a product beside its row: `WithCounts`. */
export const selectCounts = (db: Db) =>
  (isPostgres(db)
    ? sql<string>`coalesce((select json_agg(json_build_array(choice, on_hand, ${HELD}))::text
        from stock where stock.product_id = product.id), '[]')`
    : sql<string>`(select json_group_array(json_array(choice, on_hand, ${HELD}))
        from stock where stock.product_id = product.id)`
  ).as('counts')

/** The pieces of a product that can be bought, in a condition of a query. */
export const countAvailable = (db: Db) => {
  const max = sql.raw(isPostgres(db) ? 'greatest' : 'max')
  return sql<number>`(select coalesce(sum(${max}(on_hand - ${HELD}, 0)), 0)
    from stock where stock.product_id = product.id)`
}

/** The products by the pieces of them that can be bought, for conditions on the whole catalogue: `count`. */
export const selectAvailable = (db: Db) => {
  const max = sql.raw(isPostgres(db) ? 'greatest' : 'max')
  const holds = db
    .selectFrom('stock_hold')
    .select(({ fn }) => ['product_id', 'choice', fn.sum<number>('quantity').as('held')])
    .groupBy(['product_id', 'choice'])
  return db
    .selectFrom('stock')
    .leftJoin(holds.as('hold'), (join) =>
      join
        .onRef('hold.product_id', '=', 'stock.product_id')
        .onRef('hold.choice', '=', 'stock.choice'),
    )
    .select([
      'stock.product_id',
      sql<number>`sum(${max}(on_hand - coalesce(held, 0), 0))`.as('count'),
    ])
    .groupBy('stock.product_id')
}

const selectStock = compileByLength((db, ids) =>
  db
    .selectFrom('stock')
    .select(['product_id', 'choice', 'on_hand', HELD.as('held')])
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .orderBy('choice'),
)

/** @returns the stock of all choices of these products, in their order. */
export const listCounts = async (db: Db, productIds: readonly string[]): Promise<CountRow[]> => {
  const rows = await readInChunks(
    [...new Set(productIds)],
    async (ids) => (await selectStock(db, ids)).rows,
  )
  return rows.map((row) => ({ ...row, held: Number(row.held) }))
}

/**
 * Locks the stock of products, the products first, as a save of them does. SQLite has a single writer.
 */
export async function lockProducts(db: Db, productIds: readonly string[]): Promise<void> {
  if (!isPostgres(db)) return
  for await (const ids of inChunks([...new Set(productIds)].toSorted())) {
    await db
      .selectFrom('product')
      .select('id')
      .where('id', 'in', ids)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    await db
      .selectFrom('stock')
      .select('choice')
      .where('product_id', 'in', ids)
      .orderBy('product_id')
      .orderBy('choice')
      .forUpdate()
      .execute()
  }
}

const STOCK_COLUMNS = ['product_id', 'choice', 'on_hand'] as const

const insertRows = compileRows(STOCK_COLUMNS, (db, rows) => db.insertInto('stock').values(rows))

export async function insertStock(db: Db, rows: readonly StockRow[]): Promise<void> {
  for await (const chunk of inChunks(rows, SHORT_ROWS_PER_STATEMENT)) await insertRows(db, chunk)
}

const upsertRows = compileRows(STOCK_COLUMNS, (db, rows) =>
  db
    .insertInto('stock')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['product_id', 'choice'])
        .doUpdateSet(({ ref }) => ({ on_hand: ref('excluded.on_hand') })),
    ),
)

/** Sets counts. */
export async function upsertStock(db: Db, rows: readonly StockRow[]): Promise<void> {
  for await (const chunk of inChunks(rows, SHORT_ROWS_PER_STATEMENT)) await upsertRows(db, chunk)
}

export const deleteStock = (db: Db, productId: string, choice: string) =>
  db.deleteFrom('stock').where('product_id', '=', productId).where('choice', '=', choice).execute()

const insertHoldRows = compileRows(
  ['order_id', 'product_id', 'choice', 'quantity', 'expires_at'],
  (db, rows) => db.insertInto('stock_hold').values(rows),
)

export async function insertHolds(db: Db, rows: readonly StockHoldRow[]): Promise<void> {
  for await (const chunk of inChunks(rows, SHORT_ROWS_PER_STATEMENT))
    await insertHoldRows(db, chunk)
}

export const listHolds = (db: Db, orderId: string) =>
  db.selectFrom('stock_hold').selectAll().where('order_id', '=', orderId).execute()

/** @returns the number of holds. */
export async function confirmHolds(db: Db, orderId: string): Promise<number> {
  const rows = await db
    .updateTable('stock_hold')
    .set({ expires_at: null })
    .where('order_id', '=', orderId)
    .returning('choice')
    .execute()
  return rows.length
}

/** Lowers a hold, or deletes it where nothing is left of it. */
export async function lowerHold(
  db: Db,
  { order_id, product_id, choice, quantity }: StockHoldRow,
  by: number,
): Promise<void> {
  const key = { order_id, product_id, choice }
  const rest = quantity - by
  if (rest > 0)
    await db
      .updateTable('stock_hold')
      .set({ quantity: rest })
      .where((eb) => eb.and(key))
      .execute()
  else
    await db
      .deleteFrom('stock_hold')
      .where((eb) => eb.and(key))
      .execute()
}

/** Changes what is on the shelf by a number of pieces. It is never below zero. */
export const addOnHand = (db: Db, { productId, choice, quantity }: StockQuantity) =>
  db
    .updateTable('stock')
    .set(({ eb }) => ({
      on_hand: eb
        .case()
        .when(eb('on_hand', '<', -quantity))
        .then(0)
        .else(eb('on_hand', '+', quantity))
        .end(),
    }))
    .where('product_id', '=', productId)
    .where('choice', '=', choice)
    .execute()

/** @returns what decides how products are shown with another stock. */
export const listShownPrices = (db: Db, productIds: readonly string[]) =>
  readInChunks([...productIds], (ids) =>
    db
      .selectFrom('product')
      .select(['id', 'title', 'detail', 'price_paise', 'list_price_paise', 'updated_at'])
      .where('id', 'in', ids)
      .execute(),
  )

/** Changes how a product is shown, without another revision, but with its time, so that a reader of versions finds it. */
export const updateShown = (
  db: Db,
  id: string,
  shown: { price_paise: number; list_price_paise: number; updated_at: number },
) => db.updateTable('product').set(shown).where('id', '=', id).execute()
