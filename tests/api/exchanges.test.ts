import { describe, expect } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { runOrderJob } from '#src/server/shop/orders/order-job.ts'
import { expectInvariants, place } from '#tests/helpers/orders.ts'
import { test as base } from '#tests/helpers/payment-test.ts'
import { DOCUMENT_ENV, expectDocuments } from '#tests/helpers/random-orders.ts'
import { type ApiClient, listMailsTo } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'
import { deliver, type Payment, type RazorpayStandIn } from '#tools/razorpay-stand-in.ts'
import type { TestApp } from '#tools/test-app.ts'

// Another variant instead of the money: what is held, what is paid, and what is on paper, to the end.

const ring = toProductId('ring')
const STOCK = 12
const RING = {
  slug: 'ring',
  price: 1_000,
  hsn: '7113',
  options: [{ name: 'Size', values: ['S', 'M', 'L', 'XS'] }],
  variant: { Size: 'S' },
  variants: [
    { choice: { Size: 'S' }, stock: 3 },
    { choice: { Size: 'M' }, stock: 3 },
    { choice: { Size: 'L' }, stock: 3, price: 2_000 },
    { choice: { Size: 'XS' }, stock: 3, price: 500 },
  ],
}
const PRICES = { S: 1_050, M: 1_050, L: 2_100, XS: 525 }
type Size = keyof typeof PRICES
type Method = 'razorpay' | 'cod'

const test = base
  .extend('env', ({ provider }) => ({
    ...provider.env,
    ...DOCUMENT_ENV,
    PAN_KEY: 'a-key-of-the-tests-with-32-letters',
  }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, RING)
    shop.freezeTime()
    return shop
  })
  .extend('people', ({ shop, provider, asha, editor }) => ({ shop, provider, asha, editor }))

interface People {
  shop: TestApp
  provider: RazorpayStandIn
  asha: ApiClient
  editor: ApiClient
}

const read = async (client: ApiClient, number: string) =>
  (await client.get(`/orders/${number}`)).body.order

async function pay({ shop, provider, asha }: People, number: string): Promise<void> {
  expect((await asha.post(`/orders/${number}/payment`)).status).toBe(200)
  await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
}

async function send({ editor }: People, number: string): Promise<void> {
  const sent = await editor.post(`/editor/orders/${number}/dispatch`, { carrier: 'By hand' })
  expect(sent.body).toMatchObject({ success: true })
  expect((await editor.post(`/editor/orders/${number}/deliver`)).status).toBe(200)
}

/** Brings paid pieces of the size S to the shopper. @returns the number of the order. */
async function bring(people: People, method: Method = 'razorpay', quantity = 1): Promise<string> {
  const { asha, editor } = people
  await asha.post('/cart', { productId: ring, quantity, variant: { Size: 'S' } })
  const { number } = (await place(asha, { method })).body.order
  if (method === 'razorpay') await pay(people, number)
  await send(people, number)
  if (method === 'cod') await editor.post(`/editor/orders/${number}/collect`)
  return number
}

const listSizes = async (asha: ApiClient, number: string) => {
  const { body } = await asha.get(`/orders/${number}/exchanges?position=0`)
  return new Map<string, { id: string; price: number; stock: number }>(
    (body.variants ?? []).map((row: { variant: { Size: string } }) => [row.variant.Size, row]),
  )
}

const ask = async (asha: ApiClient, number: string, size: Size, quantity = 1) =>
  asha.post(`/orders/${number}/return`, {
    lines: [{ position: 0, quantity }],
    reason: 'It does not fit',
    variantId: (await listSizes(asha, number)).get(size)?.id ?? 'none',
  })

/** @returns the return, with the number of what leaves instead. */
async function exchange(asha: ApiClient, number: string, size: Size, quantity = 1) {
  const { status, body } = await ask(asha, number, size, quantity)
  expect(body).toMatchObject({ success: true })
  expect(status).toBe(200)
  const { id, exchange: wanted } = body.order.returns.find(
    ({ state }: { state: string }) => state === 'requested',
  )
  return { id, number: wanted.number as string }
}

const decide = async (editor: ApiClient, id: string, ...states: object[]) => {
  for (const body of states)
    expect((await editor.put(`/editor/returns/${id}`, body)).body).toMatchObject({ success: true })
}

const BACK = [{ state: 'accepted' }, { state: 'received' }]

/** The pieces of a size on the shelf, and those that are held. */
async function countSize({ deps: { db } }: TestApp, size: Size) {
  const rows = await db
    .selectFrom('variant')
    .innerJoin('stock', 'stock.variant_id', 'variant.id')
    .leftJoin('stock_hold', 'stock_hold.variant_id', 'variant.id')
    .select(['on_hand', 'quantity'])
    .where('variant.product_id', '=', ring)
    .where('choice', 'like', `%"${size}"%`)
    .execute()
  return [rows[0]?.on_hand, rows.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)]
}

/** The invoice of the first order, its credit note, and the invoice of what left instead. */
async function listPapers({ deps: { db } }: TestApp) {
  const rows = await db.selectFrom('document').selectAll().orderBy('number').execute()
  return rows.map(({ number, body }) => [
    number.slice(0, 2),
    (JSON.parse(body) as { total: number }).total,
  ])
}

const listSubjects = async (shop: TestApp, { email }: ApiClient) =>
  (await listMailsTo(shop, email)).map(({ subject }) => subject)

describe('an exchange', () => {
  test.for(
    (['razorpay', 'cod'] as const).flatMap((method) =>
      (['M', 'L', 'XS'] as const).map((size) => ({ method, size })),
    ),
  )(
    'by $method for $size has its stock, money and papers',
    async ({ method, size }, { people }) => {
      const { shop, provider, asha, editor } = people
      const number = await bring(people, method)
      const wanted = await exchange(asha, number, size)
      expect(await countSize(shop, size)).toEqual([3, 1])
      expect(await read(asha, wanted.number)).toMatchObject({
        state: 'awaiting_return',
        exchangeOf: number,
        total: PRICES[size],
        steps: { pay: { can: false }, cancel: { can: false } },
      })
      const early = await editor.post(`/editor/orders/${wanted.number}/dispatch`, { carrier: 'X' })
      expect(early.status).toBe(409)
      await expectInvariants(shop, { [ring]: STOCK })

      await decide(editor, wanted.id, ...BACK)
      expect(await countSize(shop, 'S')).toEqual([3, 0])
      const due = Math.max(0, PRICES[size] - PRICES.S)
      const rest = Math.max(0, PRICES.S - PRICES[size])
      const isAwaited = due > 0 && method === 'razorpay'
      expect(await read(asha, wanted.number)).toMatchObject({
        state: isAwaited ? 'awaiting_payment' : 'placed',
        credit: PRICES[size] - due,
      })
      expect(await read(asha, number)).toMatchObject({
        refundDue: method === 'cod' ? rest : 0,
        refunded: PRICES[size] - due,
      })
      await expectInvariants(shop, { [ring]: STOCK })

      if (isAwaited) {
        await pay(people, wanted.number)
        expect(provider.links.size).toBe(2)
      }
      if (method === 'cod' && rest > 0)
        await editor.post(`/editor/orders/${number}/refund`, { reason: 'It is cheaper' })
      await send(people, wanted.number)
      const collected = await editor.post(`/editor/orders/${wanted.number}/collect`)
      expect(collected.status).toBe(method === 'cod' && due > 0 ? 200 : 409)
      await runOrderJob(shop.deps)
      expect(await countSize(shop, size)).toEqual([2, 0])
      const back = [...provider.refunds.values()].map(({ amount }) => amount / 100)
      expect(back).toEqual(method === 'razorpay' && rest > 0 ? [rest] : [])
      expect(await listPapers(shop)).toEqual([
        ['CR', PRICES.S],
        ['KV', PRICES.S],
        ['KV', PRICES[size]],
      ])
      await expectDocuments(shop)
      await expectInvariants(shop, { [ring]: STOCK })
    },
  )

  test.for(['refused', 'withdrawn', 'refused once it was accepted', 'not sent back'] as const)(
    'that is %s lets its piece go, and moves no money',
    async (end, { people }) => {
      const { shop, asha, editor } = people
      const number = await bring(people)
      const wanted = await exchange(asha, number, 'M')
      if (end !== 'refused' && end !== 'withdrawn') await decide(editor, wanted.id, BACK[0] ?? {})
      if (end === 'withdrawn') await asha.post(`/returns/${wanted.id}/withdraw`)
      else if (end === 'not sent back') {
        shop.advanceTime(25 * DAY_MS)
        await runOrderJob(shop.deps)
      } else await decide(editor, wanted.id, { state: 'refused', answer: 'It is worn' })
      expect(await countSize(shop, 'M')).toEqual([3, 0])
      const rows = await shop.deps.db
        .selectFrom('order')
        .select(['number', 'state', 'refunded_paise'])
        .execute()
      expect(rows.find((row) => row.number === wanted.number)?.state).toBe('cancelled')
      expect(rows.find((row) => row.number === number)?.refunded_paise).toBe(0)
      expect((await listPapers(shop)).length).toBe(1)
      await expectInvariants(shop, { [ring]: STOCK })
    },
  )

  test('of two pieces has the price of both, and says what pays it', async ({ people }) => {
    const { shop, asha, editor } = people
    const number = await bring(people, 'razorpay', 2)
    const wanted = await exchange(asha, number, 'L', 2)
    await decide(editor, wanted.id, ...BACK)
    const found = await read(asha, wanted.number)
    expect(found).toMatchObject({ total: 2 * PRICES.L, credit: 2 * PRICES.S })
    expect(found.events.map(({ text }: { text: string }) => text)).toContain(
      `The returned pieces of the order ${number} are back. ₹2,100.00 of their price pays this order. ₹2,100.00 is still to be paid.`,
    )
    await expectInvariants(shop, { [ring]: STOCK })
  })

  test('whose new piece cannot be sent is a return', async ({ people }) => {
    const { shop, provider, asha, editor } = people
    const number = await bring(people)
    const wanted = await exchange(asha, number, 'M')
    const cancel = { reason: 'A piece was damaged before dispatch' }
    expect((await editor.post(`/editor/orders/${wanted.number}/cancel`, cancel)).status).toBe(200)
    expect(await countSize(shop, 'M')).toEqual([2, 0])
    const mails = await listMailsTo(shop, asha.email)
    expect(mails.map(({ text }) => text).join('\n')).toContain('Your return goes on.')
    await decide(editor, wanted.id, ...BACK)
    await runOrderJob(shop.deps)
    expect([...provider.refunds.values()].map(({ amount }) => amount)).toEqual([105_000])
    await expectInvariants(shop, { [ring]: STOCK })
  })

  test('of a damaged piece puts none on the shelf', async ({ people }) => {
    const { shop, asha, editor } = people
    const wanted = await exchange(asha, await bring(people), 'M')
    await decide(editor, wanted.id, { state: 'accepted' }, { state: 'received', shelved: [] })
    expect(await countSize(shop, 'S')).toEqual([2, 0])
    expect((await read(asha, wanted.number)).state).toBe('placed')
    await expectInvariants(shop, { [ring]: STOCK })
  })

  test('that is cancelled once it is paid goes back to the payment that has the money', async ({
    people,
  }) => {
    const { shop, provider, asha, editor } = people
    const wanted = await exchange(asha, await bring(people), 'L')
    await decide(editor, wanted.id, ...BACK)
    await pay(people, wanted.number)
    await asha.post(`/orders/${wanted.number}/cancel`, { reason: 'I changed my mind' })
    await runOrderJob(shop.deps)
    const refunds = [...provider.refunds.values()]
    expect(refunds.map(({ amount }) => amount)).toEqual([105_000, 105_000])
    expect(new Set(refunds.map(({ payment_id }) => payment_id)).size).toBe(2)
    expect((await read(asha, wanted.number)).paymentState).toBe('refunded')
    await expectInvariants(shop, { [ring]: STOCK })
  })

  test('whose difference is not paid in time is refunded, also if it is paid later', async ({
    people,
  }) => {
    const { shop, provider, asha, editor } = people
    const wanted = await exchange(asha, await bring(people), 'L')
    await decide(editor, wanted.id, ...BACK)
    await asha.post(`/orders/${wanted.number}/payment`)
    shop.advanceTime(3 * DAY_MS + 60_000)
    await runOrderJob(shop.deps)
    await deliver(shop, provider.event('payment_link.paid', provider.pay(wanted.number)))
    for (let run = 0; run < 3; run++) await runOrderJob(shop.deps)
    const amounts = [...provider.refunds.values()].map(({ amount }) => amount)
    expect(amounts).toEqual([105_000, 105_000])
    await expectInvariants(shop, { [ring]: STOCK })
  })

  test('whose payment is refunded in part at the provider has it once, however often it is told', async ({
    people,
  }) => {
    const { shop, provider, asha, editor } = people
    const payments: Payment[] = []
    provider.onPay = (payment) => payments.push(payment)
    const wanted = await exchange(asha, await bring(people), 'M')
    await decide(editor, wanted.id, ...BACK)
    const refund = provider.refundPayment(payments[0]?.id ?? '', 35_000)
    for (let times = 0; times < 3; times++)
      await deliver(shop, provider.refundEvent('refund.processed', refund))
    const { order } = (await editor.get(`/editor/orders/${wanted.number}`)).body
    expect(order).toMatchObject({ refunded: 350, refundable: 700, refunds: [{ amount: 350 }] })
    await expectInvariants(shop, { [ring]: STOCK })
  })

  test('is refunded at the provider while the answer to what it left over is lost', async ({
    people,
  }) => {
    const { shop, provider, asha, editor } = people
    const payments: Payment[] = []
    provider.onPay = (payment) => payments.push(payment)
    const first = await bring(people)
    const wanted = await exchange(asha, first, 'XS')
    await decide(editor, wanted.id, ...BACK)
    provider.faults.refund = ['lose-answer']
    await runOrderJob(shop.deps)
    const rest = provider.refundPayment(payments[0]?.id ?? '', 52_500)
    const { status } = await deliver(shop, provider.refundEvent('refund.processed', rest))
    expect(status).toBe(200)
    shop.advanceTime(10 * 60_000)
    await runOrderJob(shop.deps)
    for (const number of [first, wanted.number])
      expect((await editor.get(`/editor/orders/${number}`)).body.order.refunds).toContainEqual(
        expect.objectContaining({ amount: 525, state: 'processed' }),
      )
    expect(provider.refunds.size).toBe(2)
    await expectDocuments(shop)
    await expectInvariants(shop, { [ring]: STOCK })
  })

  test('is not exchanged once more, but returned', async ({ people }) => {
    const { shop, provider, asha, editor } = people
    const first = await exchange(asha, await bring(people), 'M')
    await decide(editor, first.id, ...BACK)
    await send(people, first.number)
    const { lines } = await read(asha, first.number)
    expect(lines).toMatchObject([{ returnable: 1, exchangeable: 0 }])
    expect(await ask(asha, first.number, 'XS')).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^We exchange a piece once/) },
    })
    const { body } = await asha.post(`/orders/${first.number}/return`, {
      lines: [{ position: 0, quantity: 1 }],
      reason: 'It does not fit',
    })
    await decide(editor, body.order.returns[0].id, ...BACK)
    await runOrderJob(shop.deps)
    expect([...provider.refunds.values()].map(({ amount }) => amount)).toEqual([105_000])
    await expectDocuments(shop)
    await expectInvariants(shop, { [ring]: STOCK })
  })

  test('is called an exchange by each answer', async ({ people }) => {
    const { asha, editor } = people
    const number = await bring(people, 'razorpay', 2)
    const wanted = await exchange(asha, number, 'M')
    const toMessage = async (body: object) =>
      (await editor.put(`/editor/returns/${wanted.id}`, body)).body.message
    expect(await toMessage({ state: 'accepted' })).toBe('The exchange is accepted.')
    expect(await toMessage({ state: 'received' })).toBe('The exchange is received.')
    const other = await exchange(asha, number, 'M')
    const { body } = await asha.post(`/returns/${other.id}/withdraw`)
    expect(body.message).toBe('Your exchange is withdrawn.')
  })

  test('has a mail of its own for each step', async ({ people }) => {
    const { shop, asha, editor } = people
    const number = await bring(people)
    const lost = await exchange(asha, number, 'M')
    await asha.post(`/returns/${lost.id}/withdraw`)
    const refused = await exchange(asha, number, 'M')
    await decide(editor, refused.id, { state: 'refused', answer: 'It is worn' })
    const wanted = await exchange(asha, number, 'L')
    await decide(editor, wanted.id, ...BACK)
    const subjects = await listSubjects(shop, asha)
    expect(subjects.filter((subject) => subject.startsWith('Your exchange')).toSorted()).toEqual([
      `Your exchange of order ${number}`,
      `Your exchange of order ${number}`,
      `Your exchange of order ${number}`,
      `Your exchange of order ${number} has reached us`,
      `Your exchange of order ${number} is accepted`,
      `Your exchange of order ${number} is not accepted`,
      `Your exchange of order ${number} is withdrawn`,
    ])
    const mails = await listMailsTo(shop, asha.email)
    const last = mails.find(({ subject }) => subject.endsWith('has reached us'))?.text
    expect(last).toContain(`The new piece is the order ${wanted.number}`)
    expect(last).toContain('₹1,050.00 is still to be paid until')
    expect(last).toContain(`/order?number=${wanted.number}`)
  })

  test('is asked for within its own days, which are more than those of a return', async ({
    people,
  }) => {
    const { shop, asha } = people
    const number = await bring(people)
    const deliverBefore = (days: number) =>
      shop.deps.db
        .updateTable('order')
        .set({ delivered_at: shop.deps.now() - days * DAY_MS })
        .where('number', '=', number)
        .execute()
    await deliverBefore(30)
    expect((await read(asha, number)).lines[0]).toMatchObject({ returnable: 0, exchangeable: 1 })
    const { id } = await exchange(asha, number, 'M')
    await asha.post(`/returns/${id}/withdraw`)
    const { id: variantId } = (await listSizes(asha, number)).get('M') ?? {}
    await deliverBefore(31)
    const late = { lines: [{ position: 0, quantity: 1 }], reason: 'It does not fit', variantId }
    expect(await asha.post(`/orders/${number}/return`, late)).toMatchObject({
      status: 409,
      body: { message: 'The days in which this order can be exchanged are over.' },
    })
    expect((await asha.get(`/orders/${number}/exchanges`)).status).toBe(409)
  })

  test('of pieces that are not there, or of no choice, holds nothing', async ({ people }) => {
    const { shop, asha } = people
    const number = await bring(people)
    const rival = await shop.createSignedInUser()
    await rival.post('/cart', { productId: ring, quantity: 3, variant: { Size: 'M' } })
    await place(rival, { phone: '98290 54321' })
    expect((await listSizes(asha, number)).get('M')?.stock).toBe(0)
    expect(await ask(asha, number, 'M')).toMatchObject({
      status: 409,
      body: { field: 'variantId', message: expect.stringMatching(/sold out/) },
    })
    const unknown = await asha.post(`/orders/${number}/return`, {
      lines: [{ position: 0, quantity: 1 }],
      reason: 'It does not fit',
      variantId: 'no-variant',
    })
    expect(unknown).toMatchObject({ status: 409, body: { field: 'variantId' } })
    expect((await rival.get(`/orders/${number}/exchanges?position=0`)).status).toBe(404)
    expect((await asha.get(`/orders/${number}/exchanges?position=7`)).status).toBe(404)
    const { returns } = await read(asha, number)
    expect(returns).toEqual([])
    await expectInvariants(shop, { [ring]: STOCK })
  })
})
