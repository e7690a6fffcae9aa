import { describe, expect } from 'vitest'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { applyDueLaunches } from '#src/server/launches/publish-launch.ts'
import { sendStockAlerts } from '#src/server/stock-alerts/handlers.ts'
import { type ApiClient, listMailsTo } from '#tests/helpers/api-client.ts'
import { test } from '#tests/helpers/api-test.ts'
import { getCart } from '#tests/helpers/cart.ts'
import { addProducts } from '#tests/helpers/products.ts'

const RING: Partial<CatalogEntry> & { slug: string } = {
  slug: 'ring',
  price: 100,
  options: [{ name: 'Size', values: ['S', 'M', 'L', 'XL'] }],
  variant: { Size: 'S', Colour: 'Gold' },
  offers: [
    {
      icon: 'spark',
      title: 'Engraving',
      detail: 'Inside.',
      field: { name: 'Engraving', letters: 'text', maxLength: 12 },
    },
  ],
  variants: [
    { choice: { Size: 'S' }, stock: 3, sku: 'R-S' },
    { choice: { Size: 'M' }, stock: 0, sku: 'R-M', barcode: '4006381333931' },
    { choice: { Size: 'L' }, stock: 2, price: 150.5, listPrice: 200 },
  ],
}
const ring = toProductId('ring')
const path = `/editor/products/${ring}`

const add = async (user: ApiClient, quantity: number, variant: object) => {
  const { status, body } = await user.post('/cart', { productId: ring, quantity, variant })
  return [status, body.message]
}

/** Saves the product over its latest version. */
async function save(editor: ApiClient, change: Partial<CatalogEntry>) {
  const { revision, entry } = (await editor.get(path)).body.product
  return editor.put(path, { ...entry, ...change, revision })
}

const withStock = (stock: Record<string, number>): CatalogEntry['variants'] =>
  (RING.variants ?? []).map((row) => ({
    ...row,
    stock: stock[row.choice['Size'] ?? ''] ?? row.stock,
  }))

describe('the cart', () => {
  test('clamps by the stock of the variant, and has its price', async ({ shop, shopper }) => {
    await addProducts(shop, RING)
    expect(await add(shopper, 5, { Size: 'S' })).toEqual([200, 'Only 3 left.'])
    expect(await add(shopper, 1, { Size: 'M' })).toEqual([409, 'Sold out'])
    expect(await add(shopper, 1, { Size: 'XL' })).toEqual([400, 'Not available'])
    expect(await add(shopper, 1, { Size: 'L' })).toEqual([200, 'Added to cart'])
    // Of one variant with another engraving.
    expect(await add(shopper, 5, { Size: 'L', Engraving: 'Asha' })).toEqual([200, 'Only 2 left.'])
    expect(await add(shopper, 1, { Size: 'S', Engraving: 'Asha' })).toEqual([409, 'Only 3 left.'])
    const cart = await getCart(shopper)
    expect(cart).toMatchObject([
      { quantity: 3, price: 100, stock: 3, maxQuantity: 3, sku: 'R-S' },
      { quantity: 1, price: 150.5, stock: 2, maxQuantity: 1, product: { price: 150.5 } },
      { quantity: 1, price: 150.5, stock: 2, maxQuantity: 1 },
    ])
    const change = await shopper.patch(`/cart/${cart[1]?.id}`, { change: 1 })
    expect([change.status, change.body.message]).toEqual([409, 'Only 2 left.'])
  })

  test('many adds at once take no more than the variant has', async ({ shop, shopper }) => {
    await addProducts(shop, RING)
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        add(shopper, 1, { Size: 'L', Engraving: at % 2 ? 'Asha' : 'Ira' }),
      ),
    )
    expect(answers.filter(([status]) => status === 200)).toHaveLength(2)
    const cart = await getCart(shopper)
    expect(cart.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(2)
  })

  test('another choice of a line is clamped to what its variant has', async ({ shop, shopper }) => {
    await addProducts(shop, RING)
    await add(shopper, 3, { Size: 'S' })
    const [line] = await getCart(shopper)
    const change = async (Size: string) => {
      const { status, body } = await shopper.put(`/cart/${line?.id}/variant`, { variant: { Size } })
      return [status, body.message]
    }
    expect(await change('M')).toEqual([409, 'Sold out'])
    expect(await change('XL')).toEqual([400, 'Not available'])
    expect(await change('L')).toEqual([200, 'Only 2 left.'])
    expect(await getCart(shopper)).toMatchObject([
      { quantity: 2, price: 150.5, variant: { Size: 'L' } },
    ])
  })
})

describe('stock alerts', () => {
  test('are for the chosen variant, and the mail names it', async ({ shop, shopper }) => {
    const editor = await shop.createSignedInUser('editor')
    await addProducts(shop, { ...RING, variants: withStock({ L: 0 }) })
    const wait = (variant: object) => shopper.post('/stock-alerts', { productId: ring, variant })
    expect((await wait({ Size: 'S' })).status).toBe(409)
    expect((await wait({})).status).toBe(409)
    for (const Size of ['M', 'L', 'L']) expect((await wait({ Size })).status).toBe(200)
    await sendStockAlerts(shop.deps)
    expect(await listMailsTo(shop, shopper.email)).toEqual([])
    await save(editor, { variants: withStock({ L: 1 }) })
    await Promise.all([1, 2, 3].map(() => sendStockAlerts(shop.deps)))
    const mails = await listMailsTo(shop, shopper.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['The ring, Size L is back at Kairavi'])
    expect(mails[0]?.text).toContain('/product/ring?Size=L')
  })
})

describe('an editor', () => {
  test('saves variants; price and stock follow from them', async ({ shop }) => {
    await addProducts(shop, { ...RING, variants: undefined, stock: 9 })
    const editor = await shop.createSignedInUser('editor')
    const saved = await save(editor, { variants: RING.variants, price: 200, stock: 77 })
    expect(saved.body.product.entry).toMatchObject({
      price: 150.5,
      listPrice: 200,
      stock: 5,
      variants: [{ price: 200, stock: 3 }, { price: 200, stock: 0 }, { stock: 2 }],
    })
    const { product } = (await editor.get('/products/slug/ring')).body
    expect(product).toMatchObject({ price: 150.5, stock: 5, variants: [{ price: 200 }, {}, {}] })
    const { products } = (await editor.get('/products/get-all-products')).body
    expect(products[0]).toMatchObject({ price: 150.5, stock: 5 })
    expect(products[0].variants[0]).toEqual({ choice: { Size: 'S' }, stock: 3, price: 200 })
    const patch = (change: object) =>
      editor.patch(path, { ...change, revision: saved.body.product.revision })
    expect((await patch({ stock: 5, title: 'Ring' })).status).toBe(200)
    const answer = await editor.patch(path, { stock: 6, revision: saved.body.product.revision + 1 })
    expect(answer).toMatchObject({ status: 400, body: { field: 'stock' } })
  })

  test.for([
    [{ choice: { Size: 'XXL' }, stock: 1 }, 'variants.0.choice'],
    [{ choice: { Size: 'S' }, stock: -1 }, 'variants.0.stock'],
    [{ choice: { Size: 'S' }, stock: 1, barcode: '4006381333932' }, 'variants.0.barcode'],
    [{ choice: { Size: 'S' }, stock: 1, picture: 'missing' }, 'variants.0.picture'],
  ] as const)('is told what is wrong with %j', async ([row, field], { shop }) => {
    await addProducts(shop, RING)
    const editor = await shop.createSignedInUser('editor')
    const answer = await save(editor, { variants: [row] })
    expect(answer).toMatchObject({ status: 400, body: { field } })
    expect(answer.body.message).toMatch(/^variants\.0\.\w+ must .*\.$/)
  })

  test('changes all prices by percent and at a time', async ({ shop }) => {
    await addProducts(shop, RING)
    shop.freezeTime()
    const editor = await shop.createSignedInUser('editor')
    await editor.post('/editor/products/bulk', {
      ids: [ring],
      change: { kind: 'price', percent: 10 },
    })
    const getEntry = async () => (await editor.get(path)).body.product.entry
    expect(await getEntry()).toMatchObject({
      price: 110,
      variants: [{}, {}, { price: 166, listPrice: 220 }],
    })
    const { id, revision, entry } = (await editor.get(path)).body.product
    await editor.post('/editor/launches', {
      name: 'Price of the ring',
      startsAt: new Date(shop.deps.now() + 60_000).toISOString(),
      draft: { record: id, basedOn: revision, body: { ...entry, price: 120 } },
    })
    shop.advanceTime(60_000)
    await applyDueLaunches(shop.deps)
    expect(await getEntry()).toMatchObject({ price: 120, variants: [{}, {}, { price: 166 }] })
  })
})
