import { expect, test } from 'vitest'
import { wishlistResponse } from '#src/contract/wishlist.ts'
import type { ApiClient } from '#tests/helpers/api-client.ts'
import { addProducts, updateProduct } from '#tests/helpers/products.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const kept = async (shopper: ApiClient) =>
  wishlistResponse.parse((await shopper.get('/wishlist/')).body).wishlist

test('keeps products, newest first, with all that a card shows', async () => {
  await using shop = await createTestApp()
  const ids = await addProducts(shop, { slug: 'a' }, { slug: 'b' }, { slug: 'c' })
  const asha = await shop.createSignedInUser()
  for (const productId of ids)
    expect(await asha.post('/wishlist/', { productId })).toMatchObject({
      status: 200,
      body: { success: true, message: 'Added to wishlist 💖' },
    })
  const wishlist = await kept(asha)
  expect(wishlist.map((entry) => entry.id)).toEqual(ids.toReversed())
  expect(wishlist[0]?.product).toMatchObject({ id: ids[2], slug: 'c', price: 1_234.5 })
})

test('keeping a product again is no error and leaves its place', async () => {
  await using shop = await createTestApp()
  const [a, b] = await addProducts(shop, { slug: 'a' }, { slug: 'b' })
  const asha = await shop.createSignedInUser()
  for (const productId of [a, b, a, a]) {
    const answer = await asha.post('/wishlist/', { productId })
    expect(answer.body).toEqual({ success: true, message: 'Added to wishlist 💖' })
  }
  expect((await kept(asha)).map((entry) => entry.id)).toEqual([b, a])
})

test('20 hearts at once keep one', async () => {
  await using shop = await createTestApp()
  const [a] = await addProducts(shop, { slug: 'a' })
  const asha = await shop.createSignedInUser()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => asha.post('/wishlist/', { productId: a })),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
  expect(await kept(asha)).toHaveLength(1)
})

test('lets go of a product by its id, once', async () => {
  await using shop = await createTestApp()
  const [a] = await addProducts(shop, { slug: 'a' })
  const asha = await shop.createSignedInUser()
  await asha.post('/wishlist/', { productId: a })
  expect(await asha.delete(`/wishlist/${a}`)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Removed from wishlist 💔' },
  })
  expect(await kept(asha)).toEqual([])
  expect(await asha.delete(`/wishlist/${a}`)).toMatchObject({
    status: 404,
    body: { success: false, message: 'This item is not in your wishlist.' },
  })
})

test('does not know products that are not sold', async () => {
  await using shop = await createTestApp()
  const [a] = await addProducts(shop, { slug: 'a' })
  const asha = await shop.createSignedInUser()
  await asha.post('/wishlist/', { productId: a })
  await updateProduct(shop, a ?? '', { archived_at: 1 })
  expect(await kept(asha)).toEqual([])
  for (const productId of [a, 'nothing'])
    expect(await asha.post('/wishlist/', { productId })).toMatchObject({
      status: 404,
      body: { success: false, message: 'Product not found.' },
    })
})

test('T3: one shopper’s wishlist is nobody else’s', async () => {
  await using shop = await createTestApp()
  const [a] = await addProducts(shop, { slug: 'a' })
  const asha = await shop.createSignedInUser()
  const ravi = await shop.createSignedInUser()
  await asha.post('/wishlist/', { productId: a })
  expect(await kept(ravi)).toEqual([])
  const foreign = await ravi.delete(`/wishlist/${a}`)
  const missing = await ravi.delete('/wishlist/nothing')
  expect(foreign.status).toBe(404)
  expect({ ...foreign, headers: {} }).toEqual({ ...missing, headers: {} })
  expect(await kept(asha)).toHaveLength(1)
})

test.each([
  ['GET', '/wishlist/'],
  ['POST', '/wishlist/'],
  ['DELETE', '/wishlist/x'],
])('%s %s asks a visitor to log in', async (method, path) => {
  await using shop = await createTestApp()
  expect(await shop.createClient().request(method, path)).toMatchObject({
    status: 401,
    body: { success: false, message: 'Please log in.' },
  })
})
