import { describe, expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { readSiteContent } from '#src/server/core/content/read-content.ts'
import { createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { test } from '#tests/helpers/editor-test.ts'
import { createPicture } from '#tests/helpers/pictures.ts'
import { createCatalogEntry } from '#tests/helpers/products.ts'

describe('the size of a piece on cards', () => {
  test('is that of its category, and a new one is a new version of its pieces alone', async ({
    shop,
    editor,
  }) => {
    for (const [slug, category] of [
      ['pump', 'Shoes'],
      ['ring', 'jewelry'],
    ] as const)
      await editor.post('/editor/products', createCatalogEntry({ slug, category }))
    const reader = createCatalogReader(shop.deps)
    const read = async () => {
      const { products, versions } = await reader.read()
      const listed = (await editor.get('/products/get-all-products')).body.products
      const zooms = (all: { slug: string; zoom?: number }[]) =>
        Object.fromEntries(all.map(({ slug, zoom }) => [slug, zoom]))
      expect(zooms(listed)).toMatchObject(zooms(products))
      return { ...zooms(products), version: versions.get('pump'), other: versions.get('ring') }
    }
    const before = await read()
    expect(before).toMatchObject({ pump: getDefaultContent('category:shoes').zoom })
    expect(before).toHaveProperty('ring', undefined)

    const save = (zoom: number, revision: number) => {
      const body = { ...getDefaultContent('category:shoes'), zoom }
      return editor.put('/editor/content/category:shoes', { revision, body })
    }
    expect((await save(170, 0)).status).toBe(200)
    const after = await read()
    expect(after).toMatchObject({ pump: 170 })
    // A page that shows the card of either is rendered again where it shows the pump.
    expect(after.version).not.toBe(before.version)
    await save(100, 1)
    expect(await read()).toMatchObject({ pump: undefined })
    expect((await save(201, 2)).body).toMatchObject({ field: 'zoom' })
    expect(await readSiteContent(shop.deps, shop.deps.db)).toHaveLength(1)
  })

  test('is in the preview of its category before it is saved', async ({ shop, editor }) => {
    await editor.post('/editor/products', createCatalogEntry({ slug: 'pump', category: 'shoes' }))
    const catalog = await createCatalogReader(shop.deps).read()
    shop.deps.renderPath = async (path, change) =>
      `${path} ${change(catalog)
        .products.map(({ zoom }) => zoom)
        .join()}`
    const body = { ...getDefaultContent('category:shoes'), zoom: 170 }
    const preview = await editor.post('/editor/content/category:shoes/preview', { body })
    expect(preview.body.html).toBe('/shop/shoes 170')
  })

  test('of one picture, and that it is worn, are kept by a save, and are public', async ({
    editor,
  }) => {
    const type = { 'Content-Type': 'image/webp' }
    const uploaded = await editor.post('/editor/pictures', await createPicture(300, 400), type)
    const { file } = uploaded.body
    const picture = { file, alt: 'On a hand', focus: { x: 20, y: 75 }, zoom: 130, worn: true }
    const entry = createCatalogEntry({ slug: 'a', pictures: [picture] })
    const { product } = (await editor.post('/editor/products', entry)).body
    expect(product.entry).toEqual(entry)
    const { file: _, ...shown } = picture
    const page = (await editor.get('/products/slug/a')).body.product
    expect(page.pictures).toMatchObject([shown])
    const plain = { file, alt: 'On a hand' }
    const saved = { ...entry, pictures: [plain], revision: 1 }
    const after = await editor.put(`/editor/products/${product.id}`, saved)
    expect(after.body.product.entry.pictures).toEqual([plain])
  })
})
