import { describe, expect } from 'vitest'
import { runOrderJob } from '#src/server/shop/orders/order-job.ts'
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
import { deliver, type Payment } from '#tools/razorpay-stand-in.ts'

// An event of the provider can be faster than the answer to the call of the shop.

const reason = 'I changed my mind'

describe('an event that is faster than an answer', () => {
  test.for(['createLink', 'findLink'] as const)(
    'of %s captures the payment, and it stays captured',
    async (call, { shop, provider, asha }) => {
      const number = await order(asha, watch, { method: 'razorpay' })
      if (call === 'findLink') {
        provider.faults.createLink = ['lose-answer']
        provider.faults.findLink = ['fail']
        await asha.post(`/orders/${number}/payment`)
      }
      provider.afterWork = async (done) => {
        if (done !== call) return
        provider.afterWork = async () => {}
        await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
      }
      expect((await asha.post(`/orders/${number}/payment`)).status).toBe(200)
      expect(await readOrder(asha, number)).toMatchObject({ paymentState: 'captured' })
      await expectInvariants(shop, { [watch]: STOCK })
      await asha.post(`/orders/${number}/cancel`, { reason })
      await runOrderJob(shop.deps)
      expect(await readOrder(asha, number)).toMatchObject({ refunded: 1_050 })
      await expectInvariants(shop, { [watch]: STOCK })
    },
  )

  test.for(['lose-answer', 'pending', undefined] as const)(
    'of a refund settles it once, when the answer is %s',
    async (fault, { shop, provider, asha }) => {
      const { number } = await payOrder(shop, provider, asha)
      await asha.post(`/orders/${number}/cancel`, { reason })
      if (fault) provider.faults.refund = [fault]
      provider.afterWork = async (call) => {
        const [refund] = provider.refunds.values()
        if (call === 'refund' && refund)
          await deliver(shop, provider.refundEvent('refund.processed', refund))
      }
      await runOrderJob(shop.deps)
      const asked = { ...provider.calls }
      provider.faults.readRefund = ['refuse']
      provider.faults.refund = ['refuse']
      for (let run = 0; run < 3; run++) {
        shop.advanceTime(60 * MINUTE)
        await runOrderJob(shop.deps)
      }
      expect([provider.calls.refund, provider.calls.readRefund]).toEqual([
        asked.refund,
        asked.readRefund,
      ])
      expect(await readOrder(asha, number)).toMatchObject({
        paymentState: 'refunded',
        refunded: 1_050,
        refunds: [{ state: 'processed' }],
      })
      await expectInvariants(shop, { [watch]: STOCK })
    },
  )

  test('of a refused refund keeps it processed', async ({ shop, provider, asha }) => {
    const { number } = await payOrder(shop, provider, asha)
    await asha.post(`/orders/${number}/cancel`, { reason })
    provider.faults.refund = ['lose-answer']
    await runOrderJob(shop.deps)
    const [refund] = provider.refunds.values()
    if (!refund) throw new Error('There is no refund.')
    provider.afterWork = async (call) => {
      if (call === 'refund') await deliver(shop, provider.refundEvent('refund.processed', refund))
    }
    provider.faults.refund = ['refuse-after']
    shop.advanceTime(10 * MINUTE)
    await runOrderJob(shop.deps)
    expect(await readOrder(asha, number)).toMatchObject({ refunds: [{ state: 'processed' }] })
    await expectInvariants(shop, { [watch]: STOCK })
  })
})

test('no parcel leaves while all of its money goes back', async ({
  shop,
  provider,
  asha,
  editor,
}) => {
  const { number } = await payOrder(shop, provider, asha)
  const path = `/editor/orders/${number}`
  await editor.post(`${path}/refund`, { amount: 1_000, reason: 'A scratch' })
  expect((await editor.get(path)).body.order.steps.dispatch.can).toBe(true)
  await editor.post(`${path}/refund`, { reason: 'All of it' })
  const { steps } = (await editor.get(path)).body.order
  expect(steps.dispatch).toEqual({ can: false, why: expect.stringContaining('is being refunded') })
  expect((await editor.post(`${path}/dispatch`, { carrier: 'By hand' })).status).toBe(409)
})

describe('the failed refund of a payment that the order does not need', () => {
  test('is repeated on its own, and the other payment stays', async ({
    shop,
    provider,
    asha,
    editor,
  }) => {
    const { number } = await payOrder(shop, provider, asha)
    const second = provider.pay(number)
    await deliver(shop, provider.event('payment.captured', second))
    provider.faults.refund = ['refuse']
    await runOrderJob(shop.deps)
    const path = `/editor/orders/${number}`
    const views = async () => (await editor.get('/editor/dashboard')).body.orders.views
    expect((await views()).refunds).toBe(1)
    const [failed] = (await editor.get(path)).body.order.refunds
    expect(failed).toMatchObject({ state: 'failed', amount: 1_050, canRepeat: true })
    await expectInvariants(shop, { [watch]: STOCK })

    // A refund of the order is another one.
    await editor.post(`${path}/refund`, { amount: 50, reason: 'A scratch' })
    expect((await views()).refunds).toBe(1)
    const repeat = () => editor.post(`/editor/refunds/${failed.id}/repeat`)
    const answers = await Promise.all([repeat(), repeat(), repeat()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect((await views()).refunds).toBe(0)
    await runOrderJob(shop.deps)
    expect([...provider.refunds.values()]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ payment_id: second.id, amount: 105_000 }),
        expect.objectContaining({ amount: 5_000 }),
      ]),
    )
    expect(provider.refunds.size).toBe(2)
    expect(await readOrder(asha, number)).toMatchObject({ state: 'placed', refunded: 50 })
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('is repeated although the order was never paid', async ({
    shop,
    provider,
    asha,
    editor,
  }) => {
    const number = await orderToPay(asha)
    const payment = provider.pay(number, { amount: 90_000 })
    await asha.post(`/orders/${number}/payment/confirm`, provider.toConfirmation(payment))
    provider.faults.refund = ['refuse']
    await runOrderJob(shop.deps)
    const [{ id }] = (await editor.get(`/editor/orders/${number}`)).body.order.refunds
    expect((await editor.post(`/editor/refunds/${id}/repeat`)).status).toBe(200)
    expect((await editor.post('/editor/refunds/unknown/repeat')).status).toBe(404)
    await runOrderJob(shop.deps)
    expect([...provider.refunds.values()]).toMatchObject([{ amount: 90_000 }])
    await expectInvariants(shop, { [watch]: STOCK })
  })
})

test('a second payment of a link whose event is lost is refunded once the link has ended', async ({
  shop,
  provider,
  asha,
}) => {
  const { number } = await payOrder(shop, provider, asha)
  const second = provider.pay(number)
  for (const minutes of [6, 20, 6]) {
    shop.advanceTime(minutes * MINUTE)
    await runOrderJob(shop.deps)
  }
  expect([...provider.refunds.values()]).toMatchObject([{ payment_id: second.id, amount: 105_000 }])
  expect(await readOrder(asha, number)).toMatchObject({ state: 'placed', refunded: 0 })
  await expectInvariants(shop, { [watch]: STOCK })
  const asked = provider.calls.readLink
  shop.advanceTime(60 * MINUTE)
  await runOrderJob(shop.deps)
  expect(provider.calls.readLink).toBe(asked)
})

test('a payment with another amount on an ended link is refunded after its event', async ({
  shop,
  provider,
  asha,
}) => {
  const { number } = await payOrder(shop, provider, asha)
  shop.advanceTime(60 * MINUTE)
  await runOrderJob(shop.deps)
  const second = provider.pay(number, { amount: 90_000 })
  await deliver(shop, provider.event('payment.captured', second))
  await runOrderJob(shop.deps)
  expect([...provider.refunds.values()]).toMatchObject([{ payment_id: second.id, amount: 90_000 }])
  expect(await readOrder(asha, number)).toMatchObject({ state: 'placed', refunded: 0 })
  await expectInvariants(shop, { [watch]: STOCK })
})

describe('a payment with another amount, a day after the end of its link,', () => {
  const AFTER = 26 * 60 * MINUTE

  test('is found also where the answer to the last look is lost', async ({
    shop,
    provider,
    asha,
  }) => {
    const { number } = await payOrder(shop, provider, asha)
    shop.advanceTime(AFTER)
    const second = provider.pay(number, { amount: 90_000 })
    await deliver(shop, provider.event('payment.captured', second))
    provider.faults.readLink = ['lose-answer']
    for (let run = 0; run < 3; run++) {
      await runOrderJob(shop.deps)
      shop.advanceTime(6 * MINUTE)
    }
    expect([...provider.refunds.values()]).toMatchObject([{ payment_id: second.id }])
  })

  test('is found also where its event comes during the last look', async ({
    shop,
    provider,
    asha,
  }) => {
    const { number } = await payOrder(shop, provider, asha)
    shop.advanceTime(AFTER)
    let second: Payment | undefined
    provider.afterWork = async (call) => {
      if (call !== 'readLink' || second) return
      second = provider.pay(number, { amount: 90_000 })
      await deliver(shop, provider.event('payment.captured', second))
    }
    for (let run = 0; run < 3; run++) {
      await runOrderJob(shop.deps)
      shop.advanceTime(6 * MINUTE)
    }
    expect([...provider.refunds.values()]).toMatchObject([{ payment_id: second?.id }])
  })
})

describe('what is refunded at the provider', () => {
  test.for([0, 1])(
    'ends a refund of the shop that was tried %i times',
    async (tries, { shop, provider, asha, editor }) => {
      const { number, payment } = await payOrder(shop, provider, asha)
      const refund = provider.refundPayment(payment.id)
      await asha.post(`/orders/${number}/cancel`, { reason })
      const views = async () => (await editor.get('/editor/dashboard')).body.orders.views
      for (let run = 0; run < tries; run++) await runOrderJob(shop.deps)
      expect((await views()).refunds).toBe(tries)
      await deliver(shop, provider.refundEvent('refund.processed', refund))
      await runOrderJob(shop.deps)
      expect((await views()).refunds).toBe(0)
      expect(provider.calls.refund).toBe(tries)
      const { refunds } = (await editor.get(`/editor/orders/${number}`)).body.order
      expect(refunds.map(({ state }: { state: string }) => state).toSorted()).toEqual([
        'failed',
        'processed',
      ])
      await expectInvariants(shop, { [watch]: STOCK })
    },
  )

  test('waits for the answer to a refund that it leaves too little for', async ({
    shop,
    provider,
    asha,
    editor,
  }) => {
    const { number, payment } = await payOrder(shop, provider, asha)
    await asha.post(`/orders/${number}/cancel`, { reason })
    provider.faults.refund = ['fail']
    await runOrderJob(shop.deps)
    const refund = provider.refundPayment(payment.id)
    const pending = provider.refundEvent('refund.created', { ...refund, status: 'pending' })
    expect((await deliver(shop, pending)).status).toBe(200)
    const event = provider.refundEvent('refund.processed', refund)
    expect((await deliver(shop, event)).status).toBe(503)
    shop.advanceTime(10 * MINUTE)
    await runOrderJob(shop.deps)
    expect((await deliver(shop, event)).status).toBe(200)
    const { refunds, refunded } = (await editor.get(`/editor/orders/${number}`)).body.order
    expect(refunded).toBe(1_050)
    expect(refunds).toMatchObject([{ state: 'failed', canRepeat: false }, { state: 'processed' }])
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('in part leaves a pending refund of the rest as it is', async ({
    shop,
    provider,
    asha,
    editor,
  }) => {
    const { number, payment } = await payOrder(shop, provider, asha)
    const path = `/editor/orders/${number}`
    await editor.post(`${path}/refund`, { reason: 'A scratch', amount: 100 })
    const [own] = (await editor.get(path)).body.order.refunds
    const foreign = provider.refundPayment(payment.id, 95_000)
    await deliver(shop, provider.refundEvent('refund.processed', foreign))
    await runOrderJob(shop.deps)
    const { refunds } = (await editor.get(path)).body.order
    expect(refunds).toHaveLength(2)
    expect(refunds).toContainEqual(expect.objectContaining({ id: own.id, state: 'processed' }))
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('in part leaves a pending refund what is left', async ({ shop, provider, asha }) => {
    const { number, payment } = await payOrder(shop, provider, asha)
    const refund = provider.refundPayment(payment.id, 35_000)
    await asha.post(`/orders/${number}/cancel`, { reason })
    await deliver(shop, provider.refundEvent('refund.processed', refund))
    await runOrderJob(shop.deps)
    expect([...provider.refunds.values()].map(({ amount }) => amount)).toEqual([35_000, 70_000])
    expect(await readOrder(asha, number)).toMatchObject({ paymentState: 'refunded' })
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('in part before the shop has seen a wrong payment leaves the rest to be repeated', async ({
    shop,
    provider,
    asha,
    editor,
  }) => {
    const number = await orderToPay(asha)
    const payment = provider.pay(number, { amount: 90_000 })
    const refund = provider.refundPayment(payment.id, 30_000)
    const event = provider.refundEvent('refund.processed', refund)
    expect((await deliver(shop, event)).status).toBe(503)
    shop.advanceTime(6 * MINUTE)
    await runOrderJob(shop.deps)
    expect((await deliver(shop, event)).status).toBe(200)
    const { refunds } = (await editor.get(`/editor/orders/${number}`)).body.order
    const failed = refunds.find(({ canRepeat }: { canRepeat: boolean }) => canRepeat)
    expect((await editor.post(`/editor/refunds/${failed.id}/repeat`)).status).toBe(200)
    await runOrderJob(shop.deps)
    expect([...provider.refunds.values()].map(({ amount }) => amount)).toEqual([30_000, 60_000])
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('before the shop has seen the payment places nothing', async ({ shop, provider, asha }) => {
    const number = await orderToPay(asha)
    const payment = provider.pay(number)
    provider.refundPayment(payment.id)
    shop.advanceTime(6 * MINUTE)
    await runOrderJob(shop.deps)
    expect(await readOrder(asha, number)).toMatchObject({
      state: 'awaiting_payment',
      refunds: [{ state: 'processed', amount: 1_050 }],
    })
    await deliver(shop, provider.event('payment_link.paid', { ...payment, status: 'captured' }))
    expect(await readOrder(asha, number)).toMatchObject({ state: 'awaiting_payment' })
    const told = provider.event('payment_link.paid', { ...payment, status: 'refunded' })
    for (const id of ['evt_1', 'evt_2'])
      expect((await deliver(shop, { ...told, id })).status).toBe(200)
    expect((await readOrder(asha, number)).refunds).toHaveLength(1)
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test.for(['payment first', 'refund first'] as const)(
    'is recorded once, %s',
    async (sequence, { shop, provider, asha, editor }) => {
      const number = await orderToPay(asha)
      const payment = provider.pay(number)
      const paid = provider.event('payment_link.paid', payment)
      if (sequence === 'payment first') await deliver(shop, paid)
      const refund = provider.refundPayment(payment.id)
      for (const kind of ['refund.created', 'refund.processed', 'refund.processed'])
        await deliver(shop, provider.refundEvent(kind, refund))
      await deliver(shop, paid)
      const { order } = (await editor.get(`/editor/orders/${number}`)).body
      expect(order.steps.dispatch.can).toBe(false)
      expect(order).toMatchObject({
        refundable: 0,
        refunds: [{ state: 'processed', amount: 1_050, reason: expect.stringMatching(/provider/) }],
      })
      await expectInvariants(shop, { [watch]: STOCK })
    },
  )
})

test('a known payment that is told again does not bring the last look at its link forward', async ({
  shop,
  provider,
  asha,
}) => {
  const readLook = () =>
    shop.deps.db
      .selectFrom('payment')
      .select('check_at')
      .where('state', '=', 'captured')
      .executeTakeFirstOrThrow()
  const number = await orderToPay(asha)
  const wrong = provider.pay(number, { amount: 90_000 })
  await deliver(shop, provider.event('payment.captured', wrong))
  await runOrderJob(shop.deps)
  await deliver(shop, provider.event('payment.captured', provider.pay(number)))
  const look = await readLook()
  expect(Number(look.check_at)).toBeGreaterThan(shop.deps.now())
  await deliver(shop, provider.event('payment_link.paid', wrong))
  expect(await readLook()).toEqual(look)
  await expectInvariants(shop, { [watch]: STOCK })
})

test('an authorized payment of a cancelled order is not awaited', async ({
  shop,
  provider,
  asha,
}) => {
  const number = await orderToPay(asha)
  const payment = provider.pay(number, { status: 'authorized' })
  await deliver(shop, provider.event('payment.authorized', payment))
  expect(await readOrder(asha, number)).toMatchObject({ paymentState: 'authorized' })
  await asha.post(`/orders/${number}/cancel`, { reason })
  expect(await readOrder(asha, number)).toMatchObject({ paymentState: 'failed' })
  await expectInvariants(shop, { [watch]: STOCK })
})
