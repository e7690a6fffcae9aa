import type { Gift } from '#src/contract/cart.ts'
import type { Variant } from '#src/contract/catalog.ts'
import type { EditorOrder } from '#src/contract/editor-orders.ts'
import type { OrderAddress, OrderDetail, OrderLine, OrderSummary } from '#src/contract/orders.ts'
import type { ReturnState } from '#src/contract/values.ts'
import { SHOPPER_STEPS, STAFF_STEPS } from '#src/contract/values.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { toDay, toIso } from '#src/rules/dates.ts'
import { toRupees } from '#src/rules/money.ts'
import { toTrackingUrl } from '#src/rules/orders/carriers.ts'
import {
  findUndo,
  type OrderFacts,
  refuseShopperStep,
  refuseStaffStep,
} from '#src/rules/orders/order-states.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { readFacts } from '../../core/mail/compose-mail.ts'
import * as payments from './payment-queries.ts'
import * as queries from './queries.ts'
import type {
  OrderLineRow,
  OrderRow,
  PaymentRow,
  RefundRow,
  ReturnRequestRow,
  ShipmentRow,
} from './tables.ts'

/** An order with all that belongs to it. */
export interface WholeOrder {
  order: OrderRow
  lines: queries.LineWithPage[]
  payments: PaymentRow[]
  refunds: RefundRow[]
  returns: ReturnRequestRow[]
  facts: OrderFacts
}

/** Reads what belongs to an order. A caller that changes it holds the order. */
export async function readWhole(
  deps: Pick<Deps, 'log' | 'now'>,
  db: Db,
  order: OrderRow,
): Promise<WholeOrder> {
  const whole = {
    order,
    lines: await queries.listLines(db, order.id),
    payments: await payments.listPayments(db, order.id),
    refunds: await payments.listRefunds(db, order.id),
    returns: await queries.listReturns(db, order.id),
  }
  const { returnDays } = (await readFacts(deps, db)).returns
  return { ...whole, facts: toFacts(whole, returnDays, deps.now()) }
}

function toFacts(whole: Omit<WholeOrder, 'facts'>, returnDays: number, now: number): OrderFacts {
  const { order, lines } = whole
  const returnable = listReturnable(whole)
  return {
    state: order.state,
    paymentState: order.payment_state,
    method: order.method,
    now,
    payBefore: order.expires_at,
    returnBefore: order.delivered_at === null ? null : order.delivered_at + returnDays * DAY_MS,
    returnable: lines.reduce((sum, { position }) => sum + (returnable.get(position) ?? 0), 0),
    refundable: findRefundable(whole),
  }
}

export const parseReturnLines = ({ lines }: Pick<ReturnRequestRow, 'lines'>) =>
  JSON.parse(lines) as { position: number; quantity: number }[]

/** How many pieces of each line can be returned: none that is personalised, cancelled, back, or asked for already. */
export function listReturnable({
  lines,
  returns,
}: Pick<WholeOrder, 'lines' | 'returns'>): Map<number, number> {
  const asked = new Map<number, number>()
  for (const request of returns)
    if (request.state === 'requested' || request.state === 'accepted')
      for (const { position, quantity } of parseReturnLines(request))
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

/** The payment that the order needs, once it is captured; undefined of cash and without one. */
export const findMainPayment = ({
  payments,
}: Pick<WholeOrder, 'payments'>): PaymentRow | undefined =>
  payments.find(({ state }) => state === 'captured')

/** What can be refunded, in paise: what was paid without what is refunded, or is being refunded. */
export function findRefundable(whole: Pick<WholeOrder, 'order' | 'payments' | 'refunds'>): number {
  const { order, refunds } = whole
  const main = findMainPayment(whole)
  const isCash = order.method === 'cod'
  // The orders of earlier releases have no payment.
  const paid = isCash && order.payment_state !== 'none' ? order.total_paise : main?.amount_paise
  const payment = main?.id ?? null
  return refunds
    .filter((refund) => refund.payment_id === payment && refund.state !== 'failed')
    .reduce((left, { amount_paise }) => left - amount_paise, paid ?? 0)
}

const parse = <T>(json: string) => JSON.parse(json) as T

/** An address that was stored in full; the one of an order of an earlier release is empty. */
const parseAddress = (json: string): OrderAddress => ({
  address: '',
  city: '',
  state: '',
  pincode: '',
  country: '',
  ...parse<Partial<OrderAddress>>(json),
})

export const toOrderSummary = (
  order: OrderRow,
  lines: readonly Pick<OrderLineRow, 'title' | 'quantity' | 'picture'>[],
): OrderSummary => ({
  number: order.number,
  date: toIso(order.placed_at),
  state: order.state,
  paymentState: order.payment_state,
  method: order.method,
  total: toRupees(order.total_paise),
  title: lines[0]?.title ?? '',
  lineCount: lines.length,
  quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  picture: lines[0]?.picture ?? '',
})

const toLine = (row: queries.LineWithPage, returnable: number): OrderLine => ({
  position: row.position,
  productId: row.product_id,
  slug: row.page ?? '',
  title: row.title,
  variant: parse<Variant>(row.variant),
  sku: row.sku,
  picture: row.picture,
  price: toRupees(row.unit_paise),
  quantity: row.quantity,
  personalised: row.personalised === 1,
  cancelled: row.cancelled,
  returned: row.returned,
  returnable,
})

export const toShipment = ({
  carrier,
  tracking_number,
  dispatched_at,
  delivered_at,
}: ShipmentRow) => ({
  carrier,
  trackingNumber: tracking_number,
  trackingUrl: toTrackingUrl(carrier, tracking_number),
  dispatchedAt: toIso(dispatched_at),
  deliveredAt: delivered_at === null ? null : toIso(delivered_at),
})

const toRefund = ({ id, amount_paise, state, reason, created_at }: RefundRow) => ({
  id,
  amount: toRupees(amount_paise),
  state,
  reason,
  at: toIso(created_at),
})

const toReturn = (row: ReturnRequestRow) => ({
  id: row.id,
  lines: parseReturnLines(row),
  reason: row.reason as OrderDetail['returns'][number]['reason'],
  note: row.note,
  state: row.state,
  answer: row.answer,
  at: toIso(row.created_at),
})

const toStep = (refusal: string | undefined) => ({ can: refusal === undefined, why: refusal ?? '' })

const toSteps = <Step extends string>(
  steps: readonly Step[],
  refuse: (step: Step) => string | undefined,
) =>
  Object.fromEntries(steps.map((step) => [step, toStep(refuse(step))])) as Record<
    Step,
    ReturnType<typeof toStep>
  >

const toIsoOrNull = (time: number | null) => (time === null ? null : toIso(time))

function toCommon({ order, lines, refunds, facts, returns }: WholeOrder, shipments: ShipmentRow[]) {
  const returnable = listReturnable({ lines, returns })
  const canReturn = refuseShopperStep('return', facts) === undefined
  const { promised_from: from, promised_to: to } = order
  return {
    number: order.number,
    date: toIso(order.placed_at),
    state: order.state,
    paymentState: order.payment_state,
    method: order.method,
    lines: lines.map((line) => toLine(line, canReturn ? (returnable.get(line.position) ?? 0) : 0)),
    gift: parse<Gift>(order.gift),
    subtotal: toRupees(order.subtotal_paise),
    tax: toRupees(order.tax_paise),
    total: toRupees(order.total_paise),
    refunded: toRupees(order.refunded_paise),
    name: order.name,
    email: order.email,
    phone: order.phone,
    shipTo: parseAddress(order.ship_to),
    billTo: parseAddress(order.bill_to),
    gstin: order.buyer_gstin,
    promised: from === null || to === null ? null : { from: toDay(from), to: toDay(to) },
    cancelReason: order.reason,
    invoiceNumber: order.invoice_number ?? '',
    shipments: shipments.map(toShipment),
    refunds: refunds.map(toRefund),
    payBefore: toIsoOrNull(order.expires_at),
    returnBefore: toIsoOrNull(facts.returnBefore),
  }
}

/** An order as its shopper sees it. */
export async function toOrderDetail(deps: Deps, db: Db, order: OrderRow): Promise<OrderDetail> {
  const whole = await readWhole(deps, db, order)
  const events = await queries.listEvents(db, order.id)
  return {
    ...toCommon(whole, await queries.listShipments(db, order.id)),
    returns: whole.returns.map(toReturn),
    events: events.map(({ at, kind, text }) => ({ at: toIso(at), kind, text })),
    steps: toSteps(SHOPPER_STEPS, (step) => refuseShopperStep(step, whole.facts)),
  }
}

/** What the staff can decide of a return in a state. */
export const NEXT_RETURN_STATES: Record<ReturnState, readonly ReturnState[]> = {
  requested: ['accepted', 'refused'],
  accepted: ['received', 'refused'],
  refused: [],
  received: [],
}

/** An order as the order desk sees it. */
export async function toEditorOrder(deps: Deps, db: Db, order: OrderRow): Promise<EditorOrder> {
  const whole = await readWhole(deps, db, order)
  const events = await queries.listEvents(db, order.id)
  const undo = findUndo(events, {
    now: whole.facts.now,
    hasInvoice: order.invoice_number !== null,
  })
  return {
    ...toCommon(whole, await queries.listShipments(db, order.id)),
    customerId: order.user_id,
    note: order.note,
    returns: whole.returns.map((row) => ({
      ...toReturn(row),
      next: [...NEXT_RETURN_STATES[row.state]],
    })),
    events: events.map(({ at, kind, text, actor }) => ({
      at: toIso(at),
      kind,
      text,
      by: actor ?? '',
    })),
    paymentId: findMainPayment(whole)?.provider_id ?? '',
    refundable: toRupees(Math.max(0, whole.facts.refundable)),
    steps: toSteps(STAFF_STEPS, (step) => refuseStaffStep(step, whole.facts)),
    isDispatchFinal: deps.env.GSTIN !== undefined,
    undo: undo ? { step: undo.step, before: toIso(undo.before) } : null,
  }
}
