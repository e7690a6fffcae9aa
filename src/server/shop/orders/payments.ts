import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { confirmPaymentRequest } from '#src/contract/orders.ts'
import { DAY_MS, MINUTE_MS } from '#src/rules/constants.ts'
import { toIso } from '#src/rules/dates.ts'
import { refuseShopperStep } from '#src/rules/orders/order-states.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { orderPath } from '#src/rules/paths.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError, UnavailableError } from '../../core/errors.ts'
import { toSiteUrl } from '../../core/mail/account-mails.ts'
import { openOrder } from './order-steps.ts'
import { addEvent, type OrderTransaction, runOrderChange } from './order-transaction.ts'
import * as payments from './payment-queries.ts'
import { type Provider, type ProviderEvent, type ProviderLink, RefusedError } from './provider.ts'
import { noteKeys } from './provider-keys.ts'
import { findProvider } from './providers.ts'
import * as queries from './queries.ts'
import { settleRefund } from './refunds.ts'
import { settleDispute, settlePayment } from './settle-payment.ts'
import { transition } from './state-queries.ts'
import type { OrderRow, PaymentRow } from './tables.ts'

/** The provider wants a link to live for a quarter of an hour at least. */
const MIN_LINK_MS = 16 * MINUTE_MS
/** Time after the end of a link at which the provider is no longer asked for it. */
const GIVE_UP_MS = DAY_MS
/** Payments that the provider is asked for in one run. */
export const PAYMENTS_PER_RUN = 20
/** A shopper waits for the page of the provider: all calls for it end within this time. */
const START_MS = 8_000

const unavailable = () =>
  new HttpError(502, 'The payment page does not open just now. Please try again in a moment.')

const refused = () =>
  new HttpError(
    409,
    'The payment provider does not take this payment, also not later. Please cancel the order and choose another payment method, or write to us.',
  )

function getProvider(deps: Deps, name: string | undefined): Provider {
  const provider = name === undefined ? undefined : findProvider(deps.env, name)
  if (!provider) throw new HttpError(409, 'This shop takes no payments online.')
  return provider
}

/**
 * Returns the page of the provider on which an order is paid. The provider is asked outside of every transaction: the
 * row that says so is committed before, and a lost answer is found by the number of the order.
 * @param countCall is called before the provider is asked. It throws above the limit of the account.
 * @throws HttpError 409 if it cannot be paid, 502 if the provider does not answer.
 */
export async function startPayment(
  deps: Deps,
  key: { number: string; userId: string },
  countCall: () => Promise<void>,
): Promise<{ url: string; expiresAt: string }> {
  const asked = await runOrderChange(deps, (transaction) => noteAsked(transaction, key))
  const { order, row } = asked
  const provider = getProvider(deps, row.provider)
  const toAnswer = ({ link_url, expires_at }: PaymentRow) => ({
    url: link_url ?? '',
    expiresAt: toIso(expires_at),
  })
  if (row.state === 'refused') throw refused()
  if (row.link_url) return toAnswer(row)
  await countCall()
  try {
    const link = await findOrCreateLink(deps, provider, order, row, asked.isFirst)
    await noteKeys(deps)
    if (!link.url) throw new UnavailableError('The provider gave no address.')
    await noteLink(deps, row, link)
    return toAnswer({ ...row, link_url: link.url })
  } catch (error) {
    deps.log('warn', 'payment link not answered', { order: order.number, error: String(error) })
    await noteKeys(deps, error)
    if (!(error instanceof RefusedError)) throw unavailable()
    await runOrderChange(deps, (transaction) => noteRefused(transaction, row, error.message))
    throw refused()
  }
}

/** The desk reads in the timeline why the provider does not take the payment. */
async function noteRefused(
  transaction: OrderTransaction,
  row: PaymentRow,
  reason: string,
): Promise<void> {
  const order = await queries.lockOrder(transaction.db, { id: row.order_id })
  const change = { state: 'refused', check_at: null } as const
  if (!order || !(await transition(transaction.db, 'payment', row.id, ['asked'], change))) return
  await addEvent(
    transaction,
    order,
    'payment_refused',
    `The payment cannot be made online. ${reason.slice(0, 200)}.`,
  )
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
  const known = whole.payments.find(
    ({ state, provider }) =>
      state !== 'surplus' && state !== 'closed' && provider !== payments.CREDIT,
  )
  if (known) return { order, row: known, isFirst: false }
  const row: PaymentRow = {
    id: randomUUID(),
    order_id: order.id,
    provider: METHOD_RULES[order.method].provider ?? '',
    link_id: null,
    link_url: null,
    source_id: null,
    provider_id: null,
    amount_paise: order.total_paise - order.credit_paise,
    state: 'asked',
    created_at: now,
    captured_at: null,
    expires_at: Math.max(order.expires_at ?? now, now + MIN_LINK_MS),
    check_at: now + payments.CHECK_AFTER_MS,
  }
  await payments.insertPayment(db, row)
  return { order, row, isFirst: true }
}

/** Writes the link of a payment. Its event may have been faster than the answer, so the state is left as it is then. */
async function noteLink(
  { db }: Deps,
  { id }: PaymentRow,
  { id: link_id, url: link_url }: ProviderLink,
): Promise<void> {
  const link = { link_id, link_url }
  if (await transition(db, 'payment', id, ['asked'], { ...link, state: 'open' })) return
  await transition(db, 'payment', id, ['open', 'authorized', 'captured'], link)
}

async function findOrCreateLink(
  deps: Deps,
  provider: Provider,
  order: OrderRow,
  row: PaymentRow,
  isFirst: boolean,
): Promise<ProviderLink> {
  const reference = order.number
  const deadline = AbortSignal.timeout(START_MS)
  const found = isFirst ? undefined : await provider.findLink(reference, deadline)
  if (found) return found
  const { name, email, phone } = order
  const link = {
    reference,
    amountPaise: row.amount_paise,
    expiresAt: row.expires_at,
    callbackUrl: toSiteUrl(deps.env, orderPath(reference)),
    customer: { name, email, phone },
  }
  try {
    return await provider.createLink(link, deadline)
  } catch (error) {
    // Another request was faster, or the answer to an earlier one was lost: the number has a link then. Without an
    // answer, a refusal is not final.
    const link = await provider.findLink(reference, deadline)
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
 * @param countCall see `startPayment`.
 * @throws HttpError 409 for another signature, 404 for a link of another order.
 */
export async function confirmPayment(
  deps: Deps,
  key: { number: string; userId: string },
  values: z.output<typeof confirmPaymentRequest>,
  countCall: () => Promise<void>,
): Promise<void> {
  const order = await queries.findOrder(deps.db, { number: key.number })
  if (order?.user_id !== key.userId) throw new HttpError(404, 'There is no such order.')
  const name = METHOD_RULES[order.method].provider
  const provider = getProvider(deps, name)
  if (!provider.isSignedReturn(values))
    throw new HttpError(409, 'This payment could not be verified. We ask the provider for it.')
  const { linkId, referenceId } = values
  const row = await payments.findPaymentOfLink(deps.db, name ?? '', linkId)
  if (!row || row.order_id !== order.id || referenceId !== order.number)
    throw new HttpError(404, 'There is no such payment of this order.')
  await countCall()
  await settleLink(deps, provider, row, linkId).catch((error: unknown) => {
    deps.log('warn', 'payment not answered', { order: order.number, error: String(error) })
    throw new HttpError(502, 'Your payment is being checked. Please look at this page in a minute.')
  })
}

/**
 * Handles an event of a provider: signature, whether it was seen, whether it is ours, amount, then what it says, all in
 * one transaction with its effect.
 * @param name of the provider.
 * @throws HttpError 401 for another signature, 404 for a provider without keys, 400 for a body that is no event, 503 if
 * the provider does not confirm the link of the event now: it repeats the event later.
 */
export async function handleEvent(
  deps: Deps,
  name: string,
  { body, getHeader }: { body: string; getHeader: (name: string) => string },
): Promise<void> {
  const provider = findProvider(deps.env, name)
  if (!provider) throw new HttpError(404, 'This shop takes no such payments.')
  const told = provider.parseEvent(getHeader, body)
  if (told === 'unsigned') throw new HttpError(401, 'The signature is not that of the body.')
  if (!told) throw new HttpError(400, 'This is no event.')
  const event = await confirmLink(deps, name, provider, told)
  const counts =
    event && (await runOrderChange(deps, (transaction) => settleEvent(transaction, name, event)))
  if (!counts)
    deps.log('warn', 'event of a payment ignored', {
      id: told.id,
      code: told.kind,
      order: told.reference,
    })
}

/** An event with an unknown link counts as the provider answers. @returns undefined if it does not have the link. */
async function confirmLink(
  deps: Deps,
  name: string,
  provider: Provider,
  event: ProviderEvent,
): Promise<ProviderEvent | undefined> {
  const { linkId, payment } = event
  if (linkId === '' || (await payments.findPaymentOfLink(deps.db, name, linkId))) return event
  try {
    const { reference, payments: paid } = await provider.readLink(linkId)
    return { ...event, reference, payment: paid.find(({ id }) => id === payment?.id) }
  } catch (error) {
    if (error instanceof RefusedError) return undefined
    throw new HttpError(503, 'The payment cannot be confirmed just now.')
  }
}

/** @returns false for an event that does not count. */
async function settleEvent(
  transaction: OrderTransaction,
  name: string,
  event: ProviderEvent,
): Promise<boolean> {
  const { db, now } = transaction
  const { refund, payment, dispute } = event
  if (refund && (await settleRefund(transaction, refund))) return true
  const row = await findEventPayment(transaction, name, event)
  if (!row) return false
  const id = `${name}:${event.id}`
  const seen = { id, order_id: row.order_id, kind: event.kind, received_at: now }
  if (!(await payments.insertPaymentEvent(db, seen))) return true
  if (dispute) await settleDispute(transaction, row, dispute)
  if (dispute || !payment) return true
  const counts = await settlePayment(transaction, row, payment, false)
  // The event of the refund is faster than the event of its payment.
  if (refund && !(await settleRefund(transaction, refund)))
    throw new HttpError(503, 'The payment of this refund is not known yet.')
  return counts
}

async function findEventPayment(
  { db }: OrderTransaction,
  name: string,
  { linkId, payment, dispute, reference }: ProviderEvent,
): Promise<PaymentRow | undefined> {
  if (linkId !== '') {
    const row = await payments.findPaymentOfLink(db, name, linkId)
    if (row) return row
  }
  const paymentId = payment?.id ?? dispute?.paymentId
  const known = paymentId && (await payments.findPaymentOfProvider(db, paymentId))
  if (known) return known
  // The event is faster than the answer that has the id of the link.
  const order = reference === '' ? undefined : await queries.findOrder(db, { number: reference })
  const rows = order ? await payments.listPayments(db, order.id) : []
  return rows.find(({ state, provider }) => state !== 'surplus' && provider === name)
}

/** Asks the providers for payments that no event has told of, and closes the links of orders that are cancelled. */
export async function checkPayments(deps: Deps): Promise<void> {
  const due = await payments.listPaymentsToCheck(deps.db, deps.now(), PAYMENTS_PER_RUN)
  for (const row of due) {
    if (deps.signal?.aborted) return
    const provider = findProvider(deps.env, row.provider)
    const isLeft = !provider && isSettled(row) && isOver(deps, row)
    const check_at = isLeft ? null : deps.now() + payments.CHECK_AFTER_MS
    if (!(await payments.claimPayment(deps.db, row, check_at))) continue
    if (!provider) continue
    const claimed = { ...row, check_at }
    await checkPayment(deps, provider, claimed).then(
      // A key that may look at a paid link may still lack the right to refund.
      () => (isSettled(row) ? undefined : noteKeys(deps)),
      async (error: unknown) => {
        deps.log('warn', 'payment not answered', { id: row.id, error: String(error) })
        if (error instanceof RefusedError && isOver(deps, row)) await stopAsking(deps, claimed)
        await noteKeys(deps, error)
      },
    )
  }
}

/** Whether the payment is awaited no longer: its link is asked for once, for what else was paid on it. */
const isSettled = ({ state }: PaymentRow): boolean => !payments.AWAITED.includes(state)

const isOver = (deps: Deps, { expires_at }: PaymentRow): boolean =>
  expires_at + GIVE_UP_MS < deps.now()

async function checkPayment(deps: Deps, provider: Provider, row: PaymentRow): Promise<void> {
  const order = await queries.findOrder(deps.db, { id: row.order_id })
  if (!order) return
  const linkId = row.link_id ?? (await provider.findLink(order.number))?.id
  if (linkId === undefined) {
    // The provider has never got the request.
    if (order.state !== 'awaiting_payment') await stopAsking(deps, row)
    return
  }
  if (row.link_id === null)
    await transition(deps.db, 'payment', row.id, payments.AWAITED, { link_id: linkId })
  const link = await settleLink(deps, provider, row, linkId)
  const isPayable = link.status === 'created'
  const isEnded = isOver(deps, row) || (!isPayable && link.status !== 'paid')
  if (isSettled(row) || isEnded) await stopAsking(deps, row)
  else if (isPayable && order.state === 'cancelled')
    await provider.cancelLink(linkId).catch((error: unknown) => {
      // It was paid in this moment, or has ended: the next look tells.
      if (!(error instanceof RefusedError)) throw error
    })
}

/** Asks for a payment no more, unless it was captured, or an event asked for another look, since it was claimed. */
function stopAsking(deps: Deps, row: PaymentRow): Promise<boolean> {
  const { id, check_at } = row
  const state = isSettled(row) ? row.state : 'closed'
  const from = isSettled(row) ? [state] : payments.AWAITED
  return transition(deps.db, 'payment', id, from, { state, check_at: null }, { check_at })
}
