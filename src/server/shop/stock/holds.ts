import type { Db } from '../../core/db/schema.ts'
import * as queries from './queries.ts'
import { type StockPublish, showStock } from './show-stock.ts'
import { getAvailable } from './stock-count.ts'
import { type StockItem, type StockQuantity, sumQuantities, toStockKey } from './stock-items.ts'
import type { StockHoldRow } from './tables.ts'

// What an order does to the stock (docs/decisions/0053-stock-is-a-table.md). A hold counts until it is released, also
// when its time is over, so that an order whose payment arrives late still has its pieces, or none.

const listProductIds = (items: readonly StockItem[]): string[] => [
  ...new Set(items.map(({ productId }) => productId)),
]

/**
 * Locks the stock of the products until the transaction ends, in the order of their ids and choices. All choices of
 * one are locked, because its shown price depends on all of them.
 */
export const lockStock = (trx: Db, items: readonly StockItem[]): Promise<void> =>
  queries.lockProducts(trx, listProductIds(items))

/** An item of which fewer are left than are wanted. */
export interface ShortItem extends StockItem {
  available: number
}

/** Locks the stock, changes it, and notes which products are to be published. */
async function changeStock(
  trx: Db,
  items: readonly StockItem[],
  now: number,
  change: (counts: queries.CountRow[]) => Promise<void>,
): Promise<StockPublish[]> {
  if (items.length === 0) return []
  await lockStock(trx, items)
  const before = await queries.listCounts(trx, listProductIds(items))
  await change(before)
  return showStock(trx, before, now)
}

const toHolds = (
  orderId: string,
  items: readonly StockQuantity[],
  expiresAt: number | null,
): StockHoldRow[] =>
  sumQuantities(items).map(({ productId, choice, quantity }) => ({
    order_id: orderId,
    product_id: productId,
    choice,
    quantity,
    expires_at: expiresAt,
  }))

/**
 * Holds all items for an order, or none.
 * @param expiresAt when the hold ends; null for one that stays.
 * @returns the items of which too few are left, and otherwise the products to publish.
 */
export async function holdStock(
  trx: Db,
  {
    orderId,
    items,
    expiresAt,
    now,
  }: {
    orderId: string
    items: readonly StockQuantity[]
    expiresAt: number | null
    now: number
  },
): Promise<{ short: ShortItem[]; published: StockPublish[] }> {
  const wanted = sumQuantities(items)
  const short: ShortItem[] = []
  const published = await changeStock(trx, wanted, now, async (counts) => {
    const available = new Map(
      counts.map((row) => [
        toStockKey({ productId: row.product_id, choice: row.choice }),
        getAvailable(row),
      ]),
    )
    for (const { productId, choice, quantity } of wanted) {
      const left = available.get(toStockKey({ productId, choice })) ?? 0
      if (left < quantity) short.push({ productId, choice, available: left })
    }
    if (short.length > 0) return
    await queries.insertHolds(trx, toHolds(orderId, wanted, expiresAt))
  })
  return { short, published }
}

/** Takes the end from the holds of an order that is placed. @returns whether it has any. */
export const keepHolds = async (trx: Db, orderId: string): Promise<boolean> =>
  (await queries.keepHolds(trx, orderId)) > 0

/** The holds of an order with the pieces to take from each; all of them without `items`. */
async function listTaken(
  trx: Db,
  orderId: string,
  items: readonly StockQuantity[] | undefined,
): Promise<{ hold: StockHoldRow; quantity: number }[]> {
  const holds = await queries.listHolds(trx, orderId)
  if (!items) return holds.map((hold) => ({ hold, quantity: hold.quantity }))
  const wanted = new Map(sumQuantities(items).map((item) => [toStockKey(item), item.quantity]))
  return holds.flatMap((hold) => {
    const key = toStockKey({ productId: hold.product_id, choice: hold.choice })
    const quantity = Math.min(hold.quantity, wanted.get(key) ?? 0)
    return quantity > 0 ? [{ hold, quantity }] : []
  })
}

const toItems = (holds: readonly StockHoldRow[]): StockItem[] =>
  holds.map(({ product_id, choice }) => ({ productId: product_id, choice }))

/** Lowers what an order holds. @param taken what else becomes of a part of a hold. */
async function takeHolds(
  trx: Db,
  orderId: string,
  now: number,
  items: readonly StockQuantity[] | undefined,
  taken: (part: StockQuantity) => Promise<unknown>,
): Promise<StockPublish[]> {
  const held = toItems(await queries.listHolds(trx, orderId))
  return changeStock(trx, held, now, async () => {
    for (const { hold, quantity } of await listTaken(trx, orderId, items)) {
      await queries.lowerHold(trx, hold, quantity)
      await taken({ productId: hold.product_id, choice: hold.choice, quantity })
    }
  })
}

/**
 * Gives back what an order holds.
 * @param items a part of it; all by default.
 * @returns the products to publish.
 */
export const releaseHolds = (
  trx: Db,
  orderId: string,
  now: number,
  items?: readonly StockQuantity[],
): Promise<StockPublish[]> => takeHolds(trx, orderId, now, items, async () => {})

/**
 * Takes what an order holds from the shelf. What can be bought stays the same.
 * @param items a part of it; all by default.
 * @returns the products to publish: those of which the shelf had fewer pieces than were held.
 */
export const dispatchHolds = (
  trx: Db,
  orderId: string,
  now: number,
  items?: readonly StockQuantity[],
): Promise<StockPublish[]> =>
  takeHolds(trx, orderId, now, items, (part) =>
    queries.addOnHand(trx, { ...part, quantity: -part.quantity }),
  )

/**
 * Puts dispatched pieces back on the shelf, held for their order as before. What can be bought stays the same.
 * @returns the products to publish: those that have lost the choice meanwhile.
 */
export const undoDispatch = (
  trx: Db,
  orderId: string,
  items: readonly StockQuantity[],
  now: number,
): Promise<StockPublish[]> =>
  changeStock(trx, items, now, async () => {
    for (const item of sumQuantities(items)) await queries.addOnHand(trx, item)
    await queries.insertHolds(trx, toHolds(orderId, items, null))
  })

/**
 * Puts returned pieces on the shelf. A choice that the product does not have any more gets none.
 * @returns the products to publish.
 */
export const returnStock = (
  trx: Db,
  items: readonly StockQuantity[],
  now: number,
): Promise<StockPublish[]> =>
  changeStock(trx, items, now, async () => {
    for (const item of sumQuantities(items)) await queries.addOnHand(trx, item)
  })
