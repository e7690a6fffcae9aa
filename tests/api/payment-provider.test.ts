import { describe, expect, vi } from 'vitest'
import { expireOrders, runOrderJob } from '#src/server/shop/orders/order-job.ts'
import { expectInvariants, order, place } from '#tests/helpers/orders.ts'
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

const reason = 'I changed my mind'

describe('keys that the provider refuses', () => {
  test('leave a refund pending, and the operator and the desk are told', async ({
    shop,
    provider,
    asha,
    visitor,
  }) => {
    const { number } = await payOrder(shop, provider, asha)
    await asha.post(`/orders/${number}/cancel`, { reason })
    provider.faults.refund = ['unauthorized', 'unauthorized']
    for (let run = 0; run < 2; run++) {
      await runOrderJob(shop.deps)
      shop.advanceTime(60 * MINUTE)
    }
    expect(await readOrder(asha, number)).toMatchObject({ refunds: [{ state: 'pending' }] })
    const editor = await shop.createSignedInUser('editor')
    const found = (await editor.get(`/editor/orders/${number}`)).body.order
    expect(found.refunds).toMatchObject([{ problem: expect.stringContaining('401') }])
    expect((await editor.get('/editor/dashboard')).body.orders.views.refunds).toBe(1)
    const problems = async () => (await visitor.get('/ready')).body.problems
    expect(await problems()).toContain('payment-keys-refused')
    const told = shop.logs.filter(({ message }) => message.includes('refuses the keys'))
    expect(told).toHaveLength(1)

    await runOrderJob(shop.deps)
    expect(await readOrder(asha, number)).toMatchObject({ paymentState: 'refunded' })
    expect(await problems()).not.toContain('payment-keys-refused')
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('are told too when a payment page does not open', async ({ provider, asha, visitor }) => {
    const number = await order(asha, watch, { method: 'razorpay' })
    provider.faults.createLink = ['unauthorized']
    expect((await asha.post(`/orders/${number}/payment`)).status).toBe(502)
    expect((await visitor.get('/ready')).body.problems).toContain('payment-keys-refused')
  })
})

describe('a payment that the provider does not take', () => {
  test('is refused for good, to the shopper and in the timeline', async ({
    shop,
    provider,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch, { method: 'razorpay' })
    provider.faults.createLink = ['refuse']
    const final = { status: 409, body: { message: expect.stringContaining('not later') } }
    expect(await asha.post(`/orders/${number}/payment`)).toMatchObject(final)
    expect(await asha.post(`/orders/${number}/payment`)).toMatchObject(final)
    expect(provider.calls.createLink).toBe(1)
    const { events } = (await editor.get(`/editor/orders/${number}`)).body.order
    expect(events.map(({ kind }: { kind: string }) => kind)).toEqual(['placed', 'payment_refused'])
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('is refused before the order is placed above the limit', async ({ shop, asha }) => {
    await shop.deps.db.updateTable('stock').set({ on_hand: 1_000 }).execute()
    shop.deps.env = { ...shop.deps.env, RAZORPAY_MAX: 2_099 }
    await asha.post('/cart', { productId: watch, quantity: 2 })
    expect(await place(asha, { method: 'razorpay' })).toMatchObject({
      status: 409,
      body: { field: 'method', message: expect.stringContaining('ask us how to pay') },
    })
    shop.deps.env = { ...shop.deps.env, RAZORPAY_MAX: 2_100 }
    expect((await place(asha, { method: 'razorpay' })).status).toBe(201)
  })

  test('all calls for its page have one deadline', async ({ provider, asha }) => {
    const number = await order(asha, watch, { method: 'razorpay' })
    const { timeout } = AbortSignal
    const short = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 16))
    provider.setDelay(1_000)
    const answer = await asha.post(`/orders/${number}/payment`)
    short.mockRestore()
    expect(answer.status).toBe(502)
    expect(provider.calls).toMatchObject({ createLink: 1, findLink: 0 })
  })
})

describe('an event', () => {
  test('with a link that the provider does not have places nothing', async ({
    shop,
    provider,
    asha,
  }) => {
    const number = await orderToPay(asha)
    const payment = provider.pay(number)
    const unknown = { ...payment, link: { ...payment.link, id: 'plink_by_hand' } }
    expect((await deliver(shop, provider.event('payment_link.paid', unknown))).status).toBe(200)
    expect((await readOrder(asha, number)).state).toBe('awaiting_payment')
    await deliver(shop, provider.event('payment_link.paid', payment))
    expect((await readOrder(asha, number)).state).toBe('placed')
  })

  test('waits for the provider if its link cannot be confirmed now', async ({
    shop,
    provider,
    asha,
  }) => {
    const number = await order(asha, watch, { method: 'razorpay' })
    provider.faults.createLink = ['lose-answer']
    provider.faults.findLink = ['fail']
    await asha.post(`/orders/${number}/payment`)
    const event = provider.event('payment_link.paid', provider.pay(number))
    provider.faults.readLink = ['fail']
    expect((await deliver(shop, event)).status).toBe(503)
    expect((await readOrder(asha, number)).state).toBe('awaiting_payment')
    expect((await deliver(shop, event)).status).toBe(200)
    expect((await readOrder(asha, number)).state).toBe('placed')
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test.for(['pay\0', 'x'.repeat(200_000), '', 'pay/1'])(
    'with an id of another shape is none: %j',
    async (id, { shop, provider, asha }) => {
      const number = await orderToPay(asha)
      const event = provider.event('payment.captured', { ...provider.pay(number), id })
      expect((await deliver(shop, event)).status).toBe(400)
    },
  )

  test('with another currency places nothing', async ({ shop, provider, asha }) => {
    const number = await orderToPay(asha)
    const payment = { ...provider.pay(number), currency: 'USD' }
    await deliver(shop, provider.event('payment.captured', payment))
    expect((await readOrder(asha, number)).state).toBe('awaiting_payment')
  })

  test('of an authorization after a failed payment is told', async ({ shop, provider, asha }) => {
    const number = await orderToPay(asha)
    const failed = provider.pay(number, { status: 'failed' })
    await deliver(shop, provider.event('payment.failed', failed))
    expect((await readOrder(asha, number)).paymentState).toBe('failed')
    const payment = provider.pay(number, { status: 'authorized' })
    await deliver(shop, provider.event('payment.authorized', payment))
    expect((await readOrder(asha, number)).paymentState).toBe('authorized')
  })

  test('of a dispute is in the timeline, and its loss is a refund', async ({
    shop,
    provider,
    asha,
    editor,
  }) => {
    const { number, payment } = await payOrder(shop, provider, asha)
    for (const kind of ['created', 'lost', 'lost'])
      await deliver(shop, provider.disputeEvent(kind, payment))
    const found = (await editor.get(`/editor/orders/${number}`)).body.order
    expect(found).toMatchObject({ refundable: 0, refunds: [{ state: 'processed' }] })
    expect(found.steps.dispatch.can).toBe(false)
    expect(found.events.map(({ kind }: { kind: string }) => kind)).toContain('disputed')
    await expectInvariants(shop, { [watch]: STOCK })
  })
})

test('a part that the bank of the buyer took back is a refund once, however often it is told', async ({
  shop,
  provider,
  asha,
  editor,
}) => {
  const { number, payment } = await payOrder(shop, provider, asha)
  for (let times = 0; times < 2; times++) {
    const event = provider.disputeEvent('lost', { ...payment, amount: 35_000 })
    expect((await deliver(shop, event)).status).toBe(200)
  }
  const { order } = (await editor.get(`/editor/orders/${number}`)).body
  expect(order).toMatchObject({ refundable: 700, refunds: [{ amount: 350, state: 'processed' }] })
  await expectInvariants(shop, { [watch]: STOCK })
})

describe('a late payment', () => {
  test('is refunded when a piece of the order is no longer a product', async ({
    shop,
    provider,
    asha,
  }) => {
    const number = await orderToPay(asha)
    shop.advanceTime(16 * MINUTE)
    await runOrderJob(shop.deps)
    await shop.deps.db.updateTable('order_line').set({ product_id: null }).execute()
    await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
    await runOrderJob(shop.deps)
    expect(await readOrder(asha, number)).toMatchObject({
      state: 'cancelled',
      paymentState: 'refunded',
    })
  })

  test('keeps an order that expires in the same moment', async ({ shop, asha }) => {
    const number = await orderToPay(asha)
    const { expires_at } = await shop.deps.db
      .selectFrom('order')
      .select('expires_at')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    const at = (now: number) => expireOrders({ ...shop.deps, now: () => now })
    await at(Number(expires_at) - 1)
    expect((await readOrder(asha, number)).state).toBe('awaiting_payment')
    await at(Number(expires_at))
    expect((await readOrder(asha, number)).state).toBe('cancelled')
  })
})

const withTransfer = test.extend('env', ({ provider }) => ({
  ...provider.env,
  ORDERS: 'razorpay,cod,transfer',
  RAZORPAY_MAX: '2000',
  BANK_ACCOUNT_NAME: 'Kairavi Horology LLP',
  BANK_ACCOUNT_NUMBER: '50200012345678',
  BANK_IFSC: 'HDFC0001234',
}))

describe('a bank transfer', () => {
  withTransfer('is offered above the limit of the provider alone', async ({ asha }) => {
    await asha.post('/cart', { productId: watch, quantity: 1 })
    expect((await place(asha, { method: 'transfer' })).status).toBe(409)
    await asha.post('/cart', { productId: watch, quantity: 1 })
    expect(await place(asha, { method: 'razorpay' })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Bank Transfer') },
    })
    expect((await place(asha, { method: 'transfer' })).status).toBe(201)
  })

  withTransfer('places the order once the desk records its reference', async ({ shop, asha }) => {
    const number = await order(asha, watch, { quantity: 2, method: 'transfer' })
    expect(await readOrder(asha, number)).toMatchObject({
      state: 'awaiting_payment',
      bank: { name: 'Kairavi Horology LLP', number: '50200012345678', ifsc: 'HDFC0001234' },
      steps: { pay: { can: false, why: expect.stringContaining('transfer the total') } },
    })
    const [mail] = (await listMailsTo(shop, asha.email)).filter(({ subject }) =>
      subject.includes('waits for your transfer'),
    )
    expect(mail?.text).toContain('50200012345678')
    shop.advanceTime(2 * 24 * 60 * MINUTE)
    await runOrderJob(shop.deps)
    const editor = await shop.createSignedInUser('editor')
    const path = `/editor/orders/${number}`
    expect((await editor.post(`${path}/receive`, { reference: 'UTR1' })).body.order).toMatchObject({
      state: 'placed',
      paymentState: 'captured',
      paymentId: 'UTR1',
      refundable: 2_100,
    })
    expect((await editor.post(`${path}/receive`, { reference: 'UTR2' })).status).toBe(409)
    expect((await readOrder(asha, number)).bank).toBeNull()
    // No provider is asked for it.
    const recorded = await shop.deps.db.selectFrom('payment').selectAll().execute()
    expect(recorded).toMatchObject([
      { provider: 'transfer', provider_id: 'UTR1', link_id: null, check_at: null },
    ])
    await expectInvariants(shop, { [watch]: STOCK })

    const other = await order(asha, watch, { quantity: 2, method: 'transfer' })
    const answer = await editor.post(`/editor/orders/${other}/receive`, { reference: 'UTR1' })
    expect(answer).toMatchObject({ status: 409, body: { field: 'reference' } })
  })

  withTransfer('is paid back by the staff, who records it', async ({ shop, asha, editor }) => {
    const number = await order(asha, watch, { quantity: 2, method: 'transfer' })
    const path = `/editor/orders/${number}`
    await editor.post(`${path}/receive`, { reference: 'UTR1' })
    await asha.post(`/orders/${number}/cancel`, { reason })
    await runOrderJob(shop.deps)
    const [refund] = (await editor.get(path)).body.order.refunds
    expect(refund).toMatchObject({ state: 'pending', isByHand: true, amount: 2_100 })
    const views = async () => (await editor.get('/editor/dashboard')).body.orders.views
    expect((await views()).refunds).toBe(1)
    const finish = () => editor.post(`/editor/refunds/${refund.id}/finish`)
    expect((await finish()).body.order).toMatchObject({ paymentState: 'refunded', refunded: 2_100 })
    expect((await finish()).status).toBe(409)
    expect((await views()).refunds).toBe(0)
    await expectInvariants(shop, { [watch]: STOCK })
  })

  withTransfer(
    'that does not come within three days cancels the order; a late one places it',
    async ({ shop, asha }) => {
      const number = await order(asha, watch, { quantity: 2, method: 'transfer' })
      shop.advanceTime(3 * 24 * 60 * MINUTE)
      await runOrderJob(shop.deps)
      expect(await readOrder(asha, number)).toMatchObject({ state: 'cancelled' })
      await expectInvariants(shop, { [watch]: STOCK })
      const editor = await shop.createSignedInUser('editor')
      await editor.post(`/editor/orders/${number}/receive`, { reference: 'UTR1' })
      expect(await readOrder(asha, number)).toMatchObject({ state: 'placed', cancelReason: '' })
      await expectInvariants(shop, { [watch]: STOCK })
    },
  )
})
