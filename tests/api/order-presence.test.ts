import { expect } from 'vitest'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { order } from '#tests/helpers/orders.ts'
import { addProducts } from '#tools/products.ts'

const test = base
  .extend('env', () => ({ ORDERS: 'cod' }))
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'watch', price: 1_000, stock: 9 })
    return shop
  })

test('packers see who else has an order open, and each change of it has another version', async ({
  shop,
  asha,
  editor,
}) => {
  const number = await order(asha, toProductId('watch'), { quantity: 2 })
  const path = `/editor/orders/${number}`
  const packer = await shop.createSignedInUser('packer')
  expect((await editor.put(`${path}/presence`)).body.others).toEqual([])
  expect((await packer.put(`${path}/presence`)).body.others).toMatchObject([{ name: 'Asha Rao' }])
  await editor.delete(`${path}/presence`)
  expect((await packer.put(`${path}/presence`)).body.others).toEqual([])

  const versions = new Set<string>()
  /** The version that a packer hears of is the one of the order, and a new one. */
  const expectNewVersion = async () => {
    const { version } = (await packer.put(`${path}/presence`)).body
    expect((await editor.get(path)).body.order.version).toBe(version)
    expect(versions).not.toContain(version)
    versions.add(version)
    expect((await packer.put(`${path}/presence`)).body.version).toBe(version)
  }
  await expectNewVersion()
  const returned = { lines: [{ position: 0, quantity: 1 }], reason: 'It does not fit' }
  for (const change of [
    () => editor.put(`${path}/note`, { note: 'Rings twice' }),
    () => editor.post(`${path}/dispatch`, { carrier: 'DTDC' }),
    () => editor.post(`${path}/undo`, { step: 'dispatch' }),
    () => editor.post(`${path}/dispatch`, { carrier: 'DTDC', trackingNumber: '7' }),
    () => editor.post(`${path}/deliver`),
    () => asha.post(`/orders/${number}/return`, returned),
  ]) {
    expect((await change()).body).toMatchObject({ success: true })
    await expectNewVersion()
  }

  const unknown = '/editor/orders/KV-22222222/presence'
  expect((await editor.put(unknown)).status).toBe(404)
  expect((await editor.delete(unknown)).status).toBe(404)
})

test('a page that is shown keeps the order open, and writes that every 15 seconds at most', async ({
  shop,
  asha,
  editor,
}) => {
  const number = await order(asha, toProductId('watch'))
  const path = `/editor/orders/${number}/presence`
  const packer = await shop.createSignedInUser('packer')
  const readExpiry = async () =>
    (await shop.deps.db.selectFrom('open_record').select('expires_at').execute()).map(
      ({ expires_at }) => expires_at,
    )
  shop.freezeTime()
  await packer.put(path)
  const written = new Set<string>()
  for (let seconds = 3; seconds <= 60; seconds += 3) {
    shop.advanceTime(3_000)
    await packer.put(path)
    written.add(String(await readExpiry()))
  }
  expect(written.size).toBeLessThanOrEqual(5)
  expect((await editor.put(path)).body.others).toHaveLength(1)
  shop.advanceTime(46_000)
  expect((await editor.put(path)).body.others).toEqual([])
})
