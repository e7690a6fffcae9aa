import { SENT_STATES } from '#src/rules/orders/order-states.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { withTax } from './document-taxes.ts'
import { type CountedLine, countPieces, listLive, parsePieces, toUnsentLines } from './parcels.ts'
import * as payments from './payment-queries.ts'
import type { OrderRow, PaymentRow, RefundRow, ReturnRequestRow } from './tables.ts'
import type { BoughtLines, WholeOrder } from './whole-order.ts'

// What is to be collected, paid back and returned of an order, in paise and pieces.

/** The cash that is to be collected for an order, in paise. */
export const findToCollect = (whole: BoughtLines): number =>
  METHOD_RULES[whole.order.method].settles === 'on_delivery' && whole.order.payment_state === 'none'
    ? Math.max(0, findKept(whole) - whole.order.collected_paise)
    : 0

/** What the courier still collects for each parcel, in paise, by its id. An earlier parcel is paid first. */
export function findDues(whole: BoughtLines & Pick<WholeOrder, 'shipments'>): Map<string, number> {
  const open = listLive(whole.shipments).filter(({ collected_at }) => collected_at === null)
  const isAllSent = countPieces(toUnsentLines(whole)) === 0
  let left = findToCollect(whole)
  const dues = new Map<string, number>()
  for (const [index, { id, amount_paise }] of open.entries()) {
    const isLast = isAllSent && index === open.length - 1
    const due = isLast ? left : Math.min(amount_paise, left)
    left -= due
    dues.set(id, due)
  }
  return dues
}

/** The cash that is to be collected for parcels that have left, in paise. */
export function findCollectable(whole: BoughtLines & Pick<WholeOrder, 'shipments'>): number {
  // Delivered orders of earlier releases have no parcel.
  if (whole.shipments.length === 0)
    return SENT_STATES.includes(whole.order.state) ? findToCollect(whole) : 0
  return [...findDues(whole).values()].reduce((sum, due) => sum + due, 0)
}

/** What the pieces cost that are neither cancelled nor returned, with tax, in paise. */
export function findKept({ order, lines }: BoughtLines): number {
  // The lines of earlier releases have no price.
  if (lines.every(({ quantity, cancelled, returned }) => cancelled + returned === quantity))
    return 0
  return (
    order.total_paise -
    withTax(
      lines.reduce((sum, line) => sum + line.unit_paise * (line.cancelled + line.returned), 0),
    )
  )
}

/** What `findKept` is of the pieces that were sent, in paise. @param sent pieces that are sent, too. */
export function findKeptOfSent(
  whole: BoughtLines & Pick<WholeOrder, 'shipments'>,
  sent: readonly CountedLine[] = [],
): number {
  const counts = new Map(sent.map(({ position, count }) => [position, count]))
  const unsent = toUnsentLines(whole)
  if (unsent.length === 0) return findKept(whole)
  const lines = unsent.map((line) => ({
    ...line,
    cancelled: line.cancelled + line.count - (counts.get(line.position) ?? 0),
  }))
  return findKept({ order: whole.order, lines })
}

/**
 * The price of the next parcel with tax, in paise. It is the difference of two sums, so that the parcels of an order add
 * up to its total.
 */
export const priceParcel = (
  whole: BoughtLines & Pick<WholeOrder, 'shipments'>,
  pieces: readonly CountedLine[],
): number => findKeptOfSent(whole, pieces) - findKeptOfSent(whole)

/** What came back, or was cancelled, and is neither refunded nor being refunded, in paise. */
export const findRefundDue = (whole: Omit<WholeOrder, 'facts'>): number =>
  Math.max(0, findRefundable(whole) - findKept(whole))

/** Whether an open return ends with a refund. What an exchange leaves over is due once it is there. */
export const isRefunded = (request: ReturnRequestRow): boolean =>
  isOpenReturn(request) && request.exchange_id === null

const isOpenReturn = ({ state }: ReturnRequestRow): boolean =>
  state === 'requested' || state === 'accepted'

/** How many pieces of each line can be returned: none that is personalised, cancelled, back, or asked for already. */
export function listReturnable({
  lines,
  returns,
}: Pick<WholeOrder, 'lines' | 'returns'>): Map<number, number> {
  const asked = new Map<number, number>()
  for (const request of returns)
    if (isOpenReturn(request))
      for (const { position, quantity } of parsePieces(request))
        asked.set(position, (asked.get(position) ?? 0) + quantity)
  return new Map(
    lines.map(({ position, quantity, cancelled, returned, personalised }) => [
      position,
      personalised === 1
        ? 0
        : Math.max(0, quantity - cancelled - returned - (asked.get(position) ?? 0)),
    ]),
  )
}

export const isPaidInCash = ({ method }: Pick<OrderRow, 'method'>): boolean =>
  METHOD_RULES[method].settles === 'on_delivery'

/** The payments that the order needs: one, or two of an exchange. Cash has none. */
const listCaptured = ({ payments }: Pick<WholeOrder, 'payments'>): PaymentRow[] =>
  payments.filter(({ state }) => state === 'captured')

/** The payment that the order needs, once it is captured; undefined of cash, of a credit and without one. */
export const findMainPayment = (whole: Pick<WholeOrder, 'payments'>): PaymentRow | undefined =>
  listCaptured(whole).find(({ provider }) => provider !== payments.CREDIT)

export const sumRefunds = (
  refunds: readonly RefundRow[],
  isCounted: (refund: RefundRow) => boolean,
): number => refunds.filter(isCounted).reduce((sum, { amount_paise }) => sum + amount_paise, 0)

/** Paise of a payment that are refunded, or are being refunded. @param paymentId null for cash. */
export const sumLiveRefunds = (refunds: readonly RefundRow[], paymentId: string | null): number =>
  sumRefunds(refunds, ({ payment_id, state }) => payment_id === paymentId && state !== 'failed')

/** What was paid for the order, in paise. The orders of earlier releases have no payment. */
export const findPaid = (whole: Pick<WholeOrder, 'order' | 'payments'>): number =>
  isPaidInCash(whole.order)
    ? whole.order.collected_paise
    : listCaptured(whole).reduce((sum, { amount_paise }) => sum + amount_paise, 0)

/** What can be refunded, in paise: what was paid without what is refunded, or is being refunded. */
export function findRefundable(whole: Pick<WholeOrder, 'order' | 'payments' | 'refunds'>): number {
  const counted = new Set<string | null>([null, ...listCaptured(whole).map(({ id }) => id)])
  const isLive = ({ payment_id, state }: RefundRow) => state !== 'failed' && counted.has(payment_id)
  return findPaid(whole) - sumRefunds(whole.refunds, isLive)
}

/** The payments from which an amount that can be refunded is taken; null stands for cash. */
export function splitPaise(
  whole: Pick<WholeOrder, 'order' | 'payments' | 'refunds'>,
  paise: number,
): { payment: PaymentRow | null; paise: number }[] {
  if (isPaidInCash(whole.order)) return paise > 0 ? [{ payment: null, paise }] : []
  let left = paise
  return listCaptured(whole).flatMap((payment) => {
    const free = payment.amount_paise - sumLiveRefunds(whole.refunds, payment.id)
    const part = Math.max(0, Math.min(left, free))
    left -= part
    return part > 0 ? [{ payment, paise: part }] : []
  })
}

/** Whether the staff has to transfer a refund, and has not recorded it yet. */
export const isTransferredByStaff = ({ state, due_at }: RefundRow): boolean =>
  state === 'pending' && due_at === null

/** Paise of a failed refund that waits for the staff and that its payment still has; 0 if there is nothing to repeat. */
export function findRepeatable(
  { payments, refunds }: Pick<WholeOrder, 'payments' | 'refunds'>,
  { state, last_error, payment_id, amount_paise }: RefundRow,
): number {
  const payment = payments.find(({ id }) => id === payment_id)
  if (!payment || state !== 'failed' || last_error === null) return 0
  const left = payment.amount_paise - sumLiveRefunds(refunds, payment_id)
  return Math.max(0, Math.min(amount_paise, left))
}
