import { describe, expect } from 'vitest'
import type { Variant } from '#src/contract/catalog.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { getCart } from '#tests/helpers/cart.ts'
import type { ApiClient } from '#tools/api-client.ts'
import { addProducts, updateProduct } from '#tools/products.ts'

const OPTIONS = [
  { name: 'Size', values: ['10', '12', '14'] },
  { name: 'Finish', values: ['Polished', 'Brushed'] },
]
const DEFAULTS = { Size: '12', Finish: 'Polished', Colour: 'Gold' }
const ENGRAVING = {
  icon: 'spark' as const,
  title: 'Engraving',
  detail: 'Inside the band.',
  field: { name: 'Engraving' as const, letters: 'text' as const, maxLength: 12 },
}
const watch = toProductId('watch')
const ring = toProductId('ring')
const band = toProductId('band')

const UPDATED = 'Cart updated successfully'
const FULL = 'You can have at most 10 of one piece.'

/** With a watch, a ring with options and a band that is engraved. */
const test = base.extend('shop', async ({ shop }) => {
  await addProducts(
    shop,
    { slug: 'watch' },
    { slug: 'ring', options: OPTIONS, variant: DEFAULTS },
    { slug: 'band', options: OPTIONS.slice(0, 1), variant: { Size: '12' }, offers: [ENGRAVING] },
  )
  return shop
})

/** Adds lines of a product, one after the other. @returns the cart. */
async function addLines(
  user: ApiClient,
  productId: string,
  ...lines: { quantity?: number; variant?: Variant }[]
) {
  for (const line of lines) await user.post('/cart', { productId, ...line })
  return getCart(user)
}

const getQuantities = async (user: ApiClient) =>
  (await getCart(user)).map(({ quantity }) => quantity)

describe('POST /cart (spec §7)', () => {
  test('puts a line at the end, or before another to undo a removal', async ({ shopper }) => {
    for (const productId of [ring, watch]) await shopper.post('/cart', { productId })
    const [, last] = await getCart(shopper)
    const listIds = async () => (await getCart(shopper)).map(({ productId }) => productId)
    expect(await listIds()).toEqual([ring, watch])
    await shopper.post('/cart', { productId: band, before: last?.id })
    expect(await listIds()).toEqual([ring, band, watch])
    // At the end where the other line is gone.
    await shopper.delete(`/cart/${last?.id}`)
    await shopper.post('/cart', { productId: watch, before: last?.id })
    expect(await listIds()).toEqual([ring, band, watch])
  })

  test('uses price and texts of the catalogue alone (T1)', async ({ shop, shopper }) => {
    const text = '<img src=x onerror=alert(1)>'
    const item = { productId: watch, title: text, image: 'javascript:1', category: text }
    for (const price of [-1, 'NaN', null, {}])
      expect((await shopper.post('/cart', { ...item, price })).status).toBe(200)
    const product = { price: 1_234.5, title: 'The watch', image: '' }
    expect(await getCart(shopper)).toMatchObject([
      { price: 1_234.5, title: 'The watch', category: 'watches', product },
    ])
    await updateProduct(shop, watch, { price_paise: 99, list_price_paise: 99 })
    expect(await getCart(shopper)).toMatchObject([{ price: 0.99, product: { price: 0.99 } }])
  })

  test('answers 404 for an unknown or archived product, as wishlist and stock alerts do', async ({
    shop,
    shopper,
  }) => {
    await updateProduct(shop, watch, { archived_at: 1 })
    for (const path of ['/cart', '/wishlist/', '/stock-alerts'])
      for (const productId of ['nothing', watch])
        expect(await shopper.post(path, { productId })).toMatchObject({
          status: 404,
          body: { success: false, message: 'Product not found.' },
        })
  })
})

test.for<[call: string, field: string, values: unknown[], valid: object]>([
  [
    'POST /cart',
    'quantity',
    [-1, 0, 1.5, '1', null, [], 1e21, true, 2 ** 31],
    { productId: watch },
  ],
  ['POST /cart', 'productId', ['', 7, 'x'.repeat(101)], {}],
  ['POST /cart', 'variant', ['Size', { Size: 12 }], { productId: watch }],
  ['PATCH /cart/:id', 'change', [-(2 ** 31), 2 ** 31, 1.5, '1', null, {}, true, 0, 1_001], {}],
  ['PUT /cart/gift', 'wrap', [undefined, 'yes'], {}],
  ['PUT /cart/gift', 'note', ['x'.repeat(201)], { wrap: true }],
])('%s rejects the %s %j (T2)', async ([call, field, values, valid], { shopper }) => {
  const [line] = await addLines(shopper, watch, {})
  const [method = '', path = ''] = call.replace(':id', line?.id ?? '').split(' ')
  for (const value of values) {
    const { status, body } = await shopper.request(method, path, { ...valid, [field]: value })
    expect([value, status, body.success]).toEqual([value, 400, false])
    expect(body.field).toContain(field)
  }
  expect(await getQuantities(shopper)).toEqual([1])
})

// docs/decisions/product.md#maximum-quantity
describe('stock and maximum quantity §9.17', () => {
  test.for<[stock: number, adds: number[], status: number, message: string, left: number[]]>([
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
    async ([stock, adds, status, message, left], { shop, shopper }) => {
      await updateProduct(shop, watch, { stock })
      const answers = []
      for (const quantity of adds)
        answers.push(await shopper.post('/cart', { productId: watch, quantity }))
      const field = status === 409 ? { field: 'quantity' } : {}
      const body = { success: status === 200, message, ...field }
      expect(answers.at(-1)).toMatchObject({ status, text: JSON.stringify(body) })
      expect(await getQuantities(shopper)).toEqual(left)
    },
  )

  // The stock is what it falls to after the quantity was added.
  test.for([
    [50, 5, -1, 200, UPDATED, 4],
    [50, 2, 6, 200, UPDATED, 8],
    [50, 5, -9, 200, UPDATED, 1],
    [50, 8, 5, 200, FULL, 10],
    [50, 10, 1, 409, FULL, 10],
    [50, 1, -1, 409, 'One piece is the least. Remove the item to take it out of your cart.', 1],
    [2, 5, 1, 409, 'Only 2 left.', 5],
    [4, 2, 9, 200, 'Only 4 left.', 4],
    [2, 5, -1, 200, 'Only 2 left.', 2],
    [4, 5, -1, 200, UPDATED, 4],
    [0, 2, 1, 409, 'Sold out', 2],
    [0, 5, -2, 200, UPDATED, 3],
    [0, 2, -5, 200, UPDATED, 1],
  ] as const)(
    'with a stock of %i, a change of %i by %i answers %i "%s" and leaves %i',
    async ([stock, quantity, change, status, message, left], { shop, shopper }) => {
      const [line] = await addLines(shopper, watch, { quantity })
      await updateProduct(shop, watch, { stock })
      expect(await getCart(shopper)).toMatchObject([{ maxQuantity: Math.min(10, stock) }])
      const answer = await shopper.patch(`/cart/${line?.id}`, { change })
      expect(answer).toMatchObject({ status, body: { success: status === 200, message } })
      expect(await getQuantities(shopper)).toEqual([left])
    },
  )

  test('two variants of one product share its stock', async ({ shop, shopper }) => {
    await updateProduct(shop, ring, { stock: 5 })
    const [small, large] = [{ Size: '10' }, { Size: '14' }].map((variant) => ({ variant }))
    const [first, second] = await addLines(
      shopper,
      ring,
      { ...small, quantity: 3 },
      { ...large, quantity: 3 },
    )
    expect(first).toMatchObject({ quantity: 3, maxQuantity: 3 })
    expect(second).toMatchObject({ quantity: 2, maxQuantity: 2 })
    const exceeded = { status: 409, body: { message: 'Only 5 left.' } }
    expect(await shopper.post('/cart', { productId: ring, ...large })).toMatchObject(exceeded)
    expect(await shopper.patch(`/cart/${first?.id}`, { change: 1 })).toMatchObject(exceeded)
    await shopper.patch(`/cart/${second?.id}`, { change: -1 })
    expect((await shopper.patch(`/cart/${first?.id}`, { change: 1 })).status).toBe(200)
  })

  describe('all lines of a product have ten pieces together', () => {
    const engraved = (Engraving: string, quantity = 10) => ({
      productId: band,
      quantity,
      variant: { Engraving },
    })
    const full = { status: 409, body: { message: FULL, field: 'quantity' } }

    test('however a line grows', async ({ shopper }) => {
      const add = (line: object) => shopper.post('/cart', line)
      expect((await add(engraved('AA', 6))).body.message).toBe('Added to cart')
      expect((await add(engraved('BB', 6))).body.message).toBe(FULL)
      expect(await getCart(shopper)).toMatchObject([
        { quantity: 6, maxQuantity: 6 },
        { quantity: 4, maxQuantity: 4 },
      ])
      for (const line of ['AA', 'BB', 'CC'].map((text) => engraved(text)))
        expect(await add(line)).toMatchObject(full)
      const [first, second] = await getCart(shopper)
      expect(await shopper.patch(`/cart/${first?.id}`, { change: 1 })).toMatchObject(full)
      await shopper.patch(`/cart/${second?.id}`, { change: -2 })
      const grown = await shopper.patch(`/cart/${first?.id}`, { change: 9 })
      expect([grown.status, grown.body.message]).toEqual([200, FULL])
      expect(await getQuantities(shopper)).toEqual([8, 2])
      // What came in place of a line that was removed, stays.
      await shopper.delete(`/cart/${first?.id}`)
      await add(engraved('CC', 5))
      expect((await add({ ...engraved('AA', 8), before: second?.id })).body.message).toBe(FULL)
      expect(await getQuantities(shopper)).toEqual([3, 2, 5])
      const [, , last] = await getCart(shopper)
      const variant = { Engraving: 'BB' }
      await shopper.put(`/cart/${last?.id}/variant`, { variant })
      expect(await getQuantities(shopper)).toEqual([3, 7])
    })

    test('also of parallel adds', async ({ shopper }) => {
      const texts = ['AA', 'BB', 'CC', 'DD', 'EE']
      await Promise.all(texts.map((text) => shopper.post('/cart', engraved(text, 4))))
      const quantities = await getQuantities(shopper)
      expect(quantities.reduce((sum, quantity) => sum + quantity)).toBe(10)
    })

    test('also where an earlier release has let them have more', async ({ shop, shopper }) => {
      await addLines(shopper, band, engraved('AA', 1), engraved('BB', 1))
      await shop.deps.db.updateTable('cart_item').set({ quantity: 10 }).execute()
      const lines = await getCart(shopper)
      expect(lines).toMatchObject([{ maxQuantity: 10 }, { maxQuantity: 0 }])
      const less = await shopper.patch(`/cart/${lines[0]?.id}`, { change: -1 })
      expect([less.status, less.body.message]).toEqual([200, 'Cart updated successfully'])
      expect(await getQuantities(shopper)).toEqual([9, 10])
    })
  })

  test('a cart has at most 100 lines, also after parallel adds', async ({ shop, shopper }) => {
    const products = Array.from({ length: 110 }, (_, index) => ({ slug: `p-${index}` }))
    const ids = await addProducts(shop, ...products)
    const add = (productId = '') => shopper.post('/cart', { productId })
    const answers = await Promise.all(ids.map(add))
    const message = 'Your cart can hold at most 100 different pieces.'
    expect(answers.filter(({ status }) => status !== 200)).toMatchObject(
      Array(10).fill({ status: 409, body: { message } }),
    )
    const [line] = await getCart(shopper)
    expect(await add(line?.productId)).toMatchObject({ status: 200 })
  })
})

describe('PUT /cart/{id}/variant', () => {
  /** A cart with rings; `change` sets the size of the first one. */
  async function addRings(user: ApiClient, ...quantities: [Size: string, quantity: number][]) {
    const rings = quantities.map(([Size, quantity]) => ({ variant: { Size }, quantity }))
    const [line] = await addLines(user, ring, ...rings)
    const change = (Size: string) => user.put(`/cart/${line?.id}/variant`, { variant: { Size } })
    return { id: line?.id, change }
  }

  test('changes the named option, and keeps place and quantity', async ({ shopper }) => {
    const { id, change } = await addRings(shopper, ['10', 3])
    await addLines(shopper, watch, {})
    for (const _ of [1, 2])
      expect(await change('14')).toMatchObject({ status: 200, body: { message: UPDATED } })
    expect(await getCart(shopper)).toMatchObject([
      { id, quantity: 3, variant: { ...DEFAULTS, Size: '14' }, options: OPTIONS },
      { productId: watch, options: [] },
    ])
  })

  test.for([
    [50, 2, 3, 5, UPDATED],
    [50, 6, 4, 10, UPDATED],
    [5, 2, 3, 5, UPDATED],
  ] as const)(
    'with a stock of %i, merges %i and %i into %i: %s',
    async ([stock, first, second, sum, message], { shop, shopper }) => {
      await updateProduct(shop, ring, { stock })
      const { id, change } = await addRings(shopper, ['10', first], ['14', second])
      expect((await change('14')).body).toEqual({ success: true, message })
      expect(await getCart(shopper)).toMatchObject([{ id, quantity: sum }])
    },
  )

  test('merges no more than a smaller stock leaves beside others', async ({ shop, shopper }) => {
    const { change } = await addRings(shopper, ['10', 3], ['12', 2], ['14', 4])
    await updateProduct(shop, ring, { stock: 6 })
    expect((await change('14')).body.message).toBe('Only 6 left.')
    expect(await getQuantities(shopper)).toEqual([4, 2])
  })

  test('parallel changes merge once (G4)', async ({ shopper }) => {
    const { change } = await addRings(shopper, ['10', 2], ['14', 1])
    const answers = await Promise.all(['14', '14', '14'].map(change))
    expect(answers).toMatchObject(Array(3).fill({ status: 200 }))
    expect(await getQuantities(shopper)).toEqual([3])
  })
})

describe('variants', () => {
  test.for<[input: Variant | undefined, completed: Variant]>([
    [undefined, {}],
    [{ Size: '14' }, { Size: '14' }],
    [{ Colour: 'Gold' }, {}],
  ])('%j is completed by the defaults of the product', async ([variant, more], { shopper }) => {
    const cart = await addLines(shopper, ring, { ...(variant && { variant }) })
    expect(cart).toMatchObject([{ variant: { ...DEFAULTS, ...more } }])
  })

  test('one variant in any key order is one line, also with the text of an offer', async ({
    shopper,
  }) => {
    const variants: Variant[] = [
      { Size: '10', Engraving: ' A &  R ' },
      { Engraving: 'A & R', Size: '10' },
      { Size: '10', Engraving: 'Asha' },
      { Size: '10' },
    ]
    const [first] = await addLines(shopper, band, ...variants.map((variant) => ({ variant })))
    await shopper.put(`/cart/${first?.id}/variant`, { variant: { Size: '12' } })
    expect(await getCart(shopper)).toMatchObject([
      { variant: { Size: '12', Engraving: 'A & R' }, quantity: 2 },
      { variant: { Size: '10', Engraving: 'Asha' }, quantity: 1 },
      { variant: { Size: '10' }, quantity: 1 },
    ])
  })

  test.for<[slug: string, variant: Variant, message: string]>([
    ['ring', { Size: '13' }, 'Size can be "10", "12", "14"; "13" is not offered.'],
    ['ring', { Colour: 'Silver' }, 'Colour can be "Gold"; "Silver" is not offered.'],
    ['ring', { constructor: 'x' }, 'This piece has no option "constructor".'],
    ['ring', { Engraving: 'Asha' }, 'This piece has no option "Engraving".'],
    ['band', { Engraving: 'Thirteen long' }, 'Engraving: Please use at most 12 letters.'],
  ])('of a %s that are %j are rejected: %s', async ([slug, variant, message], { shopper }) => {
    const line = { productId: toProductId(slug), variant }
    const { status, body } = await shopper.post('/cart', line)
    expect([status, body]).toEqual([400, { success: false, message, field: 'variant' }])
    expect(await getCart(shopper)).toEqual([])
  })
})

test('GET /cart leaves out archived products, which can still be removed', async ({
  shop,
  shopper,
}) => {
  const [line] = await addLines(shopper, watch, {})
  await addLines(shopper, ring, {})
  for (const productId of [watch, ring]) await shopper.post('/wishlist/', { productId })
  await updateProduct(shop, watch, { archived_at: 1 })
  expect((await getCart(shopper)).map((line) => line.productId)).toEqual([ring])
  const { user } = (await shopper.get('/users/getUserProfile')).body
  expect(user).toMatchObject({ cart: [ring], wishlist: [ring] })
  expect((await shopper.patch(`/cart/${line?.id}`, { change: 1 })).status).toBe(404)
  expect(await shopper.delete(`/cart/${line?.id}`)).toMatchObject({
    status: 200,
    body: { success: true, message: 'Item removed from cart.' },
  })
  expect(await shopper.delete(`/cart/${line?.id}`)).toMatchObject({
    status: 404,
    body: { success: false, message: 'This item is not in your cart.' },
  })
})

test('PUT /cart/gift keeps wrap and note of each user apart', async ({ shop, shopper }) => {
  const ravi = await shop.createSignedInUser()
  const getGift = async (user: ApiClient) =>
    (await user.get('/users/getUserProfile')).body.user.gift
  const set = { wrap: true, note: '  For Meera, with love ' }
  expect((await shopper.put('/cart/gift', set)).body).toEqual({ success: true, message: UPDATED })
  expect(await getGift(shopper)).toEqual({ wrap: true, note: 'For Meera, with love' })
  expect(await getGift(ravi)).toEqual({ wrap: false, note: '' })
  expect((await shopper.get('/users/export')).body.user.gift.note).toBe('For Meera, with love')
  await shopper.put('/cart/gift', { wrap: false })
  expect(await getGift(shopper)).toEqual({ wrap: false, note: '' })
})
