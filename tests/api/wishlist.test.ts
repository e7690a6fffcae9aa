import { expect, test } from 'vitest'
import { wishlistResponse } from '#src/contract/wishlist.ts'
import type { ApiClient } from '#tests/helpers/api-client.ts'
import { addProducts, updateProduct } from '#tests/helpers/products.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const getWishlist = async (user: ApiClient) =>
  wishlistResponse.parse((await user.get('/wishlist/')).body).wishlist

test('lists products, newest first, with the fields of a product card', async () => {
  await using shop = await createTestApp()
  const ids = await addProducts(shop, { slug: 'a' }, { slug: 'b' }, { slug: 'c' })
  const asha = await shop.createSignedInUser()
  for (const productId of ids)
    expect(await asha.post('/wishlist/', { productId })).toMatchObject({
      status: 200,
      body: { success: true, message: 'Added to wishlist 💖' },
    })
  const wishlist = await getWishlist(asha)
  expect(wishlist.map((entry) => entry.id)).toEqual(ids.toReversed())
  expect(wishlist[0]?.product).toMatchObject({ id: ids[2], slug: 'c', price: 1_234.5 })
})

test('an entry has the price at which it was added, also after the price has changed', async () => {
  await using shop = await createTestApp()
  const [a = ''] = await addProducts(shop, { slug: 'a', price: 2_000 })
  const asha = await shop.createSignedInUser()
  await asha.post('/wishlist/', { productId: a })
  await updateProduct(shop, a, { price_paise: 150_000, list_price_paise: 150_000 })
  await asha.post('/wishlist/', { productId: a })
  expect(await getWishlist(asha)).toMatchObject([{ addedPrice: 2_000, product: { price: 1_500 } }])
  await shop.deps.db.updateTable('wishlist_item').set({ price_paise: null }).execute()
  expect((await getWishlist(asha))[0]).not.toHaveProperty('addedPrice')
})

test('adding a product again answers 200 and keeps its position', async () => {
  await using shop = await createTestApp()
  const [a, b] = await addProducts(shop, { slug: 'a' }, { slug: 'b' })
  const asha = await shop.createSignedInUser()
  for (const productId of [a, b, a, a]) {
    const response = await asha.post('/wishlist/', { productId })
    expect(response.body).toEqual({ success: true, message: 'Added to wishlist 💖' })
  }
  expect((await getWishlist(asha)).map((entry) => entry.id)).toEqual([b, a])
})

test('a line saved for later keeps its choice and quantity', async () => {
  await using shop = await createTestApp()
  const options = [{ name: 'Size', values: ['S', 'M'] }]
  const [productId] = await addProducts(shop, { slug: 'a', options, variant: { Size: 'S' } })
  const asha = await shop.createSignedInUser()
  await asha.post('/wishlist/', { productId })
  const saved = { variant: { Size: 'M' }, quantity: 2 }
  await asha.post('/wishlist/', { productId, saved })
  await asha.post('/wishlist/', { productId })
  expect(await getWishlist(asha)).toMatchObject([{ id: productId, saved }])
  const unknown = { variant: { Size: 'XL' }, quantity: 2 }
  expect((await asha.post('/wishlist/', { productId, saved: unknown })).status).toBe(400)
})

test('20 parallel adds of one product add one entry', async () => {
  await using shop = await createTestApp()
  const [a] = await addProducts(shop, { slug: 'a' })
  const asha = await shop.createSignedInUser()
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => asha.post('/wishlist/', { productId: a })),
  )
  expect(responses.map((response) => response.status)).toEqual(Array(20).fill(200))
  expect(await getWishlist(asha)).toHaveLength(1)
})

test('removes a product by its id once, then answers 404', async () => {
  await using shop = await createTestApp()
  const [a] = await addProducts(shop, { slug: 'a' })
  const asha = await shop.createSignedInUser()
  await asha.post('/wishlist/', { productId: a })
  expect(await asha.delete(`/wishlist/${a}`)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Removed from wishlist 💔' },
  })
  expect(await getWishlist(asha)).toEqual([])
  expect(await asha.delete(`/wishlist/${a}`)).toMatchObject({
    status: 404,
    body: { success: false, message: 'This item is not in your wishlist.' },
  })
})

test('answers 404 for unknown and archived products, and leaves them out', async () => {
  await using shop = await createTestApp()
  const [a] = await addProducts(shop, { slug: 'a' })
  const asha = await shop.createSignedInUser()
  await asha.post('/wishlist/', { productId: a })
  await updateProduct(shop, a ?? '', { archived_at: 1 })
  expect(await getWishlist(asha)).toEqual([])
  for (const productId of [a, 'nothing'])
    expect(await asha.post('/wishlist/', { productId })).toMatchObject({
      status: 404,
      body: { success: false, message: 'Product not found.' },
    })
})

test("another user's wishlist is neither listed nor changed (T3)", async () => {
  await using shop = await createTestApp()
  const [a] = await addProducts(shop, { slug: 'a' })
  const asha = await shop.createSignedInUser()
  const ravi = await shop.createSignedInUser()
  await asha.post('/wishlist/', { productId: a })
  expect(await getWishlist(ravi)).toEqual([])
  const foreign = await ravi.delete(`/wishlist/${a}`)
  const missing = await ravi.delete('/wishlist/nothing')
  expect(foreign.status).toBe(404)
  expect({ ...foreign, headers: {} }).toEqual({ ...missing, headers: {} })
  expect(await getWishlist(asha)).toHaveLength(1)
})

test.each([
  ['Asha Rao', 'Asha'],
  ['asha.rao@example.com', 'asha'],
  ['Asha,12MarineDrive,Mumbai', 'Asha'],
  ['12, Marine Drive', ''],
  ['+91 98290 12345', ''],
  ['<b>Asha</b>', ''],
  [`${'A'.repeat(30)} Rao`, 'A'.repeat(20)],
  ['ലക്ഷ്മി നായർ', 'ലക്ഷ്മി'],
  ['राठौर', 'राठौर'],
  ['නුවන් ශ්\u200dරී', 'නුවන්'],
  ['ශ්\u200dරී', 'ශ්\u200dරී'],
])('a shared wishlist of %j has the name %j: letters only, 20 at most', async (name, shown) => {
  await using shop = await createTestApp()
  const asha = await shop.createSignedInUser()
  await shop.deps.db.updateTable('user').set({ display_name: name }).execute()
  const { token } = (await asha.put('/wishlist-share')).body
  const { body } = await shop.createClient().get(`/wishlist-share/${token}`)
  expect(body.name).toBe(shown)
})

test('a link shows the wishlist with a first name until its owner ends it', async () => {
  await using shop = await createTestApp()
  const ids = await addProducts(shop, { slug: 'a' }, { slug: 'b' })
  const asha = await shop.createSignedInUser()
  for (const productId of ids) await asha.post('/wishlist/', { productId })
  await shop.deps.db.updateTable('user').set({ display_name: 'Asha Rao' }).execute()
  expect((await asha.get('/wishlist-share')).body).toEqual({ success: true, token: null })
  const { token } = (await asha.put('/wishlist-share')).body
  expect((await asha.put('/wishlist-share')).body).toEqual({ success: true, token })
  expect((await asha.get('/wishlist-share')).body).toEqual({ success: true, token })

  const visitor = shop.createClient()
  const { body } = await visitor.get(`/wishlist-share/${token}`)
  expect(body).toMatchObject({ name: 'Asha', products: [{ slug: 'b' }, { slug: 'a' }] })

  await asha.delete('/wishlist-share')
  const ended = await visitor.get(`/wishlist-share/${token}`)
  expect(ended).toMatchObject({
    status: 404,
    body: { message: 'This wishlist is private, or the link is not complete.' },
  })
  expect((await visitor.get('/wishlist-share/unknown')).body).toEqual(ended.body)
  expect((await asha.put('/wishlist-share')).body.token).not.toBe(token)
})

test.each([
  ['GET', '/wishlist/'],
  ['POST', '/wishlist/'],
  ['DELETE', '/wishlist/x'],
])('%s %s answers 401 without a session', async (method, path) => {
  await using shop = await createTestApp()
  expect(await shop.createClient().request(method, path)).toMatchObject({
    status: 401,
    body: { success: false, message: 'Please log in.' },
  })
})
