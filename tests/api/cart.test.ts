import { describe, expect, test } from 'vitest'
import { cartResponse } from '#src/contract/cart.ts'
import { toProductId } from '#src/server/catalog/to-product-row.ts'
import type { ApiClient } from '#tests/helpers/api-client.ts'
import { addProducts, updateProduct } from '#tests/helpers/products.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'

const WATCH = { slug: 'watch' }
const RING = {
  slug: 'ring',
  options: [
    { name: 'Size', values: ['10', '12', '14'] },
    { name: 'Finish', values: ['Polished', 'Brushed'] },
  ],
  variant: { Size: '12', Finish: 'Polished', Colour: 'Gold' },
}
const ring = toProductId('ring')
const watch = toProductId('watch')

const cartOf = async (shopper: ApiClient) =>
  cartResponse.parse((await shopper.get('/cart')).body).cart

async function withCart(shop: TestApp, productIdGiven = watch, quantity = 1) {
  const asha = await shop.createSignedInUser()
  await asha.post('/cart', { productId: productIdGiven, quantity })
  const [line] = await cartOf(asha)
  if (!line) throw new Error('the line is missing')
  return { asha, line }
}

describe('POST /cart (spec §7)', () => {
  test('adds a product and says so', async () => {
    await using shop = await createTestApp()
    await addProducts(shop, WATCH)
    const asha = await shop.createSignedInUser()
    const added = await asha.post('/cart', {
      productId: watch,
      title: 'Watch',
      price: 1_234.5,
      quantity: 1,
      variant: {},
      image: '/watch.webp',
      category: 'watches',
    })
    expect(added).toMatchObject({ status: 200, body: { success: true, message: 'Added to cart' } })
    expect(await cartOf(asha)).toMatchObject([
      { productId: watch, title: 'The watch', price: 1_234.5, quantity: 1, maxQuantity: 10 },
    ])
  })

  test('adds to the line that is there', async () => {
    await using shop = await createTestApp()
    await addProducts(shop, WATCH)
    const asha = await shop.createSignedInUser()
    for (const quantity of [1, 2, 3]) await asha.post('/cart', { productId: watch, quantity })
    expect(await cartOf(asha)).toMatchObject([{ quantity: 6 }])
  })

  test('shows the newest line last', async () => {
    await using shop = await createTestApp()
    const ids = await addProducts(shop, { slug: 'c' }, { slug: 'a' }, { slug: 'b' })
    const asha = await shop.createSignedInUser()
    for (const id of ids) await asha.post('/cart', { productId: id })
    expect((await cartOf(asha)).map((line) => line.productId)).toEqual(ids)
  })

  test.each([-1, 0, 0.01, 1e308, 'NaN', '1', null, {}])(
    'T1: charges the catalogue price when the client says %j',
    async (price) => {
      await using shop = await createTestApp()
      await addProducts(shop, WATCH)
      const asha = await shop.createSignedInUser()
      const title = '<img src=x onerror=alert(1)>'
      const lie = { productId: watch, price, title, image: 'javascript:1', category: title }
      expect((await asha.post('/cart', lie)).status).toBe(200)
      const [line] = await cartOf(asha)
      expect(line).toMatchObject({ price: 1_234.5, title: 'The watch', category: 'watches' })
      expect(line?.product).toMatchObject({ price: 1_234.5, title: 'The watch', image: '' })
    },
  )

  test('follows the catalogue when a price changes', async () => {
    await using shop = await createTestApp()
    await addProducts(shop, WATCH)
    const { asha } = await withCart(shop)
    await updateProduct(shop, watch, { price_paise: 99, list_price_paise: 99 })
    expect(await cartOf(asha)).toMatchObject([{ price: 0.99, product: { price: 0.99 } }])
  })

  test.each([
    ['quantity', -1],
    ['quantity', 0],
    ['quantity', 1.5],
    ['quantity', '1'],
    ['quantity', null],
    ['quantity', []],
    ['quantity', 1e21],
    ['quantity', true],
    ['quantity', 2 ** 31],
    ['productId', ''],
    ['productId', 7],
    ['productId', 'x'.repeat(101)],
    ['variant', 'Size'],
    ['variant', { Size: 12 }],
  ])('T2: refuses %s %j', async (field, value) => {
    await using shop = await createTestApp()
    await addProducts(shop, WATCH)
    const asha = await shop.createSignedInUser()
    const answer = await asha.post('/cart', { productId: watch, [field]: value })
    expect(answer).toMatchObject({ status: 400, body: { success: false } })
    expect(await cartOf(asha)).toEqual([])
  })

  test('does not know a product that is not there or no longer sold', async () => {
    await using shop = await createTestApp()
    await addProducts(shop, WATCH)
    const asha = await shop.createSignedInUser()
    const refused = { status: 404, body: { success: false, message: 'Product not found.' } }
    expect(await asha.post('/cart', { productId: 'nothing' })).toMatchObject(refused)
    await updateProduct(shop, watch, { archived_at: 1 })
    expect(await asha.post('/cart', { productId: watch })).toMatchObject(refused)
  })

  test('asks a visitor to log in', async () => {
    await using shop = await createTestApp()
    const response = await shop.request('/cart', { method: 'POST' })
    expect(response.status).toBe(401)
    expect(await response.json()).toEqual({ success: false, message: 'Please log in.' })
  })
})

describe('stock and the most of one piece (decisions)', () => {
  test.each([
    { stock: 2, adds: [2], last: { status: 200, message: 'Added to cart' }, has: 2 },
    { stock: 2, adds: [5], last: { status: 200, message: 'Only 2 left.' }, has: 2 },
    { stock: 2, adds: [1, 5], last: { status: 200, message: 'Only 2 left.' }, has: 2 },
    { stock: 2, adds: [2, 1], last: { status: 409, message: 'Only 2 left.' }, has: 2 },
    { stock: 0, adds: [1], last: { status: 409, message: 'Sold out' }, has: 0 },
    { stock: 50, adds: [10], last: { status: 200, message: 'Added to cart' }, has: 10 },
    {
      stock: 50,
      adds: [7, 4],
      last: { status: 200, message: 'You can have at most 10 of one piece.' },
      has: 10,
    },
    {
      stock: 50,
      adds: [10, 1],
      last: { status: 409, message: 'You can have at most 10 of one piece.' },
      has: 10,
    },
    {
      stock: 10,
      adds: [11],
      last: { status: 200, message: 'You can have at most 10 of one piece.' },
      has: 10,
    },
  ])('with $stock in stock, adding $adds gives $has', async ({ stock, adds, last, has }) => {
    await using shop = await createTestApp()
    await addProducts(shop, { ...WATCH, stock })
    const asha = await shop.createSignedInUser()
    let answer = { status: 0, body: {} as unknown }
    for (const quantity of adds) answer = await asha.post('/cart', { productId: watch, quantity })
    expect(answer.status).toBe(last.status)
    expect(answer.body).toEqual({ success: last.status === 200, message: last.message })
    expect((await cartOf(asha)).map((line) => line.quantity)).toEqual(has === 0 ? [] : [has])
  })

  test('a cart holds at most 100 lines', async () => {
    await using shop = await createTestApp()
    const ids = await addProducts(
      shop,
      ...Array.from({ length: 110 }, (_, at) => ({ slug: `p-${at}` })),
    )
    const asha = await shop.createSignedInUser()
    const add = (productId: string) => asha.post('/cart', { productId })
    for (const id of ids.slice(0, 95)) await add(id)
    const answers = await Promise.all(ids.slice(95).map(add))
    const refused = answers.filter((answer) => answer.status !== 200)
    expect(refused).toHaveLength(10)
    for (const answer of refused)
      expect(answer).toMatchObject({
        status: 409,
        body: { message: 'Your cart can hold at most 100 different pieces.' },
      })
    const cart = await cartOf(asha)
    expect(cart).toHaveLength(100)
    expect((await add(ids[0] ?? '')).status).toBe(200)
  })
})

describe('variants', () => {
  test.each([
    [undefined, { Size: '12', Finish: 'Polished', Colour: 'Gold' }],
    [{}, { Size: '12', Finish: 'Polished', Colour: 'Gold' }],
    [{ Size: '14' }, { Size: '14', Finish: 'Polished', Colour: 'Gold' }],
    [
      { Finish: 'Brushed', Size: '10' },
      { Size: '10', Finish: 'Brushed', Colour: 'Gold' },
    ],
    [{ Colour: 'Gold' }, { Size: '12', Finish: 'Polished', Colour: 'Gold' }],
  ])('%j becomes %j', async (variant, kept) => {
    await using shop = await createTestApp()
    await addProducts(shop, RING)
    const asha = await shop.createSignedInUser()
    await asha.post('/cart', { productId: ring, variant })
    expect(await cartOf(asha)).toMatchObject([{ variant: kept }])
  })

  test('the same variant in any order is one line, another is a second', async () => {
    await using shop = await createTestApp()
    await addProducts(shop, RING)
    const asha = await shop.createSignedInUser()
    const choices = [
      { Size: '10', Finish: 'Brushed' },
      { Finish: 'Brushed', Size: '10' },
      { Size: '14', Finish: 'Brushed' },
    ]
    for (const variant of choices) await asha.post('/cart', { productId: ring, variant })
    expect((await cartOf(asha)).map((line) => line.quantity)).toEqual([2, 1])
  })

  test.each([
    [{ Size: '13' }, 'Size can be "10", "12", "14"; "13" is not offered.'],
    [{ Colour: 'Silver' }, 'Colour can be "Gold"; "Silver" is not offered.'],
    [{ Shape: 'Round' }, 'This piece has no option "Shape".'],
    [{ constructor: 'x' }, 'This piece has no option "constructor".'],
  ])('%j is refused', async (variant, message) => {
    await using shop = await createTestApp()
    await addProducts(shop, RING)
    const asha = await shop.createSignedInUser()
    const answer = await asha.post('/cart', { productId: ring, variant })
    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, message, field: 'variant' },
    })
    expect(await cartOf(asha)).toEqual([])
  })
})

describe('PATCH /cart/{id} (spec §7)', () => {
  test.each([
    { had: 1, change: 1, status: 200, message: 'Cart updated successfully', has: 2 },
    { had: 5, change: -1, status: 200, message: 'Cart updated successfully', has: 4 },
    { had: 2, change: 6, status: 200, message: 'Cart updated successfully', has: 8 },
    { had: 5, change: -9, status: 200, message: 'Cart updated successfully', has: 1 },
    { had: 8, change: 5, status: 200, message: 'You can have at most 10 of one piece.', has: 10 },
    { had: 10, change: 1, status: 409, message: 'You can have at most 10 of one piece.', has: 10 },
    {
      had: 1,
      change: -1,
      status: 409,
      message: 'One piece is the least. Remove the item to take it out of your cart.',
      has: 1,
    },
  ])('$had, changed by $change, is $has', async ({ had, change, status, message, has }) => {
    await using shop = await createTestApp()
    await addProducts(shop, WATCH)
    const { asha, line } = await withCart(shop, watch, had)
    const answer = await asha.patch(`/cart/${line.id}`, { change })
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({ success: status === 200, message })
    expect(await cartOf(asha)).toMatchObject([{ quantity: has }])
  })

  test.each([
    { stock: 2, change: 1, status: 200, message: 'Only 2 left.', has: 2 },
    { stock: 2, change: -1, status: 200, message: 'Only 2 left.', has: 2 },
    { stock: 4, change: -1, status: 200, message: 'Cart updated successfully', has: 4 },
    { stock: 0, change: 1, status: 200, message: 'Sold out', has: 1 },
    { stock: 0, change: -2, status: 200, message: 'Sold out', has: 1 },
  ])('5 pieces of a stock that fell to $stock, changed by $change, are $has', async (one) => {
    await using shop = await createTestApp()
    await addProducts(shop, WATCH)
    const { asha, line } = await withCart(shop, watch, 5)
    await updateProduct(shop, watch, { stock: one.stock })
    expect(await cartOf(asha)).toMatchObject([{ quantity: 5, maxQuantity: one.stock }])
    const answer = await asha.patch(`/cart/${line.id}`, { change: one.change })
    expect(answer).toMatchObject({ status: one.status, body: { message: one.message } })
    expect(await cartOf(asha)).toMatchObject([{ quantity: one.has }])
  })

  test.each([-(2 ** 31), 2 ** 31, 1.5, '1', null, [], {}, 1e21, true, 0, 1_001])(
    'T2: refuses a change of %j',
    async (change) => {
      await using shop = await createTestApp()
      await addProducts(shop, WATCH)
      const { asha, line } = await withCart(shop)
      const answer = await asha.patch(`/cart/${line.id}`, { change })
      expect(answer).toMatchObject({ status: 400, body: { success: false, field: 'change' } })
      expect(await cartOf(asha)).toMatchObject([{ quantity: 1 }])
    },
  )
})

describe('DELETE /cart/{id} (spec §7)', () => {
  test('takes the line out, once', async () => {
    await using shop = await createTestApp()
    await addProducts(shop, WATCH)
    const { asha, line } = await withCart(shop)
    expect(await asha.delete(`/cart/${line.id}`)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Item removed from cart.' },
    })
    expect(await cartOf(asha)).toEqual([])
    expect(await asha.delete(`/cart/${line.id}`)).toMatchObject({
      status: 404,
      body: { success: false, message: 'This item is not in your cart.' },
    })
  })
})

describe('GET /cart', () => {
  test('leaves out what is no longer sold, and brings it back', async () => {
    await using shop = await createTestApp()
    await addProducts(shop, WATCH, RING)
    const { asha, line } = await withCart(shop)
    await asha.post('/cart', { productId: ring })
    await updateProduct(shop, watch, { archived_at: 1 })
    expect((await cartOf(asha)).map((one) => one.productId)).toEqual([ring])
    const changed = await asha.patch(`/cart/${line.id}`, { change: 1 })
    expect(changed.status).toBe(404)
    expect((await asha.delete(`/cart/${line.id}`)).status).toBe(200)
  })
})

describe('one stock behind two lines of a product', () => {
  const small = { productId: ring, variant: { Size: '10' } }
  const large = { productId: ring, variant: { Size: '14' } }

  test('is shared by them', async () => {
    await using shop = await createTestApp()
    await addProducts(shop, { ...RING, stock: 5 })
    const asha = await shop.createSignedInUser()
    await asha.post('/cart', { ...small, quantity: 3 })
    expect(await asha.post('/cart', { ...large, quantity: 3 })).toMatchObject({
      status: 200,
      body: { message: 'Only 5 left.' },
    })
    const [first, second] = await cartOf(asha)
    expect(first).toMatchObject({ quantity: 3, maxQuantity: 3 })
    expect(second).toMatchObject({ quantity: 2, maxQuantity: 2 })
    const more = { status: 409, body: { message: 'Only 5 left.' } }
    expect(await asha.patch(`/cart/${first?.id}`, { change: 1 })).toMatchObject(more)
    expect(await asha.post('/cart', large)).toMatchObject(more)
    await asha.patch(`/cart/${second?.id}`, { change: -1 })
    expect((await asha.patch(`/cart/${first?.id}`, { change: 1 })).status).toBe(200)
  })

  test('is not passed by steps at the same moment', async () => {
    await using shop = await createTestApp()
    await addProducts(shop, { ...RING, stock: 9 })
    const asha = await shop.createSignedInUser()
    for (const line of [small, large]) await asha.post('/cart', { ...line, quantity: 4 })
    const lines = await cartOf(asha)
    await Promise.all(
      lines.flatMap(({ id }) => [
        asha.patch(`/cart/${id}`, { change: 1 }),
        asha.patch(`/cart/${id}`, { change: 1 }),
      ]),
    )
    const pieces = (await cartOf(asha)).reduce((sum, { quantity }) => sum + quantity, 0)
    expect(pieces).toBe(9)
  })
})

test('the profile counts no pieces that are no longer on sale', async () => {
  await using shop = await createTestApp()
  await addProducts(shop, WATCH, RING)
  const { asha } = await withCart(shop, watch, 2)
  await asha.post('/cart', { productId: ring })
  for (const productId of [watch, ring]) await asha.post('/wishlist/', { productId })
  await updateProduct(shop, watch, { archived_at: 1 })
  const { body } = await asha.get('/users/getUserProfile')
  expect(body).toMatchObject({ user: { cart: [ring], wishlist: [ring] } })
})

describe('T3: somebody else’s cart', () => {
  test('cannot be seen, changed or told from one that is not there', async () => {
    await using shop = await createTestApp()
    await addProducts(shop, WATCH)
    const { asha, line } = await withCart(shop)
    const ravi = await shop.createSignedInUser('admin')
    for (const [method, body] of [
      ['PATCH', { change: 1 }],
      ['DELETE', undefined],
    ] as const) {
      const foreign = await ravi.request(method, `/cart/${line.id}`, body)
      const missing = await ravi.request(method, '/cart/0b0e3c53-nothing', body)
      expect(foreign).toMatchObject({
        status: 404,
        body: { success: false, message: 'This item is not in your cart.' },
      })
      expect({ ...foreign, headers: {} }).toEqual({ ...missing, headers: {} })
    }
    expect(await cartOf(ravi)).toEqual([])
    expect(await cartOf(asha)).toMatchObject([{ quantity: 1 }])
  })
})
