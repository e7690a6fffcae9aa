import { randomUUID } from 'node:crypto'
import type { PaymentState } from '#src/contract/values.ts'
import { HOUR_MS, MINUTE_MS } from '#src/rules/constants.ts'
import { formatRupees, toRupees } from '#src/rules/money.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { refundedMail } from './order-mails.ts'
import {
  findDues,
  findKept,
  findPaid,
  isPaidInCash,
  splitPaise,
  sumLiveRefunds,
  sumRefunds,
} from './order-money.ts'
import {
  addEvent,
  type OrderTransaction,
  requestCreditNote,
  runOrderChange,
} from './order-transaction.ts'
import { countPieces, toUnsentLines } from './parcels.ts'
import * as payments from './payment-queries.ts'
import { type Provider, type ProviderRefund, RefusedError } from './provider.ts'
import { noteKeys } from './provider-keys.ts'
import { findProvider } from './providers.ts'
import * as queries from './queries.ts'
import { readWhole } from './read-order.ts'
import { transition, updateOrder } from './state-queries.ts'
import type { OrderRow, PaymentRow, RefundRow } from './tables.ts'
import type { WholeOrder } from './whole-order.ts'

/** Refunds that the provider is asked for in one run. */
export const REFUNDS_PER_RUN = 20
/** Time after which a refund is taken again when the process that took it has crashed. */
const LEASE_MS = 2 * MINUTE_MS
const MAX_RETRY_MS = HOUR_MS

const formatPaise = (paise: number): string => formatRupees(toRupees(paise))

/**
 * Inserts the refunds of what the order needs, one for each payment, in the transaction that has locked the order. The provider is asked after
 * the commit, by a job. What was not paid at a provider is transferred by the staff.
 * @param paise of what can be refunded.
 */
export async function startRefund(
  transaction: OrderTransaction,
  whole: WholeOrder,
  paise: number,
  reason: string,
): Promise<RefundRow[]> {
  if (paise > whole.facts.refundable) throw new Error('More is refunded than is left.')
  const refunds: RefundRow[] = []
  for (const { payment, paise: part } of splitPaise(whole, paise))
    refunds.push(await insertRefund(transaction, whole.order, payment, part, reason))
  return refunds
}

/** @param payment null for cash. */
async function insertRefund(
  transaction: OrderTransaction,
  order: OrderRow,
  payment: Pick<PaymentRow, 'id'> | null,
  paise: number,
  reason: string,
): Promise<RefundRow> {
  const { db, now } = transaction
  const isOnline = METHOD_RULES[order.method].settles === 'before'
  const refund: RefundRow = {
    id: randomUUID(),
    order_id: order.id,
    payment_id: payment?.id ?? null,
    provider_id: null,
    amount_paise: paise,
    state: 'pending',
    reason,
    created_at: now,
    processed_at: null,
    due_at: isOnline ? now : null,
    attempts: 0,
    last_error: null,
  }
  await payments.insertRefund(db, refund)
  if (payment) {
    transaction.startsRefund = isOnline
    await addEvent(
      transaction,
      order,
      'refund_started',
      `A refund of ${formatPaise(paise)} was started. ${reason}.`,
    )
  }
  return refund
}

/** Pays an exchange with the price of returned pieces. @returns the exchange, whose credit is what it takes. */
type PayExchange = (whole: WholeOrder, paise: number) => Promise<OrderRow>

/**
 * Refunds what the order costs less than before, if it was paid online; the staff transfers what was paid in cash.
 * @param before the order before pieces were taken off it. @param order its row as it is now.
 * @param pay is given if the returned pieces are exchanged.
 * @returns the changed row, what the shopper gets back, in paise, and the exchange.
 */
export async function payBack(
  transaction: OrderTransaction,
  before: WholeOrder,
  order: OrderRow,
  reason: string,
  pay?: PayExchange,
): Promise<{ order: OrderRow; paise: number; exchange: OrderRow | undefined }> {
  const { deps, db } = transaction
  const after = await readWhole(deps, db, order)
  const kept = findKept(after)
  const { refundable, toCollect } = before.facts
  // The difference of the sums leaves no paisa behind, however the pieces are taken off. First, it lowers what is unpaid.
  const price = Math.max(0, Math.min(findKept(before) - kept - toCollect, refundable))
  const exchange = await pay?.(after, price)
  const credit = exchange?.credit_paise ?? 0
  const paise = price - credit
  const payer = credit > 0 ? await noteRefunded(transaction, order) : order
  const current = credit > 0 ? await readWhole(deps, db, payer) : before
  if (paise > 0 && !isPaidInCash(order)) await startRefund(transaction, current, paise, reason)
  const back_paise = order.total_paise - kept
  // The cash of some parcels was collected, and the others are no longer in the order. A paisa of rounding may be left.
  const isAwaited = findDues(after).size > 0 || countPieces(toUnsentLines(after)) > 0
  const isCollected =
    order.collected_paise > order.credit_paise &&
    before.facts.toCollect > 0 &&
    (after.facts.toCollect === 0 || !isAwaited)
  const change = { back_paise, ...(isCollected && { payment_state: 'collected' as const }) }
  return { paise, exchange, order: await updateOrder(db, payer, change) }
}

/** Refunds a payment that the order does not need, e.g. a second one. */
export const refundSurplus = (
  transaction: OrderTransaction,
  order: OrderRow,
  payment: { id: string; amount_paise: number },
  reason: string,
) => insertRefund(transaction, order, payment, payment.amount_paise, reason)

/**
 * Starts a failed refund again, as a new one of the same payment: the provider knows the key of the failed one.
 * @param paise that the payment still has: part of it may have been refunded at the provider.
 */
export async function repeatRefund(
  transaction: OrderTransaction,
  order: OrderRow,
  { id, payment_id, reason }: RefundRow,
  paise: number,
): Promise<void> {
  await transition(transaction.db, 'refund', id, ['failed'], { last_error: null })
  const payment = payment_id === null ? null : { id: payment_id }
  await insertRefund(transaction, order, payment, paise, reason)
}

/** Writes that a refund is processed, once, also where call and webhook both report it. The transaction locks the order. */
export async function finishRefund(
  transaction: OrderTransaction,
  order: OrderRow,
  refund: RefundRow,
): Promise<OrderRow> {
  const { db } = transaction
  const processed = {
    state: 'processed',
    processed_at: transaction.now,
    due_at: null,
    last_error: null,
  } as const
  if (!(await transition(db, 'refund', refund.id, ['pending', 'failed'], processed))) return order
  await addEvent(
    transaction,
    order,
    'refunded',
    `${formatPaise(refund.amount_paise)} was refunded. ${refund.reason}.`,
  )
  await refundedMail(transaction, order, await queries.listLines(db, order.id), refund)
  requestCreditNote(transaction, order, refund.reason)
  const rows = await payments.listPayments(db, order.id)
  const isSurplus = rows.some(({ id, state }) => id === refund.payment_id && state === 'surplus')
  return isSurplus ? order : noteRefunded(transaction, order)
}

/** The money is no longer that of the order: it went back, or pays an exchange. */
const isGone = ({ state }: RefundRow): boolean => state === 'processed' || state === 'exchanged'

/** The provider was asked for it, and may have made it: its answer is awaited. */
const isAsked = ({ state, attempts, provider_id }: RefundRow): boolean =>
  state === 'pending' && (attempts > 0 || provider_id !== null)

/** Writes the sum of what is refunded, or pays exchanges, into an order. */
async function noteRefunded({ db }: OrderTransaction, order: OrderRow): Promise<OrderRow> {
  const rows = await payments.listPayments(db, order.id)
  const surplus = new Set<string | null>(
    rows.filter(({ state }) => state === 'surplus').map(({ id }) => id),
  )
  const refunded_paise = sumRefunds(
    await payments.listRefunds(db, order.id),
    (refund) => isGone(refund) && !surplus.has(refund.payment_id),
  )
  const paid = findPaid({ order, payments: rows }) || order.total_paise
  const payment_state: PaymentState = refunded_paise >= paid ? 'refunded' : 'part_refunded'
  return updateOrder(db, order, { refunded_paise, payment_state })
}

/**
 * Inserts a refund that was made at the provider and not by the shop. It takes what the order still has of the payment,
 * then what has paid exchanges.
 * @param refund its id is null if the provider has told the state of the payment alone.
 * @throws HttpError 503 if it leaves too little for refunds that were asked for: the provider answers those first, and
 *   tells this one again.
 */
export async function insertForeignRefund(
  transaction: OrderTransaction,
  payment: PaymentRow,
  {
    id,
    amountPaise,
    status,
    reason = 'The refund was made at the payment provider',
  }: { id: string | null; reason?: string } & Pick<ProviderRefund, 'amountPaise' | 'status'>,
): Promise<void> {
  const { db } = transaction
  if (status === 'failed') return
  // The provider may tell a refund, or the loss of a dispute, again.
  if (id !== null && (await payments.findRefundOfProvider(db, id))) return
  const parts: { order: OrderRow; payment: PaymentRow; paise: number }[] = []
  let left = amountPaise
  let asked = 0
  for (const holder of [payment, ...(await payments.listCredits(db, payment))]) {
    const owner = await queries.lockOrder(db, { id: holder.order_id })
    if (!owner) continue
    const refunds = (await payments.listRefunds(db, owner.id)).filter(
      ({ payment_id }) => payment_id === holder.id,
    )
    const ofHolder = sumRefunds(refunds, isAsked)
    const free = holder.amount_paise - sumRefunds(refunds, isGone) - ofHolder
    const paise = Math.max(0, Math.min(left, free))
    asked += ofHolder
    left -= paise
    if (paise > 0) parts.push({ order: owner, payment: holder, paise })
  }
  // One that is pending is told again once it is processed.
  if (status === 'pending' && (left > 0 || parts.some((part) => part.payment !== payment))) return
  if (left > 0 && asked > 0)
    throw new HttpError(503, 'Another refund of this payment is not answered yet.')
  // What is left now, the state of the payment has told of already. The first part has the id of the refund.
  for (const [index, part] of parts.entries()) {
    const refund = { id: index === 0 ? id : null, status, reason }
    await insertForeignPart(transaction, part, refund)
  }
}

async function insertForeignPart(
  transaction: OrderTransaction,
  { order, payment, paise }: { order: OrderRow; payment: PaymentRow; paise: number },
  { id, status, reason }: { id: string | null; status: 'pending' | 'processed'; reason: string },
): Promise<void> {
  const { db, now } = transaction
  const refund: RefundRow = {
    id: randomUUID(),
    order_id: order.id,
    payment_id: payment.id,
    provider_id: id,
    amount_paise: paise,
    state: 'pending',
    reason,
    created_at: now,
    processed_at: null,
    due_at: now + MINUTE_MS,
    attempts: 0,
    last_error: null,
  }
  await payments.insertRefund(db, refund)
  if (status === 'pending') return
  await finishRefund(transaction, order, refund)
  await endUnneededRefunds(transaction, order, payment)
}

/**
 * Settles a refund with what the provider says of it, in an answer or an event.
 * @returns false for a refund that is not ours.
 */
export async function settleRefund(
  transaction: OrderTransaction,
  { id, key, status, paymentId, amountPaise }: ProviderRefund,
): Promise<boolean> {
  const { db } = transaction
  const findOwn = async () =>
    (await payments.findRefundOfProvider(db, id)) ??
    (key === '' ? undefined : await payments.findRefund(db, key))
  const payment = await payments.findPaymentOfProvider(db, paymentId)
  const orderId = (await findOwn())?.order_id ?? payment?.order_id
  const order = orderId && (await queries.lockOrder(db, { id: orderId }))
  if (!order) return false
  const refund = await findOwn()
  if (refund) await settleOwn(transaction, order, refund, { id, status })
  else if (payment) await insertForeignRefund(transaction, payment, { id, amountPaise, status })
  if (payment && status === 'processed') await endUnneededRefunds(transaction, order, payment)
  return true
}

async function settleOwn(
  transaction: OrderTransaction,
  order: OrderRow,
  refund: RefundRow,
  { id, status }: Pick<ProviderRefund, 'id' | 'status'>,
): Promise<void> {
  if (refund.provider_id === null)
    await transition(transaction.db, 'refund', refund.id, [refund.state], { provider_id: id })
  if (status === 'processed') await finishRefund(transaction, order, refund)
  // A failure that is told after the success of a repeat changes nothing.
  else if (status === 'failed') await failRefund(transaction, order, refund, 'failed')
}

/**
 * Ends the refunds for which a payment has too little money left, because it went back another way. One that the
 * provider was not asked for yet starts again with what is left; one that it was asked for ends with its answer.
 */
async function endUnneededRefunds(
  transaction: OrderTransaction,
  order: OrderRow,
  payment: PaymentRow,
): Promise<void> {
  const { db } = transaction
  const listOwn = async () =>
    (await payments.listRefunds(db, order.id)).filter(({ payment_id }) => payment_id === payment.id)
  const refunds = await listOwn()
  const left = payment.amount_paise - sumRefunds(refunds, isGone)
  const ended = { state: 'failed', due_at: null, last_error: null } as const
  for (const refund of refunds) {
    const { id, state, amount_paise, reason } = refund
    const isUnneeded = state === 'pending' ? amount_paise > left : state === 'failed' && left === 0
    if (!isUnneeded || isAsked(refund)) continue
    await transition(db, 'refund', id, [state], ended)
    const free = payment.amount_paise - sumLiveRefunds(await listOwn(), payment.id)
    if (state === 'pending' && free > 0)
      await insertRefund(transaction, order, payment, free, reason)
  }
}

async function failRefund(
  transaction: OrderTransaction,
  order: OrderRow,
  refund: RefundRow,
  error: string,
): Promise<void> {
  const failed = { state: 'failed', due_at: null, last_error: error.slice(0, 300) } as const
  if (!(await transition(transaction.db, 'refund', refund.id, ['pending'], failed))) return
  await addEvent(
    transaction,
    order,
    'refund_failed',
    `The refund of ${formatPaise(refund.amount_paise)} failed. We look into it.`,
  )
}

/** Asks the provider for the refunds that are due, one after the other, never within a transaction. */
export async function sendDueRefunds(deps: Deps): Promise<void> {
  const due = await payments.listDueRefunds(deps.db, deps.now(), REFUNDS_PER_RUN)
  for (const refund of due) {
    if (deps.signal?.aborted) return
    const provider = findProvider(deps.env, refund.provider)
    if (!(await payments.claimRefund(deps.db, refund, deps.now() + LEASE_MS))) continue
    if (provider) await sendRefund(deps, provider, refund)
  }
}

type DueRefund = Awaited<ReturnType<typeof payments.listDueRefunds>>[number]

async function sendRefund(deps: Deps, provider: Provider, refund: DueRefund): Promise<void> {
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
    await noteKeys(deps)
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    deps.log('warn', 'refund not answered', { id: refund.id, error: text })
    if (error instanceof RefusedError) await giveUp(deps, refund, text)
    else await postpone(deps, refund, text)
    await noteKeys(deps, error)
  }
}

const postpone = (deps: Deps, { id, attempts }: DueRefund, error: string | null) =>
  transition(deps.db, 'refund', id, ['pending'], {
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
