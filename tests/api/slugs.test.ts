import { describe, expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { listSlugsOf } from '#src/server/core/slugs/queries.ts'
import { createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { createCatalogEntry } from '#tools/products.ts'

const [a = '', b = ''] = ['a', 'b'].map(toProductId)
const products = '/editor/products'

const test = base
  .extend('rename', ({ launch: { editor, readProduct } }) => async (id: string, to: string) => {
    const { revision, entry } = await readProduct('', id)
    return editor.put(`${products}/${id}`, { ...entry, slug: to, revision })
  })
  .extend('readPaths', ({ launch: { shop } }) => async () => {
    const { moved, gone } = await createCatalogReader(shop.deps).read()
    return { moved, gone }
  })

describe('a save that takes a former address of another record', () => {
  test('of a product asks first', async ({
    launch: { editor, readProduct },
    rename,
    readPaths,
  }) => {
    await rename(b, 'z')
    const entry = createCatalogEntry({ slug: 'b' })
    const question = {
      status: 409,
      body: {
        field: 'slug',
        asks: 'takesFormer',
        message:
          'The address “b” leads to /product/z, which had it before. If you continue, old links lead to this record.',
      },
    }
    expect(await editor.post(products, entry)).toMatchObject(question)
    expect(await rename(a, 'b')).toMatchObject(question)
    expect((await readPaths()).moved).toEqual({ '/product/b': '/product/z' })
    const before = await readProduct('a')
    const taken = { ...before.entry, slug: 'b', revision: before.revision, takesFormer: true }
    expect((await editor.put(`${products}/${a}`, taken)).status).toBe(200)
    expect((await readPaths()).moved).toEqual({ '/product/a': '/product/b' })
  })

  test('of a product is made in one press for its own former address', async ({
    rename,
    readPaths,
  }) => {
    await rename(b, 'z')
    expect((await rename(b, 'b')).status).toBe(200)
    expect((await readPaths()).moved).toEqual({ '/product/z': '/product/b' })
  })

  test('of a category asks first', async ({ launch: { editor, readRecord }, readPaths }) => {
    const rename = async (id: string, name: string, more: object = {}) => {
      const { revision, body } = await readRecord(id)
      return editor.put(`/editor/content/${id}`, { revision, body: { ...body, name }, ...more })
    }
    expect((await rename('category:watches', 'Timepieces')).status).toBe(200)
    const body = getDefaultContent('category:watches')
    const created = { id: 'category:watches', body }
    expect(await editor.post('/editor/content', created)).toMatchObject({
      status: 409,
      body: { field: 'id', asks: 'takesFormer' },
    })
    expect(await rename('category:bags', 'Watches')).toMatchObject({
      status: 409,
      body: { field: 'name', asks: 'takesFormer' },
    })
    expect((await readPaths()).moved).toEqual({ '/shop/watches': '/shop/timepieces' })
    expect((await rename('category:bags', 'Watches', { takesFormer: true })).status).toBe(200)
    expect((await readPaths()).moved).toEqual({ '/shop/bags': '/shop/watches' })
  })
})

describe('a former address', () => {
  test('answers to the call by slug with the product, unless it is archived', async ({
    launch: { editor },
    rename,
    readPaths,
  }) => {
    await rename(b, 'y')
    await rename(b, 'z')
    for (const slug of ['b', 'y', 'z']) {
      const { status, body } = await editor.get(`/products/slug/${slug}`)
      expect([slug, status, body.product?.slug]).toEqual([slug, 200, 'z'])
    }
    expect((await readPaths()).moved).toEqual({
      '/product/b': '/product/z',
      '/product/y': '/product/z',
    })
    await editor.post(`${products}/${b}/archive`)
    expect((await editor.get('/products/slug/b')).status).toBe(404)
    expect(await readPaths()).toEqual({
      moved: {},
      gone: ['/product/b', '/product/y', '/product/z'],
    })
  })

  test('of an archived collection is gone until it is restored', async ({
    launch: { editor },
    readPaths,
  }) => {
    const body = { ...getDefaultContent('collection:care'), name: 'Care' }
    const created = await editor.post('/editor/content', { id: 'collection:care', body })
    expect(created.status).toBe(201)
    const archive = (archived: boolean) =>
      editor.put('/editor/content/collection:care/archived', { archived })
    await archive(true)
    expect((await readPaths()).gone).toEqual(['/collections/care'])
    await archive(false)
    expect((await readPaths()).gone).toEqual([])
  })
})

describe('a draft of a product', () => {
  test('reserves its address, which answers nothing before the start', async ({
    launch,
    readPaths,
  }) => {
    const { editor, importCsv, draft, publish } = launch
    await draft('new-1', createCatalogEntry({ slug: 'diya' }), 0)
    expect(await editor.post(products, createCatalogEntry({ slug: 'diya' }))).toMatchObject({
      status: 409,
      body: { field: 'slug', message: 'A launch has reserved the address “diya”.' },
    })
    const file = [
      'slug,title,subtitle,category,price,stock,highlights,description,countryOfOrigin',
      'diya,Diya,Of clay,bags,5,1,One,Care: Wipe it.,India',
    ].join('\n')
    expect((await importCsv(file, '?dryRun=true')).body.errors).toMatchObject([
      { column: 'slug', message: 'A launch has reserved the address “diya”.' },
    ])
    expect((await editor.get('/products/slug/diya')).status).toBe(404)
    expect(await readPaths()).toEqual({ moved: {}, gone: [] })
    expect((await publish()).status).toBe(200)
    expect((await editor.get('/products/slug/diya')).status).toBe(200)
  })

  test('reserves the address that it has last, and none once it is removed', async ({ launch }) => {
    const { editor, shop, draft, path } = launch
    const listReserved = () => listSlugsOf(shop.deps.db, 'new-1')
    await draft('new-1', createCatalogEntry({ slug: 'diya' }), 0)
    await draft('new-1', createCatalogEntry({ slug: 'lamp' }), 0, 1)
    expect(await listReserved()).toEqual(['lamp'])
    await editor.delete(`${path}/draft?record=new-1`)
    expect(await listReserved()).toEqual([])
    await draft('new-1', createCatalogEntry({ slug: 'lamp' }), 0)
    await editor.delete(path)
    expect(await listReserved()).toEqual([])
  })

  test('cannot take a former address of another product', async ({ launch, rename }) => {
    await rename(b, 'z')
    await launch.draft('new-1', createCatalogEntry({ slug: 'b' }), 0)
    expect((await launch.read()).items[0].errors).toEqual([
      'The address b leads to another product, or another launch has reserved it.',
    ])
    expect((await launch.publish()).status).toBe(409)
  })
})
