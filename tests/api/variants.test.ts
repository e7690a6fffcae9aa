import { describe, expect } from 'vitest'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { sendStockAlerts } from '#src/server/shop/stock-alerts/send-alerts.ts'
import { getCart } from '#tests/helpers/cart.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { listMailsTo } from '#tools/api-client.ts'
import { addProducts, ringWithVariants } from '#tools/products.ts'

const { variants: rows } = ringWithVariants
const offer = { icon: 'spark', title: 'Engraving', detail: 'Inside.' } as const
const RING = {
  ...ringWithVariants,
  variant: { Size: 'S', Colour: 'Gold' },
  offers: [{ ...offer, field: { name: 'Engraving', letters: 'text', maxLength: 12 } }],
} satisfies Partial<CatalogEntry>
const productId = toProductId('ring')
const path = `/editor/products/${productId}`

const test = base
  .extend('shelf', ({ shop }) => addProducts(shop, RING))
  .extend('add', ({ shelf: _, shopper }) => async (quantity: number, variant: object) => {
    const { status, body } = await shopper.post('/cart', { productId, quantity, variant })
    return [status, body.message]
  })
  /** Saves the product over its latest version. */
  .extend('save', ({ shelf: _, studio }) => async (change: Partial<CatalogEntry>) => {
    const { revision, entry } = await studio.readProduct('ring')
    return studio.editor.put(path, { ...entry, ...change, revision })
  })
  /** Changes the stock of size L. */
  .extend(
    'setStock',
    ({ save }) =>
      (stock: number) =>
        save({ variants: rows.with(2, { ...rows[2], stock } as never) }),
  )

describe('the cart', () => {
  test('clamps by the stock of the variant, and has its price', async ({ shopper, add }) => {
    expect(await add(5, { Size: 'S' })).toEqual([200, 'Only 3 left.'])
    expect(await add(1, { Size: 'M' })).toEqual([409, 'Sold out'])
    expect(await add(1, { Size: 'XL' })).toEqual([400, 'Not available'])
    expect(await add(1, { Size: 'L' })).toEqual([200, 'Added to cart'])
    // The same variant with another engraving.
    expect(await add(5, { Size: 'L', Engraving: 'Asha' })).toEqual([200, 'Only 2 left.'])
    expect(await add(1, { Size: 'S', Engraving: 'Asha' })).toEqual([409, 'Only 3 left.'])
    const cart = await getCart(shopper)
    expect(cart).toMatchObject([
      { quantity: 3, price: 100, stock: 3, maxQuantity: 3, sku: 'R-S' },
      { quantity: 1, price: 150.5, stock: 2, maxQuantity: 1, product: { price: 150.5 } },
      { quantity: 1, price: 150.5, stock: 2, maxQuantity: 1 },
    ])
    const change = await shopper.patch(`/cart/${cart[1]?.id}`, { change: 1 })
    expect([change.status, change.body.message]).toEqual([409, 'Only 2 left.'])
  })

  test('gives the oldest line of a variant what is left', async ({ shopper, add, setStock }) => {
    await setStock(4)
    await add(3, { Size: 'L' })
    await add(1, { Size: 'L', Engraving: 'Asha' })
    await setStock(2)
    const cart = await getCart(shopper)
    expect(cart).toMatchObject([
      { quantity: 3, maxQuantity: 2 },
      { quantity: 1, maxQuantity: 0 },
    ])
    const change = async (change: number) => {
      const { status, body } = await shopper.patch(`/cart/${cart[0]?.id}`, { change })
      return [status, body.message]
    }
    expect(await change(1)).toEqual([409, 'Only 2 left.'])
    expect(await change(-1)).toEqual([200, 'Cart updated successfully'])
    expect(await getCart(shopper)).toMatchObject([
      { quantity: 2, maxQuantity: 2 },
      { quantity: 1, maxQuantity: 0 },
    ])
  })

  test('takes no more than the variant has from many adds at once', async ({ shopper, add }) => {
    const names = ['Asha', 'Ira', 'Asha', 'Ira', 'Asha', 'Ira']
    const answers = await Promise.all(names.map((Engraving) => add(1, { Size: 'L', Engraving })))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(2)
    const quantities = (await getCart(shopper)).map(({ quantity }) => quantity)
    expect(quantities.reduce((sum, quantity) => sum + quantity)).toBe(2)
  })

  test('clamps another choice of a line to what its variant has', async ({ shopper, add }) => {
    await add(3, { Size: 'S' })
    const [line] = await getCart(shopper)
    for (const [Size, status, message] of [
      ['M', 409, 'Sold out'],
      ['XL', 400, 'Not available'],
      ['L', 200, 'Only 2 left.'],
    ] as const) {
      const answer = await shopper.put(`/cart/${line?.id}/variant`, { variant: { Size } })
      expect(answer).toMatchObject({ status, body: { message } })
    }
    const changed = { quantity: 2, price: 150.5, variant: { Size: 'L' } }
    expect(await getCart(shopper)).toMatchObject([changed])
  })
})

test('stock alerts and their mails are of the chosen variant', async ({
  shop,
  shopper,
  setStock,
}) => {
  await setStock(0)
  for (const [variant, status] of [
    [{ Size: 'S' }, 409],
    [{}, 409],
    [{ Size: 'M' }, 200],
    [{ Size: 'L' }, 200],
    [{ Size: 'L' }, 200],
  ] as const)
    expect((await shopper.post('/stock-alerts', { productId, variant })).status).toBe(status)
  await sendStockAlerts(shop.deps)
  expect(await listMailsTo(shop, shopper.email)).toEqual([])
  await setStock(1)
  await Promise.all([1, 2, 3].map(() => sendStockAlerts(shop.deps)))
  expect(await listMailsTo(shop, shopper.email)).toMatchObject([
    {
      subject: 'The ring, Size L is back at Kairavi',
      text: expect.stringContaining('/product/ring?Size=L'),
    },
  ])
})

describe('an editor', () => {
  test('saves variants; the typed price stays, and the lowest that can be bought is shown', async ({
    editor,
    save,
  }) => {
    await save({ variants: undefined, stock: 9 })
    const typed = { price: 200, variants: rows }
    const { product } = (await save({ ...typed, stock: 77 })).body
    expect(product.entry).toMatchObject({ ...typed, stock: 5 })
    expect(product.entry).not.toHaveProperty('listPrice')
    const shown = (await editor.get('/products/slug/ring')).body.product
    const lowest = { price: 150.5, stock: 5 }
    expect(shown).toMatchObject({
      ...lowest,
      originalPrice: 200,
      variants: [{ price: 200 }, { price: 200 }, {}],
    })
    expect(shown.variants[2]).not.toHaveProperty('price')
    const [listed] = (await editor.get('/products/get-all-products')).body.products
    const small = { choice: { Size: 'S' }, stock: 3, price: 200 }
    expect(listed).toMatchObject({ ...lowest, variants: [small, { price: 200 }, {}] })
    // The cheapest one is sold out: it lowers the price no more, and keeps its own.
    const soldOut = { ...rows[2], stock: 0 }
    const { entry } = (await save({ variants: rows.with(2, soldOut as never) })).body.product
    expect(entry).toMatchObject({ price: 200, variants: [{}, {}, { price: 150.5, stock: 0 }] })
    const dearer = (await editor.get('/products/slug/ring')).body.product
    expect(dearer).toMatchObject({ price: 200, variants: [{}, {}, { price: 150.5 }] })
    await save({ variants: rows })
    const patch = (change: object) => editor.patch(path, change)
    const { revision } = (await editor.get(path)).body.product
    expect((await patch({ stock: 5, title: 'Ring', revision })).status).toBe(200)
    const refused = { status: 400, body: { field: 'stock' } }
    expect(await patch({ stock: 6, revision: revision + 1 })).toMatchObject(refused)
  })

  test('changes the prices of all variants by percent', async ({ editor, shelf: ids, studio }) => {
    await editor.post('/editor/products/bulk', { ids, change: { kind: 'price', percent: 10 } })
    expect((await studio.readProduct('ring')).entry).toMatchObject({
      price: 110,
      variants: [{}, {}, { price: 166, listPrice: 220 }],
    })
  })
})
