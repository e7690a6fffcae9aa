import { expect } from 'vitest'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { forgetBuyers } from '#src/server/shop/orders/queries.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { order } from '#tests/helpers/orders.ts'
import { listMailsTo } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'

// A note of the staff that the shopper reads.

const watch = toProductId('watch')
const TEXT = 'We engrave the lid on Monday.\nThe parcel leaves on Tuesday.'

const test = base
  .extend('env', () => ({ ORDERS: 'cod' }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'watch', price: 1_000, stock: 9 })
    return shop
  })

test('the shopper reads a note of a packer, and not the note for the team', async ({
  shop,
  asha,
}) => {
  const number = await order(asha, watch)
  const packer = await shop.createSignedInUser('packer')
  await packer.put(`/editor/orders/${number}/note`, { note: 'Rings twice' })
  const body = { text: TEXT, tellsCustomer: false }
  const added = await packer.post(`/editor/orders/${number}/notes`, body)
  expect(added.body).toMatchObject({ message: 'The customer can read the note.' })
  expect(added.body.order.events.at(-1)).toMatchObject({
    kind: 'noted',
    text: TEXT,
    by: 'Asha Rao',
  })
  const read = (await asha.get(`/orders/${number}`)).body.order
  expect(read.events.at(-1)).toMatchObject({ kind: 'noted', text: TEXT })
  expect(JSON.stringify(read)).not.toContain('Rings twice')
})

test.for([true, false])(
  'a note is mailed if so chosen: %s',
  async (tellsCustomer, { shop, asha, editor }) => {
    const number = await order(asha, watch)
    await editor.post(`/editor/orders/${number}/notes`, { text: TEXT, tellsCustomer })
    const mails = await listMailsTo(shop, asha.email)
    const mail = mails.find(({ subject }) => subject === `A note on your order ${number}`)
    expect(mail?.text.includes(TEXT) ?? false).toBe(tellsCustomer)
  },
)

test('a note is not empty, and is for the staff to write', async ({ asha, editor }) => {
  const path = `/editor/orders/${await order(asha, watch)}/notes`
  const empty = await editor.post(path, { text: ' ', tellsCustomer: false })
  expect(empty).toMatchObject({ status: 400, body: { message: 'Please enter the note.' } })
  expect((await asha.post(path, { text: TEXT, tellsCustomer: false })).status).toBe(403)
})

test('a note goes with the account, once the order is over', async ({ shop, asha, editor }) => {
  const { db } = shop.deps
  const number = await order(asha, watch)
  await editor.post(`/editor/orders/${number}/notes`, { text: TEXT, tellsCustomer: false })
  await db.updateTable('order').set({ user_id: null }).execute()
  const countNotes = async () =>
    (await db.selectFrom('order_event').select('kind').where('kind', '=', 'noted').execute()).length
  expect(await forgetBuyers(db, 10)).toBe(0)
  expect(await countNotes()).toBe(1)
  const reason = 'At the request of the customer'
  await editor.post(`/editor/orders/${number}/cancel`, { reason })
  expect(await forgetBuyers(db, 10)).toBe(1)
  expect(await countNotes()).toBe(0)
})
