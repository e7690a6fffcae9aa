import { describe, expect, test } from 'vitest'
import type { CatalogListItem } from '#src/contract/editor.ts'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { listPublishRequests } from '#src/server/editor/queries.ts'
import { addProducts, createCatalogEntry } from '#tests/helpers/products.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const products = '/editor/products'

async function openEditor() {
  const shop = await createTestApp()
  await addProducts(
    shop,
    { slug: 'a', price: 100, listPrice: 120, stock: 2 },
    { slug: 'b', category: 'bags', price: 10, stock: 0 },
    { slug: 'c', category: 'bags', price: 33.33 },
  )
  const editor = await shop.createSignedInUser('editor')
  const list = async (): Promise<CatalogListItem[]> =>
    (await editor.get('/editor/catalog')).body.products
  return { shop, editor, list, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

describe('a change in the list', () => {
  test('changes the given fields, and is refused at its field', async () => {
    await using shop = await openEditor()
    const patch = (change: object) => shop.editor.patch(`${products}/${toProductId('a')}`, change)
    const saved = await patch({ revision: 1, price: 90, listPrice: null })
    expect(saved.body.product).toMatchObject({ revision: 2, entry: { price: 90, title: 'The a' } })
    expect(saved.body.product.entry).not.toHaveProperty('listPrice')
    expect((await patch({ revision: 1, stock: 1 })).body).toMatchObject({
      message: 'Another version of this product was saved meanwhile.',
      current: { revision: 2 },
      submitted: { stock: 1 },
    })
    expect((await patch({ revision: 2, listPrice: 80 })).body.field).toBe('listPrice')
  })

  test('of several products is one transaction that can be undone', async () => {
    await using shop = await openEditor()
    const { editor } = shop
    const ids = ['a', 'b', 'c'].map(toProductId)
    const bulk = (change: object) => editor.post(`${products}/bulk`, { ids, change })
    const prices = async () => (await shop.list()).map(({ price, listPrice }) => [price, listPrice])
    const before = await prices()
    const reduced = await bulk({ kind: 'price', percent: -10, keepListPrice: true })
    expect(reduced.body).toMatchObject({ changed: 3, unchanged: 0 })
    expect(await prices()).toEqual([
      [90, 120],
      [9, 10],
      [30, 33.33],
    ])
    expect(await listPublishRequests(shop.shop.deps.db)).toHaveLength(3)
    // Somebody saves two of them before all are undone: one in a field that the change has changed.
    await editor.patch(`${products}/${ids[0]}`, { revision: 2, stock: 9 })
    await editor.patch(`${products}/${ids[1]}`, { revision: 2, price: 8 })
    const undo = () => editor.post(`/editor/batches/${reduced.body.batch}/undo`)
    expect((await undo()).body).toEqual({
      restored: 2,
      kept: [{ id: ids[1], title: 'The b' }],
    })
    expect(await prices()).toEqual([before[0], [8, 8], before[2]])
    expect(await shop.list()).toMatchObject([{ stock: 9 }, {}, {}])
    expect((await undo()).status).toBe(409)
    expect((await editor.post('/editor/batches/missing/undo')).status).toBe(404)

    const archived = await bulk({ kind: 'archive' })
    expect((await bulk({ kind: 'archive' })).body).toEqual({
      batch: null,
      changed: 0,
      unchanged: 3,
    })
    expect((await shop.list()).map(({ archived }) => archived)).toEqual([true, true, true])
    await editor.post(`/editor/batches/${archived.body.batch}/undo`)
    expect((await shop.list()).map(({ archived }) => archived)).toEqual([false, false, false])
    await bulk({ kind: 'category', category: 'shoes' })
    const categories = (await shop.list()).map(({ category }) => category)
    expect(categories).toEqual(['shoes', 'shoes', 'shoes'])
    for (const [count, status] of [
      [1, 404],
      [500, 404],
      [501, 400],
    ] as const) {
      const missing = Array.from({ length: count }, (_, index) => `missing-${index}`)
      const change = { kind: 'archive' }
      expect((await editor.post(`${products}/bulk`, { ids: missing, change })).status).toBe(status)
    }
  })
})

test.each([`${products}/${toProductId('a')}`, '/editor/content/about'])(
  'two editors see that the other has %s open, until they close it or are gone',
  async (record) => {
    await using shop = await openEditor()
    const { editor } = shop
    shop.shop.freezeTime()
    const other = await shop.shop.createSignedInUser('admin')
    const path = `${record}/presence`
    expect((await editor.put(path)).body).toEqual({ others: [] })
    expect((await other.put(path)).body.others).toMatchObject([{ name: 'Asha Rao' }])
    await other.delete(path)
    expect((await editor.put(path)).body).toEqual({ others: [] })
    await other.put(path)
    shop.shop.advanceTime(45_000)
    expect((await editor.put(path)).body).toEqual({ others: [] })
    expect((await editor.put(`${products}/missing/presence`)).status).toBe(404)
  },
)

test('a page that only refreshes by itself does not keep a session alive', async () => {
  await using shop = await openEditor()
  shop.shop.freezeTime()
  for (let minute = 0; minute < 29; minute += 10) {
    expect((await shop.editor.get('/editor/publish')).status).toBe(200)
    shop.shop.advanceTime(10 * 60_000)
  }
  expect((await shop.editor.get('/editor/publish')).status).toBe(401)
})

test('a description of every length that the form allows is saved', async () => {
  await using shop = await openEditor()
  const section = { title: 'विवरण', content: 'क'.repeat(4_000) }
  const entry = createCatalogEntry({ slug: 'long', description: Array(12).fill(section) })
  expect((await shop.editor.post(products, entry)).status).toBe(201)
})
