import { describe, expect } from 'vitest'
import { cartResponse } from '#src/contract/cart.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { sendStockAlerts } from '#src/server/shop/stock-alerts/send-alerts.ts'
import { getCart } from '#tests/helpers/cart.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { place, readSeen } from '#tests/helpers/orders.ts'
import { type ApiClient, listMailsTo } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'

// What carts, wishlists and alerts say of a choice after the product has changed.

const SIZES = { name: 'Size', values: ['S', 'M'] }
const COLOURS = { name: 'Colour', values: ['Red', 'Blue'] }
const row = (choice: Record<string, string>, stock: number, price?: number) => ({
  choice,
  stock,
  ...(price && { price }),
})
const SIZED = {
  slug: 'ring',
  price: 12_000,
  stock: 9,
  options: [SIZES],
  variant: { Size: 'S' },
  variants: [row({ Size: 'S' }, 4, 9_000), row({ Size: 'M' }, 5)],
} satisfies Partial<CatalogEntry>
const productId = toProductId('ring')
const GONE = 'No longer available. Choose again.'

const test = base
  .extend('shelf', ({ shop }) => addProducts(shop, SIZED, { slug: 'plain', price: 500 }))
  /** Saves the product over its latest version; fields without a value are left out. */
  .extend('save', ({ shelf: _, studio }) => async (change: object, slug = 'ring') => {
    const { revision, entry } = await studio.readProduct(slug)
    const saved = await studio.editor.put(`/editor/products/${toProductId(slug)}`, {
      ...entry,
      ...change,
      revision,
    })
    expect(saved.status).toBe(200)
  })
  .extend(
    'add',
    ({ shelf: _, shopper }) =>
      (variant: object, id = productId) =>
        shopper.post('/cart', { productId: id, variant }),
  )

const getLine = async (user: ApiClient) => (await getCart(user))[0]

describe('a line of the cart whose choice the product does not have any more', () => {
  const inBlue = [
    row({ Size: 'S', Colour: 'Red' }, 4, 9_000),
    row({ Size: 'M', Colour: 'Blue' }, 5),
  ]
  test.for<[string, Record<string, unknown>, chooseAgain: Record<string, string>]>([
    [
      'a value was removed',
      { ...SIZED, options: [{ name: 'Size', values: ['S'] }], variants: undefined },
      { Size: 'S' },
    ],
    [
      'a value was renamed',
      { options: [{ name: 'Size', values: ['S', 'Medium'] }], variants: undefined },
      { Size: 'Medium' },
    ],
    [
      'an option was renamed',
      { options: [{ ...SIZES, name: 'Fit' }], variant: { Fit: 'S' }, variants: undefined },
      { Fit: 'M' },
    ],
    [
      'an option was added',
      { options: [SIZES, COLOURS], variant: { Size: 'S', Colour: 'Red' }, variants: inBlue },
      { Size: 'M', Colour: 'Blue' },
    ],
    ['its row was removed', { variants: [row({ Size: 'S' }, 4, 9_000)] }, { Size: 'S' }],
    ['all options were removed', { options: [], variant: {}, variants: undefined }, {}],
  ])(
    'is not offered, not changed, and chosen again: %s',
    async ([, change, again], { add, save, shopper }) => {
      await add({ Size: 'M' })
      expect(await getLine(shopper)).toMatchObject({ state: 'available', price: 12_000, stock: 5 })
      await save(change)
      const line = await getLine(shopper)
      expect(line).toMatchObject({
        state: 'notOffered',
        stock: 0,
        maxQuantity: 0,
        variant: { Size: 'M' },
      })
      for (const step of [1, -1])
        expect(await shopper.patch(`/cart/${line?.id}`, { change: step })).toMatchObject({
          status: 409,
          body: { success: false, message: GONE },
        })
      const chosen = await shopper.put(`/cart/${line?.id}/variant`, { variant: again })
      expect(chosen.status).toBe(200)
      expect(await getLine(shopper)).toMatchObject({ state: 'available', variant: again })
    },
  )

  test('stays where an editor corrects a fixed trait', async ({ add, save, shopper }) => {
    const plain = toProductId('plain')
    await save({ variant: { Metal: 'Sliver' } }, 'plain')
    await add({}, plain)
    await save({ variant: { Metal: 'Silver' } }, 'plain')
    const line = await getLine(shopper)
    expect(line).toMatchObject({
      state: 'available',
      variant: { Metal: 'Silver' },
      former: { Metal: 'Sliver' },
    })
    expect((await shopper.patch(`/cart/${line?.id}`, { change: 1 })).status).toBe(200)
  })

  test('stays without a fixed trait that an editor takes away', async ({ add, save, shopper }) => {
    await save({ variant: { Size: 'S', Metal: 'Gold' } })
    await add({ Size: 'M' })
    await shopper.post('/wishlist/', { productId, saved: { variant: { Size: 'M' }, quantity: 2 } })
    await save({ variant: { Size: 'S' } })
    expect(await getLine(shopper)).toMatchObject({ state: 'available', variant: { Size: 'M' } })
    const [{ saved }] = (await shopper.get('/wishlist/')).body.wishlist
    expect(saved).toMatchObject({ state: 'available', variant: { Size: 'M' } })
  })

  test('does not become another value that is a fixed trait now', async ({
    add,
    save,
    shopper,
  }) => {
    const options = [SIZES, COLOURS]
    const inRed = [row({ Size: 'S', Colour: 'Red' }, 4), row({ Size: 'M', Colour: 'Red' }, 5)]
    await save({ options, variant: { Size: 'S', Colour: 'Red' }, variants: inRed })
    await add({ Size: 'M', Colour: 'Red' })
    const fix = (Colour: string) =>
      save({ options: [SIZES], variant: { Size: 'S', Colour }, variants: SIZED.variants })
    await fix('Blue')
    expect(await getLine(shopper)).toMatchObject({
      state: 'notOffered',
      variant: { Size: 'M', Colour: 'Red' },
    })
    // Taken back, it is the same choice again.
    await save({ options, variant: { Size: 'S', Colour: 'Red' }, variants: inRed })
    const chosen = { state: 'available', variant: { Size: 'M', Colour: 'Red' } }
    expect(await getLine(shopper)).toMatchObject(chosen)
    await fix('Red')
    expect(await getLine(shopper)).toMatchObject(chosen)
  })

  test('came before the product had variants', async ({ add, save, shopper }) => {
    const plain = toProductId('plain')
    await add({}, plain)
    await save({ options: [SIZES], variant: { Size: 'S' }, variants: SIZED.variants }, 'plain')
    expect(await getLine(shopper)).toMatchObject({ state: 'notOffered' })
    // It takes nothing of what another line can have.
    const answer = await shopper.post('/cart', {
      productId: plain,
      variant: { Size: 'S' },
      quantity: 4,
    })
    expect(answer.body.message).toBe('Added to cart')
  })

  test('is one line with a new one that means the same', async ({ add, save, shopper }) => {
    const plain = toProductId('plain')
    await add({}, plain)
    await save({ variant: { Metal: 'Gold' } }, 'plain')
    await add({}, plain)
    expect(await getCart(shopper)).toMatchObject([{ quantity: 2, variant: { Metal: 'Gold' } }])
  })
})

test('a line goes on without variants, at the price of now', async ({ add, save, shopper }) => {
  await add({ Size: 'M' })
  await save({ variants: undefined, price: 11_000, stock: 3 })
  expect(await getLine(shopper)).toMatchObject({ state: 'available', price: 11_000, stock: 3 })
  await save({ stock: 0 })
  expect(await getLine(shopper)).toMatchObject({ state: 'soldOut', price: 11_000, maxQuantity: 0 })
})

test('lines of products that are not on sale are named apart, and come back', async ({
  add,
  shopper,
  studio,
}) => {
  await add({ Size: 'M' })
  const [line] = await getCart(shopper)
  const read = async () => cartResponse.parse((await shopper.get('/cart')).body)
  const archive = async (archived: boolean) => {
    const { revision } = await studio.readProduct('ring')
    await studio.editor.post(`/editor/products/${productId}/${archived ? 'archive' : 'restore'}`, {
      revision,
    })
  }
  await archive(true)
  const withdrawn = { id: line?.id, title: 'The ring', variant: { Size: 'M' } }
  expect(await read()).toMatchObject({ cart: [], withdrawn: [withdrawn] })
  await archive(false)
  expect(await read()).toMatchObject({ cart: [{ id: line?.id }], withdrawn: [] })
})

describe('an order of a cart with lines that cannot be bought', () => {
  const plain = toProductId('plain')
  const selling = test.extend('env', ({ folder }) => ({ DATA_DIR: folder, ORDERS: 'cod' }))

  selling('names them, and its total is that of the others', async ({ add, save, shopper }) => {
    await add({ Size: 'S' }).then(() => shopper.post('/cart', { productId: plain, quantity: 2 }))
    const seen = await readSeen(shopper)
    const [line] = seen.lines
    await save({ variants: [row({ Size: 'M' }, 5)], variant: { Size: 'M' } })
    const gone = { id: line?.id, title: 'The ring', variant: { Size: 'S' }, was: 1, now: 0 }
    const total = 1_050
    expect((await place(shopper, { seen })).body).toMatchObject({
      changes: [{ ...gone, kind: 'unavailable' }],
      total,
    })
    await save({ stock: 1 }, 'plain')
    const { changes, total: less } = (await place(shopper, { seen })).body
    expect(changes).toMatchObject([{ kind: 'unavailable' }, { kind: 'stock', was: 2, now: 1 }])
    expect(changes).toHaveLength(2)
    expect(less).toBe(total / 2)
  })

  selling(
    'says the maximum where that is why, and the stock where it is',
    async ({ save, shelf: _, shopper }) => {
      const [small, medium] = [row({ Size: 'S' }, 40), row({ Size: 'M' }, 50)]
      const add = (Size: string) =>
        shopper.post('/cart', { productId, variant: { Size }, quantity: 8 })
      await save({ variants: [small, medium] })
      await add('S')
      // What cannot be bought is not counted, and comes back.
      await save({ variants: [medium], variant: { Size: 'M' } })
      await add('M')
      await save({ variants: [small, medium] })
      const seen = await readSeen(shopper)
      const line = { variant: { Size: 'M' }, was: 8, now: 2 }
      expect((await place(shopper, { seen })).body.changes).toMatchObject([
        { ...line, kind: 'limit' },
      ])
      await save({ variants: [small, row({ Size: 'M' }, 1)] })
      expect((await place(shopper, { seen })).body.changes).toMatchObject([
        { ...line, now: 1, kind: 'stock' },
      ])
    },
  )

  selling('names those that are not on sale', async ({ add, shopper, studio }) => {
    await add({ Size: 'M' })
    const seen = await readSeen(shopper)
    const { revision } = await studio.readProduct('ring')
    await studio.editor.post(`/editor/products/${productId}/archive`, { revision })
    expect(await place(shopper, { seen })).toMatchObject({
      status: 409,
      body: {
        changes: [
          { kind: 'unavailable', title: 'The ring', variant: { Size: 'M' }, was: 1, now: 0 },
        ],
        total: 0,
      },
    })
  })
})

test('a saved line of the wishlist says what it is now, and what it costs', async ({
  save,
  shelf: _,
  shopper,
}) => {
  const saved = { variant: { Size: 'M' }, quantity: 2 }
  await shopper.post('/wishlist/', { productId, saved })
  const readSaved = async () => (await shopper.get('/wishlist/')).body.wishlist[0].saved
  expect(await readSaved()).toEqual({ ...saved, state: 'available', price: 12_000 })
  await save({ variants: [row({ Size: 'S' }, 4, 9_000), row({ Size: 'M' }, 0)] })
  expect(await readSaved()).toEqual({ ...saved, state: 'soldOut', price: 12_000 })
  await save({ options: [{ name: 'Size', values: ['S', 'L', 'M'] }], variants: undefined })
  await save({ options: [{ name: 'Size', values: ['S', 'L'] }] })
  expect(await readSaved()).toEqual({ ...saved, state: 'notOffered' })
  // An option of one value is no choice on a card.
  await save({ options: [{ name: 'Size', values: ['S'] }] })
  expect(await readSaved()).toEqual({ ...saved, state: 'notOffered' })
})

test('an alert waits for its own choice, and is not of one that is gone', async ({
  save,
  shelf: _,
  shop,
  shopper,
}) => {
  const ask = (variant: object) => shopper.post('/stock-alerts', { productId, variant })
  await save({ variants: [row({ Size: 'S' }, 4), row({ Size: 'M' }, 0)] })
  expect((await ask({ Size: 'M' })).status).toBe(200)
  expect(await ask({ Size: 'XL' })).toMatchObject({ status: 409, body: { message: GONE } })
  // Without rows the product is in stock, but not in this size.
  await save({ options: [{ name: 'Size', values: ['S', 'L'] }], variants: undefined, stock: 9 })
  await sendStockAlerts(shop.deps)
  expect(await listMailsTo(shop, shopper.email)).toEqual([])
  await save({ options: [SIZES], variants: undefined, stock: 9 })
  await sendStockAlerts(shop.deps)
  expect(await listMailsTo(shop, shopper.email)).toHaveLength(1)
})
