import type { Db } from '../../core/db/schema.ts'
import * as queries from './queries.ts'
import { type StockPublish, showStock } from './show-stock.ts'
import { getAvailable } from './stock-count.ts'
import { type StockItem, type StockQuantity, sumQuantities } from './stock-items.ts'
import type { StockHoldRow } from './tables.ts'

// Effects of an order on the stock (docs/decisions/0053-stock-is-a-table.md). A hold counts until it is released,
// even after it expires. Otherwise a late payment could find half of its items gone.

const listProductIds = (items: readonly StockItem[]): string[] => [
  ...new Set(items.map(({ productId }) => productId)),
]

/**
 * Locks the stock of products until the transaction ends, in the order of ids. All variants of a
 * product are locked, because its shown price depends on all of them.
 */
export const lockStock = (trx: Db, items: readonly StockItem[]): Promise<void> =>
  queries.lockProducts(trx, listProductIds(items))

/** An item with less stock than requested. */
export interface ShortItem extends StockItem {
  available: number
}

async function lockCounts(trx: Db, items: readonly StockItem[]): Promise<queries.CountRow[]> {
  await lockStock(trx, items)
  return queries.listCounts(trx, listProductIds(items))
}

/** Locks and changes the stock, and returns the products to publish. */
async function changeStock(
  trx: Db,
  items: readonly StockItem[],
  now: number,
  change: (counts: readonly queries.CountRow[]) => Promise<void>,
): Promise<StockPublish[]> {
  if (items.length === 0) return []
  const before = await lockCounts(trx, items)
  await change(before)
  return showStock(trx, before, await queries.listCounts(trx, listProductIds(items)), now)
}

const toHolds = (
  orderId: string,
  items: readonly StockQuantity[],
  expiresAt: number | null,
): StockHoldRow[] =>
  sumQuantities(items).map(({ productId, variantId, quantity }) => ({
    order_id: orderId,
    product_id: productId,
    variant_id: variantId,
    quantity,
    expires_at: expiresAt,
  }))

/** Returns the stock after these items are held too. */
function addHeld(
  counts: readonly queries.CountRow[],
  items: readonly StockQuantity[],
): queries.CountRow[] {
  const quantities = new Map(items.map((item) => [item.variantId, item.quantity]))
  return counts.map((count) => ({
    ...count,
    held: count.held + (quantities.get(count.variant_id) ?? 0),
  }))
}

/**
 * Holds all items of an order, or none.
 * @param expiresAt end of the hold; null for no end.
 * @param counts the stock of all variants of the products, if the caller has already locked and read it.
 * @returns the items with too little stock, or otherwise the products to publish.
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
  const requested = sumQuantities(items)
  const before = counts ?? (await lockCounts(trx, requested))
  const available = new Map(
    before.map((count) => [count.variant_id, count.isArchived ? 0 : getAvailable(count)]),
  )
  const short = requested.flatMap(({ productId, variantId, quantity }): ShortItem[] => {
    const availableCount = available.get(variantId) ?? 0
    return availableCount < quantity ? [{ productId, variantId, available: availableCount }] : []
  })
  if (short.length > 0) return { short, published: [] }
  await queries.insertHolds(trx, toHolds(orderId, requested, expiresAt))
  return { short, published: await showStock(trx, before, addHeld(before, requested), now) }
}

/**
 * Removes the expiry from the holds of a placed order.
 * @returns whether it has any.
 */
export const confirmHolds = async (trx: Db, orderId: string): Promise<boolean> =>
  (await queries.confirmHolds(trx, orderId)) > 0

/**
 * Releases the holds of an order.
 * @param items a part of them; all by default.
 * @returns the products to publish.
 */
export async function releaseHolds(
  trx: Db,
  orderId: string,
  now: number,
  items?: readonly StockQuantity[],
): Promise<StockPublish[]> {
  const holds = pickHolds(await queries.listHolds(trx, orderId), items)
  return changeStock(trx, holds.map(toItem), now, async () => {
    for (const hold of holds) await queries.lowerHold(trx, hold, hold.rest)
  })
}

/** The holds of these items, each with the quantity that they take of it, and its rest; all by default. */
function pickHolds(holds: readonly StockHoldRow[], items: readonly StockQuantity[] | undefined) {
  if (!items) return holds.map((hold) => ({ ...hold, rest: 0 }))
  const quantities = new Map(sumQuantities(items).map((item) => [item.variantId, item.quantity]))
  return holds.flatMap((hold) => {
    const quantity = Math.min(hold.quantity, quantities.get(hold.variant_id) ?? 0)
    return quantity > 0 ? [{ ...hold, quantity, rest: hold.quantity - quantity }] : []
  })
}

const toItem = ({ product_id, variant_id, quantity }: StockHoldRow): StockQuantity => ({
  productId: product_id,
  variantId: variant_id,
  quantity,
})

/**
 * Subtracts the held items of an order from the stock, including those of removed variants. A variant without a count
 * is skipped.
 * @param items a part of them; all by default.
 * @returns the items with too little stock, in which case nothing changes; otherwise the subtracted items.
 */
export async function dispatchHolds(
  trx: Db,
  orderId: string,
  now: number,
  items?: readonly StockQuantity[],
): Promise<{ short: ShortItem[]; taken: StockQuantity[]; published: StockPublish[] }> {
  const holds = pickHolds(await queries.listHolds(trx, orderId), items)
  const short: ShortItem[] = []
  const taken: StockQuantity[] = []
  const published = await changeStock(trx, holds.map(toItem), now, async (counts) => {
    const onShelf = new Map(counts.map((count) => [count.variant_id, count.on_hand]))
    for (const item of holds.map(toItem)) {
      const available = onShelf.get(item.variantId)
      if (available === undefined) continue
      taken.push(item)
      if (available < item.quantity) short.push({ ...item, available })
    }
    if (short.length > 0) return
    for (const hold of holds) await queries.lowerHold(trx, hold, hold.rest)
    for (const item of taken) await queries.addOnHand(trx, { ...item, quantity: -item.quantity })
  })
  return { short, taken, published }
}

/**
 * Undoes a dispatch: restores the stock, and holds the items of the order again.
 * @returns the products to publish.
 */
export const undoDispatch = (
  trx: Db,
  orderId: string,
  { held, taken }: { held: readonly StockQuantity[]; taken: readonly StockQuantity[] },
  now: number,
): Promise<StockPublish[]> =>
  changeStock(trx, held, now, async () => {
    for (const item of sumQuantities(taken)) await queries.addOnHand(trx, item)
    await queries.insertHolds(trx, toHolds(orderId, held, null))
  })

/**
 * Adds items to the stock, or subtracts them down to zero. A variant without a count is skipped.
 * @param items negative quantities are subtracted.
 * @returns the changes, and the products to publish.
 */
export async function moveStock(
  trx: Db,
  items: readonly StockQuantity[],
  now: number,
): Promise<{ moved: StockQuantity[]; published: StockPublish[] }> {
  const moved: StockQuantity[] = []
  const published = await changeStock(trx, items, now, async (counts) => {
    const onShelf = new Map(counts.map((count) => [count.variant_id, count.on_hand]))
    for (const item of sumQuantities(items)) {
      const count = onShelf.get(item.variantId)
      if (count === undefined) continue
      const quantity = Math.max(item.quantity, -count)
      moved.push({ ...item, quantity })
      await queries.addOnHand(trx, { ...item, quantity })
    }
  })
  return { moved, published }
}
