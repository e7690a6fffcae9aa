import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { calculateTotals } from '#src/rules/money.ts'
import type { ApiClient, JsonResponse } from './api-client.ts'
import type { TestApp } from './test-app.ts'

export const ADDRESS = {
  address: '7, Jalebi Chowk',
  city: 'Jaipur',
  state: 'Rajasthan',
  pincode: '302002',
}
export const PHONE = '98290 12345'

/** What a shopper sees in the cart, as the checkout sends it. */
export async function readSeen(client: ApiClient) {
  const { cart } = (await client.get('/cart')).body as {
    cart: { id: string; quantity: number; price: number }[]
  }
  return {
    lines: cart.map(({ id, quantity, price }) => ({ id, quantity, price })),
    total: calculateTotals(cart).total,
  }
}

/** Places an order of what the cart shows now. */
export async function place(
  client: ApiClient,
  given: Record<string, unknown> = {},
  key: string = randomUUID(),
): Promise<JsonResponse> {
  const seen = await readSeen(client)
  const body = { address: ADDRESS, phone: PHONE, method: 'cod', seen, ...given }
  return client.post('/orders', body, { 'Idempotency-Key': key })
}

/** Adds pieces to the cart and places an order of them. @returns its number. */
export async function order(
  client: ApiClient,
  productId: string,
  given: Record<string, unknown> & { quantity?: number } = {},
): Promise<string> {
  const { quantity = 1, ...rest } = given
  await client.post('/cart', { productId, quantity })
  const { status, body } = await place(client, rest)
  expect(body).toMatchObject({ success: true })
  expect(status).toBe(201)
  return body.order.number
}

const MAIL_SUBJECTS = {
  placed: /^Your order (KV-\w+) at Kairavi$/,
  paid: /^Your order (KV-\w+) at Kairavi is paid$/,
  dispatched: /^Your order (KV-\w+) is on its way$/,
  delivered: /^Your order (KV-\w+) has arrived$/,
  cancelled: /^Your order (KV-\w+) at Kairavi is cancelled$/,
  refunded: /^A refund for your order (KV-\w+)$/,
} as const

/**
 * Checks what is true of all orders, whatever has happened: pieces on the shelf and dispatched less those that came
 * back are what editors counted, every hold is of an order that waits or is placed, payments less refunds are what the
 * states say, and each event has one mail.
 * @param counted pieces that editors have counted, by product; all choices together.
 */
export async function expectInvariants(
  { deps: { db } }: Pick<TestApp, 'deps'>,
  counted: Record<string, number> = {},
): Promise<void> {
  const orders = await db.selectFrom('order').selectAll().execute()
  const lines = await db.selectFrom('order_line').selectAll().execute()
  const holds = await db.selectFrom('stock_hold').selectAll().execute()
  const stock = await db.selectFrom('stock').selectAll().execute()
  const payments = await db.selectFrom('payment').selectAll().execute()
  const refunds = await db.selectFrom('refund').selectAll().execute()
  const events = await db.selectFrom('order_event').selectAll().execute()
  const mails = await db.selectFrom('outbox').select('subject').execute()
  const shipments = await db.selectFrom('shipment').selectAll().execute()

  const dispatched = new Set(shipments.map(({ order_id }) => order_id))
  for (const [productId, count] of Object.entries(counted)) {
    const onHand = stock
      .filter(({ product_id }) => product_id === productId)
      .reduce((sum, { on_hand }) => sum + on_hand, 0)
    const gone = lines
      .filter((line) => line.product_id === productId && dispatched.has(line.order_id))
      .reduce((sum, { quantity, cancelled, returned }) => sum + quantity - cancelled - returned, 0)
    expect(onHand + gone, `pieces of ${productId}`).toBe(count)
  }
  const byOrder = Map.groupBy(holds, ({ order_id }) => order_id)
  for (const { id, number, state, expires_at } of orders) {
    const held = (byOrder.get(id) ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
    const wanted = lines
      .filter(({ order_id }) => order_id === id)
      .reduce((sum, { quantity, cancelled }) => sum + quantity - cancelled, 0)
    const isHeld = state === 'awaiting_payment' || state === 'placed'
    expect(held, `held for ${number} (${state})`).toBe(isHeld ? wanted : 0)
    expect(expires_at !== null, `an end of ${number} (${state})`).toBe(state === 'awaiting_payment')
  }
  for (const order of orders) {
    const paid =
      payments
        .filter(({ order_id, state }) => order_id === order.id && /captured|surplus/.test(state))
        .reduce((sum, { amount_paise }) => sum + amount_paise, 0) +
      (order.method === 'cod' && order.payment_state !== 'none' ? order.total_paise : 0)
    const refunded = refunds
      .filter(({ order_id, state }) => order_id === order.id && state === 'processed')
      .reduce((sum, { amount_paise }) => sum + amount_paise, 0)
    const started = refunds
      .filter(({ order_id, state }) => order_id === order.id && state !== 'failed')
      .reduce((sum, { amount_paise }) => sum + amount_paise, 0)
    expect(started, `refunds of ${order.number}`).toBeLessThanOrEqual(paid)
    const surplus = payments
      .filter(({ order_id, state }) => order_id === order.id && state === 'surplus')
      .map(({ id }) => id)
    const refundedSurplus = refunds
      .filter(
        ({ payment_id, state }) => surplus.includes(payment_id ?? '') && state === 'processed',
      )
      .reduce((sum, { amount_paise }) => sum + amount_paise, 0)
    const surplusPaid = payments
      .filter(({ id }) => surplus.includes(id))
      .reduce((sum, { amount_paise }) => sum + amount_paise, 0)
    const rest = paid - surplusPaid - (refunded - refundedSurplus)
    const says = {
      none: 0,
      pending: 0,
      failed: 0,
      authorized: 0,
      refunded: 0,
      collected: order.total_paise,
      captured: order.total_paise,
      part_refunded: order.total_paise - order.refunded_paise,
    }[order.payment_state]
    // The orders of earlier releases have no payment.
    if (paid > 0 || order.method === 'cod')
      expect(rest, `money of ${order.number} (${order.payment_state})`).toBe(says)
  }
  for (const [kind, subject] of Object.entries(MAIL_SUBJECTS)) {
    const sent = mails.flatMap((mail) => subject.exec(mail.subject)?.[1] ?? []).toSorted()
    const told = orders
      .flatMap((order) =>
        events
          .filter((event) => event.order_id === order.id && event.kind === kind)
          .filter(() => order.email !== '')
          // The cash of one that is placed at once is mailed as placed, the payment of another as paid.
          .filter(() => kind !== 'placed' || order.method === 'cod')
          .filter(() => kind !== 'paid' || wasPlaced(order, events))
          .map(() => order.number),
      )
      .toSorted()
    expect(sent, `mails that say ${kind}`).toEqual(told)
  }
}

/** A payment that came too late has no mail but that of its refund. */
const wasPlaced = (
  order: { id: string; state: string; payment_state: string },
  events: readonly { order_id: string; kind: string; text: string }[],
): boolean =>
  !events.some(
    ({ order_id, kind, text }) =>
      order_id === order.id && kind === 'refund_started' && /was cancelled before/.test(text),
  )
