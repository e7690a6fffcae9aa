import { describe, expect } from 'vitest'
import { listPublishRequests } from '#src/server/core/publish-requests/queries.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test } from '#tests/helpers/editor-test.ts'
import { addProducts, ringWithVariants } from '#tools/products.ts'

const products = '/editor/products'

test('a change of several products is one transaction that can be undone', async ({ studio }) => {
  const { shop, editor } = studio
  const ids = await addProducts(
    shop,
    { slug: 'a', price: 100, listPrice: 120 },
    { slug: 'b', price: 10 },
    { slug: 'c', price: 33.33 },
  )
  const bulk = (change: object, some = ids) =>
    editor.post(`${products}/bulk`, { ids: some, change })
  const list = async (...names: string[]) => {
    const { products: all } = (await editor.get('/editor/catalog')).body
    return all.map((item: Record<string, unknown>) => names.map((name) => item[name]))
  }
  const prices = () => list('price', 'listPrice')
  const before = await prices()
  const reduced = await bulk({ kind: 'price', percent: -10, keepListPrice: true })
  expect(reduced.body).toMatchObject({ changed: 3, unchanged: 0 })
  expect(await prices()).toEqual([
    [90, 120],
    [9, 10],
    [30, 33.33],
  ])
  expect(await listPublishRequests(shop.deps.db)).toHaveLength(3)
  expect((await bulk({ kind: 'price', percent: 1, roundTo: 3 })).status).toBe(400)
  // Somebody counts one of them, and saves another one, which stays as it is.
  await editor.patch(`${products}/${ids[0]}`, { revision: 2, stock: 9 })
  await editor.patch(`${products}/${ids[1]}`, { revision: 2, price: 8 })
  const undo = (batch: string) => editor.post(`/editor/batches/${batch}/undo`)
  const kept = [{ id: ids[1], title: 'The b' }]
  expect((await undo(reduced.body.batch)).body).toEqual({
    restored: 2,
    byKind: { product: 2 },
    kept,
  })
  expect(await prices()).toEqual([before[0], [8, 10], before[2]])
  expect((await list('stock'))[0]).toEqual([9])
  expect((await undo(reduced.body.batch)).status).toBe(409)
  expect((await undo('missing')).status).toBe(404)

  const archived = await bulk({ kind: 'archive' })
  const none = { batch: null, changed: 0, unchanged: 3 }
  expect((await bulk({ kind: 'archive' })).body).toEqual(none)
  expect(await list('archived')).toEqual([[true], [true], [true]])
  await undo(archived.body.batch)
  expect(await list('archived')).toEqual([[false], [false], [false]])
  await bulk({ kind: 'category', category: 'shoes' })
  expect(await list('category')).toEqual([['shoes'], ['shoes'], ['shoes']])
  for (const [count, status] of [
    [1, 404],
    [500, 404],
    [501, 400],
  ] as const) {
    const missing = Array.from({ length: count }, (_, index) => `missing-${index}`)
    expect((await bulk({ kind: 'archive' }, missing)).status).toBe(status)
  }
})

test.for([`${products}/${toProductId('a')}`, '/editor/content/about'])(
  'two editors see that the other has %s open, until they close it or are gone',
  async (record, { launch: { shop, editor } }) => {
    const other = await shop.createSignedInUser('admin')
    const path = `${record}/presence`
    const seeOthers = async () => (await editor.put(path)).body.others
    expect(await seeOthers()).toEqual([])
    expect((await other.put(path)).body.others).toMatchObject([{ name: 'Asha Rao' }])
    await other.delete(path)
    expect(await seeOthers()).toEqual([])
    await other.put(path)
    expect(await seeOthers()).toHaveLength(1)
    shop.advanceTime(45_000)
    expect(await seeOthers()).toEqual([])
  },
)

test('a page that only refreshes by itself does not keep a session alive', async ({ launch }) => {
  const { shop, editor } = launch
  for (let minute = 0; minute < 29; minute += 10) {
    expect((await editor.get('/editor/publish')).status).toBe(200)
    shop.advanceTime(10 * 60_000)
  }
  expect((await editor.get('/editor/publish')).status).toBe(401)
})

test('changed prices are rounded to the asked multiples', async ({ studio }) => {
  const { shop, editor, readProduct } = studio
  const options = [{ name: 'Size', values: ['S', 'M'] }]
  const rows = [
    { choice: { Size: 'S' }, stock: 1 },
    { choice: { Size: 'M' }, stock: 1, price: 1_730 },
  ]
  const ids = await addProducts(
    shop,
    { slug: 'a', price: 24_800 },
    { slug: 'b', price: 1_200, options, variant: { Size: 'S' }, variants: rows },
    { slug: 'c', price: 120 },
  )
  const change = { kind: 'price', percent: 7, roundTo: 500 }
  await editor.post(`${products}/bulk`, { ids, change })
  const prices = ['a', 'b', 'c'].map(async (slug) => (await readProduct(slug)).entry.price)
  expect(await Promise.all(prices)).toEqual([26_500, 1_500, 128])
  expect((await readProduct('b')).entry.variants?.[1]?.price).toBe(2_000)
})

test('the last changes of several products are listed, and are undone from there', async ({
  studio: { shop, editor },
}) => {
  const ids = await addProducts(shop, { slug: 'a', price: 100 }, { slug: 'b', price: 10 })
  const list = async () => (await editor.get('/editor/batches')).body.batches
  expect(await list()).toEqual([])
  await editor.post(`${products}/bulk`, { ids, change: { kind: 'price', percent: 7 } })
  const [requested] = await listPublishRequests(shop.deps.db)
  const [batch, ...others] = await list()
  expect(others).toEqual([])
  expect(requested?.summary).toMatch(new RegExp(`^${batch.summary}: `))
  expect(batch).toMatchObject({ recordCount: 2, undoneAt: null, canUndo: true })
  await editor.post(`/editor/batches/${batch.id}/undo`)
  const [undo, undone] = await list()
  expect(undone).toMatchObject({ id: batch.id, undoneAt: expect.any(String), canUndo: false })
  expect(undo).toMatchObject({ recordCount: 2, canUndo: true })
})

describe('changes of the same products', () => {
  const price = (percent: number) => ({ kind: 'price', percent })
  test.for<[name: string, changes: object[], state: (string | number | boolean)[][]]>([
    ['prices', [price(-10), price(-10), price(50)], [[100], [90], [81], [122]]],
    [
      'being on sale',
      [{ kind: 'archive' }, { kind: 'restore' }, { kind: 'archive' }],
      [[false], [true], [false], [true]],
    ],
    [
      'prices and categories',
      [price(10), { kind: 'category', category: 'bags' }, price(-10)],
      [
        [100, 'watches'],
        [110, 'watches'],
        [110, 'bags'],
        [99, 'bags'],
      ],
    ],
  ])(
    'are undone one after another, the last one first: %s',
    async ([, changes, states], { studio: { shop, editor, readProduct } }) => {
      const ids = await addProducts(shop, { slug: 'a', price: 100 }, { slug: 'b', price: 100 })
      const read = async () => {
        const { entry, archived } = await readProduct('a')
        const [first] = states[0] ?? []
        return typeof first === 'boolean'
          ? [archived]
          : [entry.price, entry.category].slice(0, states[0]?.length)
      }
      const batches: string[] = []
      for (const [index, change] of changes.entries()) {
        const { body } = await editor.post(`${products}/bulk`, { ids, change })
        batches.push(body.batch)
        expect(await read()).toEqual(states[index + 1])
      }
      const undo = async (batch?: string) =>
        (await editor.post(`/editor/batches/${batch}/undo`)).body
      for (const [index, batch] of [...batches.entries()].toReversed()) {
        expect(await undo(batch)).toMatchObject({ restored: 2, kept: [] })
        expect(await read()).toEqual(states[index])
      }
    },
  )

  test('that were undone and done again keep what is under them', async ({
    studio: { shop, editor, price: readPrice },
  }) => {
    const ids = await addProducts(shop, { slug: 'a', price: 100 })
    const bulk = async () =>
      (await editor.post(`${products}/bulk`, { ids, change: price(-10) })).body.batch as string
    const undo = async (batch: string) =>
      (await editor.post(`/editor/batches/${batch}/undo`)).body.kept.length as number
    const [first, second] = [await bulk(), await bulk()]
    await undo(second)
    const [{ id: undone }] = (await editor.get('/editor/batches')).body.batches
    await undo(undone)
    expect([await undo(first), await readPrice('a')]).toEqual([1, 81])
  })
})

test('the list names SKU and barcode of each variant', async ({ studio: { shop, editor } }) => {
  await addProducts(shop, ringWithVariants, { slug: 'plain' })
  const { products: listed } = (await editor.get('/editor/catalog')).body
  expect(listed).toMatchObject([
    { slug: 'ring', codes: 'R-S R-M 4006381333931' },
    { slug: 'plain', codes: '' },
  ])
})
