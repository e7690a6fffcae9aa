import { randomUUID } from 'node:crypto'
import type { PaymentState } from '#src/contract/values.ts'
import { formatRupees, toRupees } from '#src/rules/money.ts'
import type { Deps } from '../../core/deps.ts'
import { refundedMail } from './order-mails.ts'
import { addEvent, type OrderTransaction, runOrderChange } from './order-transaction.ts'
import * as payments from './payment-queries.ts'
import * as queries from './queries.ts'
import { createProvider, isRefused, type ProviderRefund } from './razorpay.ts'
import { findMainPayment, type WholeOrder } from './read-order.ts'
import type { OrderRow, RefundRow } from './tables.ts'

const MINUTE_MS = 60_000

/** Refunds that the provider is asked for in one run. */
export const REFUNDS_PER_RUN = 20
/** Time after which a refund is taken again when the process that took it has crashed. */
const LEASE_MS = 2 * MINUTE_MS
const MAX_RETRY_MS = 60 * MINUTE_MS

const formatPaise = (paise: number): string => formatRupees(toRupees(paise))

/**
 * Notes a refund in the transaction that holds the order. The provider is asked after the commit, by a job; cash is
 * transferred by the person who notes it.
 * @param paise of what can be refunded.
 */
export async function startRefund(
  transaction: OrderTransaction,
  whole: WholeOrder,
  paise: number,
  reason: string,
): Promise<OrderRow> {
  const { db, now } = transaction
  const { order } = whole
  const payment = findMainPayment(whole)
  const refund = await noteRefund(transaction, order, {
    paymentId: payment?.id ?? null,
    paise,
    reason,
  })
  if (payment) return order
  return finishRefund(transaction, order, { ...refund, created_at: now }, whole.refunds, db)
}

async function noteRefund(
  transaction: OrderTransaction,
  order: OrderRow,
  { paymentId, paise, reason }: { paymentId: string | null; paise: number; reason: string },
): Promise<RefundRow> {
  const { db, now } = transaction
  const refund: RefundRow = {
    id: randomUUID(),
    order_id: order.id,
    payment_id: paymentId,
    provider_id: null,
    amount_paise: paise,
    state: 'pending',
    reason,
    created_at: now,
    due_at: paymentId === null ? null : now,
    attempts: 0,
    last_error: null,
  }
  await payments.insertRefund(db, refund)
  if (paymentId !== null) {
    transaction.startsRefund = true
    await addEvent(
      transaction,
      order,
      'refund_started',
      `A refund of ${formatPaise(paise)} was started. ${reason}.`,
    )
  }
  return refund
}

/** Refunds a payment that the order does not need, e.g. a second one. */
export const refundSurplus = (
  transaction: OrderTransaction,
  order: OrderRow,
  payment: { id: string; amount_paise: number },
  reason: string,
) => noteRefund(transaction, order, { paymentId: payment.id, paise: payment.amount_paise, reason })

/** Writes that a refund is processed, once, also where call and webhook both report it. The transaction locks the order. */
async function finishRefund(
  transaction: OrderTransaction,
  order: OrderRow,
  refund: RefundRow,
  others: readonly RefundRow[],
  db: OrderTransaction['db'],
): Promise<OrderRow> {
  await payments.updateRefund(db, refund.id, { state: 'processed', due_at: null, last_error: null })
  await addEvent(
    transaction,
    order,
    'refunded',
    `${formatPaise(refund.amount_paise)} was refunded. ${refund.reason}.`,
  )
  await refundedMail(transaction, order, await queries.listLines(db, order.id), refund)
  const rows = await payments.listPayments(db, order.id)
  const isSurplus = rows.some(({ id, state }) => id === refund.payment_id && state === 'surplus')
  if (isSurplus) return order
  const refunded_paise = others
    .filter(
      ({ state, payment_id, id }) =>
        state === 'processed' && payment_id === refund.payment_id && id !== refund.id,
    )
    .reduce((sum, { amount_paise }) => sum + amount_paise, refund.amount_paise)
  const payment_state: PaymentState =
    refunded_paise >= order.total_paise ? 'refunded' : 'part_refunded'
  await queries.updateOrder(db, order.id, { refunded_paise, payment_state })
  return { ...order, refunded_paise, payment_state }
}

/**
 * Settles a refund with what the provider says of it, in an answer or an event.
 * @returns false for a refund that is not ours.
 */
export async function settleRefund(
  transaction: OrderTransaction,
  { id, key, status }: ProviderRefund,
): Promise<boolean> {
  const { db } = transaction
  const found =
    (await payments.findRefundOfProvider(db, id)) ??
    (key === '' ? undefined : await payments.findRefund(db, key))
  const order = found && (await queries.lockOrder(db, { id: found.order_id }))
  if (!order) return false
  const refunds = await payments.listRefunds(db, order.id)
  const refund = refunds.find((refund) => refund.id === found.id)
  // A failure that is told after the success of a repeat changes nothing.
  if (!refund || refund.state === 'processed') return true
  if (refund.provider_id === null) await payments.updateRefund(db, refund.id, { provider_id: id })
  if (status === 'processed') await finishRefund(transaction, order, refund, refunds, db)
  else if (status === 'failed') await failRefund(transaction, order, refund, 'failed')
  return true
}

async function failRefund(
  transaction: OrderTransaction,
  order: OrderRow,
  refund: RefundRow,
  error: string,
): Promise<void> {
  if (refund.state === 'failed') return
  await payments.updateRefund(transaction.db, refund.id, {
    state: 'failed',
    due_at: null,
    last_error: error.slice(0, 300),
  })
  await addEvent(
    transaction,
    order,
    'refund_failed',
    `The refund of ${formatPaise(refund.amount_paise)} failed. We look into it.`,
  )
}

/** Asks the provider for the refunds that are due, one after the other, never within a transaction. */
export async function sendDueRefunds(deps: Deps): Promise<void> {
  const provider = createProvider(deps.env)
  if (!provider) return
  const due = await payments.listDueRefunds(deps.db, deps.now(), REFUNDS_PER_RUN)
  for (const refund of due) {
    if (deps.signal?.aborted) return
    if (!(await payments.claimRefund(deps.db, refund, deps.now() + LEASE_MS))) continue
    await sendRefund(deps, provider, refund)
  }
}

type DueRefund = Awaited<ReturnType<typeof payments.listDueRefunds>>[number]

async function sendRefund(
  deps: Deps,
  provider: NonNullable<ReturnType<typeof createProvider>>,
  refund: DueRefund,
): Promise<void> {
  try {
    const answer = refund.provider_id
      ? await provider.readRefund(refund.provider_id)
      : await provider.refund({
          paymentId: refund.payment ?? '',
          key: refund.id,
          amountPaise: refund.amount_paise,
        })
    await runOrderChange(deps, (transaction) =>
      settleRefund(transaction, { ...answer, key: refund.id }),
    )
    if (answer.status === 'pending') await postpone(deps, refund, null)
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    deps.log('warn', 'refund not answered', { id: refund.id, error: text })
    if (isRefused(error)) await giveUp(deps, refund, text)
    else await postpone(deps, refund, text)
  }
}

const postpone = (deps: Deps, { id, attempts }: DueRefund, error: string | null) =>
  payments.updateRefund(deps.db, id, {
    due_at: deps.now() + Math.min(MAX_RETRY_MS, MINUTE_MS * 2 ** Math.min(attempts, 10)),
    last_error: error?.slice(0, 300) ?? null,
  })

/** The provider will not refund it: an editor looks into it. */
const giveUp = (deps: Deps, { id, order_id }: DueRefund, error: string) =>
  runOrderChange(deps, async (transaction) => {
    const order = await queries.lockOrder(transaction.db, { id: order_id })
    const refund = await payments.findRefund(transaction.db, id)
    if (order && refund) await failRefund(transaction, order, refund, error)
  })
