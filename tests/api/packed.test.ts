import { expect } from 'vitest'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { ADDRESS, expectInvariants, order } from '#tests/helpers/orders.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'

// The mark of an order whose pieces are packed and have not left.

const watch = toProductId('watch')

const test = base
  .extend('env', () => ({ ORDERS: 'cod' }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'watch', price: 1_000, stock: 9 })
    return shop
  })

const take = (editor: ApiClient, number: string, step: string, body?: object) =>
  editor.post(`/editor/orders/${number}/${step}`, body)
const read = async (editor: ApiClient, number: string) =>
  (await editor.get(`/editor/orders/${number}`)).body.order
const listPacked = async (editor: ApiClient): Promise<string[]> => {
  const { orders } = (await editor.post('/editor/orders/search', { view: 'packed' })).body
  return (orders as { number: string; isPacked: boolean }[]).map(({ number, isPacked }) => {
    expect(isPacked).toBe(true)
    return number
  })
}

test('a packer marks an order as packed, and takes the mark off', async ({ shop, asha }) => {
  const packer = await shop.createSignedInUser('packer')
  const [number, other] = [await order(asha, watch), await order(asha, watch)]
  shop.freezeTime()
  const at = new Date(shop.deps.now()).toISOString()
  const { body } = await take(packer, number, 'pack')
  expect(body).toMatchObject({ message: 'The order is packed.', order: { state: 'placed' } })
  expect(body.order.events.at(-1)).toMatchObject({ kind: 'packed', at, by: 'Asha Rao' })
  expect((await take(packer, number, 'pack')).body).toMatchObject({
    message: 'This order is packed already.',
  })
  expect(await listPacked(packer)).toEqual([number])
  expect(await read(packer, other)).toMatchObject({ isPacked: false })
  expect((await take(packer, number, 'unpack')).body.order).toMatchObject({ isPacked: false })
  expect((await take(packer, number, 'unpack')).status).toBe(409)
  expect(await listPacked(packer)).toEqual([])
  expect((await read(packer, number)).events.at(-1)).toMatchObject({ kind: 'unpacked' })
  const entries = await shop.deps.db.selectFrom('audit_entry').select('subject').execute()
  for (const mark of ['packed', 'not packed'])
    expect(entries).toContainEqual({ subject: `Marked as ${mark}: the order ${number}` })
})

test('the shopper does not see what is packed', async ({ asha, editor }) => {
  const number = await order(asha, watch)
  await take(editor, number, 'pack')
  await take(editor, number, 'unpack')
  const { events } = (await asha.get(`/orders/${number}`)).body.order
  expect(events).toMatchObject([{ kind: 'placed' }])
})

test('many orders are packed by one call, and unpacked by another', async ({ asha, editor }) => {
  const numbers = [await order(asha, watch), await order(asha, watch)]
  const orders = numbers.map((number) => ({ number }))
  const packed = await editor.post('/editor/orders/steps', { step: 'pack', orders })
  expect(packed.body).toMatchObject({ message: '2 orders are packed.', taken: numbers })
  expect(await listPacked(editor)).toEqual(numbers)
  await editor.post('/editor/orders/steps', { step: 'unpack', orders })
  expect(await listPacked(editor)).toEqual([])
})

test.for([
  ['delivery', { address: ADDRESS, phone: '98290 54321', tellsCustomer: false }],
  [
    'reduce',
    {
      lines: [{ position: 0, quantity: 1 }],
      reason: 'A piece is out of stock',
      tellsCustomer: false,
    },
  ],
  ['dispatch', { carrier: 'DTDC', lines: [{ position: 0, quantity: 1 }] }],
] as const)(
  'the mark goes with a change of the parcel by %s',
  async ([step, body], { asha, editor }) => {
    const number = await order(asha, watch, { quantity: 3 })
    await take(editor, number, 'pack')
    const path = `/editor/orders/${number}/${step}`
    const change = step === 'delivery' ? editor.put(path, body) : editor.post(path, body)
    expect((await change).body).toMatchObject({ success: true, order: { isPacked: false } })
    expect((await take(editor, number, 'pack')).status).toBe(200)
  },
)

test('a dispatch that is undone leaves the parcel packed', async ({ shop, asha, editor }) => {
  const number = await order(asha, watch)
  await take(editor, number, 'pack')
  expect((await take(editor, number, 'dispatch', { carrier: 'DTDC' })).body.order).toMatchObject({
    isPacked: false,
    undo: { step: 'dispatch' },
  })
  expect(await listPacked(editor)).toEqual([])
  await take(editor, number, 'undo', { step: 'dispatch' })
  expect(await listPacked(editor)).toEqual([number])
  await expectInvariants(shop, { [watch]: 9 })
})
