import { hash } from 'node:crypto'
import type { Gift } from '#src/contract/cart.ts'
import type { Variant } from '#src/contract/catalog.ts'
import type { EditorOrder } from '#src/contract/editor-orders.ts'
import type { OrderAddress, OrderDetail, OrderLine, OrderSummary } from '#src/contract/orders.ts'
import {
  hasRight,
  PAYMENT_STEPS,
  type ReturnState,
  type Right,
  type Role,
  SHOPPER_STEPS,
  STAFF_EVENTS,
  STAFF_STEPS,
} from '#src/contract/values.ts'
import { toIndianDay, toIso } from '#src/rules/dates.ts'
import { toRupees } from '#src/rules/money.ts'
import {
  findNextState,
  findUndo,
  refuseShopperStep,
  refuseStaffStep,
  refuseWithdrawal,
} from '#src/rules/orders/order-states.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import type { ServerEnv } from '../../core/env.ts'
import { toTrackingUrl } from './carriers.ts'
import { listLinesWithoutHsn } from './hsn-queries.ts'
import {
  findDues,
  findMainPayment,
  findRefundDue,
  findRepeatable,
  isTransferredByStaff,
  listReturnable,
} from './order-money.ts'
import { unsealPan } from './pan.ts'
import { parsePieces, toUnsentLines } from './parcels.ts'
import { formatPayout } from './payout.ts'
import * as queries from './queries.ts'
import { readWhole } from './read-order.ts'
import type { DocumentRow, OrderLineRow, OrderRow, RefundRow, ReturnRequestRow } from './tables.ts'
import type { WholeOrder } from './whole-order.ts'

// What answers say of an order.

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
    events: events
      .filter(({ kind }) => !STAFF_EVENTS.includes(kind))
      .map(({ at, kind, text, actor_id }) => ({
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

/** Whether what is still to be sent of an order is packed. */
export const isPacked = ({ state, packed_at }: OrderRow): boolean =>
  packed_at !== null && findNextState(state, 'dispatch') !== undefined

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
  const withoutHsn = deps.env.GSTIN ? await listLinesWithoutHsn(db, whole.lines) : []
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
    isPacked: isPacked(order),
    toCollect: toRupees(whole.facts.toCollect),
    steps: toSteps(STAFF_STEPS, (step) =>
      PAYMENT_STEPS.includes(step) && !can('payments')
        ? 'Your role does not allow this.'
        : refuseStaffStep(step, whole.facts),
    ),
    missingHsn: withoutHsn.map(({ position }) => position),
    isDispatchFinal: deps.env.GSTIN !== undefined,
    undo: undo ? { step: undo.step, before: toIso(undo.before) } : null,
  }
}
