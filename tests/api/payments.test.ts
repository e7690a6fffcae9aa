import { describe, expect } from 'vitest'
import { startJob } from '#src/server/core/job.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { orderJob, runOrderJob } from '#src/server/shop/orders/order-job.ts'
import { expectInvariants, order, place } from '#tests/helpers/orders.ts'
import {
  MINUTE,
  orderToPay,
  payOrder,
  readOrder as read,
  STOCK,
  test,
  watch,
} from '#tests/helpers/payment-test.ts'
import { type ApiClient, listMailsTo } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'
import { createRandom } from '#tools/random.ts'
import { deliver, FORMER_SECRET } from '#tools/razorpay-stand-in.ts'
import type { TestApp } from '#tools/test-app.ts'

const countRows = async ({ deps: { db } }: TestApp, table: 'payment' | 'refund' | 'order') =>
  (await db.selectFrom(table).selectAll().execute()).length

describe('the page of the provider', () => {
  test('is the same for every call, and is that of the order', async ({
    shop,
    provider,
    asha,
    shopper,
  }) => {
    const number = await order(asha, watch, { method: 'razorpay' })
    expect(await read(asha, number)).toMatchObject({
      state: 'awaiting_payment',
      paymentState: 'pending',
      payBefore: expect.any(String),
      steps: { pay: { can: true, why: '' } },
    })
    const first = await asha.post(`/orders/${number}/payment`)
    expect(first).toMatchObject({ status: 200, body: { url: expect.stringContaining('/pay/') } })
    expect((await asha.post(`/orders/${number}/payment`)).body).toEqual(first.body)
    expect(provider.calls.createLink).toBe(1)
    const [link] = provider.links.values()
    expect(link).toMatchObject({
      reference_id: number,
      amount: 105_000,
      currency: 'INR',
      callback_url: expect.stringContaining(`/order?number=${number}`),
    })
    expect((await shopper.post(`/orders/${number}/payment`)).status).toBe(404)
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test.for(['lose-answer', 'break-off', 'fail'] as const)(
    'is found again when the provider does %s',
    async (fault, { shop, provider, asha }) => {
      const number = await order(asha, watch, { method: 'razorpay' })
      provider.faults.createLink = [fault]
      provider.faults.findLink = ['fail']
      expect(await asha.post(`/orders/${number}/payment`)).toMatchObject({
        status: 502,
        body: { message: expect.stringContaining('try again') },
      })
      expect((await asha.post(`/orders/${number}/payment`)).status).toBe(200)
      expect(provider.links.size).toBe(1)
      expect(await countRows(shop, 'payment')).toBe(1)
    },
  )

  test('two calls at once get one link', async ({ shop, provider, asha }) => {
    const number = await order(asha, watch, { method: 'razorpay' })
    const answers = await Promise.all([1, 2, 3].map(() => asha.post(`/orders/${number}/payment`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
    expect(provider.links.size).toBe(1)
    expect(await countRows(shop, 'payment')).toBe(1)
  })

  test('opens for no order that is paid, cancelled or paid in cash', async ({
    shop,
    provider,
    asha,
  }) => {
    const cash = await order(asha, watch)
    expect(await asha.post(`/orders/${cash}/payment`)).toMatchObject({
      status: 409,
      body: { message: 'This order is paid for.' },
    })
    const number = await orderToPay(asha)
    await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
    expect((await asha.post(`/orders/${number}/payment`)).status).toBe(409)
  })
})

describe('an event of the provider', () => {
  test('places the order, once: mail, holds without end, state', async ({
    shop,
    provider,
    asha,
  }) => {
    const number = await orderToPay(asha, 2)
    const event = provider.event('payment_link.paid', provider.pay(number))
    for (const _ of [1, 2, 3]) expect((await deliver(shop, event)).status).toBe(200)
    expect(await read(asha, number)).toMatchObject({
      state: 'placed',
      paymentState: 'captured',
      payBefore: null,
      events: [{ kind: 'placed' }, { kind: 'paid' }],
    })
    await expectInvariants(shop, { [watch]: STOCK })
    shop.advanceTime(20 * MINUTE)
    await runOrderJob(shop.deps)
    expect((await read(asha, number)).state).toBe('placed')
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('is checked: signature, whether it is ours, amount', async ({ shop, provider, asha }) => {
    const number = await orderToPay(asha)
    const payment = provider.pay(number)
    const event = provider.event('payment_link.paid', payment)
    for (const signature of ['', 'x', '0'.repeat(64), event.signature.replace(/^./, 'g')])
      expect((await deliver(shop, { ...event, signature })).status).toBe(401)
    const body = event.body.replace('105000', '105001')
    expect((await deliver(shop, { ...event, body })).status).toBe(401)
    expect((await deliver(shop, { ...event, body: `${event.body} ` })).status).toBe(401)

    const other = provider.event('payment_link.paid', payment, { amount: 104_999 })
    expect((await deliver(shop, other)).status).toBe(200)
    expect((await read(asha, number)).state).toBe('awaiting_payment')
    expect(shop.logs).toContainEqual(
      expect.objectContaining({
        level: 'error',
        message: 'payment of another amount than the order',
      }),
    )
    const foreign = {
      ...payment,
      id: 'pay_foreign',
      link: { ...payment.link, id: 'plink_foreign', reference_id: 'X-1', notes: {} },
    }
    expect((await deliver(shop, provider.event('payment_link.paid', foreign))).status).toBe(200)
    expect(shop.logs).toContainEqual(
      expect.objectContaining({ message: 'event of a payment ignored' }),
    )
    const former = provider.event('payment.captured', payment, { secret: FORMER_SECRET })
    expect((await deliver(shop, former)).status).toBe(200)
    expect((await read(asha, number)).state).toBe('placed')
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('refuses a body that is no event, too long, or without an id', async ({
    shop,
    provider,
    asha,
  }) => {
    const number = await orderToPay(asha)
    const event = provider.event('payment_link.paid', provider.pay(number))
    expect((await deliver(shop, { ...event, id: '' })).status).toBe(400)
    const long = 'x'.repeat(300 * 1024)
    expect((await deliver(shop, { ...event, body: long })).status).toBe(413)
    expect((await read(asha, number)).state).toBe('awaiting_payment')
  })

  test('of a link without a payment changes nothing', async ({ shop, provider, asha }) => {
    const number = await orderToPay(asha)
    const before = await read(asha, number)
    const answer = await deliver(shop, provider.linkEvent('payment_link.expired', number))
    expect(answer.status).toBe(200)
    expect(await read(asha, number)).toEqual(before)
  })

  const kinds = ['payment.authorized', 'payment.failed', 'payment.captured', 'payment_link.paid']
  test('never leads a step back, in every order and each twice', async ({
    shop,
    provider,
    asha,
  }) => {
    const { whole } = createRandom(7)
    await shop.deps.db.updateTable('stock').set({ on_hand: 100 }).execute()
    for (let round = 0; round < 12; round++) {
      const number = await orderToPay(asha)
      const payment = provider.pay(number)
      const events = [...kinds, ...kinds].map((kind) => {
        const told = kind === 'payment.authorized' ? { ...payment, status: 'authorized' } : payment
        return provider.event(kind, told, { id: `evt_${round}_${kind.replace('.', '_')}` })
      })
      for (let left = events.length; left > 0; left--) {
        const [event] = events.splice(whole(0, left - 1), 1)
        if (event) expect((await deliver(shop, event)).status).toBe(200)
      }
      const found = await read(asha, number)
      expect([found.state, found.paymentState]).toEqual(['placed', 'captured'])
    }
    await expectInvariants(shop, { [watch]: 100 })
  })

  test('all at once have one effect', async ({ shop, provider, asha }) => {
    const number = await orderToPay(asha)
    const payment = provider.pay(number)
    const confirmation = provider.toConfirmation(payment)
    await Promise.all([
      ...kinds.slice(2).flatMap((kind) => {
        const event = provider.event(kind, payment)
        return [deliver(shop, event), deliver(shop, event)]
      }),
      asha.post(`/orders/${number}/payment/confirm`, confirmation),
      asha.post(`/orders/${number}/payment/confirm`, confirmation),
    ])
    expect((await read(asha, number)).state).toBe('placed')
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('a second payment is refunded', async ({ shop, provider, asha }) => {
    const number = await orderToPay(asha)
    const first = provider.pay(number)
    await deliver(shop, provider.event('payment_link.paid', first))
    const second = provider.pay(number)
    await deliver(shop, provider.event('payment.captured', second))
    await runOrderJob(shop.deps)
    expect([...provider.refunds.values()]).toMatchObject([
      { payment_id: second.id, amount: 105_000, status: 'processed' },
    ])
    expect(await read(asha, number)).toMatchObject({ state: 'placed', paymentState: 'captured' })
    await expectInvariants(shop, { [watch]: STOCK })
  })
})

describe('the way back of the browser', () => {
  test('settles before the event, and asks the provider for the amount', async ({
    shop,
    provider,
    asha,
    shopper,
  }) => {
    const number = await orderToPay(asha)
    const payment = provider.pay(number)
    const confirmation = provider.toConfirmation(payment)
    const confirm = (client: ApiClient, body: object) =>
      client.post(`/orders/${number}/payment/confirm`, body)
    expect((await confirm(shopper, confirmation)).status).toBe(404)
    expect((await confirm(asha, { ...confirmation, status: 'created' })).status).toBe(409)
    expect(await confirm(asha, confirmation)).toMatchObject({
      status: 200,
      body: { message: 'Thank you. Your payment has arrived.', order: { state: 'placed' } },
    })
    await deliver(shop, provider.event('payment_link.paid', payment))
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('with another amount at the provider, the money goes back', async ({
    shop,
    provider,
    asha,
  }) => {
    const number = await orderToPay(asha)
    const payment = provider.pay(number, { amount: 104_999 })
    await asha.post(`/orders/${number}/payment/confirm`, provider.toConfirmation(payment))
    await runOrderJob(shop.deps)
    expect((await read(asha, number)).state).toBe('awaiting_payment')
    expect([...provider.refunds.values()]).toMatchObject([{ amount: 104_999 }])
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('says that the payment is checked while the provider does not answer', async ({
    provider,
    asha,
  }) => {
    const number = await orderToPay(asha)
    const confirmation = provider.toConfirmation(provider.pay(number))
    provider.faults.readLink = ['fail']
    expect(await asha.post(`/orders/${number}/payment/confirm`, confirmation)).toMatchObject({
      status: 502,
      body: { message: expect.stringContaining('being checked') },
    })
    expect((await asha.post(`/orders/${number}/payment/confirm`, confirmation)).status).toBe(200)
  })
})

describe('the job', () => {
  test('asks for a payment that no event told of', async ({ shop, provider, asha }) => {
    const number = await orderToPay(asha)
    provider.pay(number)
    await runOrderJob(shop.deps)
    expect((await read(asha, number)).state).toBe('awaiting_payment')
    shop.advanceTime(6 * MINUTE)
    await runOrderJob(shop.deps)
    expect(await read(asha, number)).toMatchObject({ state: 'placed', paymentState: 'captured' })
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('finds a payment also where the answer with the link was lost', async ({
    shop,
    provider,
    asha,
  }) => {
    const number = await order(asha, watch, { method: 'razorpay' })
    provider.faults.createLink = ['lose-answer']
    provider.faults.findLink = ['fail']
    await asha.post(`/orders/${number}/payment`)
    provider.pay(number)
    shop.advanceTime(6 * MINUTE)
    await runOrderJob(shop.deps)
    expect((await read(asha, number)).state).toBe('placed')
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('cancels what is not paid in time, closes the link, and gives the pieces back', async ({
    shop,
    provider,
    asha,
    shopper,
  }) => {
    const number = await orderToPay(asha, STOCK)
    expect((await shopper.post('/cart', { productId: watch })).status).toBe(409)
    shop.advanceTime(16 * MINUTE)
    await runOrderJob(shop.deps)
    expect(await read(asha, number)).toMatchObject({
      state: 'cancelled',
      paymentState: 'failed',
      cancelReason: 'It was not paid in time',
      events: [{ kind: 'placed' }, { kind: 'expired' }],
    })
    const [mail] = (await listMailsTo(shop, asha.email)).filter(({ subject }) =>
      subject.endsWith('is cancelled'),
    )
    expect(mail?.text).toContain('It was not paid in time')
    expect(mail?.text).toContain('If your payment still arrives, we send your pieces')
    await expectInvariants(shop, { [watch]: STOCK })
    shop.advanceTime(6 * MINUTE)
    await runOrderJob(shop.deps)
    expect([...provider.links.values()]).toMatchObject([{ status: 'cancelled' }])
    expect((await shopper.post('/cart', { productId: watch })).status).toBe(200)
    expect((await place(shopper)).status).toBe(201)
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('a payment that comes too late places the order where its pieces are there', async ({
    shop,
    provider,
    asha,
  }) => {
    const number = await orderToPay(asha, 2)
    shop.advanceTime(16 * MINUTE)
    await runOrderJob(shop.deps)
    await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
    expect(await read(asha, number)).toMatchObject({
      state: 'placed',
      paymentState: 'captured',
      cancelReason: '',
      lines: [{ cancelled: 0 }],
    })
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('and is refunded where others have them, or the shopper has cancelled', async ({
    shop,
    provider,
    asha,
    shopper,
  }) => {
    const late = await orderToPay(asha, 2)
    shop.advanceTime(16 * MINUTE)
    await runOrderJob(shop.deps)
    await order(shopper, watch, { quantity: 4 })
    await deliver(shop, provider.event('payment_link.paid', provider.pay(late)))
    // At once, not when the provider has processed the refund.
    const mail = (await listMailsTo(shop, asha.email)).at(-1)
    expect(mail?.subject).toBe(`Your payment for order ${late} came too late`)
    expect(mail?.text).toContain('We refund ₹2,100.00 to the account that paid')
    const cancelled = await orderToPay(asha, 1)
    await asha.post(`/orders/${cancelled}/cancel`, { reason: 'I changed my mind' })
    await deliver(shop, provider.event('payment_link.paid', provider.pay(cancelled)))
    await runOrderJob(shop.deps)
    for (const number of [late, cancelled])
      expect(await read(asha, number)).toMatchObject({
        state: 'cancelled',
        paymentState: 'refunded',
        refunds: [{ state: 'processed' }],
      })
    await expectInvariants(shop, { [watch]: STOCK })
  })
})

describe('a refund', () => {
  test('follows a cancellation, with one mail', async ({ shop, provider, asha }) => {
    const { number, payment } = await payOrder(shop, provider, asha)
    const reason = 'I changed my mind'
    const cancelled = await asha.post(`/orders/${number}/cancel`, { reason })
    expect(cancelled.body.order).toMatchObject({
      state: 'cancelled',
      paymentState: 'captured',
      refunds: [{ state: 'pending', amount: 1_050 }],
    })
    await runOrderJob(shop.deps)
    await runOrderJob(shop.deps)
    expect([...provider.refunds.values()]).toMatchObject([{ payment_id: payment.id }])
    expect(await read(asha, number)).toMatchObject({ paymentState: 'refunded', refunded: 1_050 })
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('is asked for once it is committed, also while the job runs', async ({
    shop,
    provider,
    asha,
  }) => {
    const { number } = await payOrder(shop, provider, asha)
    const other = await payOrder(shop, provider, asha)
    const job = startJob(shop.deps, orderJob)
    provider.setDelay(50)
    await asha.post(`/orders/${number}/cancel`, { reason: 'Another reason' })
    await expect.poll(() => provider.calls.refund).toBe(1)
    await asha.post(`/orders/${other.number}/cancel`, { reason: 'Another reason' })
    await expect.poll(() => provider.refunds.size).toBe(2)
    await job.stop()
    for (const order of [number, other.number])
      expect((await read(asha, order)).paymentState).toBe('refunded')
  })

  test.for(['lose-answer', 'break-off', 'fail'] as const)(
    'is made once when the provider does %s',
    async (fault, { shop, provider, asha }) => {
      const { number } = await payOrder(shop, provider, asha)
      await asha.post(`/orders/${number}/cancel`, { reason: 'Another reason' })
      provider.faults.refund = [fault, fault]
      for (let run = 0; run < 5; run++) {
        await runOrderJob(shop.deps)
        shop.advanceTime(10 * MINUTE)
      }
      expect(provider.refunds.size).toBe(1)
      expect((await read(asha, number)).paymentState).toBe('refunded')
      await expectInvariants(shop, { [watch]: STOCK })
    },
  )

  test('of two processes at once is made once, also while the first one runs', async ({
    shop,
    provider,
    asha,
  }) => {
    const { number } = await payOrder(shop, provider, asha)
    await asha.post(`/orders/${number}/cancel`, { reason: 'Another reason' })
    provider.setDelay(50)
    await Promise.all([runOrderJob(shop.deps), runOrderJob(shop.deps)])
    provider.setDelay(0)
    shop.advanceTime(10 * MINUTE)
    await runOrderJob(shop.deps)
    expect(provider.refunds.size).toBe(1)
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('that is pending is settled by its event or by asking, once', async ({
    shop,
    provider,
    asha,
  }) => {
    const { number } = await payOrder(shop, provider, asha)
    await asha.post(`/orders/${number}/cancel`, { reason: 'Another reason' })
    provider.faults.refund = ['pending']
    await runOrderJob(shop.deps)
    const [refund] = provider.refunds.values()
    if (!refund) throw new Error('There is no refund.')
    expect((await read(asha, number)).paymentState).toBe('captured')
    const event = provider.refundEvent('refund.processed', refund)
    shop.freezeTime()
    shop.advanceTime(MINUTE)
    const processedAt = shop.deps.now()
    for (const _ of [1, 2]) expect((await deliver(shop, event)).status).toBe(200)
    refund.status = 'processed'
    shop.advanceTime(10 * MINUTE)
    await runOrderJob(shop.deps)
    await deliver(shop, provider.refundEvent('refund.failed', refund))
    expect(await read(asha, number)).toMatchObject({
      paymentState: 'refunded',
      refunds: [{ state: 'processed', at: new Date(processedAt).toISOString() }],
    })
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('that the provider refuses is work for an editor, who can repeat it', async ({
    shop,
    provider,
    asha,
    editor,
  }) => {
    const { number } = await payOrder(shop, provider, asha)
    const path = `/editor/orders/${number}/refund`
    await editor.post(path, { amount: 100, reason: 'A scratch' })
    provider.faults.refund = ['refuse']
    await runOrderJob(shop.deps)
    const views = async () => (await editor.get('/editor/dashboard')).body.orders.views
    expect((await views()).refunds).toBe(1)
    expect((await editor.get(`/editor/orders/${number}`)).body.order).toMatchObject({
      paymentState: 'captured',
      refundable: 1_050,
      refunds: [{ state: 'failed' }],
    })
    await editor.post(path, { amount: 100, reason: 'A scratch' })
    await runOrderJob(shop.deps)
    expect((await views()).refunds).toBe(0)
    expect(await read(asha, number)).toMatchObject({
      paymentState: 'part_refunded',
      refunded: 100,
      refunds: [{ state: 'processed', amount: 100 }],
    })
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('twice at once is no more than what was paid', async ({ shop, provider, asha, editor }) => {
    const { number } = await payOrder(shop, provider, asha)
    const path = `/editor/orders/${number}/refund`
    const answers = await Promise.all(
      [1, 2, 3].map(() => editor.post(path, { reason: 'All of it' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    await runOrderJob(shop.deps)
    expect(provider.refunds.size).toBe(1)
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('by hand needs an amount once all that came back is refunded', async ({
    shop,
    provider,
    asha,
    editor,
  }) => {
    await addProducts(shop, { slug: 'pen', price: 100 })
    await asha.post('/cart', { productId: toProductId('pen'), quantity: 1 })
    const number = await orderToPay(asha, 3)
    await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
    const { lines: bought } = await read(asha, number)
    const { position } = bought.find(({ productId }: { productId: string }) => productId === watch)
    const lines = [{ position, quantity: 1 }]
    for (const [step, body] of [
      ['reduce', { lines, reason: 'A piece was damaged before dispatch', tellsCustomer: false }],
      ['dispatch', { carrier: 'By hand' }],
      ['deliver', undefined],
    ] as const)
      expect((await editor.post(`/editor/orders/${number}/${step}`, body)).status).toBe(200)
    const asked = await asha.post(`/orders/${number}/return`, { lines, reason: 'It does not fit' })
    const [{ id }] = asked.body.order.returns
    for (const state of ['accepted', 'received'])
      await editor.put(`/editor/returns/${id}`, { state })
    await runOrderJob(shop.deps)
    expect((await read(asha, number)).refunded).toBe(2_100)
    const again = await editor.post(`/editor/orders/${number}/refund`, { reason: 'What is left' })
    expect(again.status).toBe(400)
    expect(again.body).toMatchObject({ field: 'amount' })
  })

  test('follows pieces that came back, with their tax', async ({
    shop,
    provider,
    asha,
    editor,
  }) => {
    const number = await orderToPay(asha, 3)
    await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
    for (const [step, body] of [
      ['dispatch', { carrier: 'By hand' }],
      ['deliver', undefined],
    ] as const)
      await editor.post(`/editor/orders/${number}/${step}`, body)
    const lines = [{ position: 0, quantity: 2 }]
    const asked = await asha.post(`/orders/${number}/return`, { lines, reason: 'It does not fit' })
    const [{ id }] = asked.body.order.returns
    for (const state of ['accepted', 'received'])
      await editor.put(`/editor/returns/${id}`, { state })
    await runOrderJob(shop.deps)
    expect(await read(asha, number)).toMatchObject({
      state: 'delivered',
      paymentState: 'part_refunded',
      refunded: 2_100,
    })
    await expectInvariants(shop, { [watch]: STOCK })
  })
})
