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

const toKey = ({ product_id, choice }: { product_id: string; choice: string }): string =>
  toStockKey({ productId: product_id, choice })

/** An item of which fewer are left than are wanted. */
export interface ShortItem extends StockItem {
  available: number
}

async function lockCounts(trx: Db, items: readonly StockItem[]): Promise<queries.CountRow[]> {
  await lockStock(trx, items)
  return queries.listCounts(trx, listProductIds(items))
}

/** Locks the stock, changes it, and notes which products are to be published. */
async function changeStock(
  trx: Db,
  items: readonly StockItem[],
  now: number,
  change: () => Promise<void>,
): Promise<StockPublish[]> {
  if (items.length === 0) return []
  const before = await lockCounts(trx, items)
  await change()
  return showStock(trx, before, await queries.listCounts(trx, listProductIds(items)), now)
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

/** The stock once these are held, too. */
function addHeld(
  counts: readonly queries.CountRow[],
  items: readonly StockQuantity[],
): queries.CountRow[] {
  const quantities = new Map(items.map((item) => [toStockKey(item), item.quantity]))
  return counts.map((count) => ({
    ...count,
    held: count.held + (quantities.get(toKey(count)) ?? 0),
  }))
}

/**
 * Holds all items for an order, or none.
 * @param expiresAt when the hold ends; null for one that stays.
 * @param counts the stock of all choices of their products, where the caller has locked it before it read it.
 * @returns the items of which too few are left, and otherwise the products to publish.
 */
export async function holdStock(
  trx: Db,
  {
    orderId,
    items,
    expiresAt,
    now,
    counts,
  }: {
    orderId: string
    items: readonly StockQuantity[]
    expiresAt: number | null
    now: number
    counts?: readonly queries.CountRow[]
  },
): Promise<{ short: ShortItem[]; published: StockPublish[] }> {
  const wanted = sumQuantities(items)
  const before = counts ?? (await lockCounts(trx, wanted))
  const available = new Map(before.map((count) => [toKey(count), getAvailable(count)]))
  const short = wanted.flatMap(({ productId, choice, quantity }): ShortItem[] => {
    const left = available.get(toStockKey({ productId, choice })) ?? 0
    return left < quantity ? [{ productId, choice, available: left }] : []
  })
  if (short.length > 0) return { short, published: [] }
  await queries.insertHolds(trx, toHolds(orderId, wanted, expiresAt))
  return { short, published: await showStock(trx, before, addHeld(before, wanted), now) }
}

/** Removes the expiry from the holds of an order that is placed. @returns whether it has any. */
export const confirmHolds = async (trx: Db, orderId: string): Promise<boolean> =>
  (await queries.confirmHolds(trx, orderId)) > 0

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
    const quantity = Math.min(hold.quantity, wanted.get(toKey(hold)) ?? 0)
    return quantity > 0 ? [{ hold, quantity }] : []
  })
}

const toItems = (holds: readonly StockHoldRow[]): StockItem[] =>
  holds.map(({ product_id, choice }) => ({ productId: product_id, choice }))

/** Reduces the holds of an order. @param taken what else becomes of a part of a hold. */
async function reduceHolds(
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
): Promise<StockPublish[]> => reduceHolds(trx, orderId, now, items, async () => {})

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
  reduceHolds(trx, orderId, now, items, (part) =>
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
