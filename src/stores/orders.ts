import { PUBLIC_API_URL } from 'astro:env/client'
import { atom, computed } from 'nanostores'
import { call, type Outcome } from '#src/api-client/call.ts'
import { keyFor, releaseKey } from '#src/api-client/idempotency-key.ts'
import type { User } from '#src/contract/account.ts'
import type { Exchange, OrderAddress, OrderDetail, PayoutRequest } from '#src/contract/orders.ts'
import type { CANCEL_REASONS, RETURN_REASONS } from '#src/contract/values.ts'
import { orderMessages } from '#src/rules/messages/orders.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { paths } from '#src/rules/paths.ts'
import { navigate } from './navigation.ts'
import { errorText, type FormResult, toFailure } from './outcome.ts'
import { createQuery } from './query.ts'
import { $uid, broadcastSession } from './session.ts'
import { broadcast } from './tabs.ts'
import { toast, toastOnNextPage } from './toasts.ts'

const NAME = 'orders'
const messages = orderMessages.page

/** The number in the address of the page of an order. */
export const $orderNumber = atom<string | null>(null)

/** The order of that number, of the signed-in user. It is not cached, because amounts may change. */
export const order = createQuery<OrderDetail>({
  name: NAME,
  $key: computed([$uid, $orderNumber], (uid, number) =>
    uid && number ? `${uid} ${number}` : null,
  ),
  async fetch(key) {
    const param = key.slice(key.indexOf(' ') + 1)
    const outcome = await call('GET /orders/:number', { param })
    if (outcome.kind === 'ok') return { data: outcome.body.order }
    if (outcome.kind === 'rejected' && outcome.status === 404) return { error: messages.notFound }
    return { error: errorText(outcome, messages.failed) }
  },
})

interface EarlierOrders {
  page?: { orders: User['orders']; next: string | null }
  error?: string
}

/** Orders of the user that were placed before another one, as the profile has them. */
export async function listEarlierOrders(before: string): Promise<EarlierOrders> {
  const outcome = await call('GET /orders', { query: { before } })
  if (outcome.kind !== 'ok') return { error: errorText(outcome, messages.listFailed) }
  const { orders, next } = outcome.body
  return {
    page: {
      next,
      orders: orders.map(({ number, date, total, state, items }) => ({
        id: number,
        date,
        total,
        state: ORDER_RULES[state].label,
        items,
      })),
    },
  }
}

/** Shows the order after a step, here and in other tabs; on a conflict, the current order. */
function settle(outcome: Outcome<{ message: string; order: OrderDetail }>): FormResult {
  if (outcome.kind !== 'ok') {
    if (outcome.kind === 'rejected' && outcome.status === 409) void order.refetch()
    return toFailure(outcome, messages.stepFailed)
  }
  order.markStale()
  order.confirm(outcome.body.order)
  broadcast(NAME)
  toast.success(outcome.body.message)
  return { ok: true, message: outcome.body.message }
}

/** Takes a step once, however often it is sent. */
async function takeStep(
  request: string,
  send: (idempotencyKey: string) => Promise<Outcome<{ message: string; order: OrderDetail }>>,
): Promise<FormResult> {
  const outcome = await send(keyFor(request))
  if (outcome.kind !== 'failed') releaseKey(request)
  return settle(outcome)
}

export const cancelOrder = (
  number: string,
  reason: (typeof CANCEL_REASONS)[number],
): Promise<FormResult> =>
  takeStep(`order/${number}/cancel/${reason}`, (idempotencyKey) =>
    call('POST /orders/:number/cancel', { param: number, body: { reason }, idempotencyKey }),
  )

export const correctDelivery = (
  number: string,
  body: { name: string; address: OrderAddress; phone: string },
): Promise<FormResult> =>
  takeStep(`order/${number}/delivery/${JSON.stringify(body)}`, (idempotencyKey) =>
    call('PUT /orders/:number/delivery', { param: number, body, idempotencyKey }),
  )

export const reduceOrder = (
  number: string,
  body: {
    lines: { position: number; quantity: number }[]
    reason: (typeof CANCEL_REASONS)[number]
  },
): Promise<FormResult> =>
  takeStep(`order/${number}/reduce/${JSON.stringify(body)}`, (idempotencyKey) =>
    call('POST /orders/:number/reduce', { param: number, body, idempotencyKey }),
  )

export interface ReturnRequest {
  lines: { position: number; quantity: number }[]
  reason: (typeof RETURN_REASONS)[number]
  note: string
  /** What leaves instead of the money. */
  variantId?: string
}

export const returnOrder = (number: string, body: ReturnRequest): Promise<FormResult> =>
  takeStep(`order/${number}/return/${JSON.stringify(body)}`, (idempotencyKey) =>
    call('POST /orders/:number/return', { param: number, body, idempotencyKey }),
  )

/** Lists what a line of an order can be exchanged for. */
export async function listExchanges(
  number: string,
  position: number,
): Promise<{ variants?: Exchange[]; error?: string }> {
  const outcome = await call('GET /orders/:number/exchanges', {
    param: number,
    query: { position: String(position) },
  })
  return outcome.kind === 'ok'
    ? { variants: outcome.body.variants }
    : { error: errorText(outcome, orderMessages.exchange.failed) }
}

export const withdrawReturn = (id: string): Promise<FormResult> =>
  takeStep(`return/${id}/withdraw`, (idempotencyKey) =>
    call('POST /returns/:id/withdraw', { param: id, idempotencyKey }),
  )

/** Sends where cash is paid back. It is not kept in the browser, and a repeat changes nothing. */
export const savePayout = async (number: string, body: PayoutRequest): Promise<FormResult> =>
  settle(await call('PUT /orders/:number/payout', { param: number, body }))

/** Puts the pieces of an order into the cart, which opens. @returns why it did not work; '' while it opens. */
export async function orderAgain(number: string): Promise<string> {
  const request = `order/${number}/again`
  const idempotencyKey = keyFor(request)
  const outcome = await call('POST /orders/:number/again', { param: number, idempotencyKey })
  if (outcome.kind !== 'failed') releaseKey(request)
  if (outcome.kind !== 'ok') return errorText(outcome, messages.stepFailed)
  broadcastSession()
  toastOnNextPage('success', outcome.body.message)
  navigate(paths.cart)
  return ''
}

/** Reads an order of a deleted account by the link of a mail. */
export async function readLinkedOrder(
  number: string,
  token: string,
): Promise<{ order?: OrderDetail; error?: string }> {
  const outcome = await call('POST /orders/linked', { body: { number, token } })
  return outcome.kind === 'ok'
    ? { order: outcome.body.order }
    : { error: errorText(outcome, messages.failed) }
}

/** Opens the page of the provider on which the order is paid. @returns why it could not be opened; '' while it opens. */
export async function payOrder(number: string): Promise<string> {
  const outcome = await call('POST /orders/:number/payment', { param: number })
  if (outcome.kind === 'ok') {
    navigate(outcome.body.url)
    return ''
  }
  if (outcome.kind === 'rejected' && outcome.status === 409) void order.refetch()
  return errorText(outcome, messages.stepFailed)
}

/** The address of the PDF of an invoice or a credit note. */
export const toDocumentUrl = (number: string, document: string): string =>
  `${PUBLIC_API_URL}/orders/${number}/pdf?${new URLSearchParams({ document })}`

/** Mails the order to the address of the account, and says so. */
export async function mailOrder(number: string): Promise<void> {
  const outcome = await call('POST /orders/:number/mail', { param: number })
  if (outcome.kind === 'ok') toast.success(outcome.body.message)
  else toast.error(errorText(outcome, messages.stepFailed))
}

/** The provider's parameters in the address on the way back; null without them. */
function readReturn(search: URLSearchParams) {
  const read = (name: string) => search.get(`razorpay_${name}`) ?? ''
  const [paymentId, linkId] = [read('payment_id'), read('payment_link_id')]
  if (!paymentId || !linkId) return null
  return {
    paymentId,
    linkId,
    referenceId: read('payment_link_reference_id'),
    status: read('payment_link_status'),
    signature: read('signature'),
  }
}

/** Reads the number in the address, and settles a payment from which the shopper comes back. */
export async function openOrder(): Promise<void> {
  const url = new URL(location.href)
  const number = url.searchParams.get('number')
  const paid = readReturn(url.searchParams)
  $orderNumber.set(number)
  if (!number || !paid) return
  const outcome = await call('POST /orders/:number/payment/confirm', { param: number, body: paid })
  // Without an answer, or without a session, a reload or the way back from the login settles it.
  const isAnswered =
    outcome.kind === 'ok' ||
    (outcome.kind === 'rejected' && outcome.status !== 401 && outcome.status < 500)
  if (isAnswered) {
    for (const name of [...url.searchParams.keys()])
      if (name.startsWith('razorpay_')) url.searchParams.delete(name)
    history.replaceState(history.state, '', url)
  }
  const result = settle(outcome)
  if (!result.ok) toast.error(result.message)
}
