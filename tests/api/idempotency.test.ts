import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test as base } from '#tests/helpers/api-test.ts'
import { getCart } from '#tests/helpers/cart.ts'
import { addProducts, setStock } from '#tools/products.ts'

const test = base
  .extend('headers', () => ({ 'idempotency-key': randomUUID() }))
  .extend('productId', async ({ shop }) => (await addProducts(shop, { slug: 'a', stock: 2 }))[0])

test('20 parallel adds with one key add once for each user (G4)', async ({
  shop,
  shopper,
  productId,
  headers,
}) => {
  const added = { status: 200, body: { message: 'Added to cart' } }
  for (const user of [shopper, await shop.createSignedInUser()]) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => user.post('/cart', { productId }, headers)),
    )
    expect(answers).toMatchObject(Array(20).fill(added))
    expect(await getCart(user)).toMatchObject([{ quantity: 1 }])
  }
})

test('a retry gets the stored reply after other changes (F12)', async ({
  shopper,
  productId,
  headers,
}) => {
  const add = () => shopper.post('/cart', { productId, quantity: 5 }, headers)
  const stored = { status: 200, body: { success: true, message: 'Only 2 left.' } }
  expect(await add()).toMatchObject(stored)
  const [line] = await getCart(shopper)
  await shopper.delete(`/cart/${line?.id}`)
  expect(await add()).toMatchObject(stored)
  expect(await getCart(shopper)).toEqual([])
})

test('rejects a key that was used for another request', async ({ shopper, productId, headers }) => {
  await shopper.post('/cart', { productId }, headers)
  const [line] = await getCart(shopper)
  for (const answer of [
    await shopper.post('/cart', { productId, quantity: 2 }, headers),
    await shopper.patch(`/cart/${line?.id}`, { change: 1 }, headers),
  ])
    expect(answer).toMatchObject({
      status: 422,
      body: { success: false, message: 'This Idempotency-Key was used for another request.' },
    })
  expect(await getCart(shopper)).toMatchObject([{ quantity: 1 }])
})

test('does not store an error: the same key can succeed later', async ({
  shop,
  shopper,
  productId,
  headers,
}) => {
  const add = async () => (await shopper.post('/cart', { productId }, headers)).status
  await setStock(shop.deps.db, 0)
  expect(await add()).toBe(409)
  await setStock(shop.deps.db, 5)
  expect(await add()).toBe(200)
})

test.for([
  ['8letters', 200],
  ['x'.repeat(100), 200],
  ['7_short', 400],
  ['x'.repeat(101), 400],
  ['has space!', 400],
  ["'; drop table cart_item", 400],
] as const)('the key "%s" is answered %i', async ([key, status], { shopper, productId }) => {
  const answer = await shopper.post('/cart', { productId }, { 'idempotency-key': key })
  const message =
    status === 200 ? 'Added to cart' : 'Idempotency-Key must be 8 to 100 letters, digits, - or _.'
  expect(answer).toMatchObject({ status, body: { message } })
})
