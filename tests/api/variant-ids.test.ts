import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { getProductsByIds } from '#src/server/shop/catalog/service.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { getCart } from '#tests/helpers/cart.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { place } from '#tests/helpers/orders.ts'
import { addProducts } from '#tools/products.ts'

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
const RENAMED = {
  ...(JSON.parse(rename(JSON.stringify(SIZED))) as typeof SIZED),
  options: [
    { name: 'Size', values: ['S', 'M'] },
    { name: 'Stone', id: 'Colour', values: ['Ruby', 'Ivory'], ids: { Ruby: 'Rubby' } },
  ],
}

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
    const choices = async (table: 'stock' | 'stock_hold' | 'order_line' | 'stock_alert') => {
      const { rows } = await sql<{ choice: string }>`
        select choice from variant join ${sql.table(table)} as other on variant_id = variant.id
        where archived_at is null order by choice`.execute(db)
      return rows.map(({ choice }) => choice)
    }
    const rubby = '{"Colour":"Rubby","Size":"S"}'
    const soldOut = '{"Colour":"Rubby","Size":"M"}'
    expect(await choices('stock')).toEqual(['{"Colour":"Ivory","Size":"S"}', soldOut, rubby])
    expect(await choices('stock_hold')).toEqual([rubby])
    expect(await choices('order_line')).toEqual([rubby])
    expect(await choices('stock_alert')).toEqual([soldOut])
    const [line] = await getCart(shopper)
    expect(line).toMatchObject({ variant: RUBY, state: 'available', stock: 5, quantity: 2 })
    const { wishlist } = (await shopper.get('/wishlist/')).body
    expect(wishlist[0]).toMatchObject({ saved: { variant: RUBY, state: 'available' } })
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
    const { product } = (await editor.get('/products/slug/ring')).body
    expect(product.variants[0]).toMatchObject({ choice: RUBY, stock: 7 })
    expect(product.price).toBe(8_000)
    expect((await editor.post(`/editor/launches/${id}/end`)).status).toBe(200)

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
    match: 'sku',
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
  const options = [SIZED.options[0], { name: 'Colour', values: ['Ivory', 'Rubby'], ids: names }]
  expect((await sized.save({ options, variants: entry.variants?.map(swap) })).status).toBe(200)

  for (const user of [asha, shopper])
    expect(await getCart(user)).toMatchObject([
      { variant: ivory, quantity: 2, price: 12_000, state: 'available', stock: 5 },
      { variant: RUBBY, quantity: 1, price: 9_000, state: 'available', stock: 3 },
    ])
  const { wishlist } = (await shopper.get('/wishlist/')).body
  expect(wishlist[0]).toMatchObject({ saved: { variant: ivory, state: 'available' } })
  const held = await shop.deps.db
    .selectFrom('stock_hold')
    .innerJoin('variant', 'variant.id', 'variant_id')
    .select('choice')
    .execute()
  expect(held).toEqual([{ choice: '{"Colour":"Rubby","Size":"S"}' }])
})

test('a value that replaces another one gets nothing of it', async ({
  sized,
  shop,
  asha,
  shopper,
}) => {
  const shoe = toProductId('shoe')
  const sizes = (first: string, stock: number) => ({
    options: [{ name: 'Size', values: [first, '40'] }],
    variant: { Size: first },
    variants: [
      { choice: { Size: first }, stock },
      { choice: { Size: '40' }, stock: 4 },
    ],
  })
  await addProducts(shop, { slug: 'shoe', price: 900, ...sizes('38', 3) })
  await asha.post('/cart', { productId: shoe, variant: { Size: '38' } })
  const { order } = (await place(asha)).body
  await shopper.post('/cart', { productId: shoe, variant: { Size: '38' } })
  await shopper.post('/wishlist/', {
    productId: shoe,
    saved: { variant: { Size: '38' }, quantity: 1 },
  })
  const { entry, revision } = await sized.readProduct('shoe')
  const saved = await sized.editor.put(`/editor/products/${shoe}`, {
    ...entry,
    ...sizes('39', 10),
    stock: 14,
    revision,
  })
  expect(saved.status).toBe(200)

  const [line] = await getCart(shopper)
  expect(line).toMatchObject({ state: 'notOffered', variant: { Size: '38' }, maxQuantity: 0 })
  const [{ saved: kept }] = (await shopper.get('/wishlist/')).body.wishlist
  expect(kept).toMatchObject({ state: 'notOffered', variant: { Size: '38' } })
  const { db } = shop.deps
  const held = await db
    .selectFrom('stock_hold')
    .innerJoin('variant', 'variant.id', 'variant_id')
    .select(['choice', 'quantity'])
    .execute()
  expect(held).toEqual([{ choice: '{"Size":"38"}', quantity: 1 }])
  // The pieces that are left of size 38 are on the shelf still, and the order takes one of them.
  expect(saved.body.product.removed).toEqual([
    { choice: { Size: '38' }, ids: { Size: '38' }, onHand: 3, held: 1 },
  ])
  const dispatched = await sized.editor.post(`/editor/orders/${order.number}/dispatch`, {
    carrier: 'By hand',
  })
  expect(dispatched.body.order.lines).toMatchObject([{ variant: { Size: '38' } }])
  const shelf = await db
    .selectFrom('stock')
    .innerJoin('variant', 'variant.id', 'variant_id')
    .select(['choice', 'on_hand'])
    .where('product_id', '=', shoe)
    .orderBy('choice')
    .execute()
  expect(shelf).toEqual([
    { choice: '{"Size":"38"}', on_hand: 2 },
    { choice: '{"Size":"39"}', on_hand: 10 },
    { choice: '{"Size":"40"}', on_hand: 4 },
  ])
})

test('a new value never gets the id of one that was renamed and removed', async ({
  sized,
  shopper,
}) => {
  const colours = (...values: [string, string?][]) => ({
    options: [
      SIZED.options[0],
      {
        name: 'Colour',
        values: values.map(([name]) => name),
        ids: Object.fromEntries(values.flatMap(([name, id]) => (id ? [[name, id]] : []))),
      },
    ],
    variant: { Size: 'S', Colour: values[0]?.[0] },
    variants: values.map(([Colour]) => ({ choice: { Size: 'S', Colour }, stock: 5 })),
    stock: 5 * values.length,
  })
  await shopper.post('/cart', { productId: ring, variant: RUBBY })
  const read = async () => (await getCart(shopper))[0]
  for (const change of [colours(['Ivory'], ['Ruby', 'Rubby']), colours(['Ivory'])])
    expect((await sized.save(change)).status).toBe(200)
  const gone = { state: 'notOffered', variant: { Size: 'S', Colour: 'Ruby' } }
  expect(await read()).toMatchObject(gone)
  await sized.save(colours(['Ivory'], ['Rubby']))
  expect(await read()).toMatchObject(gone)
  // Brought back by its id, it is the same one.
  await sized.save(colours(['Ivory'], ['Rubby', 'Rubby#2'], ['Pink', 'Rubby']))
  expect(await read()).toMatchObject({ state: 'available', variant: { Size: 'S', Colour: 'Pink' } })
})

describe('choices that share a stock', () => {
  const watch = toProductId('watch')
  const WATCH = {
    slug: 'watch',
    price: 900,
    stock: 5,
    options: [{ name: 'Strap', values: ['Leather', 'Steel'] }],
    variant: { Strap: 'Leather' },
  } satisfies Partial<CatalogEntry>
  const STEEL = { Strap: 'Steel' }

  const testWatch = test.extend('watches', async ({ sized, shop }) => {
    await addProducts(shop, WATCH)
    const { db } = shop.deps
    return {
      save: async (change: object) => {
        const { revision, entry } = await sized.readProduct('watch')
        const saved = await sized.editor.put(`/editor/products/${watch}`, {
          ...entry,
          ...change,
          revision,
        })
        expect(saved.status).toBe(200)
      },
      /** Choice, whether it is offered, and what is counted. */
      list: async () =>
        (
          await db
            .selectFrom('variant')
            .selectAll()
            .where('product_id', '=', watch)
            .orderBy('choice')
            .execute()
        ).map(({ choice, archived_at, stock_variant_id }) =>
          [choice, archived_at === null ? '' : 'archived', stock_variant_id ?? 'itself'].join(' '),
        ),
      /** The ids in channels, by the values of now. */
      readPublicIds: async () =>
        Object.fromEntries(
          (await getProductsByIds(shop.deps, [watch]))
            .get(watch)
            ?.publicIds?.map(({ choice, id }) => [choice['Strap'], id.slice(watch.length)]) ?? [],
        ),
    }
  })

  testWatch('are variants, whose orders and alerts name them', async ({ shop, watches, asha }) => {
    const { db } = shop.deps
    const names = ['  itself', `{"Strap":"Leather"}  ${watch}`, `{"Strap":"Steel"}  ${watch}`]
    expect(await watches.list()).toEqual(names)
    await asha.post('/cart', { productId: watch, variant: STEEL, quantity: 2 })
    expect((await place(asha)).status).toBe(201)
    const line = await db
      .selectFrom('order_line')
      .innerJoin('variant', 'variant.id', 'order_line.variant_id')
      .select(['choice', 'order_line.stock_variant_id'])
      .executeTakeFirstOrThrow()
    expect(line).toEqual({ choice: '{"Strap":"Steel"}', stock_variant_id: watch })
    expect(await db.selectFrom('stock_hold').select(['variant_id', 'quantity']).execute()).toEqual([
      { variant_id: watch, quantity: 2 },
    ])
    await watches.save({ stock: 2 })
    expect(await asha.post('/stock-alerts', { productId: watch, variant: STEEL })).toMatchObject({
      status: 200,
    })
    const alert = await db
      .selectFrom('stock_alert')
      .innerJoin('variant', 'variant.id', 'variant_id')
      .select('choice')
      .executeTakeFirstOrThrow()
    expect(alert.choice).toBe('{"Strap":"Steel"}')
  })

  testWatch('keep the ids of channels when they are renamed', async ({ watches }) => {
    expect(await watches.readPublicIds()).toEqual({ Leather: '-leather', Steel: '-steel' })
    const renamed = { name: 'Strap', values: ['Calf', 'Steel', 'Leather', 'Steel+'] }
    await watches.save({
      options: [{ ...renamed, ids: { Calf: 'Leather', Leather: 'Leather#2' } }],
      variant: { Strap: 'Calf' },
    })
    expect(await watches.readPublicIds()).toEqual({
      Calf: '-leather',
      Steel: '-steel',
      Leather: '-leather-2',
      'Steel+': '-steel-2',
    })
  })

  testWatch(
    'are counted from the save that gives them a stock, and back',
    async ({ shop, watches, asha }) => {
      await asha.post('/cart', { productId: watch, variant: STEEL })
      await asha.post('/cart', { productId: watch, variant: WATCH.variant })
      const counted = [
        { choice: STEEL, stock: 3 },
        { choice: { Strap: 'Gold' }, stock: 1 },
      ]
      await watches.save({
        options: [{ name: 'Strap', values: ['Steel', 'Gold'] }],
        variant: STEEL,
        variants: counted,
        stock: 4,
      })
      expect(await watches.list()).toEqual([
        ' archived itself',
        '{"Strap":"Gold"}  itself',
        `{"Strap":"Leather"} archived ${watch}`,
        '{"Strap":"Steel"}  itself',
      ])
      expect(await getCart(asha)).toMatchObject([
        { state: 'available', stock: 3 },
        { state: 'notOffered', variant: { Strap: 'Leather' } },
      ])
      await watches.save({ ...WATCH, variants: undefined, stock: 7 })
      expect(await watches.list()).toEqual([
        '  itself',
        `{"Strap":"Gold"} archived itself`,
        `{"Strap":"Leather"}  ${watch}`,
        `{"Strap":"Steel"}  ${watch}`,
      ])
      expect((await getCart(asha))[0]).toMatchObject({ state: 'available', stock: 7 })
      // Their pieces are counted as those of the product.
      const { rows } = await sql<{ pieces: number }>`select sum(on_hand) as pieces from stock
      join variant on variant.id = variant_id where product_id = ${watch}`.execute(shop.deps.db)
      expect(Number(rows[0]?.pieces)).toBe(7)
    },
  )

  test('take the lines of a trait that becomes an option', async ({ sized, shop, asha }) => {
    const scarf = toProductId('scarf')
    await addProducts(shop, { slug: 'scarf', price: 900, stock: 5, variant: { Colour: 'Ivory' } })
    await asha.post('/cart', { productId: scarf })
    const { entry, revision } = await sized.readProduct('scarf')
    const colours = ['Ruby', 'Ivory']
    const saved = await sized.editor.put(`/editor/products/${scarf}`, {
      ...entry,
      options: [{ name: 'Colour', values: colours }],
      variant: { Colour: 'Ruby' },
      variants: colours.map((Colour) => ({ choice: { Colour }, stock: 2 })),
      stock: 4,
      revision,
    })
    expect(saved.status).toBe(200)
    expect((await getCart(asha))[0]).toMatchObject({
      state: 'available',
      variant: { Colour: 'Ivory' },
      stock: 2,
    })
    expect((await place(asha)).status).toBe(201)
    const { choice } = await shop.deps.db
      .selectFrom('order_line')
      .innerJoin('variant', 'variant.id', 'order_line.variant_id')
      .select('choice')
      .executeTakeFirstOrThrow()
    expect(choice).toBe('{"Colour":"Ivory"}')
  })
})
