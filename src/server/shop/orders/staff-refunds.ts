import type { z } from 'zod'
import type { refundOrderRequest } from '#src/contract/editor-orders.ts'
import { formatRupees, toRupees } from '#src/rules/money.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { HttpError } from '../../core/errors.ts'
import { findRefundDue, findRepeatable, isTransferredByStaff } from './order-money.ts'
import { forgetPayout } from './order-payout.ts'
import { assertStaffStep, openOrder } from './order-steps.ts'
import type { OrderTransaction } from './order-transaction.ts'
import * as payments from './payment-queries.ts'
import { finishRefund, repeatRefund, startRefund } from './refunds.ts'
import { transition } from './state-queries.ts'
import type { OrderRow } from './tables.ts'
import type { WholeOrder } from './whole-order.ts'

/**
 * The rest of what was paid if nothing came back.
 * @throws HttpError 400 if all that came back is refunded.
 */
function findDefaultRefund(whole: WholeOrder): number {
  const isUntouched = whole.lines.every((line) => line.cancelled + line.returned === 0)
  const paise = isUntouched ? whole.facts.refundable : findRefundDue(whole)
  if (paise > 0) return paise
  throw new HttpError(400, 'What came back is refunded already. Please enter an amount.', {
    field: 'amount',
  })
}

/** @param request.amount in rupees; by default, what came back and is not refunded yet. */
export async function refundByStaff(
  transaction: OrderTransaction,
  number: string,
  { amount, reason, isDue }: z.output<typeof refundOrderRequest>,
): Promise<OrderRow> {
  const whole = await openOrder(transaction, { number })
  assertStaffStep('refund', whole)
  const { refundable } = whole.facts
  const paise = amount === undefined ? findDefaultRefund(whole) : Math.round(amount * 100)
  if (isDue && paise !== findRefundDue(whole))
    throw new HttpError(409, 'Another amount is due now. Please look at the order again.')
  if (paise > refundable)
    throw new HttpError(
      409,
      `At most ${formatRupees(toRupees(refundable))} of this order can be refunded.`,
      { field: 'amount' },
    )
  const captured = whole.payments.filter(({ state }) => state === 'captured')
  for (const { id, payment_id } of whole.refunds)
    if (captured.some((payment) => payment.id === payment_id))
      await transition(transaction.db, 'refund', id, ['failed'], { last_error: null })
  const refunds = await startRefund(transaction, whole, paise, reason)
  // The person who records it has transferred the amount.
  const isOnline = METHOD_RULES[whole.order.method].settles === 'before'
  if (isOnline) return whole.order
  let { order } = whole
  for (const refund of refunds) order = await finishRefund(transaction, order, refund)
  return forgetPayout(transaction, order)
}

/** Records that the staff has transferred a refund. @throws HttpError 404, 409. */
export async function finishRefundByStaff(
  transaction: OrderTransaction,
  id: string,
): Promise<OrderRow> {
  const { whole, refund } = await openRefund(transaction, id)
  if (!isTransferredByStaff(refund))
    throw new HttpError(409, 'This refund is not one that you transfer, or is paid back already.')
  return finishRefund(transaction, whole.order, refund)
}

async function openRefund(transaction: OrderTransaction, id: string) {
  const found = await payments.findRefund(transaction.db, id)
  if (!found) throw new HttpError(404, 'There is no such refund.')
  const whole = await openOrder(transaction, { id: found.order_id })
  return { whole, refund: whole.refunds.find((refund) => refund.id === id) ?? found }
}

/** Starts a refund again that the provider has refused. @throws HttpError 404, 409. */
export async function repeatRefundByStaff(
  transaction: OrderTransaction,
  id: string,
): Promise<OrderRow> {
  const { whole, refund } = await openRefund(transaction, id)
  const paise = findRepeatable(whole, refund)
  if (paise === 0)
    throw new HttpError(409, 'This refund has not failed, or its money was refunded another way.')
  await repeatRefund(transaction, whole.order, refund, paise)
  return whole.order
}
