import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { receiveTransferRequest } from '#src/contract/editor-orders.ts'
import { HttpError } from '../../core/errors.ts'
import { assertStaffStep, openOrder } from './order-steps.ts'
import type { OrderTransaction } from './order-transaction.ts'
import * as payments from './payment-queries.ts'
import { settlePayment } from './settle-payment.ts'
import type { OrderRow } from './tables.ts'

/** Records a bank transfer, which settles as any other payment. @throws HttpError 409 for a reference of another one. */
export async function receiveTransfer(
  transaction: OrderTransaction,
  number: string,
  { reference }: z.output<typeof receiveTransferRequest>,
): Promise<OrderRow> {
  const { db, now } = transaction
  const whole = await openOrder(transaction, { number })
  assertStaffStep('receive', whole)
  const { order } = whole
  if (await payments.findPaymentOfProvider(db, reference))
    throw new HttpError(409, 'This reference is recorded already, with this or another order.', {
      field: 'reference',
    })
  const amountPaise = order.total_paise - order.credit_paise
  const row = {
    id: randomUUID(),
    order_id: order.id,
    provider: order.method,
    link_id: null,
    link_url: null,
    provider_id: null,
    source_id: null,
    amount_paise: amountPaise,
    state: 'open' as const,
    created_at: now,
    expires_at: now,
    check_at: null,
    captured_at: null,
  }
  await payments.insertPayment(db, row)
  const payment = { id: reference, amountPaise, currency: 'INR', status: 'captured' } as const
  await settlePayment(transaction, row, payment, true)
  return (await openOrder(transaction, { number })).order
}
