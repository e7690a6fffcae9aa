import { describe, expect } from 'vitest'
import { toIndianDay } from '#src/rules/dates.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { expectInvariants, order } from '#tests/helpers/orders.ts'
import { type ApiClient, listMailsTo } from '#tools/api-client.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'

// A step of many orders in one call: each order has its own guard, and a refusal stops no other one.

const watch = toProductId('watch')
const lamp = toProductId('lamp')

const test = base
  .extend('env', () => ({ ORDERS: 'cod' }))
  .extend('shop', async ({ shop }) => {
    await addProducts(
      shop,
      { slug: 'watch', price: 1_000, stock: 9 },
      { slug: 'lamp', price: 2_000, stock: 9 },
    )
    return shop
  })

const take = (editor: ApiClient, body: object) => editor.post('/editor/orders/steps', body)
const toParcels = (...numbers: string[]) =>
  numbers.map((number, index) => ({ number, trackingNumber: `T${index}` }))
const dispatch = (editor: ApiClient, ...numbers: string[]) =>
  take(editor, { step: 'dispatch', carrier: 'Blue Dart', orders: toParcels(...numbers) })
const read = async (editor: ApiClient, number: string) =>
  (await editor.get(`/editor/orders/${number}`)).body.order
const list = async (editor: ApiClient, body: object) => {
  const { orders } = (await editor.post('/editor/orders/search', body)).body
  return (orders as { number: string }[]).map(({ number }) => number)
}

test('a refused order is named with its sentence, and the others are dispatched', async ({
  shop,
  asha,
  shopper,
  editor,
}) => {
  const first = await order(asha, watch)
  const cancelled = await order(asha, watch)
  const last = await order(shopper, watch)
  const reason = 'A piece is out of stock'
  await editor.post(`/editor/orders/${cancelled}/cancel`, { reason, shelved: [] })
  const { status, body } = await dispatch(editor, first, cancelled, 'KV-22222222', last)
  expect(status).toBe(200)
  expect(body).toEqual({
    success: true,
    message: '2 orders are dispatched. 2 orders could not be changed.',
    taken: [first, last],
    refused: [
      { number: cancelled, message: 'This order is cancelled.' },
      { number: 'KV-22222222', message: 'There is no such order.' },
    ],
  })
  expect((await read(editor, last)).shipments).toMatchObject([
    { carrier: 'Blue Dart', trackingNumber: 'T3' },
  ])
  expect((await read(editor, first)).events.at(-1)).toMatchObject({ kind: 'dispatched' })
  expect((await read(editor, first)).events.at(-1).by).not.toBe('')
  const entries = await shop.deps.db.selectFrom('audit_entry').select('subject').execute()
  for (const number of [first, last])
    expect(entries).toContainEqual({ subject: `Dispatched the order ${number} by Blue Dart` })
  expect(entries).not.toContainEqual({ subject: `Dispatched the order ${cancelled} by Blue Dart` })
  // A second press changes nothing.
  expect((await dispatch(editor, first, last)).body).toMatchObject({
    taken: [],
    refused: [
      { number: first, message: 'This order is on its way already.' },
      { number: last, message: 'This order is on its way already.' },
    ],
  })
  await expectInvariants(shop, { [watch]: 9 })
})

test('two packers who send the same orders at once dispatch each once', async ({
  shop,
  asha,
  editor,
}) => {
  const numbers = [await order(asha, watch), await order(asha, watch), await order(asha, watch)]
  const before = (await listMailsTo(shop, asha.email)).length
  const answers = await Promise.all([
    dispatch(editor, ...numbers),
    dispatch(editor, ...numbers.toReversed()),
  ])
  expect(answers.flatMap(({ body }) => body.taken).toSorted()).toEqual(numbers.toSorted())
  expect((await listMailsTo(shop, asha.email)).length).toBe(before + numbers.length)
  await expectInvariants(shop, { [watch]: 9 })
})

test('many orders are delivered, paid in cash, and taken back', async ({ shop, asha, editor }) => {
  const numbers = [await order(asha, watch), await order(asha, watch)]
  const orders = numbers.map((number) => ({ number }))
  await dispatch(editor, ...numbers)
  expect(await list(editor, { view: 'to_collect' })).toEqual(numbers)
  for (const step of ['deliver', 'collect'])
    expect((await take(editor, { step, orders })).body).toMatchObject({ taken: numbers })
  expect(await list(editor, { view: 'to_collect' })).toEqual([])
  for (const undoes of ['collect', 'deliver', 'dispatch'])
    expect((await take(editor, { step: 'undo', undoes, orders })).body).toMatchObject({
      taken: numbers,
      refused: [],
    })
  expect(await list(editor, { view: 'to_dispatch' })).toEqual(numbers)
  await expectInvariants(shop, { [watch]: 9 })
})

test('cash that differs from what is to be collected is not recorded', async ({ asha, editor }) => {
  const [right, wrong] = [await order(asha, watch), await order(asha, watch)]
  await dispatch(editor, right, wrong)
  const orders = [
    { number: right, amount: 1_050 },
    { number: wrong, amount: 1_049.99 },
  ]
  expect((await take(editor, { step: 'collect', orders })).body).toMatchObject({
    taken: [right],
    refused: [{ number: wrong, message: '₹1,050.00 is to be collected for this order.' }],
  })
  expect(await read(editor, right)).toMatchObject({ paymentState: 'collected', toCollect: 0 })
  expect(await read(editor, wrong)).toMatchObject({ paymentState: 'none', toCollect: 1_050 })
})

test('a call takes at most 100 orders, each once, and is for editors', async ({ asha, editor }) => {
  const many = Array.from({ length: 101 }, (_, nth) => ({ number: `KV-${nth}` }))
  for (const orders of [many, [{ number: 'KV-1' }, { number: 'KV-1' }], []])
    expect((await take(editor, { step: 'deliver', orders })).status).toBe(400)
  expect((await take(asha, { step: 'deliver', orders: many.slice(0, 1) })).status).toBe(403)
})

test('lists of what waits begin with the oldest, or with the first promised day', async ({
  shop,
  asha,
  editor,
}) => {
  const numbers = [await order(asha, watch), await order(asha, watch), await order(asha, watch)]
  const today = toIndianDay(shop.deps.now())
  for (const [index, promised_to] of [today, null, '2020-01-01'].entries())
    await shop.deps.db
      .updateTable('order')
      .set({ promised_to })
      .where('number', '=', numbers[index] ?? '')
      .execute()
  const [first = '', second = '', third = ''] = numbers
  expect(await list(editor, { view: 'to_dispatch' })).toEqual(numbers)
  expect(await list(editor, { view: 'to_dispatch', sort: 'newest' })).toEqual(numbers.toReversed())
  const byDay = { view: 'to_dispatch', sort: 'promised' }
  expect(await list(editor, byDay)).toEqual([third, first, second])
  const others = await editor.post('/editor/orders/search', { sort: 'promised' })
  expect(others.status).toBe(400)
})

test('papers come in the order of the numbers, and an unknown number is an error', async ({
  asha,
  editor,
}) => {
  const numbers = [await order(asha, lamp), await order(asha, watch)]
  const { papers } = (await editor.post('/editor/orders/papers', { numbers })).body
  expect(papers).toMatchObject([
    { paper: { number: numbers[0], state: 'placed', toCollect: 2_100 }, creditNotes: [] },
    { paper: { number: numbers[1] } },
  ])
  const answer = await editor.post('/editor/orders/papers', { numbers: ['KV-22222222'] })
  expect(answer.status).toBe(404)
})

describe('in a shop with GSTIN', () => {
  const withGst = test.extend('env', () => ({
    ORDERS: 'cod',
    GSTIN: '08AABCK1234M1ZK',
    LEGAL_NAME: 'Kairavi Luxury Private Limited',
    LEGAL_ADDRESS: '14, Chandni Haveli, Jaipur 302002',
  }))

  withGst(
    'a refused order takes no invoice number, and is listed by its missing code',
    async ({ shop, asha, editor }) => {
      const { db } = shop.deps
      const setHsn = (id: string, slug: string, hsn: string) =>
        db
          .updateTable('product')
          .set({ detail: JSON.stringify({ ...createCatalogEntry({ slug }), hsn }) })
          .where('id', '=', id)
          .execute()
      // No category of clothing has a code of its own.
      await db.updateTable('product').set({ category: 'clothing' }).execute()
      await setHsn(watch, 'watch', '9101')
      const [first, without, last] = [
        await order(asha, watch),
        await order(asha, lamp),
        await order(asha, watch),
      ]
      expect(await list(editor, { view: 'missing_hsn' })).toEqual([without])
      const { orders } = (await editor.post('/editor/orders/search', {})).body
      const marked = orders.filter(({ isMissingHsn }: { isMissingHsn: boolean }) => isMissingHsn)
      expect(marked).toMatchObject([{ number: without }])
      const { body } = await dispatch(editor, first, without, last)
      expect(body.taken).toEqual([first, last])
      expect(body.refused[0].message).toMatch(/has no HSN code/)
      expect((await read(editor, first)).invoiceNumber).toMatch(/000001$/)
      expect((await read(editor, last)).invoiceNumber).toMatch(/000002$/)
      await setHsn(lamp, 'lamp', '9405')
      expect(await list(editor, { view: 'missing_hsn' })).toEqual([])
      expect((await dispatch(editor, without)).body.taken).toEqual([without])
      expect((await read(editor, without)).invoiceNumber).toMatch(/000003$/)
    },
  )
})
