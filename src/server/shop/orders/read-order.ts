import { hash } from 'node:crypto'
import type { Gift } from '#src/contract/cart.ts'
import type { Variant } from '#src/contract/catalog.ts'
import type { EditorOrder } from '#src/contract/editor-orders.ts'
import type { OrderAddress, OrderDetail, OrderLine, OrderSummary } from '#src/contract/orders.ts'
import type { ReturnState, Right, Role } from '#src/contract/values.ts'
import { hasRight, PAYMENT_STEPS, SHOPPER_STEPS, STAFF_STEPS } from '#src/contract/values.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { toIndianDay, toIso } from '#src/rules/dates.ts'
import { toRupees } from '#src/rules/money.ts'
import {
  findUndo,
  type OrderFacts,
  refuseShopperStep,
  refuseStaffStep,
  refuseWithdrawal,
  SENT_STATES,
} from '#src/rules/orders/order-states.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import type { ServerEnv } from '../../core/env.ts'
import { readFacts } from '../../core/mail/compose-mail.ts'
import { toTrackingUrl } from './carriers.ts'
import { listDocuments } from './document-queries.ts'
import { withTax } from './document-taxes.ts'
import { unsealPan } from './pan.ts'
import {
  type CountedLine,
  countPieces,
  isUnderWay,
  listLive,
  parsePieces,
  toUnsentLines,
} from './parcels.ts'
import * as payments from './payment-queries.ts'
import { formatPayout } from './payout.ts'
import * as queries from './queries.ts'
import type {
  DocumentRow,
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
  /** The parcels that have left, also those that came back. */
  shipments: ShipmentRow[]
  documents: DocumentRow[]
  /** The number of the order whose returned pieces this one replaces; empty for most. */
  exchangeOf: string
  facts: OrderFacts
}

/** Reads what belongs to an order. A caller that changes it holds the order. */
export async function readWhole(
  deps: Pick<Deps, 'env' | 'log' | 'now'>,
  db: Db,
  order: OrderRow,
): Promise<WholeOrder> {
  const whole = {
    order,
    lines: await queries.listLines(db, order.id),
    payments: await payments.listPayments(db, order.id),
    refunds: await payments.listRefunds(db, order.id),
    returns: await queries.listReturns(db, order.id),
    shipments: await queries.listShipments(db, order.id),
    documents: await listDocuments(db, order.id),
    exchangeOf: (await queries.findExchangedNumber(db, order.id)) ?? '',
  }
  const { returns, exchange } = await readFacts(deps, db)
  return { ...whole, facts: toFacts(deps, whole, { ...returns, ...exchange }) }
}

function toFacts(
  { env, now }: Pick<Deps, 'env' | 'now'>,
  whole: Omit<WholeOrder, 'facts'>,
  { returnDays, exchangeDays }: { returnDays: number; exchangeDays: number },
): OrderFacts {
  const { order, lines, returns } = whole
  const isCash = isPaidInCash(order)
  const returnable = listReturnable(whole)
  return {
    state: order.state,
    paymentState: order.payment_state,
    method: order.method,
    now: now(),
    payBefore: order.expires_at,
    returnBefore: order.delivered_at === null ? null : order.delivered_at + returnDays * DAY_MS,
    exchangeBefore: order.delivered_at === null ? null : order.delivered_at + exchangeDays * DAY_MS,
    isReplacement: whole.exchangeOf !== '',
    returnable: lines.reduce((sum, { position }) => sum + (returnable.get(position) ?? 0), 0),
    refundable: findRefundable(whole),
    credited: order.credit_paise,
    mayOweCash: isCash && (findRefundDue(whole) > 0 || returns.some(isRefunded)),
    canSeal: env.PAN_KEY !== undefined,
    toCollect: findToCollect(whole),
    collectable: findCollectable(whole),
    underWay: whole.shipments.filter(isUnderWay).length,
  }
}

interface BoughtLines extends Pick<WholeOrder, 'order'> {
  lines: readonly OrderLineRow[]
}

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
const isRefunded = (request: ReturnRequestRow): boolean =>
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
function findRefundable(whole: Pick<WholeOrder, 'order' | 'payments' | 'refunds'>): number {
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

const parse = <T>(json: string) => JSON.parse(json) as T

/** An address that was stored in full; the one of an order of an earlier release is empty. */
export const parseAddress = (json: string): OrderAddress => ({
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

const toLine = (
  row: queries.LineWithPage,
  counts: Pick<OrderLine, 'returnable' | 'exchangeable' | 'toSend'>,
): OrderLine => ({
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
  ...counts,
})

export function toShipments(whole: WholeOrder): OrderDetail['shipments'] {
  const dues = findDues(whole)
  return whole.shipments.map((row) => ({
    id: row.id,
    lines: parsePieces(row),
    carrier: row.carrier,
    trackingNumber: row.tracking_number,
    trackingUrl: toTrackingUrl(row.carrier, row.tracking_number),
    dispatchedAt: toIso(row.dispatched_at),
    deliveredAt: toIsoOrNull(row.delivered_at),
    returnedAt: toIsoOrNull(row.returned_at),
    toCollect: toRupees(dues.get(row.id) ?? 0),
    invoiceNumber: findInvoice(whole, row.id)?.number ?? '',
  }))
}

/** The tax invoice of a parcel. */
export const findInvoice = (
  { documents }: Pick<WholeOrder, 'documents'>,
  shipmentId: string,
): DocumentRow | undefined => documents.find(({ shipment_id }) => shipment_id === shipmentId)

const toRefund = ({ id, amount_paise, state, reason, created_at, processed_at }: RefundRow) => ({
  id,
  amount: toRupees(amount_paise),
  state,
  reason,
  at: toIso(processed_at ?? created_at),
})

type ExchangeOrder = Awaited<ReturnType<typeof queries.listOrdersWithLine>>[number]

/** The orders of the pieces that leave for what came back. */
const listExchangeOrders = (db: Db, { returns }: WholeOrder): Promise<ExchangeOrder[]> =>
  queries.listOrdersWithLine(
    db,
    returns.flatMap(({ exchange_id }) => exchange_id ?? []),
  )

function toExchange(exchanges: readonly ExchangeOrder[], { exchange_id }: ReturnRequestRow) {
  const exchange = exchanges.find(({ id }) => id === exchange_id)
  if (!exchange) return null
  const { number, state, variant } = exchange
  return { number, state, variant: parse<Variant>(variant) }
}

/** @param isOwed whether money is still to be paid back. */
const toReturn = (row: ReturnRequestRow, isOwed: boolean, exchanges: readonly ExchangeOrder[]) => ({
  exchange: toExchange(exchanges, row),
  id: row.id,
  lines: parsePieces(row),
  reason: row.reason as OrderDetail['returns'][number]['reason'],
  note: row.note,
  state: row.state,
  answer: row.answer,
  dueOn: row.state === 'received' && !isOwed ? null : row.due_on,
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

/** The account to which an order is transferred; null once nothing is awaited there. */
export function toBank(
  {
    BANK_ACCOUNT_NAME: name = '',
    BANK_ACCOUNT_NUMBER: number = '',
    BANK_IFSC: ifsc = '',
  }: ServerEnv,
  { method, state }: Pick<OrderRow, 'method' | 'state'>,
) {
  const isAwaited = state === 'awaiting_payment' && METHOD_RULES[method].settles === 'by_hand'
  return isAwaited ? { name, number, ifsc } : null
}

function toCommon({ env }: Pick<Deps, 'env'>, whole: WholeOrder) {
  const { order, lines, refunds, facts, returns, documents, exchangeOf } = whole
  const returnable = listReturnable({ lines, returns })
  const countIf = (step: 'return' | 'exchange', position: number) =>
    refuseShopperStep(step, facts) === undefined ? (returnable.get(position) ?? 0) : 0
  const { promised_from: from, promised_to: to } = order
  const toSend = new Map(toUnsentLines(whole).map(({ position, count }) => [position, count]))
  return {
    number: order.number,
    date: toIso(order.placed_at),
    state: order.state,
    paymentState: order.payment_state,
    method: order.method,
    lines: lines.map((line) =>
      toLine(line, {
        returnable: countIf('return', line.position),
        exchangeable: countIf('exchange', line.position),
        toSend: toSend.get(line.position) ?? 0,
      }),
    ),
    gift: parse<Gift>(order.gift),
    subtotal: toRupees(order.subtotal_paise),
    tax: toRupees(order.tax_paise),
    total: toRupees(order.total_paise),
    back: toRupees(order.back_paise),
    credit: toRupees(order.credit_paise),
    exchangeOf,
    refunded: toRupees(order.refunded_paise),
    name: order.name,
    email: order.email,
    phone: order.phone,
    shipTo: parseAddress(order.ship_to),
    billTo: parseAddress(order.bill_to),
    gstin: order.buyer_gstin,
    promised: from === null || to === null ? null : { from, to },
    cancelReason: order.reason,
    invoiceNumber: documents.find(({ kind }) => kind === 'invoice')?.number ?? '',
    creditNoteNumbers: documents.flatMap(({ kind, number }) => (kind === 'invoice' ? [] : number)),
    shipments: toShipments(whole),
    // A failed one without an error was started again, or its money went back another way.
    refunds: refunds
      .filter(({ state, last_error }) => state !== 'failed' || last_error !== null)
      .map(toRefund),
    payBefore: toIsoOrNull(order.expires_at),
    bank: toBank(env, order),
    refundDue: toRupees(findRefundDue(whole)),
    returnBefore: toIsoOrNull(facts.returnBefore),
  }
}

/** An order as its shopper sees it. */
export async function toOrderDetail(deps: Deps, db: Db, order: OrderRow): Promise<OrderDetail> {
  const whole = await readWhole(deps, db, order)
  const events = await queries.listEvents(db, order.id)
  const exchanges = await listExchangeOrders(db, whole)
  return {
    ...toCommon(deps, whole),
    payout: formatPayout(deps.env, order, true),
    returns: whole.returns.map((row) => ({
      ...toReturn(row, isOwed(whole), exchanges),
      canWithdraw: refuseReturnWithdrawal(row, whole.facts.now) === undefined,
    })),
    events: events.map(({ at, kind, text, actor_id }) => ({
      at: toIso(at),
      kind,
      text:
        kind === 'cancelled' && actor_id === null
          ? `You cancelled this order. Reason: ${order.reason}.`
          : text,
    })),
    steps: toSteps(SHOPPER_STEPS, (step) => refuseShopperStep(step, whole.facts)),
  }
}

/** Whether money of an order is still to be paid back. */
const isOwed = (whole: WholeOrder): boolean =>
  findRefundDue(whole) > 0 || whole.refunds.some(({ state }) => state === 'pending')

/** Why a return cannot be withdrawn now; undefined if it can. */
export const refuseReturnWithdrawal = (
  { state, due_on }: Pick<ReturnRequestRow, 'state' | 'due_on'>,
  now: number,
): string | undefined => refuseWithdrawal({ state, dueOn: due_on }, toIndianDay(now))

/** An order that its reader can only look at. */
export const withoutSteps = (order: OrderDetail): OrderDetail => ({
  ...order,
  returns: order.returns.map((request) => ({ ...request, canWithdraw: false })),
  steps: toSteps(SHOPPER_STEPS, () => 'The account of this order is deleted. Please write to us.'),
})

/** What the staff can decide of a return in a state. */
export const NEXT_RETURN_STATES: Record<ReturnState, readonly ReturnState[]> = {
  requested: ['accepted', 'refused'],
  accepted: ['received', 'refused'],
  refused: [],
  received: [],
  withdrawn: [],
}

/** A line without the way to the form of its product. */
const withoutProduct = (line: OrderLine): OrderLine => ({ ...line, productId: null })

/**
 * Returns a text that differs after each change of an order. Each change of its parcels, returns and refunds adds an
 * event.
 */
export const toVersion = (order: OrderRow, eventCount: number): string =>
  hash('sha256', JSON.stringify([order, eventCount]), 'base64url')

/** An order as the order desk sees it. What the role does not allow is left out. */
export async function toEditorOrder(
  deps: Deps,
  db: Db,
  order: OrderRow,
  role: Role,
): Promise<EditorOrder> {
  const whole = await readWhole(deps, db, order)
  const events = await queries.listEvents(db, order.id)
  const undo = findUndo(events, {
    now: whole.facts.now,
    hasInvoice: whole.documents.length > 0,
  })
  const exchanges = await listExchangeOrders(db, whole)
  const common = toCommon(deps, whole)
  const can = (right: Right) => hasRight(role, right)
  return {
    ...common,
    lines: can('catalogue') ? common.lines : common.lines.map(withoutProduct),
    customerId: can('customers') ? order.user_id : null,
    payout: formatPayout(deps.env, order, findRefundDue(whole) === 0),
    pan: can('customers') ? unsealPan(deps.env, order) : '',
    note: order.note,
    version: toVersion(order, events.length),
    returns: whole.returns.map((row) => ({
      ...toReturn(row, isOwed(whole), exchanges),
      next: [...NEXT_RETURN_STATES[row.state]],
    })),
    events: events.map(({ at, kind, text, actor }) => ({
      at: toIso(at),
      kind,
      text,
      by: actor ?? '',
    })),
    refunds: whole.refunds.map((row) => ({
      ...toRefund(row),
      canRepeat: can('payments') && findRepeatable(whole, row) > 0,
      isByHand: can('payments') && isTransferredByStaff(row),
      problem: row.last_error ?? '',
    })),
    paymentId: findMainPayment(whole)?.provider_id ?? '',
    refundable: toRupees(Math.max(0, whole.facts.refundable)),
    toCollect: toRupees(whole.facts.toCollect),
    steps: toSteps(STAFF_STEPS, (step) =>
      PAYMENT_STEPS.includes(step) && !can('payments')
        ? 'Your role does not allow this.'
        : refuseStaffStep(step, whole.facts),
    ),
    isDispatchFinal: deps.env.GSTIN !== undefined,
    undo: undo ? { step: undo.step, before: toIso(undo.before) } : null,
  }
}
