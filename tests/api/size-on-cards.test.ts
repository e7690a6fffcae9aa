import { describe, expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { readSiteContent } from '#src/server/core/content/read-content.ts'
import { createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { test } from '#tests/helpers/editor-test.ts'
import { createPicture } from '#tools/pictures.ts'
import { createCatalogEntry } from '#tools/products.ts'

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
      return {
        ...zooms(products),
        version: versions.get('pump'),
        other: versions.get('ring'),
      }
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

  test('of several products is changed at once, in a launch, too, and the change is undone', async ({
    editor,
  }) => {
    const type = { 'Content-Type': 'image/webp' }
    const { file } = (await editor.post('/editor/pictures', await createPicture(300, 400), type))
      .body
    const focus = { x: 20, y: 75 }
    const pictures = [
      { file, alt: 'First', focus, zoom: 120 },
      { file, alt: 'Second', zoom: 150 },
    ]
    const ids: string[] = []
    for (const entry of [
      createCatalogEntry({ slug: 'a', pictures }),
      createCatalogEntry({ slug: 'b', pictures: [{ file, alt: 'First' }] }),
      createCatalogEntry({ slug: 'c' }),
    ])
      ids.push((await editor.post('/editor/products', entry)).body.product.id)
    const bulk = (zoom: number | null, launch?: string) =>
      editor.post('/editor/products/bulk', { ids, change: { kind: 'size', zoom }, launch })
    const zooms = () =>
      Promise.all(
        ids.map(async (id) => {
          const { entry } = (await editor.get(`/editor/products/${id}`)).body.product
          return entry.pictures.map(({ zoom }: { zoom?: number }) => zoom)
        }),
      )
    const before = await zooms()
    expect(before).toEqual([[120, 150], [undefined], []])

    const { batch, ...changed } = (await bulk(130)).body
    // A product without a picture stays as it is.
    expect(changed).toEqual({ changed: 2, unchanged: 1 })
    expect(await zooms()).toEqual([[130, 150], [130], []])
    const { entry } = (await editor.get(`/editor/products/${ids[0]}`)).body.product
    expect(entry.pictures[0]).toEqual({ ...pictures[0], zoom: 130 })
    expect((await editor.get('/editor/batches')).body.batches[0].summary).toBe(
      'Changed the size on cards of 3 products to 130 %',
    )
    expect((await editor.post(`/editor/batches/${batch}/undo`)).body.restored).toBe(2)
    expect(await zooms()).toEqual(before)

    expect((await bulk(null)).body).toMatchObject({ changed: 1, unchanged: 2 })
    expect(await zooms()).toEqual([[undefined, 150], [undefined], []])
    for (const zoom of [99, 201]) expect((await bulk(zoom)).status).toBe(400)

    const { id } = (await editor.post('/editor/launches', { name: 'Diwali' })).body.launch
    expect((await bulk(110, id)).body).toMatchObject({ batch: null, changed: 2 })
    expect(await zooms()).toEqual([[undefined, 150], [undefined], []])
    await editor.post(`/editor/launches/${id}/publish`)
    await editor.post(`/editor/launches/${id}/keep`)
    expect(await zooms()).toEqual([[110, 150], [110], []])
  })
})
