import { describe, expect } from 'vitest'
import { expireOrders, runOrderJob } from '#src/server/shop/orders/order-job.ts'
import { checkPayments } from '#src/server/shop/orders/payments.ts'
import { sendDueRefunds } from '#src/server/shop/orders/refunds.ts'
import { disturbDatabase } from '#tests/helpers/disturbed-database.ts'
import { expectInvariants, order } from '#tests/helpers/orders.ts'
import {
  MINUTE,
  orderToPay,
  payOrder,
  readOrder,
  STOCK,
  test,
  watch,
} from '#tests/helpers/payment-test.ts'
import { listMailsTo } from '#tools/api-client.ts'
import { deliver } from '#tools/razorpay-stand-in.ts'
import type { TestApp } from '#tools/test-app.ts'

const reason = 'I changed my mind'
const DAY = 24 * 60 * MINUTE

const readPayments = ({ deps: { db } }: TestApp) =>
  db.selectFrom('payment').selectAll().orderBy('created_at').execute()
const readRefunds = ({ deps: { db } }: TestApp) =>
  db.selectFrom('refund').selectAll().orderBy('created_at').execute()

describe('a refund that is not answered', () => {
  test('is sent later after each failure, within an hour at most', async ({
    shop,
    provider,
    asha,
  }) => {
    shop.freezeTime()
    const { number } = await payOrder(shop, provider, asha)
    await asha.post(`/orders/${number}/cancel`, { reason })
    const waits: number[] = []
    for (let run = 0; run < 8; run++) {
      provider.faults.refund = ['fail']
      const now = shop.deps.now()
      await sendDueRefunds(shop.deps)
      const [refund] = await readRefunds(shop)
      waits.push((Number(refund?.due_at) - now) / MINUTE)
      shop.advanceTime(Number(refund?.due_at) - now)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    await sendDueRefunds(shop.deps)
    expect(await readOrder(asha, number)).toMatchObject({ paymentState: 'refunded' })
  })

  test('is asked for again after a minute while it is pending', async ({
    shop,
    provider,
    asha,
  }) => {
    shop.freezeTime()
    const { number } = await payOrder(shop, provider, asha)
    await asha.post(`/orders/${number}/cancel`, { reason })
    provider.faults.refund = ['pending']
    await sendDueRefunds(shop.deps)
    const [refund] = await readRefunds(shop)
    expect(refund).toMatchObject({ last_error: null, provider_id: expect.any(String) })
    expect(Number(refund?.due_at) - shop.deps.now()).toBe(MINUTE)
  })

  test('says why, in at most 300 letters', async ({ shop, provider, asha, editor }) => {
    const { number } = await payOrder(shop, provider, asha)
    await asha.post(`/orders/${number}/cancel`, { reason })
    provider.faults.refund = ['unauthorized']
    await sendDueRefunds(shop.deps)
    const read = async () => (await editor.get(`/editor/orders/${number}`)).body.order.refunds[0]
    expect(await read()).toMatchObject({
      state: 'pending',
      problem: 'Razorpay answered 401: Authentication failed',
    })
    const told = shop.logs.find(({ message }) => message === 'refund not answered')
    expect(told).toMatchObject({
      level: 'warn',
      fields: { error: 'Razorpay answered 401: Authentication failed' },
    })
    shop.advanceTime(10 * MINUTE)
    provider.faults.refund = ['refuse']
    await sendDueRefunds(shop.deps)
    expect(await read()).toMatchObject({
      state: 'failed',
      canRepeat: true,
      problem: 'Razorpay answered 400: The payment has been fully refunded already',
    })
    expect((await readOrder(asha, number)).events.at(-1)).toMatchObject({
      kind: 'refund_failed',
      text: 'The refund of ₹1,050.00 failed. We look into it.',
    })
  })
})

describe('a process that ends', () => {
  test('starts no other call and no other cancellation', async ({ shop, provider, asha }) => {
    const { number } = await payOrder(shop, provider, asha)
    await asha.post(`/orders/${number}/cancel`, { reason })
    const open = await orderToPay(asha)
    shop.advanceTime(20 * MINUTE)
    const before = { ...provider.calls }
    const ending = { ...shop.deps, signal: AbortSignal.abort() }
    for (const task of [checkPayments, sendDueRefunds, expireOrders]) await task(ending)
    expect(provider.calls).toEqual(before)
    expect((await readOrder(asha, open)).state).toBe('awaiting_payment')
    await runOrderJob(shop.deps)
    expect((await readOrder(asha, open)).state).toBe('cancelled')
    expect((await readOrder(asha, number)).paymentState).toBe('refunded')
  })
})

describe('an order that expires', () => {
  test('keeps its pieces if it is paid after the job has found it', async ({
    shop,
    provider,
    asha,
  }) => {
    const number = await orderToPay(asha)
    const event = provider.event('payment_link.paid', provider.pay(number))
    shop.advanceTime(20 * MINUTE)
    const { run } = disturbDatabase(shop.deps)
    const interrupt = async () => void (await deliver(shop, event))
    await run({ interruptAt: 1, interrupt }, () => expireOrders(shop.deps))
    expect(await readOrder(asha, number)).toMatchObject({
      state: 'placed',
      paymentState: 'captured',
    })
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('is cancelled once by two processes', async ({ shop, asha }) => {
    const number = await orderToPay(asha)
    shop.advanceTime(20 * MINUTE)
    const { run } = disturbDatabase(shop.deps)
    const interrupt = () => expireOrders(shop.deps)
    await run({ interruptAt: 1, interrupt }, () => expireOrders(shop.deps))
    const { events } = await readOrder(asha, number)
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['placed', 'expired'])
    await expectInvariants(shop, { [watch]: STOCK })
  })
})

test('a task that fails is told, and the others run', async ({ shop, provider, asha }) => {
  const { number } = await payOrder(shop, provider, asha)
  await asha.post(`/orders/${number}/cancel`, { reason })
  const { run } = disturbDatabase(shop.deps)
  await run({ failAt: 0 }, () => runOrderJob(shop.deps))
  expect(shop.logs).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      message: 'orders failed',
      fields: { code: 'checkPayments', error: 'Error: Connection terminated' },
    }),
  )
  expect((await readOrder(asha, number)).paymentState).toBe('refunded')
})

describe('the link of a payment', () => {
  test('lives as long as the order is held, and a quarter of an hour at least', async ({
    shop,
    provider,
    asha,
  }) => {
    shop.freezeTime()
    const number = await order(asha, watch, { method: 'razorpay' })
    const { payBefore } = await readOrder(asha, number)
    expect(Date.parse(payBefore) - shop.deps.now()).toBe(15 * MINUTE)
    shop.advanceTime(10 * MINUTE)
    const { body } = await asha.post(`/orders/${number}/payment`)
    const [link] = provider.links.values()
    expect(link?.expire_by).toBe(Math.ceil((shop.deps.now() + 16 * MINUTE) / 1000))
    expect(body.expiresAt).toBe(new Date(shop.deps.now() + 16 * MINUTE).toISOString())
  })

  test('that the provider never got is closed once the order has ended', async ({
    shop,
    provider,
    asha,
  }) => {
    const number = await order(asha, watch, { method: 'razorpay' })
    provider.faults.createLink = ['fail']
    provider.faults.findLink = ['fail']
    expect((await asha.post(`/orders/${number}/payment`)).status).toBe(502)
    expect(shop.logs).toContainEqual(
      expect.objectContaining({
        message: 'payment link not answered',
        fields: { order: number, error: 'UnavailableError: Razorpay answered 500: no reason' },
      }),
    )
    shop.advanceTime(6 * MINUTE)
    await checkPayments(shop.deps)
    expect(await readPayments(shop)).toMatchObject([{ state: 'asked' }])
    shop.advanceTime(20 * MINUTE)
    await runOrderJob(shop.deps)
    shop.advanceTime(6 * MINUTE)
    await checkPayments(shop.deps)
    expect(await readPayments(shop)).toMatchObject([{ state: 'closed', check_at: null }])
  })

  test('is asked for until a day after its end', async ({ shop, provider, asha }) => {
    shop.freezeTime()
    const number = await orderToPay(asha)
    const [link] = provider.links.values()
    if (!link) throw new Error('There is no link.')
    shop.advanceTime(20 * MINUTE)
    await expireOrders(shop.deps)
    // It can no longer be cancelled, and the provider does not call it expired yet.
    provider.faults.cancelLink = Array.from({ length: 20 }, () => 'refuse')
    const [{ expires_at = 0 } = {}] = await readPayments(shop)
    const at = (now: number) => shop.advanceTime(now - shop.deps.now())
    at(Number(expires_at) + DAY)
    await checkPayments(shop.deps)
    expect(await readPayments(shop)).toMatchObject([{ state: 'open' }])
    at(Number(expires_at) + DAY + 5 * MINUTE)
    await checkPayments(shop.deps)
    expect(await readPayments(shop)).toMatchObject([{ state: 'closed', check_at: null }])
    const asked = provider.calls.readLink
    shop.advanceTime(DAY)
    await checkPayments(shop.deps)
    expect(provider.calls.readLink).toBe(asked)
    expect((await readOrder(asha, number)).state).toBe('cancelled')
  })

  test('that the provider no longer knows is asked for until then too', async ({
    shop,
    provider,
    asha,
  }) => {
    shop.freezeTime()
    await orderToPay(asha)
    provider.links.clear()
    const [{ expires_at = 0 } = {}] = await readPayments(shop)
    const at = (now: number) => shop.advanceTime(now - shop.deps.now())
    at(Number(expires_at) + DAY)
    await checkPayments(shop.deps)
    expect(await readPayments(shop)).toMatchObject([{ state: 'open' }])
    at(Number(expires_at) + DAY + 5 * MINUTE)
    await checkPayments(shop.deps)
    expect(await readPayments(shop)).toMatchObject([{ state: 'closed', check_at: null }])
  })

  test('that has expired at the provider is closed at once', async ({ shop, provider, asha }) => {
    await orderToPay(asha)
    const [link] = provider.links.values()
    if (link) link.status = 'expired'
    shop.advanceTime(6 * MINUTE)
    await checkPayments(shop.deps)
    expect(await readPayments(shop)).toMatchObject([{ state: 'closed', check_at: null }])
  })
})

describe('a late payment', () => {
  test('leaves nothing of the cancellation', async ({ shop, provider, asha }) => {
    const number = await orderToPay(asha, 2)
    shop.advanceTime(20 * MINUTE)
    await expireOrders(shop.deps)
    await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
    const read = () => shop.deps.db.selectFrom('order').selectAll().executeTakeFirstOrThrow()
    expect(await read()).toMatchObject({
      state: 'placed',
      payment_state: 'captured',
      expires_at: null,
      cancelled_at: null,
      reason: '',
      back_paise: 0,
    })
    const holds = await shop.deps.db.selectFrom('stock_hold').selectAll().execute()
    expect(holds).toMatchObject([{ quantity: 2, expires_at: null }])
    const mails = await listMailsTo(shop, asha.email)
    expect(mails.at(-1)?.subject).toBe(`Your order ${number} at Kairavi is paid`)
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('of a piece that was sold meanwhile is refunded with a mail', async ({
    shop,
    provider,
    asha,
    shopper,
  }) => {
    const number = await orderToPay(asha, 2)
    shop.advanceTime(20 * MINUTE)
    await expireOrders(shop.deps)
    await order(shopper, watch, { quantity: 4 })
    await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
    await runOrderJob(shop.deps)
    expect(await readOrder(asha, number)).toMatchObject({
      state: 'cancelled',
      paymentState: 'refunded',
      cancelReason: 'It was not paid in time',
      refunds: [{ reason: 'The order was cancelled before', amount: 2_100 }],
    })
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('is looked for again once its link has ended', async ({ shop, provider, asha }) => {
    shop.freezeTime()
    const number = await orderToPay(asha)
    await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
    const [paid] = await readPayments(shop)
    expect(Number(paid?.check_at)).toBe(Number(paid?.expires_at) + 5 * MINUTE)
  })

  test('on an ended link is looked for again in five minutes', async ({ shop, provider, asha }) => {
    shop.freezeTime()
    const number = await orderToPay(asha)
    shop.advanceTime(30 * MINUTE)
    await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
    const [paid] = await readPayments(shop)
    expect(paid).toMatchObject({ state: 'captured', captured_at: shop.deps.now() })
    expect(Number(paid?.check_at)).toBe(shop.deps.now() + 5 * MINUTE)
  })
})

describe('the log of the operator', () => {
  test('has an amount that differs from that of the order', async ({ shop, provider, asha }) => {
    const number = await orderToPay(asha)
    const payment = provider.pay(number)
    const event = provider.event('payment.captured', payment, { amount: 104_999 })
    await deliver(shop, event)
    expect(shop.logs).toContainEqual(
      expect.objectContaining({
        level: 'error',
        message: 'payment of another amount than the order',
        fields: { order: number, error: '104999 INR in place of 105000 INR' },
      }),
    )
    expect(shop.logs).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        message: 'event of a payment ignored',
        fields: { id: event.id, code: 'payment.captured', order: number },
      }),
    )
  })

  test('has no event that counts, also not its repeat', async ({
    shop,
    provider,
    asha,
    editor,
  }) => {
    const number = await orderToPay(asha)
    const payment = provider.pay(number)
    const authorized = provider.event('payment.authorized', { ...payment, status: 'authorized' })
    const captured = provider.event('payment_link.paid', payment)
    for (const event of [authorized, captured, captured, authorized]) await deliver(shop, event)
    await editor.post(`/editor/orders/${number}/refund`, { reason: 'All of it' })
    await runOrderJob(shop.deps)
    const [refund] = provider.refunds.values()
    if (!refund) throw new Error('There is no refund.')
    await deliver(shop, provider.refundEvent('refund.processed', refund))
    await deliver(shop, provider.disputeEvent('created', payment))
    const ignored = shop.logs.filter(({ message }) => message === 'event of a payment ignored')
    expect(ignored).toEqual([])
    await expectInvariants(shop, { [watch]: STOCK })
  })
})

describe('the timeline of an order', () => {
  const readTexts = async (shop: TestApp, number: string) => {
    const editor = await shop.createSignedInUser('editor')
    const { events } = (await editor.get(`/editor/orders/${number}`)).body.order
    return events.map(({ text }: { text: string }) => text)
  }

  test('tells a second payment and its refund', async ({ shop, provider, asha }) => {
    const { number } = await payOrder(shop, provider, asha)
    await deliver(shop, provider.event('payment.captured', provider.pay(number)))
    await runOrderJob(shop.deps)
    expect((await readTexts(shop, number)).slice(1)).toEqual([
      'The payment of ₹1,050.00 has arrived.',
      'A refund of ₹1,050.00 was started. It was paid twice.',
      '₹1,050.00 was refunded. It was paid twice.',
    ])
  })

  test('tells a failed payment once, and a payment of another amount', async ({
    shop,
    provider,
    asha,
  }) => {
    const number = await orderToPay(asha)
    for (const _ of [1, 2]) {
      const failed = provider.pay(number, { status: 'failed' })
      await deliver(shop, provider.event('payment.failed', failed))
    }
    const payment = provider.pay(number, { amount: 200 })
    await asha.post(`/orders/${number}/payment/confirm`, provider.toConfirmation(payment))
    expect((await readTexts(shop, number)).slice(1)).toEqual([
      'A payment failed. It can be tried again.',
      'A refund of ₹2.00 was started. It was paid with another amount.',
    ])
  })

  test('tells each step of a dispute', async ({ shop, provider, asha }) => {
    const { number, payment } = await payOrder(shop, provider, asha)
    for (const kind of ['created', 'won', 'lost'])
      await deliver(shop, provider.disputeEvent(kind, payment))
    expect((await readTexts(shop, number)).slice(2)).toEqual([
      'The bank of the buyer asks for ₹1,050.00 of the payment.',
      'The bank of the buyer no longer asks for ₹1,050.00 of the payment.',
      'The bank of the buyer has taken ₹1,050.00 of the payment back.',
      '₹1,050.00 was refunded. The bank of the buyer took it back.',
    ])
  })

  test('tells a late payment whose order was cancelled', async ({ shop, provider, asha }) => {
    const number = await orderToPay(asha)
    await asha.post(`/orders/${number}/cancel`, { reason })
    await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
    await runOrderJob(shop.deps)
    expect((await readTexts(shop, number)).slice(2)).toEqual([
      'The payment of ₹1,050.00 has arrived.',
      'A refund of ₹1,050.00 was started. The order was cancelled before.',
      '₹1,050.00 was refunded. The order was cancelled before.',
    ])
  })

  test('tells why a payment is not taken', async ({ shop, provider, asha }) => {
    const number = await order(asha, watch, { method: 'razorpay' })
    provider.faults.createLink = ['refuse']
    await asha.post(`/orders/${number}/payment`)
    expect((await readTexts(shop, number)).slice(1)).toEqual([
      'The payment cannot be made online. Razorpay answered 400: The payment has been fully refunded already.',
    ])
    expect(await readPayments(shop)).toMatchObject([{ state: 'refused', check_at: null }])
  })
})
