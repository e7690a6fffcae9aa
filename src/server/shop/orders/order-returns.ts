import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { decideReturnRequest } from '#src/contract/editor-orders.ts'
import type { returnOrderRequest } from '#src/contract/orders.ts'
import { toWorkingDay } from '#src/rules/account/delivery.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { formatDay, toIndianDay } from '#src/rules/dates.ts'
import { formatRupees, toRupees } from '#src/rules/money.ts'
import { countPieces, isExchange } from '#src/rules/orders/describe-return.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { readFacts } from '../../core/mail/compose-mail.ts'
import {
  endExchange,
  keepExchange,
  lockAwaitedExchange,
  payExchange,
  placeExchange,
} from './exchanges.ts'
import { NEXT_RETURN_STATES, refuseReturnWithdrawal } from './order-answers.ts'
import { returnMail } from './order-mails.ts'
import { listReturnable } from './order-money.ts'
import { forgetPayout } from './order-payout.ts'
import { assertShopperStep, assertStaffStep, noteCash, openOrder } from './order-steps.ts'
import { moveLines, planShelf } from './order-stock.ts'
import { addEvent, type OrderTransaction, requestCreditNote } from './order-transaction.ts'
import { parsePieces } from './parcels.ts'
import { updatePurchaseMarks } from './purchase-queries.ts'
import * as queries from './queries.ts'
import { payBack } from './refunds.ts'
import { transition } from './state-queries.ts'
import type { OrderLineRow, OrderRow, ReturnRequestRow } from './tables.ts'
import type { WholeOrder } from './whole-order.ts'

type Piece = z.output<typeof returnOrderRequest>['lines'][number]

async function toName(db: Db, { state, exchange_id }: ReturnRequestRow) {
  const [exchange = null] = await queries.listOrdersWithLine(db, exchange_id ? [exchange_id] : [])
  return isExchange({ state, exchange }) ? 'exchange' : 'return'
}

/** Returns what a request is called: a return or an exchange. */
export async function findReturnName(db: Db, id: string): Promise<'return' | 'exchange'> {
  const request = await queries.findReturn(db, id)
  return request ? toName(db, request) : 'return'
}

/** The latest pick-up, from today. */
const MAX_PICKUP_DAYS = 60

/** Returns the day that follows so many working days, as the facts of the shop say, after now. */
async function findDueDay(
  { deps, db, now }: OrderTransaction,
  figure: 'collectionDays' | 'refundDays',
): Promise<string> {
  const { returns, delivery } = await readFacts(deps, db)
  const closedDays = delivery.closedDays.map(({ day }) => day)
  return toWorkingDay(now, returns[figure], closedDays)
}

/** Asks to return pieces that have arrived. */
export async function requestReturn(
  transaction: OrderTransaction,
  { number, userId }: { number: string; userId: string },
  { lines, reason, note, variantId }: z.output<typeof returnOrderRequest>,
): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number }, userId)
  assertShopperStep(variantId === undefined ? 'return' : 'exchange', whole)
  const { order } = whole
  const returnable = listReturnable(whole)
  const positions = new Set<number>()
  for (const { position, quantity } of lines) {
    const line = whole.lines.find((line) => line.position === position)
    if (!line || positions.has(position))
      throw new HttpError(400, 'Please choose each line of the order once.', { field: 'lines' })
    positions.add(position)
    const left = returnable.get(position) ?? 0
    if (line.personalised === 1)
      throw new HttpError(409, `${line.title} was made for you and cannot be returned.`)
    if (quantity > left)
      throw new HttpError(
        409,
        left === 0
          ? `${line.title} cannot be returned once more.`
          : `Only ${left} of ${line.title} can be returned.`,
      )
  }
  const due_on = await findDueDay(transaction, 'collectionDays')
  const exchange =
    variantId === undefined
      ? undefined
      : await placeExchange(transaction, whole, {
          ...pickLine(whole, lines),
          variantId,
          dueOn: due_on,
        })
  const request: ReturnRequestRow = {
    id: randomUUID(),
    order_id: order.id,
    lines: JSON.stringify(lines),
    reason,
    note,
    state: 'requested',
    answer: '',
    created_at: transaction.now,
    due_on,
    exchange_id: exchange?.id ?? null,
  }
  await queries.insertReturn(transaction.db, request)
  await returnMail(transaction, order, listReturned(whole, request), request)
  await addEvent(
    transaction,
    order,
    'return_requested',
    exchange
      ? `An exchange of ${countPieces(lines)} was requested. The order ${exchange.number} has what leaves instead. Reason: ${reason}.`
      : `A return of ${countPieces(lines)} was requested. Reason: ${reason}.`,
  )
  return order
}

/** @throws HttpError 400 for pieces of several lines: an exchange is one order of one variant. */
function pickLine({ lines }: WholeOrder, [wanted, ...others]: readonly Piece[]) {
  const line = lines.find(({ position }) => position === wanted?.position)
  if (!wanted || !line || others.length > 0)
    throw new HttpError(400, 'Please exchange the pieces of one line at a time.', {
      field: 'lines',
    })
  return { line, quantity: wanted.quantity }
}

/** The lines of the pieces that a return names, each with their number. */
const listReturned = (
  { lines }: Pick<WholeOrder, 'lines'>,
  request: Pick<ReturnRequestRow, 'lines'>,
): OrderLineRow[] =>
  parsePieces(request).flatMap(({ position, quantity }) => {
    const line = lines.find((line) => line.position === position)
    return line ? [{ ...line, quantity }] : []
  })

/** Withdraws a return before the courier comes. The pieces can be returned again. */
export async function withdrawReturn(
  transaction: OrderTransaction,
  { id, userId }: { id: string; userId: string },
): Promise<OrderRow> {
  const { whole, request } = await openReturn(transaction, id, userId)
  const refusal = refuseReturnWithdrawal(request, transaction.now)
  if (refusal) throw new HttpError(409, refusal)
  const withdrawn = { state: 'withdrawn', due_on: null } as const
  const name = await toName(transaction.db, request)
  await transition(transaction.db, 'return_request', id, [request.state], withdrawn)
  await endExchange(transaction, request, 'The exchange was withdrawn')
  await returnMail(transaction, whole.order, listReturned(whole, request), {
    ...request,
    ...withdrawn,
  })
  await addEvent(transaction, whole.order, 'return_withdrawn', `The ${name} was withdrawn.`)
  return forgetPayout(transaction, whole.order)
}

/** @throws HttpError 404 for an unknown return, and for one of another user where `userId` is given. */
async function openReturn(transaction: OrderTransaction, id: string, userId?: string) {
  const found = await queries.findReturn(transaction.db, id)
  const order = found && (await queries.findOrder(transaction.db, { id: found.order_id }))
  if (!found || !order || (userId !== undefined && order.user_id !== userId))
    throw new HttpError(404, 'There is no such return.')
  const whole = await openOrder(transaction, { id: found.order_id })
  return { whole, request: whole.returns.find((request) => request.id === id) ?? found }
}

/** @throws HttpError 400 for a day that is over or far away. */
function assertPickupDay(day: string, now: number): void {
  const [today, last] = [toIndianDay(now), toIndianDay(now + MAX_PICKUP_DAYS * DAY_MS)]
  if (day < today || day > last)
    throw new HttpError(400, `Please choose a day from today to ${formatDay(last)}.`, {
      field: 'pickupOn',
    })
}

type Decision = z.output<typeof decideReturnRequest>

/** Accepts or refuses a return, or records that its pieces are back: what was paid online for them is refunded. */
export async function decideReturn(
  transaction: OrderTransaction,
  id: string,
  { state, answer, pickupOn, ...back }: Decision,
): Promise<OrderRow> {
  const { db, now } = transaction
  const { whole, request } = await openReturn(transaction, id)
  const isMoved = state === 'accepted' && request.state === state && pickupOn !== undefined
  if (!NEXT_RETURN_STATES[request.state].includes(state) && !isMoved)
    throw new HttpError(409, `This return is ${request.state} already.`)
  if (state === 'received')
    return forgetPayout(transaction, await receive(transaction, whole, request, back))
  if (pickupOn !== undefined) assertPickupDay(pickupOn, now)
  const due_on =
    state === 'accepted' ? (pickupOn ?? (await findDueDay(transaction, 'collectionDays'))) : null
  const name = await toName(db, request)
  const decided = { state, answer: state === 'refused' ? answer : '', due_on }
  await transition(db, 'return_request', id, [request.state], decided)
  if (due_on === null) await endExchange(transaction, request, 'The exchange was refused')
  else await keepExchange(transaction, request, due_on)
  const { order } = whole
  await returnMail(transaction, order, listReturned(whole, request), { ...request, ...decided })
  await addEvent(
    transaction,
    order,
    state === 'accepted' ? 'return_accepted' : 'return_refused',
    due_on === null
      ? `The ${name} was refused: ${answer}.`
      : `${isMoved ? 'The pick-up has another day' : `The ${name} was accepted`}. The courier comes on ${formatDay(due_on)}.`,
  )
  return forgetPayout(transaction, order)
}

async function receive(
  transaction: OrderTransaction,
  whole: WholeOrder,
  request: ReturnRequestRow,
  { shelved, collected }: Pick<Decision, 'shelved' | 'collected'>,
): Promise<OrderRow> {
  const { db } = transaction
  // Before the stock: every change locks orders first.
  const exchange = await lockAwaitedExchange(transaction, request)
  if (collected) {
    assertStaffStep('collect', whole)
    await noteCash(transaction, whole)
  }
  const before = await openOrder(transaction, { id: whole.order.id })
  const { order } = before
  const returned = listReturned(whole, request)
  const counted = returned.map((line) => ({ ...line, count: line.quantity }))
  const back = planShelf(counted, request.reason, shelved)
  for (const line of back)
    await queries.updateLine(db, line, { returned: line.returned + line.count })
  // Before the stock: every change locks products first.
  await updatePurchaseMarks(transaction, order)
  await moveLines(
    transaction,
    order,
    back.map((line) => ({ ...line, count: line.shelved })),
  )
  await addEvent(transaction, order, 'return_received', 'The returned pieces are back.')
  requestCreditNote(transaction, order, request.reason)
  const paid = await payBack(
    transaction,
    before,
    order,
    'The returned pieces are back',
    exchange && ((old, price) => payExchange(transaction, old, exchange, price)),
  )
  if (paid.exchange && paid.exchange.credit_paise > 0)
    await addEvent(
      transaction,
      order,
      'exchanged',
      `${formatRupees(toRupees(paid.exchange.credit_paise))} of their price pays the order ${paid.exchange.number}.`,
    )
  const due_on = paid.paise > 0 ? await findDueDay(transaction, 'refundDays') : null
  const received = { state: 'received', answer: '', due_on } as const
  await transition(db, 'return_request', request.id, [request.state], received)
  await returnMail(
    transaction,
    order,
    returned,
    { ...request, ...received },
    {
      refundedPaise: paid.paise,
      exchange: paid.exchange,
    },
  )
  return paid.order
}
