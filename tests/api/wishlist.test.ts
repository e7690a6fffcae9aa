import { expect, test } from 'vitest'
import { wishlistResponse } from '#src/contract/wishlist.ts'
import { alter, sell } from '#tests/helpers/products.ts'
import { openShop } from '#tests/helpers/shop.ts'
import { ask, type SignedIn, signIn } from '#tests/helpers/signed-in.ts'

const kept = async (shopper: SignedIn) =>
  wishlistResponse.parse((await shopper.call('GET', '/wishlist/')).body).wishlist

test('keeps products, newest first, with all that a card shows', async () => {
  await using shop = await openShop()
  const ids = await sell(shop, { slug: 'a' }, { slug: 'b' }, { slug: 'c' })
  const asha = await signIn(shop)
  for (const productId of ids)
    expect(await asha.call('POST', '/wishlist/', { productId })).toMatchObject({
      status: 200,
      body: { success: true, message: 'Added to wishlist 💖' },
    })
  const wishlist = await kept(asha)
  expect(wishlist.map((entry) => entry.id)).toEqual(ids.toReversed())
  expect(wishlist[0]?.product).toMatchObject({ id: ids[2], slug: 'c', price: 1_234.5 })
})

test('keeping a product again is no error and leaves its place', async () => {
  await using shop = await openShop()
  const [a, b] = await sell(shop, { slug: 'a' }, { slug: 'b' })
  const asha = await signIn(shop)
  for (const productId of [a, b, a, a]) {
    const answer = await asha.call('POST', '/wishlist/', { productId })
    expect(answer.body).toEqual({ success: true, message: 'Added to wishlist 💖' })
  }
  expect((await kept(asha)).map((entry) => entry.id)).toEqual([b, a])
})

test('20 hearts at once keep one', async () => {
  await using shop = await openShop()
  const [a] = await sell(shop, { slug: 'a' })
  const asha = await signIn(shop)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => asha.call('POST', '/wishlist/', { productId: a })),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200))
  expect(await kept(asha)).toHaveLength(1)
})

test('lets go of a product by its id, once', async () => {
  await using shop = await openShop()
  const [a] = await sell(shop, { slug: 'a' })
  const asha = await signIn(shop)
  await asha.call('POST', '/wishlist/', { productId: a })
  expect(await asha.call('DELETE', `/wishlist/${a}`)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Removed from wishlist 💔' },
  })
  expect(await kept(asha)).toEqual([])
  expect(await asha.call('DELETE', `/wishlist/${a}`)).toMatchObject({
    status: 404,
    body: { success: false, message: 'This item is not in your wishlist.' },
  })
})

test('does not know products that are not sold', async () => {
  await using shop = await openShop()
  const [a] = await sell(shop, { slug: 'a' })
  const asha = await signIn(shop)
  await asha.call('POST', '/wishlist/', { productId: a })
  await alter(shop, a ?? '', { archived_at: 1 })
  expect(await kept(asha)).toEqual([])
  for (const productId of [a, 'nothing'])
    expect(await asha.call('POST', '/wishlist/', { productId })).toMatchObject({
      status: 404,
      body: { success: false, message: 'Product not found.' },
    })
})

test('T3: one shopper’s wishlist is nobody else’s', async () => {
  await using shop = await openShop()
  const [a] = await sell(shop, { slug: 'a' })
  const asha = await signIn(shop)
  const ravi = await signIn(shop)
  await asha.call('POST', '/wishlist/', { productId: a })
  expect(await kept(ravi)).toEqual([])
  const foreign = await ravi.call('DELETE', `/wishlist/${a}`)
  const missing = await ravi.call('DELETE', '/wishlist/nothing')
  expect(foreign.status).toBe(404)
  expect({ ...foreign, headers: {} }).toEqual({ ...missing, headers: {} })
  expect(await kept(asha)).toHaveLength(1)
})

test.each([
  ['GET', '/wishlist/'],
  ['POST', '/wishlist/'],
  ['DELETE', '/wishlist/x'],
])('%s %s asks a visitor to log in', async (method, path) => {
  await using shop = await openShop()
  expect(await ask(shop, method, path)).toMatchObject({
    status: 401,
    body: { success: false, message: 'Please log in.' },
  })
})
