import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { confirmPaymentRequest } from '#src/contract/orders.ts'
import { toIso } from '#src/rules/dates.ts'
import { refuseShopperStep } from '#src/rules/orders/order-states.ts'
import { orderPath } from '#src/rules/paths.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { toSiteUrl } from '../../core/mail/account-mails.ts'
import { openOrder } from './order-steps.ts'
import { type OrderTransaction, runOrderChange } from './order-transaction.ts'
import * as payments from './payment-queries.ts'
import * as queries from './queries.ts'
import {
  createProvider,
  isRefused,
  isSigned,
  type Provider,
  type ProviderEvent,
  type ProviderLink,
  parseEvent,
} from './razorpay.ts'
import { settleRefund } from './refunds.ts'
import { type Settled, settlePayment } from './settle-payment.ts'
import type { OrderRow, PaymentRow } from './tables.ts'

const MINUTE_MS = 60_000

/** Time after which the provider is asked for a payment: its webhooks stop after a day of failures. */
const CHECK_AFTER_MS = 5 * MINUTE_MS
/** The provider wants a link to live for a quarter of an hour at least. */
const MIN_LINK_MS = 16 * MINUTE_MS
/** Time after the end of a link at which it is not asked for any more. */
const GIVE_UP_MS = 24 * 60 * MINUTE_MS
/** Payments that the provider is asked for in one run. */
export const PAYMENTS_PER_RUN = 20

const unavailable = () =>
  new HttpError(502, 'The payment page does not open just now. Please try again in a moment.')

function getProvider(deps: Deps): Provider {
  const provider = createProvider(deps.env)
  if (!provider) throw new HttpError(409, 'This shop takes no payments online.')
  return provider
}

/**
 * Returns the page of the provider on which an order is paid. The provider is asked outside of every transaction: the
 * row that says so is committed before, and a lost answer is found by the number of the order.
 * @throws HttpError 409 where it cannot be paid, 502 where the provider does not answer.
 */
export async function startPayment(
  deps: Deps,
  key: { number: string; userId: string },
): Promise<{ url: string; expiresAt: string }> {
  const asked = await runOrderChange(deps, (transaction) => noteAsked(transaction, key))
  const provider = getProvider(deps)
  const { order, row } = asked
  const toAnswer = ({ link_url, expires_at }: PaymentRow) => ({
    url: link_url ?? '',
    expiresAt: toIso(expires_at),
  })
  if (row.link_url) return toAnswer(row)
  const link = await findOrCreateLink(deps, provider, order, row, asked.isFirst).catch(
    (error: unknown) => {
      deps.log('warn', 'payment link not answered', { order: order.number, error: String(error) })
      throw unavailable()
    },
  )
  if (!link.url) throw unavailable()
  await payments.updatePayment(deps.db, row.id, {
    link_id: link.id,
    link_url: link.url,
    state: row.state === 'asked' ? 'open' : row.state,
  })
  return toAnswer({ ...row, link_url: link.url })
}

async function noteAsked(
  transaction: OrderTransaction,
  { number, userId }: { number: string; userId: string },
): Promise<{ order: OrderRow; row: PaymentRow; isFirst: boolean }> {
  const { db, now } = transaction
  const whole = await openOrder(transaction, { number }, userId)
  const refusal = refuseShopperStep('pay', whole.facts)
  if (refusal) throw new HttpError(409, refusal)
  const { order } = whole
  const known = whole.payments.find(({ state }) => state !== 'surplus' && state !== 'closed')
  if (known) return { order, row: known, isFirst: false }
  const row: PaymentRow = {
    id: randomUUID(),
    order_id: order.id,
    link_id: null,
    link_url: null,
    provider_id: null,
    amount_paise: order.total_paise,
    state: 'asked',
    created_at: now,
    expires_at: Math.max(order.expires_at ?? now, now + MIN_LINK_MS),
    check_at: now + CHECK_AFTER_MS,
  }
  await payments.insertPayment(db, row)
  return { order, row, isFirst: true }
}

async function findOrCreateLink(
  deps: Deps,
  provider: Provider,
  order: OrderRow,
  row: PaymentRow,
  isFirst: boolean,
): Promise<ProviderLink> {
  const reference = order.number
  const found = isFirst ? undefined : await provider.findLink(reference)
  if (found) return found
  try {
    return await provider.createLink({
      reference,
      amountPaise: row.amount_paise,
      expiresAt: row.expires_at,
      callbackUrl: toSiteUrl(deps.env, orderPath(reference)),
      customer: { name: order.name, email: order.email, phone: order.phone },
    })
  } catch (error) {
    // Another request was faster, or the answer to an earlier one was lost: the number has a link then.
    const link = await provider.findLink(reference).catch(() => undefined)
    if (link) return link
    throw error
  }
}

/** Asks the provider for a link, and settles what was paid on it. @throws UnavailableError. */
async function settleLink(
  deps: Deps,
  provider: Provider,
  row: PaymentRow,
  linkId: string,
): Promise<ProviderLink> {
  const link = await provider.readLink(linkId)
  for (const payment of link.payments)
    await runOrderChange(deps, (transaction) => settlePayment(transaction, row, payment, true))
  return link
}

/**
 * Settles a payment when the browser comes back. What the browser says is signed, but says no amount: the provider is
 * asked.
 * @throws HttpError 409 for another signature, 404 for a link that is not that of the order.
 */
export async function confirmPayment(
  deps: Deps,
  key: { number: string; userId: string },
  { paymentId, linkId, referenceId, status, signature }: z.output<typeof confirmPaymentRequest>,
): Promise<void> {
  const order = await queries.findOrder(deps.db, { number: key.number })
  if (order?.user_id !== key.userId) throw new HttpError(404, 'There is no such order.')
  const provider = getProvider(deps)
  const text = `${linkId}|${referenceId}|${status}|${paymentId}`
  if (!isSigned(text, signature, [deps.env.RAZORPAY_KEY_SECRET]))
    throw new HttpError(409, 'This payment could not be verified. We ask the provider for it.')
  const row = await payments.findPaymentOfLink(deps.db, linkId)
  if (!row || row.order_id !== order.id || referenceId !== order.number)
    throw new HttpError(404, 'There is no such payment of this order.')
  await settleLink(deps, provider, row, linkId).catch((error: unknown) => {
    deps.log('warn', 'payment not answered', { order: order.number, error: String(error) })
    throw new HttpError(502, 'Your payment is being checked. Please look at this page in a minute.')
  })
}

/**
 * Handles an event of the provider: signature, whether it was seen, whether it is ours, amount, then what it says, all
 * in one transaction with its effect.
 * @param id of the event, which its repeats have, too.
 * @throws HttpError 401 for another signature, 404 without a secret, 400 for a body that is no event.
 */
export async function handleEvent(
  deps: Deps,
  { body, signature, id }: { body: string; signature: string; id: string },
): Promise<void> {
  const { RAZORPAY_WEBHOOK_SECRET: secret, RAZORPAY_FORMER_WEBHOOK_SECRET: former } = deps.env
  if (!secret) throw new HttpError(404, 'This shop takes no payments online.')
  if (!isSigned(body, signature, [secret, former]))
    throw new HttpError(401, 'The signature is not that of the body.')
  const event = parseEvent(body)
  if (!event || !/^[\w-]{1,100}$/.test(id)) throw new HttpError(400, 'This is no event.')
  const settled = await runOrderChange(deps, (transaction) => settleEvent(transaction, event, id))
  if (settled === 'ignored')
    deps.log('warn', 'event of a payment ignored', { id, code: event.kind, order: event.reference })
}

async function settleEvent(
  transaction: OrderTransaction,
  event: ProviderEvent,
  id: string,
): Promise<Settled> {
  const { db, now } = transaction
  if (event.refund) return (await settleRefund(transaction, event.refund)) ? 'settled' : 'ignored'
  const row = await findEventPayment(transaction, event)
  if (!row) return 'ignored'
  const seen = { id, order_id: row.order_id, kind: event.kind, received_at: now }
  if (!(await payments.insertPaymentEvent(db, seen))) return 'known'
  return event.payment ? settlePayment(transaction, row, event.payment, false) : 'known'
}

async function findEventPayment(
  { db }: OrderTransaction,
  { linkId, payment, reference }: ProviderEvent,
): Promise<PaymentRow | undefined> {
  if (linkId !== '') {
    const row = await payments.findPaymentOfLink(db, linkId)
    if (row) return row
  }
  const known = payment && (await payments.findPaymentOfProvider(db, payment.id))
  if (known) return known
  // The event is faster than the answer that has the id of the link.
  const order = reference === '' ? undefined : await queries.findOrder(db, { number: reference })
  const rows = order ? await payments.listPayments(db, order.id) : []
  return rows.find(({ state }) => state !== 'surplus')
}

/** Asks the provider for payments that no event has told of, and closes the links of orders that are cancelled. */
export async function checkPayments(deps: Deps): Promise<void> {
  const provider = createProvider(deps.env)
  if (!provider) return
  const due = await payments.listPaymentsToCheck(deps.db, deps.now(), PAYMENTS_PER_RUN)
  for (const row of due) {
    if (deps.signal?.aborted) return
    if (!(await payments.claimPayment(deps.db, row, deps.now() + CHECK_AFTER_MS))) continue
    await checkPayment(deps, provider, row).catch((error: unknown) =>
      deps.log('warn', 'payment not answered', { id: row.id, error: String(error) }),
    )
  }
}

async function checkPayment(deps: Deps, provider: Provider, row: PaymentRow): Promise<void> {
  const order = await queries.findOrder(deps.db, { id: row.order_id })
  if (!order) return
  const linkId = row.link_id ?? (await provider.findLink(order.number))?.id
  const isOver = row.expires_at + GIVE_UP_MS < deps.now()
  if (linkId === undefined) {
    // The provider has never got the request.
    if (order.state !== 'awaiting_payment') await close(deps, row)
    return
  }
  if (row.link_id === null) await payments.updatePayment(deps.db, row.id, { link_id: linkId })
  const link = await settleLink(deps, provider, row, linkId)
  const isPayable = link.status === 'created'
  if (isPayable && order.state === 'cancelled')
    await provider.cancelLink(linkId).catch((error: unknown) => {
      // It was paid in this moment, or has ended: the next look tells.
      if (!isRefused(error)) throw error
    })
  else if ((!isPayable && link.status !== 'paid') || isOver) await close(deps, row)
}

/** One that was captured meanwhile is not asked for any more. */
const close = (deps: Deps, { id }: PaymentRow) =>
  payments.updateOpenPayment(deps.db, id, { state: 'closed', check_at: null })
