import { describe, expect } from 'vitest'
import { wishlistResponse } from '#src/contract/wishlist.ts'
import { test } from '#tests/helpers/api-test.ts'
import { type ApiClient, countStatuses } from '#tools/api-client.ts'
import { addProducts, updateProduct } from '#tools/products.ts'

const getWishlist = async (user: ApiClient) =>
  wishlistResponse.parse((await user.get('/wishlist/')).body).wishlist

test('lists products, newest first; adding one again keeps its place and price', async ({
  shop,
  shopper,
}) => {
  const [a = '', b, c] = await addProducts(shop, { slug: 'a' }, { slug: 'b' }, { slug: 'c' })
  // Those of one moment have an order, too.
  shop.freezeTime()
  const add = (productId = '') => shopper.post('/wishlist/', { productId })
  for (const id of [a, b, c]) await add(id)
  await updateProduct(shop, a, { price_paise: 150_000, list_price_paise: 150_000 })
  expect(await add(a)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Added to wishlist 💖' },
  })
  expect(await getWishlist(shopper)).toMatchObject([
    { id: c, addedPrice: 1_234.5, product: { id: c, slug: 'c', price: 1_234.5 } },
    { id: b },
    { id: a, addedPrice: 1_234.5, product: { price: 1_500 } },
  ])
  await shop.deps.db.updateTable('wishlist_item').set({ price_paise: null }).execute()
  expect((await getWishlist(shopper))[0]).not.toHaveProperty('addedPrice')
})

test('keeps the price of the dearest piece', async ({ shop, shopper }) => {
  const price = 999_999_999
  const [productId] = await addProducts(shop, { slug: 'crown', price })
  expect((await shopper.post('/wishlist/', { productId })).status).toBe(200)
  expect(await getWishlist(shopper)).toMatchObject([{ addedPrice: price }])
})

test('a line saved for later keeps its choice and quantity', async ({ shop, shopper }) => {
  const options = [{ name: 'Size', values: ['S', 'M'] }]
  const [productId] = await addProducts(shop, { slug: 'a', options, variant: { Size: 'S' } })
  const saved = { variant: { Size: 'M' }, quantity: 2 }
  for (const more of [{}, { saved }, {}]) await shopper.post('/wishlist/', { productId, ...more })
  expect(await getWishlist(shopper)).toMatchObject([{ id: productId, saved }])
  const unknown = { variant: { Size: 'XL' }, quantity: 2 }
  expect((await shopper.post('/wishlist/', { productId, saved: unknown })).status).toBe(400)
})

test('20 parallel adds add one entry, which is removed once', async ({ shop, shopper }) => {
  const [a] = await addProducts(shop, { slug: 'a' })
  const add = () => shopper.post('/wishlist/', { productId: a })
  expect(await countStatuses(20, add)).toEqual({ 200: 20 })
  expect(await getWishlist(shopper)).toHaveLength(1)
  expect(await shopper.delete(`/wishlist/${a}`)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Removed from wishlist 💔' },
  })
  expect(await getWishlist(shopper)).toEqual([])
  expect(await shopper.delete(`/wishlist/${a}`)).toMatchObject({
    status: 404,
    body: { success: false, message: 'This item is not in your wishlist.' },
  })
})

describe('a shared wishlist', () => {
  test('names its owner by a first name', async ({ shop, shopper, visitor }) => {
    const { token } = (await shopper.put('/wishlist-share')).body
    for (const [name, shown] of [
      ['asha.rao@example.com', 'asha'],
      ['Asha,12MarineDrive,Mumbai', 'Asha'],
      ['12, Marine Drive', ''],
      ['+91 98290 12345', ''],
      ['<b>Asha</b>', ''],
      [`${'A'.repeat(30)} Rao`, 'A'.repeat(20)],
      ['ലക്ഷ്മി നായർ', 'ലക്ഷ്മി'],
      ['නුවන් ශ්\u200dරී', 'නුවන්'],
      ['ශ්\u200dරී', 'ශ්\u200dරී'],
    ]) {
      await shop.deps.db.updateTable('user').set({ display_name: name }).execute()
      const { body } = await visitor.get(`/wishlist-share/${token}`)
      expect([name, body.name]).toEqual([name, shown])
    }
  })

  test('is shown by its link until its owner ends it', async ({ shop, shopper, visitor }) => {
    const ids = await addProducts(shop, { slug: 'a' }, { slug: 'b' })
    for (const productId of ids) await shopper.post('/wishlist/', { productId })
    expect((await shopper.get('/wishlist-share')).body).toEqual({ success: true, token: null })
    const { token } = (await shopper.put('/wishlist-share')).body
    expect((await shopper.put('/wishlist-share')).body).toEqual({ success: true, token })
    expect((await shopper.get('/wishlist-share')).body).toEqual({ success: true, token })
    expect((await visitor.get(`/wishlist-share/${token}`)).body).toMatchObject({
      name: 'Asha',
      products: [{ slug: 'b' }, { slug: 'a' }],
    })
    await shopper.delete('/wishlist-share')
    for (const link of [token, 'unknown'])
      expect(await visitor.get(`/wishlist-share/${link}`)).toMatchObject({
        status: 404,
        body: { message: 'This wishlist is private, or the link is not complete.' },
      })
    expect((await shopper.put('/wishlist-share')).body.token).not.toBe(token)
  })
})
