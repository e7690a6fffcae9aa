import { describe, expect } from 'vitest'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { runOrderJob } from '#src/server/shop/orders/order-job.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { expectInvariants, order } from '#tests/helpers/orders.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'
import { deliver, type RazorpayStandIn, startRazorpayStandIn } from '#tools/razorpay-stand-in.ts'
import type { TestApp } from '#tools/test-app.ts'

// Pieces that come back: how many go on the shelf, and how much is paid back for them.

const watch = toProductId('watch')
const STOCK = 5

const test = base
  .extend('env', () => ({ ORDERS: 'cod' }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'watch', price: 1_000, stock: STOCK })
    return shop
  })

const take = (editor: ApiClient, number: string, step: string, body?: object) =>
  editor.post(`/editor/orders/${number}/${step}`, body)
const dispatch = (editor: ApiClient, number: string) =>
  take(editor, number, 'dispatch', { carrier: 'By hand' })

const readShelf = async ({ deps: { db } }: TestApp): Promise<number | undefined> =>
  (
    await db
      .selectFrom('stock')
      .select('on_hand')
      .where('variant_id', '=', watch)
      .executeTakeFirst()
  )?.on_hand

/** An editor counts the pieces on the shelf. */
const count = ({ deps: { db } }: TestApp, on_hand: number) =>
  db.updateTable('stock').set({ on_hand }).where('variant_id', '=', watch).execute()

/** Brings an order to the shopper, who asks to return pieces, which the shop accepts. @returns the id of the return. */
async function acceptReturn(
  { asha, editor }: { asha: ApiClient; editor: ApiClient },
  number: string,
  { quantity = 1, reason = 'It does not fit' } = {},
): Promise<string> {
  const lines = [{ position: 0, quantity }]
  const { body } = await asha.post(`/orders/${number}/return`, { lines, reason })
  const { id } = body.order.returns.at(-1)
  await editor.put(`/editor/returns/${id}`, { state: 'accepted' })
  return id
}

const receive = (editor: ApiClient, id: string, body: object = {}) =>
  editor.put(`/editor/returns/${id}`, { state: 'received', ...body })

const listNumbers = async (editor: ApiClient, view: string) =>
  (await editor.post('/editor/orders/search', { view })).body.orders.map(
    (row: { number: string }) => row.number,
  )

describe('a dispatch', () => {
  test('is refused if the shelf has fewer pieces than the order', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch, { quantity: 3 })
    await count(shop, 1)
    expect(await dispatch(editor, number)).toMatchObject({
      status: 409,
      body: {
        message: expect.stringContaining('The shelf has 1 of The watch and this order needs 3'),
      },
    })
    expect(await readShelf(shop)).toBe(1)
    await expectInvariants(shop)
    await count(shop, 3)
    expect((await dispatch(editor, number)).status).toBe(200)
    await expectInvariants(shop, { [watch]: 3 })
  })

  test('that is taken back puts back what it took', async ({ shop, asha, editor }) => {
    const number = await order(asha, watch, { quantity: 3 })
    await dispatch(editor, number)
    expect(await readShelf(shop)).toBe(STOCK - 3)
    await count(shop, 0)
    expect((await take(editor, number, 'undo', { step: 'dispatch' })).status).toBe(200)
    expect(await readShelf(shop)).toBe(3)
    await expectInvariants(shop, { [watch]: 3 })
  })

  test('of a choice that is no longer offered takes nothing, and its undo returns nothing', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch)
    await shop.deps.db.deleteFrom('stock').where('variant_id', '=', watch).execute()
    expect((await dispatch(editor, number)).status).toBe(200)
    await shop.deps.db.insertInto('stock').values({ variant_id: watch, on_hand: 4 }).execute()
    expect((await take(editor, number, 'undo', { step: 'dispatch' })).status).toBe(200)
    expect(await readShelf(shop)).toBe(4)
  })
})

describe('pieces that come back', () => {
  test.for([
    ['At the request of the customer', STOCK],
    ['A piece is out of stock', STOCK - 2],
    ['A piece was damaged before dispatch', STOCK - 2],
  ] as const)(
    'before the dispatch, “%s” leaves %i on the shelf',
    async ([reason, shelf], { shop, asha, editor }) => {
      const number = await order(asha, watch, { quantity: 2 })
      expect((await take(editor, number, 'cancel', { reason })).status).toBe(200)
      expect(await readShelf(shop)).toBe(shelf)
      await expectInvariants(shop, { [watch]: STOCK })
    },
  )

  test.for([
    ['The parcel came back to us', STOCK],
    ['The parcel was lost', STOCK - 2],
  ] as const)(
    'from the courier, “%s” makes %i on the shelf',
    async ([reason, shelf], { shop, asha, editor }) => {
      const number = await order(asha, watch, { quantity: 2 })
      expect((await take(editor, number, 'cancel', { reason })).status).toBe(409)
      await dispatch(editor, number)
      expect((await take(editor, number, 'cancel', { reason })).status).toBe(200)
      expect(await readShelf(shop)).toBe(shelf)
      await expectInvariants(shop, { [watch]: STOCK })
    },
  )

  test.for([
    ['It does not fit', STOCK],
    ['It arrived damaged', STOCK - 1],
  ] as const)(
    'from the shopper, “%s” makes %i on the shelf',
    async ([reason, shelf], { shop, asha, editor }) => {
      const number = await order(asha, watch)
      await dispatch(editor, number)
      await take(editor, number, 'deliver')
      await receive(editor, await acceptReturn({ asha, editor }, number, { reason }))
      expect(await readShelf(shop)).toBe(shelf)
      await expectInvariants(shop, { [watch]: STOCK })
    },
  )

  test('that were personalised do not go on the shelf', async ({ shop, asha, editor }) => {
    const number = await order(asha, watch, { quantity: 2 })
    const isPersonalised = async () =>
      (await editor.get(`/editor/orders/${number}`)).body.order.lines[0].personalised
    expect(await isPersonalised()).toBe(false)
    await shop.deps.db.updateTable('order_line').set({ personalised: 1 }).execute()
    expect(await isPersonalised()).toBe(true)
    await dispatch(editor, number)
    await take(editor, number, 'cancel', { reason: 'The parcel came back to us' })
    expect(await readShelf(shop)).toBe(STOCK - 2)
  })

  test('that were personalised and are cancelled by the shopper leave the shelf', async ({
    shop,
    asha,
    admin,
  }) => {
    const number = await order(asha, watch, { quantity: 2 })
    await shop.deps.db.updateTable('order_line').set({ personalised: 1 }).execute()
    await asha.post(`/orders/${number}/cancel`, { reason: 'I changed my mind' })
    expect(await readShelf(shop)).toBe(STOCK - 2)
    const { entries } = (await admin.get('/admin/audit')).body
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'products',
        subject: `Took off the shelf: 2 × The watch, of the order ${number}`,
      }),
    )
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('go on the shelf as the packer says', async ({ shop, asha, editor, admin }) => {
    const number = await order(asha, watch, { quantity: 3 })
    await dispatch(editor, number)
    await take(editor, number, 'deliver')
    const id = await acceptReturn({ asha, editor }, number, { quantity: 2 })
    for (const shelved of [
      [{ position: 0, quantity: 3 }],
      [{ position: 7, quantity: 1 }],
      [
        { position: 0, quantity: 1 },
        { position: 0, quantity: 1 },
      ],
    ])
      expect(await receive(editor, id, { shelved })).toMatchObject({
        status: 400,
        body: { field: 'shelved' },
      })
    await receive(editor, id, { shelved: [{ position: 0, quantity: 1 }] })
    expect(await readShelf(shop)).toBe(STOCK - 2)
    const { entries } = (await admin.get('/admin/audit')).body
    expect(entries.map(({ subject }: { subject: string }) => subject)).toContain(
      `Put on the shelf: 1 × The watch, of the order ${number}`,
    )
    await expectInvariants(shop, { [watch]: STOCK })
  })
})

describe('the money of pieces that come back', () => {
  test('in cash is refunded for them alone by default, and waits in a list until then', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch, { quantity: 2 })
    await dispatch(editor, number)
    await take(editor, number, 'deliver')
    await take(editor, number, 'collect')
    expect(await listNumbers(editor, 'to_pay_back')).toEqual([])
    const id = await acceptReturn({ asha, editor }, number)
    expect((await receive(editor, id)).body.order).toMatchObject({
      refundDue: 1_050,
      refundable: 2_100,
    })
    expect(await listNumbers(editor, 'to_pay_back')).toEqual([number])
    const refund = () => take(editor, number, 'refund', { reason: 'It came back' })
    expect((await refund()).body.order).toMatchObject({
      refunded: 1_050,
      refundDue: 0,
      paymentState: 'part_refunded',
    })
    expect(await listNumbers(editor, 'to_pay_back')).toEqual([])
    expect(await refund()).toMatchObject({
      status: 400,
      body: {
        field: 'amount',
        message: 'What came back is refunded already. Please enter an amount.',
      },
    })
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('of a parcel that came back with its cash waits to be paid back', async ({
    asha,
    editor,
  }) => {
    const number = await order(asha, watch)
    await dispatch(editor, number)
    await take(editor, number, 'collect')
    await take(editor, number, 'cancel', { reason: 'The parcel came back to us' })
    expect(await listNumbers(editor, 'to_pay_back')).toEqual([number])
    await take(editor, number, 'refund', { reason: 'It came back' })
    expect(await listNumbers(editor, 'to_pay_back')).toEqual([])
  })

  test('is not collected: the rest is, and nothing once all came back', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch, { quantity: 2 })
    await dispatch(editor, number)
    await take(editor, number, 'deliver')
    const first = await acceptReturn({ asha, editor }, number)
    expect((await receive(editor, first)).body.order).toMatchObject({ toCollect: 1_050 })
    expect((await asha.get(`/orders/${number}/paper`)).body.paper.toCollect).toBe(1_050)
    expect(await listNumbers(editor, 'to_collect')).toEqual([number])
    const second = await acceptReturn({ asha, editor }, number)
    expect((await receive(editor, second)).body.order).toMatchObject({ toCollect: 0 })
    expect(await listNumbers(editor, 'to_collect')).toEqual([])
    expect(await take(editor, number, 'collect')).toMatchObject({
      status: 409,
      body: {
        message: 'All pieces of this order came back: there is nothing to collect.',
      },
    })
    expect((await asha.get(`/orders/${number}/paper`)).body.paper.toCollect).toBe(0)
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('that was collected for the rest is no more than that', async ({ shop, asha, editor }) => {
    const number = await order(asha, watch, { quantity: 2 })
    await dispatch(editor, number)
    await take(editor, number, 'deliver')
    await receive(editor, await acceptReturn({ asha, editor }, number))
    expect((await take(editor, number, 'collect')).body.order).toMatchObject({
      paymentState: 'collected',
      refundable: 1_050,
      refundDue: 0,
    })
    expect(await listNumbers(editor, 'to_pay_back')).toEqual([])
    expect(
      (await take(editor, number, 'refund', { amount: 1_050, reason: 'A gift' })).body.order,
    ).toMatchObject({ paymentState: 'refunded' })
    await expectInvariants(shop, { [watch]: STOCK })
  })

  test('is recorded with the return if the courier had collected it', async ({
    shop,
    asha,
    editor,
  }) => {
    const number = await order(asha, watch, { quantity: 2 })
    await dispatch(editor, number)
    await take(editor, number, 'deliver')
    const id = await acceptReturn({ asha, editor }, number)
    expect((await receive(editor, id, { collected: true })).body.order).toMatchObject({
      paymentState: 'collected',
      refundable: 2_100,
      refundDue: 1_050,
    })
    await expectInvariants(shop, { [watch]: STOCK })
  })
})

describe('paid online', () => {
  const online = base
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs
    .extend<'provider', RazorpayStandIn>('provider', async ({}, { onCleanup }) => {
      const provider = await startRazorpayStandIn()
      onCleanup(() => provider[Symbol.asyncDispose]())
      return provider
    })
    .extend('env', ({ provider }) => provider.env)
    .extend('shop', async ({ shop }) => {
      await addProducts(shop, { slug: 'watch', price: 1.09, stock: STOCK })
      return shop
    })

  online(
    'personalised pieces stay on the shelf if their order was never paid',
    async ({ shop, asha }) => {
      const number = await order(asha, watch, { method: 'razorpay' })
      await shop.deps.db.updateTable('order_line').set({ personalised: 1 }).execute()
      await asha.post(`/orders/${number}/cancel`, { reason: 'I changed my mind' })
      expect(await readShelf(shop)).toBe(STOCK)
    },
  )

  online(
    'returns piece by piece leave no paisa behind',
    async ({ shop, provider, asha, editor }) => {
      const number = await order(asha, watch, { quantity: 4, method: 'razorpay' })
      await asha.post(`/orders/${number}/payment`)
      await deliver(shop, provider.event('payment_link.paid', provider.pay(number)))
      await dispatch(editor, number)
      await take(editor, number, 'deliver')
      for (let piece = 0; piece < 4; piece++) {
        await receive(editor, await acceptReturn({ asha, editor }, number))
        await runOrderJob(shop.deps)
      }
      const { body } = await editor.get(`/editor/orders/${number}`)
      expect(body.order).toMatchObject({ total: 4.58, refunded: 4.58, paymentState: 'refunded' })
      await expectInvariants(shop, { [watch]: STOCK })
    },
  )
})
