import { describe, expect } from 'vitest'
import { toProductId } from '#src/server/catalog/to-product.ts'
import type { ApiClient } from '#tests/helpers/api-client.ts'
import { test } from '#tests/helpers/api-test.ts'
import { getCart } from '#tests/helpers/cart.ts'
import { addProducts, updateProduct } from '#tests/helpers/products.ts'
import type { TestApp } from '#tests/helpers/test-app.ts'

const WATCH = { slug: 'watch' }
const RING = {
  slug: 'ring',
  options: [
    { name: 'Size', values: ['10', '12', '14'] },
    { name: 'Finish', values: ['Polished', 'Brushed'] },
  ],
  variant: { Size: '12', Finish: 'Polished', Colour: 'Gold' },
}
const ENGRAVED = {
  slug: 'band',
  options: [{ name: 'Size', values: ['10', '12'] }],
  variant: { Size: '12' },
  offers: [
    {
      icon: 'spark' as const,
      title: 'Engraving',
      detail: 'Inside the band.',
      field: { name: 'Engraving' as const, letters: 'text' as const, maxLength: 12 },
    },
  ],
}
const ring = toProductId('ring')
const band = toProductId('band')
const watch = toProductId('watch')

async function createUserWithCart(shop: TestApp, productId = watch, quantity = 1) {
  const asha = await shop.createSignedInUser()
  await asha.post('/cart', { productId, quantity })
  const [line] = await getCart(asha)
  if (!line) throw new Error('the line is missing')
  return { asha, line }
}

describe('POST /cart (spec §7)', () => {
  test('lists the newest line last', async ({ shop, shopper }) => {
    const ids = await addProducts(shop, { slug: 'c' }, { slug: 'a' }, { slug: 'b' })
    for (const id of ids) await shopper.post('/cart', { productId: id })
    expect((await getCart(shopper)).map((line) => line.productId)).toEqual(ids)
  })

  test('puts a line before another, e.g. to undo a removal', async ({ shop, shopper }) => {
    const ids = await addProducts(shop, { slug: 'a' }, { slug: 'b' }, { slug: 'c' })
    const [a = '', b = '', c = ''] = ids
    for (const productId of [a, c]) await shopper.post('/cart', { productId })
    const [, last] = await getCart(shopper)
    await shopper.post('/cart', { productId: b, before: last?.id })
    expect((await getCart(shopper)).map((line) => line.productId)).toEqual(ids)
    // At the end where the other line is gone.
    await shopper.delete(`/cart/${last?.id}`)
    await shopper.post('/cart', { productId: c, before: last?.id })
    expect((await getCart(shopper)).map((line) => line.productId)).toEqual(ids)
  })

  test('uses price and texts of the catalogue alone (T1)', async ({ shop, shopper }) => {
    await addProducts(shop, WATCH)
    const text = '<img src=x onerror=alert(1)>'
    const item = { productId: watch, title: text, image: 'javascript:1', category: text }
    for (const price of [-1, 0, 0.01, 1e308, 'NaN', '1', null, {}]) {
      expect((await shopper.post('/cart', { ...item, price })).status).toBe(200)
      const [line] = await getCart(shopper)
      expect(line).toMatchObject({ price: 1_234.5, title: 'The watch', category: 'watches' })
      expect(line?.product).toMatchObject({ price: 1_234.5, title: 'The watch', image: '' })
    }
    await updateProduct(shop, watch, { price_paise: 99, list_price_paise: 99 })
    expect(await getCart(shopper)).toMatchObject([{ price: 0.99, product: { price: 0.99 } }])
  })

  test('rejects values out of range (T2)', async ({ shop, shopper }) => {
    await addProducts(shop, WATCH)
    for (const [field, values] of Object.entries({
      quantity: [-1, 0, 1.5, '1', null, [], 1e21, true, 2 ** 31],
      productId: ['', 7, 'x'.repeat(101)],
      variant: ['Size', { Size: 12 }],
    }))
      for (const value of values) {
        const response = await shopper.post('/cart', { productId: watch, [field]: value })
        expect([value, response.status, response.body.success]).toEqual([value, 400, false])
      }
    expect(await getCart(shopper)).toEqual([])
  })

  test('answers 404 for an unknown or archived product', async ({ shop, shopper }) => {
    await addProducts(shop, WATCH)
    const notFound = { status: 404, body: { success: false, message: 'Product not found.' } }
    expect(await shopper.post('/cart', { productId: 'nothing' })).toMatchObject(notFound)
    await updateProduct(shop, watch, { archived_at: 1 })
    expect(await shopper.post('/cart', { productId: watch })).toMatchObject(notFound)
  })
})

// docs/decisions/product.md#maximum-quantity
describe('stock and maximum quantity §9.17', () => {
  const FULL = 'You can have at most 10 of one piece.'

  test.for<[stock: number, adds: number[], status: number, message: string, expected: number[]]>([
    [2, [2], 200, 'Added to cart', [2]],
    [2, [5], 200, 'Only 2 left.', [2]],
    [2, [1, 5], 200, 'Only 2 left.', [2]],
    [2, [2, 1], 409, 'Only 2 left.', [2]],
    [0, [1], 409, 'Sold out', []],
    [50, [10], 200, 'Added to cart', [10]],
    [50, [7, 4], 200, FULL, [10]],
    [50, [10, 1], 409, FULL, [10]],
    [10, [11], 200, FULL, [10]],
  ])(
    'with a stock of %i, adding %j answers %i "%s" and leaves %j',
    async ([stock, adds, status, message, expected], { shop, shopper }) => {
      await addProducts(shop, { ...WATCH, stock })
      let last: unknown
      for (const quantity of adds) {
        const response = await shopper.post('/cart', { productId: watch, quantity })
        last = [response.status, response.body]
      }
      const field = status === 409 ? { field: 'quantity' } : {}
      expect(last).toEqual([status, { success: status === 200, message, ...field }])
      expect((await getCart(shopper)).map(({ quantity }) => quantity)).toEqual(expected)
    },
  )

  test('limits a cart to 100 lines', async ({ shop, shopper }) => {
    const ids = await addProducts(
      shop,
      ...Array.from({ length: 110 }, (_, index) => ({ slug: `p-${index}` })),
    )
    const add = (productId: string) => shopper.post('/cart', { productId })
    for (const id of ids.slice(0, 95)) await add(id)
    const responses = await Promise.all(ids.slice(95).map(add))
    const rejected = responses.filter((response) => response.status !== 200)
    expect(rejected).toHaveLength(10)
    for (const response of rejected)
      expect(response).toMatchObject({
        status: 409,
        body: { message: 'Your cart can hold at most 100 different pieces.' },
      })
    const cart = await getCart(shopper)
    expect(cart).toHaveLength(100)
    expect((await add(ids[0] ?? '')).status).toBe(200)
  }, 120_000)
})

describe('PUT /cart/{id}/variant', () => {
  const createRings = async (shop: TestApp, rings: { Size: string; quantity: number }[]) => {
    const asha = await shop.createSignedInUser()
    for (const { quantity, ...variant } of rings)
      await asha.post('/cart', { productId: ring, quantity, variant })
    const lines = await getCart(asha)
    const change = (Size: string, headers = {}) =>
      asha.put(`/cart/${lines[0]?.id}/variant`, { variant: { Size } }, headers)
    return { asha, lines, change }
  }

  test('changes the named option, and keeps place and quantity', async ({ shop }) => {
    await addProducts(shop, RING, WATCH)
    const { asha, lines, change } = await createRings(shop, [{ Size: '10', quantity: 3 }])
    await asha.post('/cart', { productId: watch })
    const message = 'Cart updated successfully'
    expect(await change('14')).toMatchObject({ status: 200, body: { success: true, message } })
    expect(await change('14')).toMatchObject({ status: 200 })
    const [line, other] = await getCart(asha)
    const variant = { Size: '14', Finish: 'Polished', Colour: 'Gold' }
    expect(line).toMatchObject({ id: lines[0]?.id, quantity: 3, variant, options: RING.options })
    expect(other).toMatchObject({ productId: watch, options: [] })
  })

  test.for([
    { stock: 50, quantities: [2, 3], sum: 5, message: 'Cart updated successfully' },
    { stock: 50, quantities: [6, 7], sum: 10, message: 'You can have at most 10 of one piece.' },
    { stock: 5, quantities: [2, 3], sum: 5, message: 'Cart updated successfully' },
  ])('merges $quantities with a stock of $stock into $sum', async (given, { shop }) => {
    await addProducts(shop, { ...RING, stock: given.stock })
    const [first = 0, second = 0] = given.quantities
    const { asha, lines, change } = await createRings(shop, [
      { Size: '10', quantity: first },
      { Size: '14', quantity: second },
    ])
    expect((await change('14')).body).toEqual({ success: true, message: given.message })
    expect(await getCart(asha)).toMatchObject([{ id: lines[0]?.id, quantity: given.sum }])
  })

  test('merges no more than a smaller stock leaves beside other lines', async ({ shop }) => {
    await addProducts(shop, RING)
    const { asha, change } = await createRings(shop, [
      { Size: '10', quantity: 3 },
      { Size: '12', quantity: 2 },
      { Size: '14', quantity: 4 },
    ])
    await updateProduct(shop, ring, { stock: 6 })
    expect((await change('14')).body.message).toBe('Only 6 left.')
    expect((await getCart(asha)).map(({ quantity }) => quantity)).toEqual([4, 2])
  })

  test('repeats with one key and parallel changes merge once (G4)', async ({ shop }) => {
    await addProducts(shop, RING)
    const { asha, change } = await createRings(shop, [
      { Size: '10', quantity: 2 },
      { Size: '14', quantity: 1 },
    ])
    const key = { 'Idempotency-Key': 'a-key-of-the-change' }
    const replies = await Promise.all([change('14', key), change('14', key), change('14')])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await getCart(asha)).map(({ quantity }) => quantity)).toEqual([3])
  })
})

describe('PUT /cart/gift', () => {
  const getGift = async (user: ApiClient) =>
    (await user.get('/users/getUserProfile')).body.user.gift

  test('keeps wrap and note of each user apart', async ({ shop, shopper }) => {
    const ravi = await shop.createSignedInUser()
    expect(await getGift(shopper)).toEqual({ wrap: false, note: '' })
    const set = { wrap: true, note: '  For Meera, with love ' }
    for (const _ of [1, 2])
      expect(await shopper.put('/cart/gift', set)).toMatchObject({
        status: 200,
        body: { success: true, message: 'Cart updated successfully' },
      })
    expect(await getGift(shopper)).toEqual({ wrap: true, note: 'For Meera, with love' })
    expect(await getGift(ravi)).toEqual({ wrap: false, note: '' })
    expect((await shopper.get('/users/export')).body.user.gift.note).toBe('For Meera, with love')
    await shopper.put('/cart/gift', { wrap: false })
    expect(await getGift(shopper)).toEqual({ wrap: false, note: '' })
  })

  test('rejects what is no gift', async ({ shopper }) => {
    const long = { wrap: true, note: 'x'.repeat(201) }
    for (const gift of [{}, { wrap: 'yes' }, long, { wrap: true, price: 0 }])
      expect((await shopper.put('/cart/gift', gift)).status).toBe(400)
  })
})

describe('variants', () => {
  test('are completed by the defaults of the product', async ({ shop, shopper }) => {
    await addProducts(shop, RING)
    for (const [variant, completed] of [
      [undefined, {}],
      [{}, {}],
      [{ Size: '14' }, { Size: '14' }],
      [
        { Finish: 'Brushed', Size: '10' },
        { Size: '10', Finish: 'Brushed' },
      ],
      [{ Colour: 'Gold' }, {}],
    ]) {
      await shopper.post('/cart', { productId: ring, variant })
      const [line] = await getCart(shopper)
      expect(line?.variant).toEqual({ ...RING.variant, ...completed })
      await shopper.delete(`/cart/${line?.id}`)
    }
  })

  test('one variant in any key order is one line', async ({ shop, shopper }) => {
    await addProducts(shop, RING)
    const variants = [
      { Size: '10', Finish: 'Brushed' },
      { Finish: 'Brushed', Size: '10' },
      { Size: '14', Finish: 'Brushed' },
    ]
    for (const variant of variants) await shopper.post('/cart', { productId: ring, variant })
    expect((await getCart(shopper)).map((line) => line.quantity)).toEqual([2, 1])
  })

  test('that the product does not have are rejected', async ({ shop, shopper }) => {
    await addProducts(shop, RING)
    for (const [variant, message] of [
      [{ Size: '13' }, 'Size can be "10", "12", "14"; "13" is not offered.'],
      [{ Colour: 'Silver' }, 'Colour can be "Gold"; "Silver" is not offered.'],
      [{ Shape: 'Round' }, 'This piece has no option "Shape".'],
      [{ constructor: 'x' }, 'This piece has no option "constructor".'],
      [{ Engraving: 'Asha' }, 'This piece has no option "Engraving".'],
    ] as const) {
      const { status, body } = await shopper.post('/cart', { productId: ring, variant })
      expect([status, body]).toEqual([400, { success: false, message, field: 'variant' }])
    }
    expect(await getCart(shopper)).toEqual([])
  })
})

describe('the text of an offer', () => {
  test('is written on a line of its own', async ({ shop, shopper }) => {
    await addProducts(shop, ENGRAVED)
    const variants = [
      { Size: '10', Engraving: ' A &  R ' },
      { Engraving: 'A & R', Size: '10' },
      { Size: '10', Engraving: 'Asha' },
      { Size: '10' },
    ]
    for (const variant of variants) await shopper.post('/cart', { productId: band, variant })
    expect(await getCart(shopper)).toMatchObject([
      { variant: { Size: '10', Engraving: 'A & R' }, quantity: 2 },
      { variant: { Size: '10', Engraving: 'Asha' }, quantity: 1 },
      { variant: { Size: '10' }, quantity: 1 },
    ])
  })

  test('stays when the size of its line is changed', async ({ shop, shopper }) => {
    await addProducts(shop, ENGRAVED)
    await shopper.post('/cart', { productId: band, variant: { Size: '10', Engraving: 'Asha' } })
    const [line] = await getCart(shopper)
    await shopper.put(`/cart/${line?.id}/variant`, { variant: { Size: '12' } })
    expect(await getCart(shopper)).toMatchObject([{ variant: { Size: '12', Engraving: 'Asha' } }])
  })

  test('is rejected with the reason of its rule', async ({ shop, shopper }) => {
    await addProducts(shop, ENGRAVED)
    const variant = { Engraving: 'Thirteen long' }
    expect(await shopper.post('/cart', { productId: band, variant })).toMatchObject({
      status: 400,
      body: { message: 'Engraving: Please use at most 12 letters.', field: 'variant' },
    })
    expect(await getCart(shopper)).toEqual([])
  })
})

describe('PATCH /cart/{id} (spec §7)', () => {
  const UPDATED = 'Cart updated successfully'
  const FULL = 'You can have at most 10 of one piece.'
  const LEAST = 'One piece is the least. Remove the item to take it out of your cart.'

  // The stock is what it falls to after the quantity was added.
  test.for([
    [50, 1, 1, 200, UPDATED, 2],
    [50, 5, -1, 200, UPDATED, 4],
    [50, 2, 6, 200, UPDATED, 8],
    [50, 5, -9, 200, UPDATED, 1],
    [50, 8, 5, 200, FULL, 10],
    [50, 10, 1, 409, FULL, 10],
    [50, 1, -1, 409, LEAST, 1],
    [2, 5, 1, 200, 'Only 2 left.', 2],
    [2, 5, -1, 200, 'Only 2 left.', 2],
    [4, 5, -1, 200, UPDATED, 4],
    [0, 5, 1, 200, 'Sold out', 1],
    [0, 5, -2, 200, 'Sold out', 1],
  ] as const)(
    'with a stock of %i, a change of %i by %i answers %i "%s" and leaves %i',
    async ([stock, quantity, change, status, message, expected], { shop }) => {
      await addProducts(shop, WATCH)
      const { asha, line } = await createUserWithCart(shop, watch, quantity)
      await updateProduct(shop, watch, { stock })
      expect(await getCart(asha)).toMatchObject([{ quantity, maxQuantity: Math.min(10, stock) }])
      const response = await asha.patch(`/cart/${line.id}`, { change })
      expect(response.status).toBe(status)
      expect(response.body).toMatchObject({ success: status === 200, message })
      expect(await getCart(asha)).toMatchObject([{ quantity: expected }])
    },
  )

  test('rejects a change out of range (T2)', async ({ shop }) => {
    await addProducts(shop, WATCH)
    const { asha, line } = await createUserWithCart(shop)
    for (const change of [-(2 ** 31), 2 ** 31, 1.5, '1', null, [], {}, 1e21, true, 0, 1_001]) {
      const response = await asha.patch(`/cart/${line.id}`, { change })
      expect(response).toMatchObject({ status: 400, body: { success: false, field: 'change' } })
    }
    expect(await getCart(asha)).toMatchObject([{ quantity: 1 }])
  })
})

describe('GET /cart', () => {
  test('leaves out archived products, which can still be removed', async ({ shop }) => {
    await addProducts(shop, WATCH, RING)
    const { asha, line } = await createUserWithCart(shop)
    await asha.post('/cart', { productId: ring })
    for (const productId of [watch, ring]) await asha.post('/wishlist/', { productId })
    await updateProduct(shop, watch, { archived_at: 1 })
    expect((await getCart(asha)).map((one) => one.productId)).toEqual([ring])
    const { user } = (await asha.get('/users/getUserProfile')).body
    expect(user).toMatchObject({ cart: [ring], wishlist: [ring] })
    const changed = await asha.patch(`/cart/${line.id}`, { change: 1 })
    expect(changed.status).toBe(404)
    expect((await asha.delete(`/cart/${line.id}`)).status).toBe(200)
  })
})

describe('two variants of one product', () => {
  const small = { productId: ring, variant: { Size: '10' } }
  const large = { productId: ring, variant: { Size: '14' } }

  test('share its stock', async ({ shop, shopper }) => {
    await addProducts(shop, { ...RING, stock: 5 })
    await shopper.post('/cart', { ...small, quantity: 3 })
    expect(await shopper.post('/cart', { ...large, quantity: 3 })).toMatchObject({
      status: 200,
      body: { message: 'Only 5 left.' },
    })
    const [first, second] = await getCart(shopper)
    expect(first).toMatchObject({ quantity: 3, maxQuantity: 3 })
    expect(second).toMatchObject({ quantity: 2, maxQuantity: 2 })
    const stockExceeded = { status: 409, body: { message: 'Only 5 left.' } }
    expect(await shopper.patch(`/cart/${first?.id}`, { change: 1 })).toMatchObject(stockExceeded)
    expect(await shopper.post('/cart', large)).toMatchObject(stockExceeded)
    await shopper.patch(`/cart/${second?.id}`, { change: -1 })
    expect((await shopper.patch(`/cart/${first?.id}`, { change: 1 })).status).toBe(200)
  })

  test('do not exceed its stock by parallel changes', async ({ shop, shopper }) => {
    await addProducts(shop, { ...RING, stock: 9 })
    for (const line of [small, large]) await shopper.post('/cart', { ...line, quantity: 4 })
    const lines = await getCart(shopper)
    await Promise.all(
      lines.flatMap(({ id }) => [
        shopper.patch(`/cart/${id}`, { change: 1 }),
        shopper.patch(`/cart/${id}`, { change: 1 }),
      ]),
    )
    const quantity = (await getCart(shopper)).reduce((sum, line) => sum + line.quantity, 0)
    expect(quantity).toBe(9)
  })
})
