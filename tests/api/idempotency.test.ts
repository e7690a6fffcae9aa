import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { test } from '#tests/helpers/api-test.ts'
import { getCart } from '#tests/helpers/cart.ts'
import { addProducts } from '#tests/helpers/products.ts'

const key = () => ({ 'idempotency-key': randomUUID() })

test('50 parallel adds with one key add once (G4)', async ({ shop, shopper }) => {
  const [productId] = await addProducts(shop, { slug: 'a' })
  const headers = key()
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => shopper.post('/cart', { productId }, headers)),
  )
  for (const response of responses)
    expect(response).toMatchObject({ status: 200, body: { message: 'Added to cart' } })
  expect(await getCart(shopper)).toMatchObject([{ quantity: 1 }])
})

test('a retry gets the stored reply after other changes (F12)', async ({ shop, shopper }) => {
  const [productId] = await addProducts(shop, { slug: 'a', stock: 2 })
  const headers = key()
  const first = await shopper.post('/cart', { productId, quantity: 5 }, headers)
  expect(first.body).toEqual({ success: true, message: 'Only 2 left.' })
  const [line] = await getCart(shopper)
  await shopper.delete(`/cart/${line?.id}`)
  const retry = await shopper.post('/cart', { productId, quantity: 5 }, headers)
  expect({ status: retry.status, body: retry.body }).toEqual({ status: 200, body: first.body })
  expect(await getCart(shopper)).toEqual([])
})

test('rejects a key that was used for another request', async ({ shop, shopper }) => {
  const [a, b] = await addProducts(shop, { slug: 'a' }, { slug: 'b' })
  const headers = key()
  await shopper.post('/cart', { productId: a }, headers)
  expect(await shopper.post('/cart', { productId: b }, headers)).toMatchObject({
    status: 422,
    body: { success: false, message: 'This Idempotency-Key was used for another request.' },
  })
  const [line] = await getCart(shopper)
  const other = await shopper.patch(`/cart/${line?.id}`, { change: 1 }, headers)
  expect(other.status).toBe(422)
  expect(await getCart(shopper)).toMatchObject([{ quantity: 1 }])
})

test('does not store an error: the same key can succeed later', async ({ shop, shopper }) => {
  const [productId] = await addProducts(shop, { slug: 'a', stock: 0 })
  const headers = key()
  expect((await shopper.post('/cart', { productId }, headers)).status).toBe(409)
  await shop.deps.db.updateTable('product').set({ stock: 5 }).execute()
  expect((await shopper.post('/cart', { productId }, headers)).status).toBe(200)
})

test('two users can use the same key', async ({ shop }) => {
  const [productId] = await addProducts(shop, { slug: 'a' })
  const [asha, ravi] = [await shop.createSignedInUser(), await shop.createSignedInUser()]
  const headers = key()
  for (const shopper of [asha, ravi]) {
    await shopper.post('/cart', { productId }, headers)
    expect(await getCart(shopper)).toMatchObject([{ quantity: 1 }])
  }
})

test('rejects malformed keys', async ({ shop, shopper }) => {
  const [productId] = await addProducts(shop, { slug: 'a' })
  for (const given of ['short', 'x'.repeat(101), 'has space!', "'; drop table cart_item"])
    expect(await shopper.post('/cart', { productId }, { 'idempotency-key': given })).toMatchObject({
      status: 400,
      body: { message: 'Idempotency-Key must be 8 to 100 letters, digits, - or _.' },
    })
  for (const given of ['8letters', 'x'.repeat(100)])
    expect((await shopper.post('/cart', { productId }, { 'idempotency-key': given })).status).toBe(
      200,
    )
  expect(await getCart(shopper)).toMatchObject([{ quantity: 2 }])
})
