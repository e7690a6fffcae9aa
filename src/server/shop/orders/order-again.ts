import { messages } from '#src/channels/messages.ts'
import type { Gift } from '#src/contract/cart.ts'
import type { Variant } from '#src/contract/catalog.ts'
import { NO_CHOICE } from '#src/editing/stock-counts.ts'
import { readChoice } from '#src/rules/product/choice.ts'
import { isOfferText } from '#src/rules/product/options.ts'
import { HttpError } from '../../core/errors.ts'
import { lockCart, setGift } from '../cart/queries.ts'
import { addItem } from '../cart/service.ts'
import { findProductById } from '../catalog/queries.ts'
import { parseProductDetail } from '../catalog/to-product.ts'
import { findChoice } from '../stock/queries.ts'
import { assertShopperStep, openOrder } from './order-steps.ts'
import type { OrderTransaction } from './order-transaction.ts'
import type { LineWithPage } from './queries.ts'

/**
 * Puts the pieces of a cancelled order into the cart of its shopper, with their personalisation and the gift card.
 * @returns a sentence that names the pieces which are not there any more.
 * @throws HttpError 409 if none of them can be bought.
 */
export async function orderAgain(
  transaction: OrderTransaction,
  { number, userId }: { number: string; userId: string },
): Promise<string> {
  // Placing locks the cart first, too.
  await lockCart(transaction.deps, transaction.db, userId)
  const whole = await openOrder(transaction, { number }, userId)
  assertShopperStep('again', whole)
  const missing: string[] = []
  for (const line of whole.lines)
    if (!(await addLine(transaction, userId, line))) missing.push(line.title)
  if (missing.length === whole.lines.length)
    throw new HttpError(409, 'None of these pieces can be bought now.')
  const gift = JSON.parse(whole.order.gift) as Gift
  if (gift.wrap || gift.note) await setGift(transaction.db, userId, gift)
  return missing.length === 0
    ? 'Your pieces are in your cart again.'
    : `Your pieces are in your cart again. Not all of these are left: ${missing.join(', ')}.`
}

const pickTexts = (variant: Variant): Variant =>
  Object.fromEntries(Object.entries(variant).filter(([name]) => isOfferText(name)))

/** @returns whether all pieces of the line were added. */
async function addLine(
  { deps, db }: OrderTransaction,
  userId: string,
  { product_id, variant_id, quantity, variant }: LineWithPage,
): Promise<boolean> {
  const product = product_id === null ? undefined : await findProductById(db, product_id)
  const choice = variant_id === null ? undefined : await findChoice(db, variant_id)
  if (!product || choice === undefined) return false
  // Its options may have other names now; its texts are those of the order.
  const { revived } = readChoice(parseProductDetail(product), {
    choice: choice === NO_CHOICE ? {} : (JSON.parse(choice) as Variant),
    selection: pickTexts(JSON.parse(variant) as Variant),
  })
  if (!revived) return false
  const item = { productId: product.id, quantity, variant: revived }
  try {
    return (await addItem(deps, db, userId, item)) === messages.cart.added
  } catch (error) {
    // Refused before anything is written: it is sold out, or no longer offered.
    if (error instanceof HttpError) return false
    throw error
  }
}
