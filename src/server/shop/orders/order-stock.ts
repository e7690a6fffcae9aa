import { presetShelved } from '#src/editing/back-on-shelf.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import { HttpError } from '../../core/errors.ts'
import { dispatchHolds, moveStock } from '../stock/holds.ts'
import type { StockQuantity } from '../stock/stock-items.ts'
import type { OrderTransaction } from './order-transaction.ts'
import type { CountedLine } from './parcels.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './tables.ts'

export const toItems = (lines: readonly CountedLine[]): StockQuantity[] =>
  lines.flatMap(({ product_id, stock_variant_id, count }) =>
    product_id === null || stock_variant_id === null || count === 0
      ? []
      : [{ productId: product_id, variantId: stock_variant_id, quantity: count }],
  )

/** Pieces of a line that come back, and how many of them go on the shelf. */
export interface BackLine extends CountedLine {
  shelved: number
}

/**
 * Says how many of the pieces that come back go on the shelf.
 * @param given what the packer says; by default the reason decides.
 * @throws HttpError 400 for more pieces than come back.
 */
export function planShelf(
  lines: readonly CountedLine[],
  reason: string,
  given: readonly { position: number; quantity: number }[] | undefined,
): BackLine[] {
  const quantities = new Map(given?.map(({ position, quantity }) => [position, quantity]))
  const isKnown = (position: number) => lines.some((line) => line.position === position)
  if (given && (quantities.size < given.length || ![...quantities.keys()].every(isKnown)))
    throw new HttpError(400, 'Please name each line that comes back once.', { field: 'shelved' })
  return lines.map((line) => {
    const preset = presetShelved({ ...line, personalised: line.personalised === 1 }, reason)
    const shelved = given ? (quantities.get(line.position) ?? 0) : preset
    if (shelved > line.count)
      throw new HttpError(
        400,
        `Only ${line.count} of ${line.title} ${line.count === 1 ? 'comes' : 'come'} back.`,
        { field: 'shelved' },
      )
    return { ...line, shelved }
  })
}

/**
 * Puts pieces of lines on the shelf; those with a negative count are taken off it. The lines and the audit log say what
 * was moved.
 */
export async function moveLines(
  { db, now, actorId, published }: OrderTransaction,
  { number }: Pick<OrderRow, 'number'>,
  lines: readonly CountedLine[],
): Promise<void> {
  const stock = await moveStock(db, toItems(lines), now)
  published.push(...stock.published)
  const left = new Map(stock.moved.map((item) => [item.variantId, item.quantity]))
  for (const line of lines) {
    const key = line.stock_variant_id ?? ''
    const rest = left.get(key) ?? 0
    const moved = line.count < 0 ? Math.max(line.count, rest) : Math.min(line.count, rest)
    if (moved === 0) continue
    left.set(key, rest - moved)
    await queries.updateLine(db, line, { taken_from_shelf: line.taken_from_shelf - moved })
    const way = moved > 0 ? 'Put on the shelf' : 'Took off the shelf'
    const subject = `${way}: ${Math.abs(moved)} × ${line.title}, of the order ${number}`
    await insertAuditEntry(db, { at: now, actor_id: actorId, action: 'products', subject })
  }
}

/**
 * Takes pieces of an order from the shelf. Each line stores what it took, so that an undo puts back exactly that.
 * @param isRest whether the pieces are all that the order still holds.
 * @throws HttpError 409 if the shelf has fewer pieces than the order: an editor has counted them since.
 */
export async function takeFromShelf(
  { db, now, published }: OrderTransaction,
  order: OrderRow,
  lines: readonly CountedLine[],
  isRest: boolean,
): Promise<void> {
  const shelf = await dispatchHolds(db, order.id, now, isRest ? undefined : toItems(lines))
  for (const { available, ...item } of shelf.short) {
    const ofItem = lines.filter((line) => line.stock_variant_id === item.variantId)
    const needed = ofItem.reduce((sum, { count }) => sum + count, 0)
    throw new HttpError(
      409,
      `The shelf has ${available} of ${ofItem[0]?.title ?? 'a piece'} and this order needs ${needed}. Please count the pieces again, and correct the stock or cancel the order.`,
    )
  }
  published.push(...shelf.published)
  const taken = new Set(shelf.taken.map(({ variantId }) => variantId))
  for (const line of lines)
    if (line.stock_variant_id && taken.has(line.stock_variant_id))
      await queries.updateLine(db, line, { taken_from_shelf: line.taken_from_shelf + line.count })
}
