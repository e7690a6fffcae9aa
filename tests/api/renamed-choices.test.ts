import { describe, expect } from 'vitest'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { getCart } from '#tests/helpers/cart.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { place } from '#tests/helpers/orders.ts'
import { addProducts } from '#tests/helpers/products.ts'

const ring = toProductId('ring')
const SIZED = {
  slug: 'ring',
  price: 12_000,
  options: [
    { name: 'Size', values: ['S', 'M'] },
    { name: 'Colour', values: ['Rubby', 'Ivory'] },
  ],
  variant: { Size: 'S', Colour: 'Rubby' },
  variants: [
    { choice: { Size: 'S', Colour: 'Rubby' }, stock: 7, sku: 'R-1' },
    { choice: { Size: 'M', Colour: 'Rubby' }, stock: 0, sku: 'R-2' },
    { choice: { Size: 'S', Colour: 'Ivory' }, stock: 3, sku: 'I-1', price: 9_000 },
  ],
} satisfies Partial<CatalogEntry>

const rename = (text: string): string =>
  text.replaceAll('"Rubby"', '"Ruby"').replaceAll('"Colour"', '"Stone"')
const RENAMED = JSON.parse(rename(JSON.stringify(SIZED))) as typeof SIZED

const test = base
  .extend('env', ({ folder }) => ({ DATA_DIR: folder, ORDERS: 'cod' }))
  .extend('sized', async ({ studio }) => {
    await addProducts(studio.shop, SIZED)
    const save = async (change: object) => {
      const { revision, entry } = await studio.readProduct('ring')
      const { stock: _, ...rest } = entry
      return studio.editor.put(`/editor/products/${ring}`, {
        ...rest,
        stock: entry.stock,
        ...change,
        revision,
      })
    }
    return { ...studio, save, readEntry: async () => (await studio.readProduct('ring')).entry }
  })

const RUBBY = { Size: 'S', Colour: 'Rubby' }
const RUBY = { Size: 'S', Stone: 'Ruby' }

describe('a value and an option that are called otherwise', () => {
  test('keep stock, holds, cart lines, saved lines and alerts', async ({
    shop,
    sized,
    asha,
    shopper,
  }) => {
    await asha.post('/cart', { productId: ring, variant: RUBBY, quantity: 2 })
    const { order } = (await place(asha)).body
    await shopper.post('/cart', { productId: ring, variant: RUBBY, quantity: 2 })
    await shopper.post('/wishlist/', {
      productId: ring,
      saved: { variant: RUBBY, quantity: 1 },
    })
    const sold = { Size: 'M', Colour: 'Rubby' }
    await shopper.post('/stock-alerts', { productId: ring, variant: sold })

    const seen = {
      stock: 10,
      variants: SIZED.variants.map(({ choice, stock }) => ({ choice, stock })),
    }
    expect((await sized.save({ ...RENAMED, stock: 10, seenCounts: seen })).status).toBe(200)

    const { db } = shop.deps
    const stored = async (table: 'stock' | 'stock_hold' | 'order_line') =>
      (await db.selectFrom(table).select('choice').execute()).map(({ choice }) => choice).toSorted()
    expect(await stored('stock')).toEqual([
      '{"Size":"M","Stone":"Ruby"}',
      '{"Size":"S","Stone":"Ivory"}',
      '{"Size":"S","Stone":"Ruby"}',
    ])
    expect(await stored('stock_hold')).toEqual(['{"Size":"S","Stone":"Ruby"}'])
    expect(await stored('order_line')).toEqual(['{"Size":"S","Stone":"Ruby"}'])
    const [line] = await getCart(shopper)
    expect(line).toMatchObject({ variant: RUBY, state: 'available', stock: 5, quantity: 2 })
    const { wishlist } = (await shopper.get('/wishlist/')).body
    expect(wishlist[0]).toMatchObject({ saved: { variant: RUBY, state: 'available' } })
    const alerts = await db.selectFrom('stock_alert').select('variant').execute()
    expect(alerts).toEqual([{ variant: '{"Size":"M","Stone":"Ruby"}' }])
    // What was bought is told as it was bought.
    const bought = (await asha.get(`/orders/${order.number}`)).body.order.lines[0]
    expect(bought.variant).toEqual(RUBBY)
  })

  test('keep what was sold while the form was open', async ({ sized, asha }) => {
    const { entry, revision } = await sized.readProduct('ring')
    await asha.post('/cart', { productId: ring, variant: RUBBY, quantity: 2 })
    const { order } = (await place(asha)).body
    await sized.editor.post(`/editor/orders/${order.number}/dispatch`, {
      carrier: 'DTDC',
      trackingNumber: 'D1',
    })
    expect((await sized.readEntry()).variants?.[0]?.stock).toBe(5)
    const saved = await sized.editor.put(`/editor/products/${ring}`, {
      ...entry,
      ...RENAMED,
      revision,
      seenCounts: {
        stock: entry.stock,
        variants: entry.variants?.map(({ choice, stock }) => ({ choice, stock })),
      },
    })
    expect(saved.status).toBe(200)
    expect((await sized.readEntry()).variants?.[0]).toMatchObject({ choice: RUBY, stock: 5 })
  })

  test('are undone as one, and follow in the drafts of launches', async ({ sized, shopper }) => {
    const { editor } = sized
    await shopper.post('/cart', { productId: ring, variant: RUBBY })
    const { id } = (await editor.post('/editor/launches', { name: 'Diwali' })).body.launch
    const entry = await sized.readEntry()
    const [first, ...others] = entry.variants ?? []
    const drafted = await editor.put(`/editor/launches/${id}/draft`, {
      record: ring,
      revision: 0,
      basedOn: 1,
      body: { ...entry, variants: [{ ...first, price: 8_000 }, ...others] },
    })
    expect(drafted.status).toBe(200)

    const file = [
      'slug,choice,options,variant,sku,stock',
      'ring,,"Size: S | M\nStone: Ruby | Ivory","Size: S\nStone: Ruby",,',
      'ring,Size: S; Stone: Ruby,,,R-1,7',
    ].join('\n')
    const imported = (await sized.importCsv(file)).body
    expect(imported).toMatchObject({ errors: [], applied: true })

    const launch = (await editor.get(`/editor/launches/${id}`)).body.launch
    expect(launch.items[0]).toMatchObject({ errors: [], fields: ['variants'] })
    expect((await editor.post(`/editor/launches/${id}/publish`)).status).toBe(200)
    expect((await sized.readEntry()).variants?.[0]).toMatchObject({
      choice: RUBY,
      price: 8_000,
      stock: 7,
    })
    expect((await editor.post(`/editor/launches/${id}/undo`)).status).toBe(200)

    expect((await editor.post(`/editor/batches/${imported.batch}/undo`)).body.kept).toEqual([])
    expect(await sized.readEntry()).toEqual(entry)
    expect((await getCart(shopper))[0]).toMatchObject({ variant: RUBBY, state: 'available' })
  })
})

test('a file renames a value that keeps its SKU, wherever it stands, and shows it as one row', async ({
  sized,
}) => {
  const file = [
    'slug,choice,options,sku',
    'ring,,"Size: S | M\nColour: Ivory | Ruby",',
    'ring,Size: S; Colour: Ruby,,R-1',
    'ring,Size: M; Colour: Ruby,,R-2',
  ].join('\n')
  const checked = (await sized.importCsv(file, '?dryRun=true')).body
  expect(checked.errors).toEqual([])
  expect(checked.changes).toContainEqual({
    line: 3,
    slug: 'ring',
    choice: 'Size: S; Colour: Ruby',
    isNew: false,
    cells: [{ column: 'choice', before: 'Size: S; Colour: Rubby', after: 'Size: S; Colour: Ruby' }],
  })
  expect((await sized.importCsv(file)).body.applied).toBe(true)
  expect(await sized.readEntry()).toMatchObject({
    variant: { Size: 'S', Colour: 'Ruby' },
    variants: [
      { stock: 7, sku: 'R-1' },
      { stock: 0, sku: 'R-2' },
      { stock: 3, price: 9_000 },
    ],
  })
})

test('a file that swaps SKUs alone corrects them, and leaves stock and prices', async ({
  sized,
}) => {
  const { variants = [] } = await sized.readEntry()
  const file = [
    'slug,choice,options,sku',
    'ring,,"Size: S | M\nColour: Rubby | Ivory",',
    'ring,Size: S; Colour: Rubby,,I-1',
    'ring,Size: S; Colour: Ivory,,R-1',
    'ring,Size: M; Colour: Rubby,,R-3',
  ].join('\n')
  expect((await sized.importCsv(file)).body).toMatchObject({ errors: [], applied: true })
  const skus = ['I-1', 'R-3', 'R-1']
  expect(await sized.readEntry()).toMatchObject({
    variants: variants.map(({ choice, stock }, index) => ({ choice, stock, sku: skus[index] })),
  })
})

test('a value in the place of one with another SKU is another one', async ({ sized, shopper }) => {
  await shopper.post('/cart', { productId: ring, variant: { Size: 'S', Colour: 'Ivory' } })
  const { variants = [] } = await sized.readEntry()
  const pearl = { choice: { Size: 'S', Colour: 'Pearl' }, stock: 1, sku: 'X-1' }
  const saved = await sized.save({
    options: [SIZED.options[0], { name: 'Colour', values: ['Rubby', 'Pearl'] }],
    variants: [...variants.slice(0, 2), pearl],
  })
  expect(saved.status).toBe(200)
  expect((await getCart(shopper))[0]).toMatchObject({ state: 'notOffered' })
})

test('two values that are swapped keep what is theirs', async ({ sized, shop, asha, shopper }) => {
  const ivory = { Size: 'S', Colour: 'Ivory' }
  await asha.post('/cart', { productId: ring, variant: RUBBY, quantity: 2 })
  await place(asha)
  for (const user of [asha, shopper]) {
    await user.post('/cart', { productId: ring, variant: RUBBY, quantity: 2 })
    await user.post('/cart', { productId: ring, variant: ivory })
  }
  await shopper.post('/wishlist/', { productId: ring, saved: { variant: RUBBY, quantity: 1 } })
  const entry = await sized.readEntry()
  const names: Record<string, string> = { Rubby: 'Ivory', Ivory: 'Rubby' }
  const swap = <Row extends { choice: Record<string, string> }>(row: Row) => ({
    ...row,
    choice: { ...row.choice, Colour: names[row.choice['Colour'] ?? ''] },
  })
  expect((await sized.save({ variants: entry.variants?.map(swap) })).status).toBe(200)

  for (const user of [asha, shopper])
    expect(await getCart(user)).toMatchObject([
      { variant: ivory, quantity: 2, price: 12_000, state: 'available', stock: 5 },
      { variant: RUBBY, quantity: 1, price: 9_000, state: 'available', stock: 3 },
    ])
  const { wishlist } = (await shopper.get('/wishlist/')).body
  expect(wishlist[0]).toMatchObject({ saved: { variant: ivory, state: 'available' } })
  const held = await shop.deps.db.selectFrom('stock_hold').select('choice').execute()
  expect(held).toEqual([{ choice: '{"Colour":"Ivory","Size":"S"}' }])
})
