import { expect } from 'vitest'
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
import type { ApiClient } from '#tools/api-client.ts'
import type { Call, Disturbance, RazorpayStandIn } from '#tools/razorpay-stand-in.ts'
import type { TestApp } from '#tools/test-app.ts'

// The provider sends the event of each call before, after and instead of its answer, and each event once, twice, never,
// with another amount, or while it refuses the keys of the shop.

const reason = 'I changed my mind'

interface Scene {
  shop: TestApp
  provider: RazorpayStandIn
  asha: ApiClient
}

/** Brings an order to where the shop makes the call next. @returns its number. */
const SCENES: Partial<Record<Call, (scene: Scene) => Promise<string>>> = {
  createLink: ({ asha }) => order(asha, watch, { method: 'razorpay' }),
  async findLink({ asha, provider }) {
    const number = await order(asha, watch, { method: 'razorpay' })
    provider.faults.createLink = ['lose-answer']
    provider.faults.findLink = ['fail']
    await asha.post(`/orders/${number}/payment`)
    return number
  },
  async cancelLink({ asha }) {
    const number = await orderToPay(asha)
    await asha.post(`/orders/${number}/cancel`, { reason })
    return number
  },
  async refund({ shop, provider, asha }) {
    const { number } = await payOrder(shop, provider, asha)
    await asha.post(`/orders/${number}/cancel`, { reason })
    return number
  },
  async readRefund({ shop, provider, asha }) {
    const { number } = await payOrder(shop, provider, asha)
    await asha.post(`/orders/${number}/cancel`, { reason })
    provider.faults.refund = ['pending']
    await runOrderJob(shop.deps)
    for (const refund of provider.refunds.values()) refund.status = 'processed'
    return number
  },
}

const TIMES: Record<string, Disturbance> = {
  'before the answer': { event: 'before' },
  'after the answer': { event: 'after' },
  'instead of the answer': { event: 'before', fault: 'break-off' },
}
const KINDS: Record<string, Disturbance> = {
  once: { copies: 1 },
  twice: { copies: 2 },
  never: { copies: 0 },
  'with another amount': { difference: -1 },
}
const CASES = Object.entries(SCENES).flatMap(([call, start]) => [
  ...Object.entries(TIMES).flatMap(([time, when]) =>
    Object.entries(KINDS).map(([kind, how]) => ({ call, start, time, kind, ...when, ...how })),
  ),
  {
    call,
    start,
    time: 'after a refusal of the keys',
    kind: 'once',
    event: 'after' as const,
    fault: 'unauthorized' as const,
  },
])

test.for(CASES)(
  'an event that arrives $time to $call, $kind, moves all money once',
  async ({ call, start, time, kind, ...disturbance }, { shop, provider, asha }) => {
    const number = await start({ shop, provider, asha })
    let count = 0
    provider.disturb = (made) => (made === call && count++ === 0 ? disturbance : undefined)
    for (let round = 0; round < 4; round++) {
      await asha.post(`/orders/${number}/payment`)
      await runOrderJob(shop.deps)
      await provider.sendRest()
      await expectInvariants(shop, { [watch]: STOCK })
      shop.advanceTime(6 * MINUTE)
    }
    expect(count).toBeGreaterThan(0)
    const found = await readOrder(asha, number)
    const paid = [...provider.links.values()].flatMap(({ payments }) => payments)
    const isPaid = paid.length > 0
    const refunded = [...provider.refunds.values()].reduce((sum, { amount }) => sum + amount, 0)
    expect(found.refunded).toBe(refunded / 100)
    if (found.state === 'cancelled') {
      expect(refunded).toBe(isPaid ? 105_000 : 0)
      expect(found.paymentState).toBe(isPaid ? 'refunded' : 'failed')
    } else
      expect(found).toMatchObject({ state: isPaid ? 'placed' : 'awaiting_payment', refunded: 0 })
    if (disturbance.fault) return
    const known = await shop.deps.db.selectFrom('payment').select(['link_id', 'link_url']).execute()
    for (const { id, short_url } of provider.links.values())
      expect(known).toContainEqual({ link_id: id, link_url: short_url })
  },
)
