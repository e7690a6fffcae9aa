import type { Payout } from '#src/contract/orders.ts'
import { payoutMail } from './order-mails.ts'
import { assertShopperStep, openOrder } from './order-steps.ts'
import { addEvent, type OrderTransaction } from './order-transaction.ts'
import { formatPayout, sealPayout } from './payout.ts'
import { readWhole } from './read-order.ts'
import { updateOrder } from './state-queries.ts'
import type { OrderRow } from './tables.ts'

/** Stores where the shopper wants the cash of an order. The timeline keeps the masked text. */
export async function savePayout(
  transaction: OrderTransaction,
  { number, userId }: { number: string; userId: string },
  payout: Payout,
): Promise<OrderRow> {
  const { deps, db } = transaction
  const whole = await openOrder(transaction, { number }, userId)
  assertShopperStep('payout', whole)
  const sealed_payout = sealPayout(deps.env.PAN_KEY ?? '', payout)
  const order = await updateOrder(db, whole.order, { sealed_payout })
  const account = formatPayout(deps.env, order, true)
  const text = `What is paid back goes to ${account}.`
  await addEvent(transaction, order, 'payout_entered', text)
  // Someone else may have entered it.
  await payoutMail(transaction, order, whole.lines, account)
  return order
}

/** Deletes where the cash is paid back, once no more of it can be due. */
export async function forgetPayout(
  { deps, db }: OrderTransaction,
  order: OrderRow,
): Promise<OrderRow> {
  if (order.sealed_payout === '') return order
  const { facts } = await readWhole(deps, db, order)
  return facts.mayOweCash ? order : updateOrder(db, order, { sealed_payout: '' })
}
