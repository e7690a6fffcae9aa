import { describe, expect } from 'vitest'
import type { FoundRecord } from '#src/contract/studio-search.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import type { ApiClient } from '#tests/helpers/api-client.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { addProducts, createCatalogEntry, insertRingOrder } from '#tests/helpers/products.ts'

const search = async (client: ApiClient, text: string) =>
  (await client.post('/editor/search', { text })).body

const titles = (found: FoundRecord[]): string[] => found.map(({ title }) => title)

const test = base.extend('catalog', async ({ shop, editor }) => {
  await addProducts(
    shop,
    { slug: 'ring', title: 'Émeraude ring', stock: 5 },
    { slug: 'lamp', title: 'Brass lamp', stock: 5 },
  )
  const bag = createCatalogEntry({
    slug: 'bag',
    title: 'A bag',
    description: [{ title: 'The lining', content: 'Moiré silk from Varanasi.' }],
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variant: { Size: 'S' },
    variants: [
      { choice: { Size: 'S' }, stock: 1, sku: 'KV-00077', barcode: '4006381333931' },
      { choice: { Size: 'M' }, stock: 2, sku: 'KV-00078' },
    ],
  })
  const { body } = await editor.post('/editor/products', bag)
  expect(body.product?.entry.slug, JSON.stringify(body)).toBe('bag')
  return { bag: body.product.id as string }
})

describe('the search of the studio', () => {
  test.for([
    ['KV-00077', ['A bag']],
    ['kv-00078', ['A bag']],
    ['4006381333931', ['A bag']],
    ['moire SILK', ['A bag']],
    ['emeraude', ['Émeraude ring']],
    [toProductId('lamp'), ['Brass lamp']],
    ['lamp', ['Brass lamp']],
    ['no-such-thing', []],
  ] as const)('finds by %s', async ([text, found], { catalog, editor }) => {
    expect(catalog.bag).toBeTruthy()
    expect(titles((await search(editor, text)).products)).toEqual(found)
  })

  test('finds an id as a whole alone', async ({ catalog, editor }) => {
    expect((await search(editor, catalog.bag.slice(0, 5))).products).toEqual([])
  })

  test('does not find a product by what it names as related', async ({ shop, editor }) => {
    await addProducts(
      shop,
      { slug: 'silk-tie', title: 'A tie' },
      { slug: 'cup', related: ['silk-tie'] },
    )
    expect(titles((await search(editor, 'silk-tie')).products)).toEqual(['A tie'])
  })

  test('names a product by its price', async ({ catalog, editor }) => {
    const { product } = (await editor.get(`/editor/products/${catalog.bag}`)).body
    const { products } = await search(editor, String(product.entry.price))
    expect(titles(products)).toContain('A bag')
  })

  test('shows the text around what was found', async ({ catalog, editor }) => {
    expect(catalog.bag).toBeTruthy()
    const [bag] = (await search(editor, 'varanasi')).products
    expect(bag.excerpt).toContain('Moiré silk from Varanasi')
  })

  test('finds archived products, after those on sale, and says so', async ({ catalog, editor }) => {
    expect(catalog.bag).toBeTruthy()
    await editor.post(`/editor/products/${toProductId('lamp')}/archive`)
    const { products } = await search(editor, 'lamp')
    expect(products).toMatchObject([{ title: 'Brass lamp', isArchived: true }])
  })

  test('finds words of texts as pages show them', async ({ editor }) => {
    const found = (await search(editor, '+91 141 555 0142')).texts.map(({ id }: FoundRecord) => id)
    expect(found).toContain('facts')
    expect(found.length).toBeGreaterThan(1)
    const { texts } = await search(editor, 'goldsmiths')
    expect(texts.length).toBeGreaterThan(0)
    expect(texts[0].excerpt.toLowerCase()).toContain('goldsmiths')
  })

  test('finds customers and orders by email and by the number of an order', async ({
    shop,
    asha,
    editor,
  }) => {
    await addProducts(shop, { slug: 'ring' })
    await insertRingOrder(shop, asha.uid, 'KV-1044')
    const byEmail = await search(editor, asha.email)
    expect(byEmail.customers).toMatchObject([{ email: asha.email }])
    expect((await search(editor, 'kv-1044')).orders).toMatchObject([{ number: 'KV-1044' }])
  })

  test('writes in the audit log that customers and orders were looked at', async ({
    editor,
    admin,
  }) => {
    await search(editor, 'anything')
    const { entries } = (await admin.get('/admin/audit')).body
    const subjects = entries.map(({ subject }: { subject: string }) => subject)
    expect(subjects).toContain('Looked at the list of customers')
    expect(subjects).toContain('Looked at the list of orders')
  })

  test('refuses an empty text with a sentence', async ({ editor }) => {
    const { status, body } = await editor.post('/editor/search', { text: ' ' })
    expect([status, body.message]).toEqual([400, 'Please enter what you look for.'])
  })

  test('lists twenty of each kind, and says that there are more', async ({ shop, editor }) => {
    await addProducts(
      shop,
      ...Array.from({ length: 22 }, (_, index) => ({
        slug: `fan-${index}`,
        title: `Fan ${index}`,
      })),
    )
    const { products, more } = await search(editor, 'fan')
    expect([products.length, more]).toEqual([20, ['products']])
  })
})
