import type { Gift } from '#src/contract/cart.ts'
import type { OrderAddress, OrderDetail } from '#src/contract/orders.ts'
import type { OrderState, PaymentMethod } from '#src/contract/values.ts'
import { formatAddressLines } from '#src/rules/account/addresses.ts'
import { formatVariant } from '#src/rules/cart-line.ts'
import { TAX_PERCENT } from '#src/rules/constants.ts'
import { formatInstant, formatWeekday } from '#src/rules/dates.ts'
import { formatRupees, toRupees } from '#src/rules/money.ts'
import { describeReturn, isExchange } from '#src/rules/orders/describe-return.ts'
import { EXPIRED, isPaid, ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { orderPath } from '#src/rules/paths.ts'
import type { ServerEnv } from '../../core/env.ts'
import { toSiteUrl } from '../../core/mail/account-mails.ts'
import type { MailDraft } from '../../core/mail/compose-mail.ts'
import { toFirstName } from '../../core/mail/first-name.ts'
import { type MailLine, toSingleLine } from '../../core/mail/render-mail.ts'
import { toCarrierText, toTrackingUrl } from './carriers.ts'
import type { OrderLineRow, OrderRow, RefundRow, ReturnRequestRow, ShipmentRow } from './tables.ts'

export type MailedOrder = Pick<
  OrderRow,
  | 'number'
  | 'name'
  | 'subtotal_paise'
  | 'tax_paise'
  | 'total_paise'
  | 'credit_paise'
  | 'collected_paise'
  | 'back_paise'
  | 'promised_from'
  | 'promised_to'
  | 'reason'
  | 'method'
  | 'payment_state'
  | 'ship_to'
  | 'gift'
  | 'sealed_payout'
>
type MailedShipment = Pick<ShipmentRow, 'carrier' | 'tracking_number'>
interface SentParcel extends MailedShipment {
  /** The cash that the courier collects for it. */
  duePaise: number
  /** No other piece of the order is still to be sent. */
  isLast: boolean
}
export type MailedReturn = Pick<ReturnRequestRow, 'state' | 'lines' | 'answer' | 'due_on'> & {
  /** The order of the pieces that leave instead. */
  exchange: { state: OrderState; variant: string } | null
}
/** What the price of returned pieces becomes. */
export interface Settlement {
  /** What is refunded now. */
  refundedPaise: number
  /** The order that they have paid. */
  exchange?: (MailedOrder & Pick<OrderRow, 'expires_at'>) | undefined
}
export type MailedLine = Pick<OrderLineRow, 'quantity' | 'title' | 'variant' | 'unit_paise'>

export type Bank = NonNullable<OrderDetail['bank']>

/** Titles that a mail names, so that it stays short. */
const NAMED_LINES = 10

/** The lines of an order, without prices where it is not about money. */
function toMailLines(lines: readonly MailedLine[], hasPrices: boolean): MailLine[] {
  const named = lines
    .slice(0, NAMED_LINES)
    .map(({ quantity, title, variant, unit_paise: unitPaise }) => {
      const detail = formatVariant(JSON.parse(variant) as Record<string, string>)
      return {
        label: `${quantity} × ${title}`,
        ...(detail && { detail }),
        ...(hasPrices && unitPaise > 0 && { amount: formatPaise(unitPaise * quantity) }),
      }
    })
  const more = lines.length - named.length
  return more > 0 ? [...named, { label: `${more} more` }] : named
}

const formatItems = (lines: readonly MailedLine[]): string =>
  toMailLines(lines, false)
    .map(({ label, detail }) => (detail ? `${label} (${detail})` : label))
    .join('; ')

/** What was ordered and what it costs. */
const toBill = (order: MailedOrder, lines: readonly MailedLine[]) => ({
  lines: toMailLines(lines, true),
  sums: [
    { label: 'Subtotal', amount: formatPaise(order.subtotal_paise) },
    { label: `Tax (${TAX_PERCENT}%)`, amount: formatPaise(order.tax_paise) },
    { label: 'Total', amount: formatPaise(order.total_paise) },
    ...(order.credit_paise > 0
      ? [{ label: 'Paid by what came back', amount: formatPaise(-order.credit_paise) }]
      : []),
    ...(order.back_paise > 0
      ? [{ label: 'Cancelled or returned', amount: formatPaise(-order.back_paise) }]
      : []),
  ],
})

const formatPaise = (paise: number): string => formatRupees(toRupees(paise))

const toValues = (order: MailedOrder, lines: readonly MailedLine[]) => ({
  recipient: toFirstName(order.name) || toSingleLine(order.name),
  order: order.number,
  items: formatItems(lines),
  total: formatPaise(order.total_paise),
})

const toUrl = (env: ServerEnv, { number }: MailedOrder) => toSiteUrl(env, orderPath(number))

function formatPromise({ promised_from: from, promised_to: to }: MailedOrder): string {
  if (from === null || to === null) return 'We write again when it leaves us.'
  return from === to
    ? `Arriving on ${formatWeekday(from)}.`
    : `Arriving between ${formatWeekday(from)} and ${formatWeekday(to)}.`
}

export const formatParcel = ({ carrier, tracking_number }: MailedShipment): string =>
  [
    `It is on its way ${toCarrierText(toSingleLine(carrier))}.`,
    ...(tracking_number ? [`Tracking number: ${toSingleLine(tracking_number)}.`] : []),
  ].join(' ')

const isOnDelivery = (method: PaymentMethod): boolean =>
  METHOD_RULES[method].settles === 'on_delivery'

const formatCash = (paise: number): string =>
  paise > 0 ? `Please keep ${formatPaise(paise)} ready in cash.` : ''

/** The sum that the courier collects; empty where the order is paid, or not paid in cash. */
const formatDue = ({
  method,
  payment_state,
  total_paise,
  back_paise,
  collected_paise,
}: MailedOrder): string =>
  isOnDelivery(method) && payment_state === 'none'
    ? formatCash(total_paise - back_paise - collected_paise)
    : ''

/**
 * Says what becomes of the money of an order that is cancelled, or of pieces that came back.
 * @param paise what is refunded now.
 * @param payout whether the shopper has entered where cash is paid back, or can.
 */
export function describeRefund(
  { method, payment_state, reason }: Pick<OrderRow, 'method' | 'payment_state' | 'reason'>,
  paise: number,
  payout: 'entered' | 'possible' | 'impossible' = 'impossible',
): string {
  if (paise > 0)
    return isOnDelivery(method)
      ? {
          entered: `We refund ${formatPaise(paise)} to the account that you entered, and write again when it is sent.`,
          possible: `You paid in cash: please enter on the page of the order where we refund ${formatPaise(paise)}.`,
          impossible: `You paid in cash: we will contact you to refund ${formatPaise(paise)}.`,
        }[payout]
      : `We refund ${formatPaise(paise)} to the account that paid, and write again when it is sent.`
  if (isPaid(payment_state) || payment_state === 'refunded')
    return 'What you paid is refunded, or its refund is under way.'
  if (reason === EXPIRED)
    return 'Nothing has been charged. If your payment still arrives, we send your pieces if they are there, or refund it.'
  return isOnDelivery(method)
    ? 'Nothing has been charged.'
    : 'Nothing has been charged. If a payment still arrives, we refund it.'
}

/** Says when what leaves for returned pieces is sent, and what is still to be paid. */
function describeExchange({
  number,
  method,
  total_paise,
  credit_paise,
  expires_at,
}: NonNullable<Settlement['exchange']>): string {
  const due = total_paise - credit_paise
  if (due === 0) return `We send the new piece as the order ${number}.`
  const more = `The new piece is the order ${number}. ${formatPaise(due)} is still to be paid`
  return expires_at === null
    ? `${more}, to the courier.`
    : `${more} until ${formatInstant(expires_at)}: ${METHOD_RULES[method].settles === 'by_hand' ? 'we have written to you how' : 'please pay on its page'}.`
}

function findPayout({ PAN_KEY }: ServerEnv, { sealed_payout }: MailedOrder) {
  if (!PAN_KEY) return 'impossible'
  return sealed_payout ? 'entered' : 'possible'
}

/** Where the parcel goes, and the words of its card. */
function toDelivery({ name, ship_to, gift }: MailedOrder): string[] {
  const { wrap, note } = JSON.parse(gift) as Gift
  const lines = formatAddressLines(JSON.parse(ship_to) as OrderAddress)
  return [
    ...(lines.length > 0 ? [['We deliver to:', toSingleLine(name), ...lines].join('\n')] : []),
    ...(wrap ? [`Gift wrap${note && `, with a card: “${note}”`}`] : []),
  ]
}

/** The page of the parcel, and where it goes. */
function toWay(order: MailedOrder, shipment?: MailedShipment) {
  const tracking = shipment ? toTrackingUrl(shipment.carrier, shipment.tracking_number) : ''
  return {
    details: [...(tracking ? [`Track the parcel: ${tracking}`] : []), ...toDelivery(order)],
    links: [tracking],
  }
}

export const drafts = {
  placed: (env: ServerEnv, order: MailedOrder, lines: readonly MailedLine[]): MailDraft => ({
    kind: 'mail-order-placed',
    values: {
      ...toValues(order, lines),
      delivery: formatPromise(order),
      payment: formatDue(order),
    },
    ...toBill(order, lines),
    details: toDelivery(order),
    url: toUrl(env, order),
  }),
  transfer: (
    env: ServerEnv,
    order: MailedOrder & Pick<OrderRow, 'expires_at'>,
    lines: readonly MailedLine[],
    { name, number, ifsc }: Bank,
  ): MailDraft => ({
    kind: 'mail-order-transfer',
    values: {
      ...toValues(order, lines),
      total: formatPaise(order.total_paise - order.credit_paise),
      account: `${toSingleLine(name)}, account ${number}, IFSC ${ifsc}`,
      until: formatInstant(order.expires_at ?? 0),
    },
    ...toBill(order, lines),
    url: toUrl(env, order),
  }),
  copy: (
    env: ServerEnv,
    order: MailedOrder & Pick<OrderRow, 'state'>,
    lines: readonly MailedLine[],
  ): MailDraft => ({
    kind: 'mail-order-copy',
    values: {
      ...toValues(order, lines),
      state: `“${ORDER_RULES[order.state].label}”`,
    },
    ...toBill(order, lines),
    details: toDelivery(order),
    url: toUrl(env, order),
  }),
  paid: (env: ServerEnv, order: MailedOrder, lines: readonly MailedLine[]): MailDraft => ({
    kind: 'mail-order-paid',
    values: {
      ...toValues(order, lines),
      total: formatPaise(order.total_paise - order.credit_paise),
      delivery: formatPromise(order),
    },
    ...toBill(order, lines),
    details: toDelivery(order),
    url: toUrl(env, order),
  }),
  dispatched: (
    env: ServerEnv,
    order: MailedOrder,
    lines: readonly MailedLine[],
    shipment: SentParcel,
  ): MailDraft => ({
    kind: 'mail-order-dispatched',
    values: {
      ...toValues(order, lines),
      parcel: shipment.isLast
        ? formatParcel(shipment)
        : `${formatParcel(shipment)} The other pieces follow in another parcel.`,
      payment: formatCash(shipment.duePaise),
    },
    lines: toMailLines(lines, false),
    ...toWay(order, shipment),
    url: toUrl(env, order),
  }),
  corrected: (
    env: ServerEnv,
    order: MailedOrder,
    lines: readonly MailedLine[],
    change: string,
    shipment?: MailedShipment,
  ): MailDraft => ({
    kind: 'mail-order-corrected',
    values: {
      ...toValues(order, lines),
      change: toSingleLine(change),
      payment: formatDue(order),
    },
    ...toWay(order, shipment),
    url: toUrl(env, order),
  }),
  noted: (
    env: ServerEnv,
    order: MailedOrder,
    lines: readonly MailedLine[],
    note: string,
  ): MailDraft => ({
    kind: 'mail-order-note',
    values: toValues(order, lines),
    message: note,
    url: toUrl(env, order),
  }),
  delivered: (env: ServerEnv, order: MailedOrder, lines: readonly MailedLine[]): MailDraft => ({
    kind: 'mail-order-delivered',
    values: toValues(order, lines),
    lines: toMailLines(lines, false),
    url: toUrl(env, order),
  }),
  cancelled: (
    env: ServerEnv,
    order: MailedOrder,
    lines: readonly MailedLine[],
    refundedPaise: number,
    awaitsReturn = false,
  ): MailDraft => ({
    kind: 'mail-order-cancelled',
    values: {
      ...toValues(order, lines),
      reason: toReason(order.reason),
      refund: awaitsReturn
        ? 'Your return goes on. Once it has reached us, we refund it.'
        : describeRefund(order, refundedPaise, findPayout(env, order)),
    },
    lines: toMailLines(lines, false),
    url: toUrl(env, order),
  }),
  refunded: (
    env: ServerEnv,
    order: MailedOrder,
    lines: readonly MailedLine[],
    { amount_paise, reason }: Pick<RefundRow, 'amount_paise' | 'reason'>,
  ): MailDraft => ({
    kind: 'mail-order-refunded',
    values: {
      ...toValues(order, lines),
      amount: formatPaise(amount_paise),
      reason: toReason(reason),
    },
    sums: [{ label: 'Refunded', amount: formatPaise(amount_paise) }],
    url: toUrl(env, order),
  }),
  payout: (
    env: ServerEnv,
    order: MailedOrder,
    lines: readonly MailedLine[],
    account: string,
  ): MailDraft => ({
    kind: 'mail-order-payout',
    values: { ...toValues(order, lines), account: toSingleLine(account) },
    url: toUrl(env, order),
  }),
  latePayment: (
    env: ServerEnv,
    order: MailedOrder,
    lines: readonly MailedLine[],
    refundedPaise: number,
  ): MailDraft => ({
    kind: 'mail-order-late-payment',
    values: { ...toValues(order, lines), refund: describeRefund(order, refundedPaise) },
    lines: toMailLines(lines, false),
    url: toUrl(env, order),
  }),
  returned: (
    env: ServerEnv,
    order: MailedOrder,
    lines: readonly MailedLine[],
    { state, answer, due_on: dueOn, exchange, ...request }: MailedReturn,
    settled: Settlement,
  ): MailDraft => ({
    kind: isExchange({ state, exchange })
      ? `mail-order-exchange-${state}`
      : `mail-order-return-${state}`,
    values: {
      ...toValues(order, lines),
      return: describeReturn({
        state,
        lines: JSON.parse(request.lines) as { quantity: number }[],
        answer: toSingleLine(answer),
        dueOn,
        exchange: exchange && {
          ...exchange,
          variant: JSON.parse(exchange.variant) as Record<string, string>,
        },
      }),
      refund: [
        ...(settled.exchange ? [describeExchange(settled.exchange)] : []),
        ...(settled.exchange && settled.refundedPaise === 0
          ? []
          : [describeRefund(order, settled.refundedPaise, findPayout(env, order))]),
      ].join(' '),
    },
    lines: toMailLines(lines, false),
    url: toUrl(env, settled.exchange ?? order),
  }),
}

const toReason = (reason: string): string => (reason ? `Reason: ${toSingleLine(reason)}.` : '')
