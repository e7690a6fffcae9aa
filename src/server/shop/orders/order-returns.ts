import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { decideReturnRequest } from '#src/contract/editor-orders.ts'
import type { returnOrderRequest } from '#src/contract/orders.ts'
import { withTax } from '#src/rules/orders/split-tax.ts'
import { HttpError } from '../../core/errors.ts'
import { returnStock } from '../stock/holds.ts'
import { assertShopperStep, openOrder, toItems } from './order-steps.ts'
import { addEvent, type OrderTransaction } from './order-transaction.ts'
import * as queries from './queries.ts'
import {
  findMainPayment,
  listReturnable,
  NEXT_RETURN_STATES,
  parseReturnLines,
  type WholeOrder,
} from './read-order.ts'
import { startRefund } from './refunds.ts'
import type { OrderRow, ReturnRequestRow } from './tables.ts'

/** Asks to return pieces that have arrived. */
export async function requestReturn(
  transaction: OrderTransaction,
  { number, userId }: { number: string; userId: string },
  { lines, reason, note }: z.output<typeof returnOrderRequest>,
): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number }, userId)
  assertShopperStep('return', whole)
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
  await queries.insertReturn(transaction.db, {
    id: randomUUID(),
    order_id: order.id,
    lines: JSON.stringify(lines),
    reason,
    note,
    state: 'requested',
    answer: '',
    created_at: transaction.now,
  })
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const pieces = count === 1 ? 'one piece' : `${count} pieces`
  await addEvent(
    transaction,
    order,
    'return_requested',
    `A return of ${pieces} was asked for: ${reason}.`,
  )
  return order
}

type Decision = z.output<typeof decideReturnRequest>

/** Accepts or refuses a return, or records that its pieces are back: then they are on the shelf, and refunded. */
export async function decideReturn(
  transaction: OrderTransaction,
  id: string,
  { state, answer }: Decision,
): Promise<OrderRow> {
  const { db } = transaction
  const known = await queries.findReturn(db, id)
  if (!known) throw new HttpError(404, 'There is no such return.')
  const whole = await openOrder(transaction, { id: known.order_id })
  const request = whole.returns.find((request) => request.id === id) ?? known
  if (!NEXT_RETURN_STATES[request.state].includes(state))
    throw new HttpError(409, `This return is ${request.state} already.`)
  await queries.updateReturn(db, id, { state, answer: state === 'refused' ? answer : '' })
  const { order } = whole
  if (state === 'received') return receive(transaction, whole, request)
  await addEvent(
    transaction,
    order,
    state === 'accepted' ? 'return_accepted' : 'return_refused',
    state === 'accepted' ? 'The return was accepted.' : `The return was refused: ${answer}.`,
  )
  return order
}

async function receive(
  transaction: OrderTransaction,
  whole: WholeOrder,
  request: ReturnRequestRow,
): Promise<OrderRow> {
  const { db, now, published } = transaction
  const { order } = whole
  const back = parseReturnLines(request).flatMap(({ position, quantity }) => {
    const line = whole.lines.find((line) => line.position === position)
    return line ? [{ ...line, count: quantity }] : []
  })
  for (const { count, ...line } of back)
    await queries.updateLine(db, line, { returned: line.returned + count })
  published.push(...(await returnStock(db, toItems(back), now)))
  await addEvent(transaction, order, 'return_received', 'The returned pieces are back.')
  const value = back.reduce((sum, { unit_paise, count }) => sum + unit_paise * count, 0)
  const amount = Math.min(withTax(value), whole.facts.refundable)
  // What was paid in cash is transferred by an editor.
  if (amount <= 0 || !findMainPayment(whole)) return order
  return startRefund(transaction, whole, amount, 'The returned pieces are back')
}
