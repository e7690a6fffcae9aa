import { describe, expect } from 'vitest'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { order, place, readSeen } from '#tests/helpers/orders.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'

const crown = toProductId('crown')
const PAN = 'ABCPK1234M'

const keyless = base
  .extend('env', () => ({ ORDERS: 'cod', PUBLIC_PAN_FROM: '50000' }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'crown', price: 60_000, stock: 9 })
    return shop
  })
const test = keyless.extend('env', () => ({
  ORDERS: 'cod',
  PUBLIC_PAN_FROM: '50000',
  PAN_KEY: 'a-key-of-the-tests-with-32-letters',
}))

const placeWith = async (client: ApiClient, pan: string | undefined) => {
  await client.post('/cart', { productId: crown })
  return place(client, pan === undefined ? {} : { pan })
}

describe('an order for which the law asks for a PAN', () => {
  test.for([undefined, '', 'ABCP1234M', 'ABCDK1234M', 'ABCPK0000M'])(
    'is refused with %s',
    async (pan, { asha }) => {
      expect(await placeWith(asha, pan)).toMatchObject({
        status: 400,
        body: { field: 'pan', message: expect.stringMatching(/\.$/) },
      })
    },
  )

  test('stores it sealed, for admins and the export alone', async ({
    shop,
    asha,
    editor,
    admin,
  }) => {
    const number = await order(asha, crown, { pan: ' abcpk1234m ' })
    const { db } = shop.deps
    const rows = await db.selectFrom('order').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(PAN)
    const read = async (client: ApiClient) =>
      (await client.get(`/editor/orders/${number}`)).body.order.pan
    expect([await read(admin), await read(editor)]).toEqual([PAN, ''])
    expect(JSON.stringify((await asha.get(`/orders/${number}`)).body)).not.toContain(PAN)
    expect((await asha.get('/users/export')).body.orders).toMatchObject([{ pan: PAN }])
  })

  test('has the same hash for a repeat with any PAN', async ({ shop, asha }) => {
    await asha.post('/cart', { productId: crown })
    const seen = await readSeen(asha)
    const first = await place(asha, { seen, pan: PAN }, 'the-same-key')
    expect(first.status).toBe(201)
    const repeat = await place(asha, { seen, pan: 'ABCPK1234N' }, 'the-same-key')
    expect(repeat.body).toEqual(first.body)
    expect(await shop.deps.db.selectFrom('order').selectAll().execute()).toHaveLength(1)
  })

  test('forgets it if it is cancelled before the dispatch', async ({ asha, admin }) => {
    const number = await order(asha, crown, { pan: PAN })
    await asha.post(`/orders/${number}/cancel`, { reason: 'Another reason' })
    expect((await admin.get(`/editor/orders/${number}`)).body.order.pan).toBe('')
  })

  keyless('is refused by a shop without PAN_KEY', async ({ shop, asha }) => {
    expect(await placeWith(asha, PAN)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('the law asks for a PAN') },
    })
    expect(await shop.deps.db.selectFrom('order').selectAll().execute()).toEqual([])
  })
})
