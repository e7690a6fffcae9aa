import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { addToCartRequest } from '#src/contract/cart.ts'
import { MAX_CART_LINES, MAX_QUANTITY } from '#src/rules/constants.ts'
import { messages } from '#src/rules/messages.ts'
import { findProductById } from '../catalog/queries.ts'
import { parseProductDetail } from '../catalog/to-product.ts'
import type { Db, Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import * as queries from './queries.ts'
import { resolveVariant, toCanonicalJson } from './variant.ts'

/**
 * Most pieces of one line: 10, and never more than the stock (decisions).
 * @param others pieces of the same product on other lines of the cart, e.g. in another size.
 */
export const maxQuantity = (stock: number, others: number): number =>
  Math.max(0, Math.min(MAX_QUANTITY, stock - others))

/** Why a line can hold no more. */
function whyNoMore(stock: number): string {
  if (stock < 1) return messages.stock.soldOut
  return stock < MAX_QUANTITY ? messages.stock.lowStock(stock) : messages.stock.maxQuantity
}

/**
 * Adds pieces to the user's cart; of more than may be had, what fits.
 * @param db the transaction of the call: the cart stays locked until it ends.
 * @returns what to tell the shopper.
 * @throws Refused 404 for an unknown product, 400 for a variant it does not have, 409 when nothing
 * could be added.
 */
export async function addItem(
  deps: Deps,
  db: Db,
  userId: string,
  item: z.output<typeof addToCartRequest>,
): Promise<string> {
  await queries.lockCart(deps, db, userId)
  const product = await findProductById(db, item.productId)
  if (!product) throw new HttpError(404, messages.products.notFound)
  const variant = toCanonicalJson(resolveVariant(parseProductDetail(product), item.variant))
  const line = { user_id: userId, product_id: product.id, variant }
  const { lineCount, newestCreatedAt } = await queries.getCartStats(db, userId)
  if (lineCount >= MAX_CART_LINES && !(await queries.hasLine(db, line)))
    throw new HttpError(409, messages.cart.full)
  const row = {
    ...line,
    id: randomUUID(),
    quantity: item.quantity,
    // Newest last, even when two come within one millisecond.
    created_at: Math.max(deps.now(), newestCreatedAt + 1),
  }
  const most = maxQuantity(product.stock, await queries.quantityOnOtherLines(db, line))
  if (await queries.addExact(db, row, most)) return messages.cart.added
  if (await queries.addClamped(db, row, most)) return whyNoMore(product.stock)
  throw new HttpError(409, whyNoMore(product.stock))
}

/**
 * Steps the quantity of a line as far as 1 and its most allow.
 * @param db the transaction of the call: the cart stays locked until it ends.
 * @returns what to tell the shopper.
 * @throws Refused 404 for a line that is not the user's, 409 when nothing changes.
 */
export async function updateItem(
  deps: Deps,
  db: Db,
  step: { id: string; user_id: string; change: number },
): Promise<string> {
  await queries.lockCart(deps, db, step.user_id)
  const line = await queries.findLineStock(db, step.id, step.user_id)
  if (!line) throw new HttpError(404, messages.cart.notFound)
  const most = maxQuantity(line.stock, await queries.quantityOnOtherLines(db, line))
  if (await queries.stepExact(db, step, most)) return messages.cart.updated
  const changed = await queries.stepClamped(db, step, Math.max(1, most))
  // A step down may meet a stock that has shrunk further.
  const tooMany = step.change > 0 || line.quantity + step.change > most
  if (!changed)
    throw new HttpError(409, tooMany ? whyNoMore(line.stock) : messages.stock.minQuantity)
  return tooMany ? whyNoMore(line.stock) : messages.cart.updated
}

/** @throws Refused 404 for a line that is not the user's. */
export async function removeItem(db: Db, id: string, userId: string): Promise<void> {
  if (!(await queries.deleteLine(db, id, userId))) throw new HttpError(404, messages.cart.notFound)
}
