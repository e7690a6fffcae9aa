import { sql } from 'kysely'
import { NO_CHOICE } from '#src/editing/stock-counts.ts'
import { inChunks, readInChunks, SHORT_ROWS_PER_STATEMENT } from '../../core/db/chunks.ts'
import { compileByLength, compileRows } from '../../core/db/compile-once.ts'
import { isPostgres } from '../../core/db/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { StockCount } from './stock-count.ts'
import type { StockQuantity } from './stock-items.ts'
import type { StockHoldRow, StockRow, VariantRow } from './tables.ts'

const HELD = sql<number>`(select coalesce(sum(quantity), 0) from stock_hold
  where stock_hold.variant_id = stock.variant_id)`

export interface CountRow extends StockCount {
  product_id: string
  variant_id: string
  /** Whether it was removed, or shares the stock of another variant. Its own stock is not offered. */
  isArchived: boolean
}

/** The offered and counted variants of a product, for a subquery. */
const OFFERED = sql`from variant join stock on stock.variant_id = variant.id
  where variant.product_id = product.id and variant.archived_at is null
    and variant.stock_variant_id is null`

/** Selects the stock of a product in addition to its row: `WithCounts`. */
export const selectCounts = (db: Db) =>
  (isPostgres(db)
    ? sql<string>`coalesce((select json_agg(json_build_array(choice, on_hand, ${HELD}) order by choice)::text
        ${OFFERED}), '[]')`
    : sql<string>`(select json_group_array(json_array(choice, on_hand, ${HELD}) order by choice)
        ${OFFERED})`
  ).as('counts')

/** The available items of a product, for a condition of a query. */
export const countAvailable = (db: Db) => {
  const max = sql.raw(isPostgres(db) ? 'greatest' : 'max')
  return sql<number>`(select coalesce(sum(${max}(on_hand - ${HELD}, 0)), 0) ${OFFERED})`
}

/** Selects the available items of all products, for conditions on the whole catalogue: `count`. */
export const selectAvailable = (db: Db) => {
  const max = sql.raw(isPostgres(db) ? 'greatest' : 'max')
  const holds = db
    .selectFrom('stock_hold')
    .select(({ fn }) => ['variant_id', fn.sum<number>('quantity').as('held')])
    .groupBy('variant_id')
  return db
    .selectFrom('variant')
    .innerJoin('stock', 'stock.variant_id', 'variant.id')
    .leftJoin(holds.as('hold'), 'hold.variant_id', 'variant.id')
    .where('variant.archived_at', 'is', null)
    .where('variant.stock_variant_id', 'is', null)
    .select([
      'variant.product_id',
      sql<number>`sum(${max}(on_hand - coalesce(held, 0), 0))`.as('count'),
    ])
    .groupBy('variant.product_id')
}

/** Lists available items (`count`), items in stock and number of variants for every product. */
export const listStockOfAll = (db: Db) =>
  selectAvailable(db)
    .select([
      sql<number>`sum(on_hand)`.as('on_hand'),
      sql<number>`sum(case when variant.choice = ${NO_CHOICE} then 0 else 1 end)`.as('choices'),
    ])
    .execute()

const selectStock = compileByLength((db, ids) =>
  db
    .selectFrom('variant')
    .innerJoin('stock', 'stock.variant_id', 'variant.id')
    .select(['product_id', 'variant.id as variant_id', 'choice', 'on_hand'])
    .select(['archived_at', 'stock_variant_id'])
    .select(HELD.as('held'))
    .where('product_id', 'in', ids)
    .orderBy('product_id')
    .orderBy('choice'),
)

/** Lists the stock of all variants of these products, in their order, including removed variants. */
export const listCounts = async (db: Db, productIds: readonly string[]): Promise<CountRow[]> => {
  const rows = await readInChunks(
    [...new Set(productIds)],
    async (ids) => (await selectStock(db, ids)).rows,
  )
  return rows.map(({ archived_at, stock_variant_id, held, ...row }) => ({
    ...row,
    held: Number(held),
    isArchived: archived_at !== null || stock_variant_id !== null,
  }))
}

/** Finds the ids of option values that a variant stands for. */
export const findChoice = async (db: Db, variantId: string): Promise<string | undefined> =>
  (await db.selectFrom('variant').select('choice').where('id', '=', variantId).executeTakeFirst())
    ?.choice

/** Lists removed choices of a product, and variants with stock that are no longer counted. */
export async function listRemoved(db: Db, productId: string) {
  const rows = await db
    .selectFrom('variant')
    .leftJoin('stock', 'stock.variant_id', 'variant.id')
    .select(['choice', 'archived_at', 'stock_variant_id', 'on_hand'])
    .select(HELD.as('held'))
    .where('product_id', '=', productId)
    .where(({ or, eb }) =>
      or([eb('archived_at', 'is not', null), eb('stock_variant_id', 'is not', null)]),
    )
    .orderBy('choice')
    .execute()
  return rows.flatMap(({ choice, archived_at, on_hand, held }) => {
    const hasPieces = (on_hand ?? 0) + Number(held) > 0
    const isRemoved = archived_at !== null && choice !== NO_CHOICE
    return isRemoved || hasPieces ? { choice, on_hand, held: Number(held) } : []
  })
}

/** Locks products and then their stock, in the same order as a save does. SQLite has a single writer. */
export async function lockProducts(db: Db, productIds: readonly string[]): Promise<void> {
  if (!isPostgres(db)) return
  for (const ids of inChunks([...new Set(productIds)].toSorted())) {
    await db
      .selectFrom('product')
      .select('id')
      .where('id', 'in', ids)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    await db
      .selectFrom('stock')
      .innerJoin('variant', 'variant.id', 'stock.variant_id')
      .select('variant_id')
      .where('product_id', 'in', ids)
      .orderBy('variant_id')
      .forUpdate('stock')
      .execute()
  }
}

const upsertVariantRows = compileRows(
  ['id', 'product_id', 'choice', 'archived_at', 'stock_variant_id', 'public_id'],
  (db, rows) =>
    db
      .insertInto('variant')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          archived_at: ref('excluded.archived_at'),
          stock_variant_id: ref('excluded.stock_variant_id'),
        })),
      ),
)

/** Inserts or updates variants. An existing one keeps its public id. */
export async function upsertVariants(db: Db, rows: readonly VariantRow[]): Promise<void> {
  for (const chunk of inChunks(rows, SHORT_ROWS_PER_STATEMENT)) await upsertVariantRows(db, chunk)
}

const selectPublicIds = compileByLength((db, ids) =>
  db
    .selectFrom('variant')
    .select(['id', 'product_id', 'choice', 'archived_at', 'public_id'])
    .where('product_id', 'in', ids),
)

/** Lists the public ids of all variants of these products, including removed ones. */
export const listPublicIds = (db: Db, productIds: readonly string[]) =>
  readInChunks(productIds, async (ids) => (await selectPublicIds(db, ids)).rows)

const upsertRows = compileRows(['variant_id', 'on_hand'], (db, rows) =>
  db
    .insertInto('stock')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('variant_id')
        .doUpdateSet(({ ref }) => ({ on_hand: ref('excluded.on_hand') })),
    ),
)

export async function upsertStock(db: Db, rows: readonly StockRow[]): Promise<void> {
  for (const chunk of inChunks(rows, SHORT_ROWS_PER_STATEMENT)) await upsertRows(db, chunk)
}

/** Lowers the stock of a variant to the items that orders hold. */
export const lowerToHeld = (db: Db, variantId: string) =>
  db
    .updateTable('stock')
    .set({ on_hand: sql<number>`case when on_hand < ${HELD} then on_hand else ${HELD} end` })
    .where('variant_id', '=', variantId)
    .execute()

const insertHoldRows = compileRows(
  ['order_id', 'product_id', 'variant_id', 'quantity', 'expires_at'],
  (db, rows) =>
    db
      .insertInto('stock_hold')
      .values(rows)
      // A part of an order that is not sent after all, while the rest of it is still held.
      .onConflict((conflict) =>
        conflict.columns(['order_id', 'variant_id']).doUpdateSet((eb) => ({
          quantity: eb('stock_hold.quantity', '+', eb.ref('excluded.quantity')),
        })),
      ),
)

export async function insertHolds(db: Db, rows: readonly StockHoldRow[]): Promise<void> {
  for (const chunk of inChunks(rows, SHORT_ROWS_PER_STATEMENT)) await insertHoldRows(db, chunk)
}

export const listHolds = (db: Db, orderId: string) =>
  db.selectFrom('stock_hold').selectAll().where('order_id', '=', orderId).execute()

/** @returns the number of holds. */
export async function confirmHolds(db: Db, orderId: string): Promise<number> {
  const rows = await db
    .updateTable('stock_hold')
    .set({ expires_at: null })
    .where('order_id', '=', orderId)
    .returning('variant_id')
    .execute()
  return rows.length
}

/** Lowers a hold to a rest, and deletes it at zero. */
export async function lowerHold(
  db: Db,
  { order_id, variant_id }: Pick<StockHoldRow, 'order_id' | 'variant_id'>,
  rest: number,
): Promise<void> {
  const key = { order_id, variant_id }
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

export const addOnHand = (db: Db, { variantId, quantity }: StockQuantity) =>
  db
    .updateTable('stock')
    .set((eb) => ({ on_hand: eb('on_hand', '+', quantity) }))
    .where('variant_id', '=', variantId)
    .execute()

/** Lists the data that determines how products are shown for a stock. */
export const listShownPrices = (db: Db, productIds: readonly string[]) =>
  readInChunks([...productIds], (ids) =>
    db
      .selectFrom('product')
      .select(['id', 'title', 'detail', 'price_paise', 'list_price_paise', 'updated_at'])
      .where('id', 'in', ids)
      .execute(),
  )

/** Changes how a product is shown. It sets the time but not the revision, so that readers of versions notice it. */
export const updateShownPrice = (
  db: Db,
  id: string,
  shown: { price_paise: number; list_price_paise: number; updated_at: number },
) => db.updateTable('product').set(shown).where('id', '=', id).execute()
