import type { z } from 'zod'
import type { CartItem, Gift, WithdrawnItem } from '#src/contract/cart.ts'
import type { OrderChange, PlacedOrder, placeOrderRequest } from '#src/contract/orders.ts'
import type { PaymentMethod } from '#src/contract/values.ts'
import { canBuy, countAvailable, getLineLimit } from '#src/rules/cart-line.ts'
import { MINUTE_MS } from '#src/rules/constants.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { calculateTotals, formatRupees, toPaise } from '#src/rules/money.ts'
import { findLimit, METHOD_RULES, toPaymentLimits } from '#src/rules/orders/payment-methods.ts'
import { isPersonalised } from '#src/rules/product/options.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { listProductIds } from '../cart/queries.ts'
import { getCartWithStock, type LineVariant } from '../cart/service.ts'
import { holdStock } from '../stock/holds.ts'
import { type CountRow, lockProducts } from '../stock/queries.ts'
import type { StockQuantity } from '../stock/stock-items.ts'
import { assertBuyerLimits } from './buyer-limits.ts'
import { estimatePromise, parseContact } from './delivery.ts'
import { type NewLine, toLineRow, toOrderRow } from './new-order.ts'
import { toBank } from './order-answers.ts'
import { placedMail, transferMail } from './order-mails.ts'
import { addEvent, type OrderTransaction } from './order-transaction.ts'
import { sealPan } from './pan.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './tables.ts'

type Request = z.output<typeof placeOrderRequest>

/**
 * Places an order of the cart of a user, in the transaction of the request: the cart is locked, then the stock, in the
 * order of the products' ids, as every other change of an order does.
 * @throws HttpError 409 with the changed lines where the cart is not as it was seen, 400 for a field, 404 where the shop
 * takes no orders.
 */
export async function placeOrder(
  transaction: OrderTransaction,
  userId: string,
  request: Request,
): Promise<PlacedOrder> {
  const { deps, db, now } = transaction
  assertMethod(deps, request.method)
  const contact = parseContact(deps, request)
  const buyer = await queries.lockBuyer(db, userId)
  if (!buyer) throw new HttpError(401, 'Please log in.')
  if (buyer.email_verified_at === null)
    throw new HttpError(409, 'Please verify your email address before you order.')
  // The lines refer to the products: locked after them, they would wait for a save that waits for the lines.
  if (deps.engine === 'postgres') await lockProducts(db, await listProductIds(db, userId))
  const { cart, withdrawn, counts, variants } = await getCartWithStock(deps, db, userId)
  if (cart.length + withdrawn.length === 0) throw new HttpError(409, 'Your cart is empty.')
  const { gift } = buyer
  assertAsSeen({ cart, withdrawn }, gift, request.seen)
  if (cart.length === 0) throw new HttpError(409, 'Your cart is empty.')
  const sealed_pan = assertLimits(deps, request)
  const { settles, holdMinutes = 0 } = METHOD_RULES[request.method]
  const isPlaced = settles === 'on_delivery'
  const order = toOrderRow({
    state: isPlaced ? 'placed' : 'awaiting_payment',
    payment_state: isPlaced ? 'none' : 'pending',
    method: request.method,
    placed_at: now,
    expires_at: isPlaced ? null : now + holdMinutes * MINUTE_MS,
    user_id: userId,
    email: buyer.email,
    name: request.name || buyer.display_name,
    gift: JSON.stringify(gift),
    sealed_pan,
    ...contact,
    ...(await estimatePromise(transaction, request.address, {
      personalised: cart.some(({ variant }) => isPersonalised(variant)),
      placedAt: now,
    })),
    ...toAmounts(cart),
  })
  await assertBuyerLimits(transaction, order)
  const lines = cart.map((item, position) => toLine(item, position, variants.get(item.id)))
  await queries.insertOrder(db, order, lines)
  await holdLines(transaction, order, { cart, lines, counts })
  await addEvent(transaction, order, 'placed', toPlacedText(order))
  await queries.deleteCartLines(
    db,
    cart.map(({ id }) => id),
  )
  if (gift.wrap || gift.note) await queries.deleteGift(db, { userId })
  if (order.state === 'placed') await placedMail(transaction, order, lines)
  const bank = toBank(deps.env, order)
  if (bank) await transferMail(transaction, order, lines, bank)
  const { number, state, method } = order
  return { number, state, method, total: calculateTotals(cart).total }
}

function assertMethod({ env }: Deps, method: PaymentMethod): void {
  if (env.ORDERS.length === 0) throw new HttpError(404, 'This shop takes no orders here.')
  if (!env.ORDERS.includes(method))
    throw new HttpError(
      409,
      `${METHOD_RULES[method].name} is not available in this shop. Please choose another payment method.`,
      { field: 'method' },
    )
}

/** @throws HttpError 409 with every line that differs from what was seen, and where the gift does. */
function assertAsSeen(
  { cart, withdrawn }: { cart: readonly CartItem[]; withdrawn: readonly WithdrawnItem[] },
  gift: Gift,
  { lines, total, gift: seenGift = gift }: Request['seen'],
): void {
  const seen = new Map(lines.map((line) => [line.id, line]))
  const changes = cart.flatMap((item) => findChanges(item, cart, seen.get(item.id)))
  const present = new Set(cart.map(({ id }) => id))
  for (const { id, quantity } of lines) {
    if (present.has(id)) continue
    const line = withdrawn.find((item) => item.id === id)
    const kind = line ? 'unavailable' : 'removed'
    changes.push({ id, title: '', variant: {}, ...line, kind, was: quantity, now: 0 })
  }
  // What cannot be bought is not in the total, as in the cart.
  const now = calculateTotals(
    cart.map((item) => ({ price: item.price, quantity: countAvailable(item) })),
  ).total
  if (changes.length > 0) throw changedCart(changes, now)
  if (toPaise(total) !== toPaise(now))
    throw changedCart(
      [],
      now,
      `The total is ${formatRupees(now)} now. Please look at it once more.`,
    )
  if (gift.wrap !== seenGift.wrap || (gift.wrap && gift.note !== seenGift.note))
    throw changedCart(
      [],
      now,
      'The gift wrap or its card was changed in another place. Please look at it once more.',
    )
}

const CHANGED = 'Your cart is not as you saw it any more. Please look at it once more.'

const changedCart = (changes: OrderChange[], total: number, message = CHANGED) =>
  new HttpError(409, message, { details: { changes, total } })

function findChanges(
  item: CartItem,
  cart: readonly CartItem[],
  seen: Request['seen']['lines'][number] | undefined,
) {
  const { id, title, variant, quantity, price, maxQuantity } = item
  const line = { id, title, variant }
  if (!seen) return [{ ...line, kind: 'added' as const, was: 0, now: quantity }]
  const changes: OrderChange[] = []
  if (item.state !== 'available')
    changes.push({ ...line, kind: 'unavailable', was: quantity, now: 0 })
  else if (!canBuy(item)) {
    const kind = getLineLimit(item, cart).inStock > maxQuantity ? 'limit' : 'stock'
    changes.push({ ...line, kind, was: quantity, now: maxQuantity })
  }
  if (seen.quantity !== quantity)
    changes.push({ ...line, kind: 'quantity', was: seen.quantity, now: quantity })
  if (item.state === 'available' && toPaise(seen.price) !== toPaise(price))
    changes.push({ ...line, kind: 'price', was: seen.price, now: price })
  return changes
}

/**
 * Checks what the law sets, by the total, which is the one that was seen.
 * @returns the sealed PAN.
 */
function assertLimits({ env }: Deps, { method, pan, seen: { total } }: Request): string {
  const limit = findLimit(method, total, toPaymentLimits(env))
  if (limit)
    throw new HttpError(409, `${METHOD_RULES[method].name} is not available ${limit}.`, {
      field: 'method',
    })
  return sealPan(env, total, pan ?? '')
}

function toAmounts(cart: readonly CartItem[]) {
  const { subtotal, tax, total } = calculateTotals([...cart])
  return {
    subtotal_paise: toPaise(subtotal),
    tax_paise: toPaise(tax),
    total_paise: toPaise(total),
  }
}

const toLine = (
  item: CartItem,
  position: number,
  variant: LineVariant = { variant_id: item.productId, stock_variant_id: item.productId },
): NewLine => ({
  ...toLineRow({
    position,
    slug: item.slug,
    title: item.title,
    quantity: item.quantity,
  }),
  product_id: item.productId,
  ...variant,
  variant: JSON.stringify(item.variant),
  sku: item.sku ?? '',
  picture: item.product.image,
  unit_paise: toPaise(item.price),
  personalised: isPersonalised(item.variant) ? 1 : 0,
})

const toItems = (lines: readonly NewLine[]): StockQuantity[] =>
  lines.flatMap(({ product_id, stock_variant_id, quantity }) =>
    product_id === null || stock_variant_id === null
      ? []
      : { productId: product_id, variantId: stock_variant_id, quantity },
  )

/** @throws HttpError 409 with the lines of which too few are left: another order was faster. */
async function holdLines(
  { db, now, published }: OrderTransaction,
  order: OrderRow,
  {
    cart,
    lines,
    counts,
  }: { cart: readonly CartItem[]; lines: readonly NewLine[]; counts: readonly CountRow[] },
): Promise<void> {
  const held = await holdStock(db, {
    orderId: order.id,
    items: toItems(lines),
    expiresAt: order.expires_at,
    now,
    counts,
  })
  published.push(...held.published)
  if (held.short.length === 0) return
  const left = new Map(held.short.map((item) => [item.variantId, item.available]))
  const changes = cart.flatMap(({ id, title, variant, quantity }, index): OrderChange[] => {
    const available = left.get(lines[index]?.stock_variant_id ?? '')
    return available === undefined
      ? []
      : [{ id, title, variant, kind: 'stock', was: quantity, now: available }]
  })
  throw changedCart(changes, calculateTotals([...cart]).total)
}

/** The first sentence of an order's timeline. */
export const toPlacedText = ({ expires_at }: Pick<OrderRow, 'expires_at'>): string =>
  expires_at === null
    ? 'Order placed. Payment: cash on delivery.'
    : `The order was received. It is kept for the payment until ${formatInstant(expires_at)}.`
