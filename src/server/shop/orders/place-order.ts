import type { z } from 'zod'
import type { CartItem, Gift, WithdrawnItem } from '#src/contract/cart.ts'
import type {
  OrderAddress,
  OrderChange,
  PlacedOrder,
  placeOrderRequest,
} from '#src/contract/orders.ts'
import type { PaymentMethod } from '#src/contract/values.ts'
import {
  isPan,
  normalizePhone,
  validatePhone,
  validatePincode,
} from '#src/rules/account/account-validation.ts'
import { estimateDelivery } from '#src/rules/account/delivery.ts'
import { findPincode } from '#src/rules/account/pincode.ts'
import { validateState } from '#src/rules/account/state-of-pincode.ts'
import { canBuy, countAvailable, getLineLimit } from '#src/rules/cart-line.ts'
import { HOLD_MINUTES } from '#src/rules/constants.ts'
import { formatIst } from '#src/rules/dates.ts'
import { calculateTotals, formatRupees, toPaise } from '#src/rules/money.ts'
import { isGstin } from '#src/rules/orders/gstin.ts'
import { METHOD_RULES, toPaymentLimits } from '#src/rules/orders/payment-methods.ts'
import { isPersonalised } from '#src/rules/product/options.ts'
import { NO_CHOICE } from '#src/rules/product/stock-counts.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { listProductIds } from '../cart/queries.ts'
import { getCartWithStock } from '../cart/service.ts'
import { holdStock } from '../stock/holds.ts'
import { type CountRow, lockProducts } from '../stock/queries.ts'
import { type StockQuantity, toStockChoice, toStockKey } from '../stock/stock-items.ts'
import { type NewLine, toLineRow, toOrderRow } from './new-order.ts'
import { placedMail } from './order-mails.ts'
import { addEvent, type OrderTransaction } from './order-transaction.ts'
import * as queries from './queries.ts'
import type { OrderRow } from './tables.ts'

const MINUTE_MS = 60_000

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
  const contact = parseContact(request)
  const buyer = await queries.lockBuyer(db, userId)
  if (!buyer) throw new HttpError(401, 'Please log in.')
  if (buyer.email_verified_at === null)
    throw new HttpError(409, 'Please verify your email address before you order.')
  // The lines refer to the products: locked after them, they would wait for a save that waits for the lines.
  if (deps.engine === 'postgres') await lockProducts(db, await listProductIds(db, userId))
  const { cart, withdrawn, counts } = await getCartWithStock(deps, db, userId)
  if (cart.length + withdrawn.length === 0) throw new HttpError(409, 'Your cart is empty.')
  const { gift } = buyer
  assertAsSeen({ cart, withdrawn }, gift, request.seen)
  if (cart.length === 0) throw new HttpError(409, 'Your cart is empty.')
  assertLimits(deps, request)
  const isCash = request.method === 'cod'
  const order = toOrderRow({
    state: isCash ? 'placed' : 'awaiting_payment',
    payment_state: isCash ? 'none' : 'pending',
    method: request.method,
    placed_at: now,
    expires_at: isCash ? null : now + HOLD_MINUTES * MINUTE_MS,
    user_id: userId,
    email: buyer.email,
    name: request.name || buyer.display_name,
    gift: JSON.stringify(gift),
    ...contact,
    ...toDelivery(request.address, cart, now),
    ...toAmounts(cart),
  })
  const lines = cart.map(toLine)
  await queries.insertOrder(db, order, lines)
  await holdLines(transaction, order, { cart, lines, counts })
  await addEvent(transaction, order, 'placed', toPlacedText(order))
  await queries.deleteCartLines(
    db,
    cart.map(({ id }) => id),
  )
  if (gift.wrap || gift.note) await queries.deleteGift(db, { userId })
  if (order.state === 'placed') await placedMail(transaction, order, lines)
  return { number: order.number, state: order.state, total: calculateTotals(cart).total }
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

/** @throws HttpError 400 for a telephone number, a pincode, a state or a GST number that cannot be right. */
function parseContact({ address, billingAddress, phone, gstin }: Request) {
  const fail = (message: string | undefined, field: string) => {
    if (message) throw new HttpError(400, message, { field })
  }
  fail(validatePhone(phone), 'phone')
  for (const [name, given] of Object.entries({ address, billingAddress })) {
    if (!given) continue
    const { state, pincode, country } = given
    fail(validatePincode(pincode, country), `${name}.pincode`)
    fail(validateState(state, pincode, country), `${name}.state`)
  }
  const number = (gstin ?? '').replace(/\s/g, '').toUpperCase()
  if (number && !isGstin(number))
    fail('Please check the GST number: it has 15 characters such as 08AABCK1234M1ZK.', 'gstin')
  return {
    phone: normalizePhone(phone),
    ship_to: JSON.stringify(address),
    bill_to: JSON.stringify(billingAddress ?? address),
    buyer_gstin: number,
  }
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

/** Checks what the law sets, by the total, which is the one that was seen. */
function assertLimits({ env }: Deps, { method, pan, seen: { total } }: Request): void {
  const { name, findLimit } = METHOD_RULES[method]
  const limit = findLimit?.(total, toPaymentLimits(env))
  if (limit) throw new HttpError(409, `${name} is not available ${limit}.`, { field: 'method' })
  if (total >= env.PUBLIC_PAN_FROM && !isPan(pan ?? ''))
    throw new HttpError(
      400,
      `The law asks for a PAN from ${formatRupees(env.PUBLIC_PAN_FROM)}. Please enter its ten characters such as ABCDE1234F.`,
      { field: 'pan' },
    )
}

function toDelivery(address: OrderAddress, cart: readonly CartItem[], now: number) {
  const pincode = findPincode(address)
  const personalised = cart.some(({ variant }) => isPersonalised(variant))
  const estimate = pincode ? estimateDelivery(pincode, now, { personalised }) : null
  return { promised_from: estimate?.from ?? null, promised_to: estimate?.to ?? null }
}

function toAmounts(cart: readonly CartItem[]) {
  const { subtotal, tax, total } = calculateTotals([...cart])
  return {
    subtotal_paise: toPaise(subtotal),
    tax_paise: toPaise(tax),
    total_paise: toPaise(total),
  }
}

const toLine = (item: CartItem, position: number): NewLine => ({
  ...toLineRow({
    position,
    slug: item.slug,
    title: item.title,
    quantity: item.quantity,
  }),
  product_id: item.productId,
  choice: toStockChoice(item.variants, item.variant) ?? NO_CHOICE,
  variant: JSON.stringify(item.variant),
  sku: item.sku ?? '',
  picture: item.product.image,
  unit_paise: toPaise(item.price),
  personalised: isPersonalised(item.variant) ? 1 : 0,
})

const toItems = (lines: readonly NewLine[]): StockQuantity[] =>
  lines.flatMap(({ product_id, choice, quantity }) =>
    product_id === null ? [] : { productId: product_id, choice, quantity },
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
  const left = new Map(held.short.map((item) => [toStockKey(item), item.available]))
  const changes = cart.flatMap(({ id, title, variant, quantity }, index): OrderChange[] => {
    const { product_id: productId, choice } = lines[index] ?? { product_id: null, choice: '' }
    const available = productId === null ? undefined : left.get(toStockKey({ productId, choice }))
    return available === undefined
      ? []
      : [{ id, title, variant, kind: 'stock', was: quantity, now: available }]
  })
  throw changedCart(changes, calculateTotals([...cart]).total)
}

const toPlacedText = ({ expires_at }: OrderRow): string =>
  expires_at === null
    ? 'The order was placed, to be paid in cash on delivery.'
    : `The order was received. It is kept for the payment until ${formatIst(expires_at)}.`
