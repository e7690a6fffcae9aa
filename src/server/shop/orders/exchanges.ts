import { randomUUID } from 'node:crypto'
import type { Picture } from '#src/contract/catalog.ts'
import type { Exchange } from '#src/contract/orders.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { formatRupees, toPaise, toRupees } from '#src/rules/money.ts'
import { findLimit, METHOD_RULES, toPaymentLimits } from '#src/rules/orders/payment-methods.ts'
import { largestUrl } from '#src/rules/pictures.ts'
import { listCombinations, toFixedVariant } from '#src/rules/product/options.ts'
import { getOffer } from '#src/rules/product/variants.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { findProductById } from '../catalog/queries.ts'
import { createPictureLookup } from '../catalog/service.ts'
import { parseProductDetail, toShownVariants } from '../catalog/to-product.ts'
import { confirmHolds, holdStock } from '../stock/holds.ts'
import { lockProducts } from '../stock/queries.ts'
import { toStockVariantId, toStoredLine } from '../stock/stock-items.ts'
import { changeState } from './change-state.ts'
import { estimatePromise } from './delivery.ts'
import { withTax } from './document-taxes.ts'
import { toLineRow, toOrderRow } from './new-order.ts'
import { parseAddress, toBank } from './order-answers.ts'
import { transferMail } from './order-mails.ts'
import { findKept, isPaidInCash, splitPaise } from './order-money.ts'
import { cancelExchange, openOrder } from './order-steps.ts'
import { addEvent, type OrderTransaction } from './order-transaction.ts'
import * as payments from './payment-queries.ts'
import * as queries from './queries.ts'
import { updateOrder } from './state-queries.ts'
import type { OrderLineRow, OrderRow, ReturnRequestRow } from './tables.ts'
import type { WholeOrder } from './whole-order.ts'

// A return can have an order of the pieces that leave instead. It holds them from the request on, and waits for the
// pieces that come back: their price pays it. From then on it is an order as any other.

/** Days after the day on which the courier comes in which the pieces have to reach the shop. */
const RETURN_DAYS = 14
/** Days in which a higher price has to be paid. */
const PAYMENT_DAYS = 3

const formatPaise = (paise: number): string => formatRupees(toRupees(paise))

/** @param dueOn the day on which the courier comes, or by which the shop answers. */
const toEnd = (dueOn: string): number =>
  Date.parse(`${dueOn}T23:59:00+05:30`) + RETURN_DAYS * DAY_MS

interface ExchangeVariant extends Exchange {
  stockId: string
  sku: string
  /** Address of its picture; empty without one. */
  picture: string
}

/** What the product of a line comes in; nothing if it is no longer sold. @param pictures those of the product. */
async function listVariants(
  db: Db,
  { product_id }: Pick<OrderLineRow, 'product_id'>,
  pictures: readonly Picture[] = [],
): Promise<ExchangeVariant[]> {
  const product = product_id === null ? undefined : await findProductById(db, product_id)
  if (!product) return []
  const detail = parseProductDetail(product)
  const variants = toShownVariants(detail, product, pictures)
  const shown = { price: toRupees(product.price_paise), stock: detail.stock, variants }
  const choices = variants?.map(({ choice }) => choice) ?? listCombinations(detail.options)
  return choices.map((choice) => {
    const variant = { ...toFixedVariant(detail), ...choice }
    const { price, stock, variant: row } = getOffer(shown, variant)
    const { variant_id: id } = toStoredLine(product.id, detail, variant).columns
    const picture = pictures[row?.picture ?? 0]
    return {
      id,
      variant,
      price,
      stock: Math.max(0, stock),
      stockId: toStockVariantId(product.id, detail, id),
      sku: row?.sku ?? '',
      picture: picture ? largestUrl(picture) : '',
    }
  })
}

/** Lists what a line can be exchanged for. @throws HttpError 404 for an unknown line. */
export async function listExchanges(
  db: Db,
  orderId: string,
  position: number,
): Promise<Exchange[]> {
  const line = (await queries.listLines(db, orderId)).find((line) => line.position === position)
  if (!line) throw new HttpError(404, 'There is no such piece in this order.')
  const variants = await listVariants(db, line)
  return variants.map(({ id, variant, price, stock }) => ({ id, variant, price, stock }))
}

interface Wanted {
  line: queries.LineWithPage
  quantity: number
  variantId: string
  /** See `toEnd`. */
  dueOn: string
}

/**
 * Places the order of the pieces that leave instead, and holds them.
 * @throws HttpError 409 if they are not there, or cannot be paid as the order was.
 */
export async function placeExchange(
  transaction: OrderTransaction,
  whole: WholeOrder,
  { line, quantity, variantId, dueOn }: Wanted,
): Promise<OrderRow> {
  const { deps, db, now, published } = transaction
  const { order } = whole
  const productId = line.product_id ?? ''
  // The new line refers to the product: locked after it, it would wait for a save that waits for the line.
  await lockProducts(db, [productId])
  const pictures = (await createPictureLookup(deps, db, [productId]))(productId)
  const variants = await listVariants(db, line, pictures)
  const variant = variants.find(({ id }) => id === variantId)
  const field = { field: 'variantId' }
  if (!variant) throw new HttpError(409, `${line.title} no longer comes in this choice.`, field)
  const subtotal_paise = toPaise(variant.price) * quantity
  const total_paise = withTax(subtotal_paise)
  assertPayable(deps, whole, total_paise, findPrice(whole, line, quantity))
  const end = toEnd(dueOn)
  const isCash = isPaidInCash(order)
  const exchange = toOrderRow({
    state: 'awaiting_return',
    payment_state: isCash ? 'none' : 'pending',
    method: order.method,
    placed_at: now,
    expires_at: end,
    user_id: order.user_id,
    email: order.email,
    phone: order.phone,
    name: order.name,
    ship_to: order.ship_to,
    bill_to: order.bill_to,
    address_key: order.address_key,
    buyer_gstin: order.buyer_gstin,
    sealed_pan: order.sealed_pan,
    subtotal_paise,
    tax_paise: total_paise - subtotal_paise,
    total_paise,
  })
  const { id, variant: chosen, stockId, sku, picture, price } = variant
  const newLine = toLineRow({
    position: 0,
    slug: line.slug,
    title: line.title,
    quantity,
    product_id: productId,
    variant_id: id,
    stock_variant_id: stockId,
    variant: JSON.stringify(chosen),
    sku,
    picture: picture || line.picture,
    unit_paise: toPaise(price),
  })
  await queries.insertOrder(db, exchange, [newLine])
  const items = [{ productId, variantId: stockId, quantity }]
  const held = await holdStock(db, { orderId: exchange.id, items, expiresAt: end, now })
  const [short] = held.short
  if (short)
    throw new HttpError(
      409,
      short.available === 0
        ? 'This choice is sold out. Please choose another one.'
        : `Only ${short.available} of this choice ${short.available === 1 ? 'is' : 'are'} left.`,
      field,
    )
  published.push(...held.published)
  await addEvent(
    transaction,
    exchange,
    'exchange_requested',
    `It replaces pieces of the order ${order.number}. We keep it for you until ${formatInstant(end)}.`,
  )
  return exchange
}

/** The price of pieces of a line that come back, with tax, in paise. */
function findPrice(whole: WholeOrder, { position }: OrderLineRow, quantity: number): number {
  const lines = whole.lines.map((line) =>
    line.position === position ? { ...line, returned: line.returned + quantity } : line,
  )
  return findKept(whole) - findKept({ order: whole.order, lines })
}

/** @throws HttpError 409 if the law or the provider does not allow what is to be paid. */
function assertPayable(
  { env }: Deps,
  { order: { method, sealed_pan } }: WholeOrder,
  total: number,
  price: number,
): void {
  const way = 'Please return the piece instead, and order the other one.'
  const refuse = (why: string) => new HttpError(409, `${why} ${way}`, { field: 'variantId' })
  const { settles, name } = METHOD_RULES[method]
  const due = total - price
  const needsPan = toRupees(total) >= env.PUBLIC_PAN_FROM && sealed_pan === ''
  if (needsPan) throw refuse(`The law asks for a PAN from ${formatRupees(env.PUBLIC_PAN_FROM)}.`)
  if (due <= 0) return
  if (!env.ORDERS.includes(method)) throw refuse(`${name} is not available in this shop.`)
  // The sale is paid in cash as a whole. Online, the difference is a payment of its own.
  const paid = settles === 'on_delivery' ? total : due
  const limit =
    settles === 'by_hand' ? undefined : findLimit(method, toRupees(paid), toPaymentLimits(env))
  if (limit) throw refuse(`${name} is not available ${limit}.`)
}

/** Locks the order of the pieces that leave instead. @returns undefined unless it waits for the return. */
export async function lockAwaitedExchange(
  transaction: OrderTransaction,
  { exchange_id: id }: Pick<ReturnRequestRow, 'exchange_id'>,
): Promise<WholeOrder | undefined> {
  const whole = id === null ? undefined : await openOrder(transaction, { id })
  return whole?.order.state === 'awaiting_return' ? whole : undefined
}

/** Keeps the pieces until the return can be there. */
export async function keepExchange(
  transaction: OrderTransaction,
  request: ReturnRequestRow,
  dueOn: string,
): Promise<void> {
  const exchange = await lockAwaitedExchange(transaction, request)
  if (exchange) await updateOrder(transaction.db, exchange.order, { expires_at: toEnd(dueOn) })
}

/** Lets go what a return that was refused or withdrawn has held. The return has a mail of its own. */
export async function endExchange(
  transaction: OrderTransaction,
  request: ReturnRequestRow,
  reason: string,
): Promise<void> {
  const exchange = await lockAwaitedExchange(transaction, request)
  if (exchange) await cancelExchange(transaction, exchange, reason)
}

/**
 * Pays an exchange with the price of returned pieces. The money stays at the payments that have it: a refund of the
 * exchange goes back to them.
 * @param whole the order of the returned pieces. @param price what they cost, in paise.
 * @returns the exchange as it is then.
 */
export async function payExchange(
  transaction: OrderTransaction,
  whole: WholeOrder,
  exchange: WholeOrder,
  price: number,
): Promise<OrderRow> {
  const { deps, db, now } = transaction
  const { order } = exchange
  const paise = Math.min(price, order.total_paise)
  for (const { payment, paise: part } of splitPaise(whole, paise)) {
    await payments.insertRefund(db, {
      id: randomUUID(),
      order_id: whole.order.id,
      payment_id: payment?.id ?? null,
      provider_id: null,
      amount_paise: part,
      state: 'exchanged',
      reason: `It pays the order ${order.number}`,
      created_at: now,
      processed_at: null,
      due_at: null,
      attempts: 0,
      last_error: null,
    })
    if (payment)
      await payments.insertPayment(db, {
        id: randomUUID(),
        order_id: order.id,
        provider: payments.CREDIT,
        link_id: null,
        link_url: null,
        source_id: payment.source_id ?? payment.id,
        provider_id: null,
        amount_paise: part,
        state: 'captured',
        created_at: now,
        // The books have the money where it came in.
        captured_at: null,
        expires_at: now,
        check_at: null,
      })
  }
  const due = order.total_paise - paise
  const isCash = isPaidInCash(order)
  const promise = await estimatePromise(transaction, parseAddress(order.ship_to), {
    personalised: false,
    placedAt: now,
  })
  const credit = { credit_paise: paise, ...(isCash && { collected_paise: paise }), ...promise }
  await addEvent(
    transaction,
    order,
    'exchanged',
    [
      `The returned pieces of the order ${whole.order.number} are back.`,
      ...(paise > 0 ? [`${formatPaise(paise)} of their price pays this order.`] : []),
      ...(due > 0 ? [`${formatPaise(due)} is still to be paid.`] : []),
    ].join(' '),
  )
  if (due > 0 && !isCash) {
    const expires_at = now + PAYMENT_DAYS * DAY_MS
    const charged = await changeState(transaction, order, 'charge', { ...credit, expires_at })
    const bank = toBank(deps.env, charged)
    if (bank) await transferMail(transaction, charged, exchange.lines, bank)
    return charged
  }
  await confirmHolds(db, order.id)
  const paid = isCash ? 'collected' : 'captured'
  return changeState(transaction, order, 'pay', {
    ...credit,
    expires_at: null,
    ...(due === 0 && { payment_state: paid }),
  })
}
