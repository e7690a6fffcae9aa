import { describe, expect } from 'vitest'
import { toProductFacts } from '#src/channels/product-facts.ts'
import { getDefaultContent } from '#src/content/defaults.ts'
import { createVersions, toVersioned } from '#src/publish/plan/versions.ts'
import { getFilteredListing } from '#src/server/shop/catalog/filtered-listing.ts'
import { createCatalogReader, findProduct } from '#src/server/shop/catalog/service.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'

const a = toProductId('a')
const b = toProductId('b')

/** Renames a category, whose record has this revision. */
const test = base.extend(
  'rename',
  ({ studio }) =>
    async (from: string, name: string, revision = 0) =>
      studio.editor.put(`/editor/content/category:${from}`, {
        revision,
        body: { ...getDefaultContent('category:watches'), name },
      }),
)

describe('the name of a category', () => {
  test.for(['Étuis & Co.', 'घड़ियाँ', 'WATCHES of Jaipur'])(
    '%s is what pages, lists and channels say',
    async (name, { launch, rename }) => {
      const { shop } = launch
      const reader = createCatalogReader(shop.deps)
      const read = async () => {
        const catalog = await reader.read()
        const versioned = toVersioned(catalog)
        const [product] = catalog.products
        if (!product) throw new Error('There is a product.')
        return { product, version: createVersions(versioned)('product', product.slug), versioned }
      }
      const before = await read()
      expect(before.product.categoryName).toBeUndefined()
      expect((await rename('watches', name)).status).toBe(200)
      const { product, version } = await read()
      expect(product.categoryName).toBe(name)
      expect(version).not.toBe(before.version)
      expect(toProductFacts(product, new URL('http://localhost')).category).toBe(name)
      expect((await findProduct(shop.deps, product.slug))?.categoryName).toBe(name)
      const { items } = await getFilteredListing(
        shop.deps,
        new URL('http://localhost/shop?sort=new'),
      )
      expect(items.map(({ categoryName }) => categoryName)).toEqual(items.map(() => name))
      const all = (await launch.editor.get('/products/get-all-products')).body.products
      expect(all[0].categoryName).toBe(name)
    },
  )

  test('changes alone, and pages, menus and related pieces say the new one', async ({
    launch,
    rename,
  }) => {
    const { shop, readRecord } = launch
    const reader = createCatalogReader(shop.deps)
    await rename('watches', 'Etuis')
    const first = (await reader.read()).versions.get('a')
    expect((await rename('watches', 'Étuis', 1)).status).toBe(200)
    const { products, versions } = await reader.read()
    expect(products.map(({ categoryName }) => categoryName)).toEqual(products.map(() => 'Étuis'))
    expect(versions.get('a')).not.toBe(first)
    expect((await readRecord('menu')).body.more).toContainEqual({
      label: 'Étuis',
      href: '/shop?category=etuis',
    })
    const reasons = products.flatMap(({ relatedProducts }) =>
      relatedProducts.map((other) => other.reason),
    )
    expect(reasons).toContain('More Étuis')
    await rename('watches', 'Etuis', 2)
    expect((await reader.read()).versions.get('a')).toBe(first)
  })
})

describe('what was written before a category was renamed', () => {
  test('or archived, takes the category of now: drafts of a launch', async ({ launch, rename }) => {
    const { editor, shop, readProduct, readRecord } = launch
    await addProducts(shop, { slug: 'bag', category: 'bags' }, { slug: 'shoe', category: 'shoes' })
    const entry = (slug: string, category: string) => createCatalogEntry({ slug, category })
    await launch.draft(a, entry('a', 'bags'))
    await launch.draft(b, entry('b', 'shoes'))
    await launch.draft('new-1', entry('fresh', 'bags'), 0)
    const menu = getDefaultContent('menu')
    const links = [
      { label: 'Bags', href: '/shop/bags' },
      { label: 'Shoes of now', href: '/shop/shoes' },
    ]
    await launch.draft('menu', { ...menu, more: links }, 0)
    const rule = { only: 'all', category: 'bags', colour: '' }
    const festive = { ...getDefaultContent('collection:festive'), name: 'Festive', rule }
    await launch.draft('collection:festive', festive, 0)
    const body = { ...getDefaultContent('category:bags'), introduction: 'Sewn by hand.' }
    await launch.draft('category:bags', body, 0)

    expect((await rename('bags', 'Handbags')).status).toBe(200)
    const archived = { archived: true, moveTo: 'handbags' }
    expect((await editor.put('/editor/content/category:shoes/archived', archived)).status).toBe(200)

    const { items } = await launch.read()
    expect(items.flatMap(({ errors }: { errors: string[] }) => errors)).toEqual([])
    expect((await launch.publish()).status).toBe(200)
    expect((await launch.keep()).status).toBe(200)
    for (const slug of ['a', 'b']) expect((await readProduct(slug)).entry.category).toBe('handbags')
    const { products } = await createCatalogReader(shop.deps).read()
    expect(products.find(({ slug }) => slug === 'fresh')?.category).toBe('handbags')
    expect((await readRecord('menu')).body.more).toEqual([
      { label: 'Handbags', href: '/shop/handbags' },
      { label: 'Shoes of now', href: '/shop/handbags' },
    ])
    expect((await readRecord('collection:festive')).body.rule.category).toBe('handbags')
    const category = await readRecord('category:bags')
    expect(category.body).toMatchObject({ name: 'Handbags', introduction: 'Sewn by hand.' })
  })

  test('an earlier version, a file and a change of several', async ({ launch, rename }) => {
    const { editor, readProduct, importCsv } = launch
    const { entry } = await readProduct('a')
    await rename('watches', 'Timepieces')
    const { revision } = await readProduct('a')
    const moved = await editor.put(`/editor/products/${a}`, {
      ...entry,
      category: 'bags',
      revision,
    })
    expect(moved.status).toBe(200)
    const restored = await editor.put(`/editor/products/${a}`, { ...entry, revision: revision + 1 })
    expect(restored.body.product.entry.category).toBe('timepieces')
    await importCsv('slug,category\na,bags\n')
    expect((await readProduct('a')).entry.category).toBe('bags')
    await importCsv('slug,category\na,Watches\n')
    expect((await readProduct('a')).entry.category).toBe('timepieces')
    await editor.put(`/editor/products/${b}`, {
      ...entry,
      slug: 'b',
      category: 'bags',
      revision: (await readProduct('b')).revision,
    })
    const change = { kind: 'category', category: 'watches' }
    await editor.post('/editor/products/bulk', { ids: [b], change })
    expect((await readProduct('b')).entry.category).toBe('timepieces')
  })

  test('a former name that is a category again means that one', async ({ launch, rename }) => {
    const { editor, readProduct } = launch
    await rename('watches', 'Timepieces')
    const body = { ...getDefaultContent('category:watches'), name: 'Watches' }
    const created = { id: 'category:watches', body, takesFormer: true }
    expect((await editor.post('/editor/content', created)).status).toBeLessThan(300)
    const { entry, revision } = await readProduct('a')
    await editor.put(`/editor/products/${a}`, { ...entry, category: 'watches', revision })
    expect((await readProduct('a')).entry.category).toBe('watches')
  })

  test('a category that is off the site is refused, with its name', async ({ launch }) => {
    const { editor, readProduct } = launch
    const body = { ...getDefaultContent('category:hats'), name: 'Hats' }
    await editor.post('/editor/content', { id: 'category:hats', body })
    await editor.put('/editor/content/category:hats/archived', { archived: true })
    const { entry, revision } = await readProduct('a')
    const saved = await editor.put(`/editor/products/${a}`, {
      ...entry,
      category: 'Hats',
      revision,
    })
    expect(saved).toMatchObject({
      status: 400,
      body: {
        field: 'category',
        message:
          'The category “Hats” is archived. Restore it under Content, or choose another one.',
      },
    })
  })
})

describe('a change that is undone', () => {
  const test = base
    .extend('rename', ({ studio }) => async (from: string, name: string) => {
      const { body, revision } = await studio.readRecord(`category:${from}`)
      const saved = await studio.editor.put(`/editor/content/category:${from}`, {
        revision,
        body: { ...body, name },
      })
      expect(saved.status).toBe(200)
    })
    .extend('undoBatch', ({ studio: { editor } }) => async (summary: string) => {
      const { batches } = (await editor.get('/editor/batches')).body
      const { id } = batches.find((batch: { summary: string }) => batch.summary.startsWith(summary))
      return (await editor.post(`/editor/batches/${id}/undo`)).body
    })
    .extend('read', ({ launch: { editor, readProduct, readRecord } }) => async () => ({
      categories: await Promise.all(
        ['a', 'b'].map(async (slug) => (await readProduct(slug)).entry.category),
      ),
      records: (await editor.get('/editor/content')).body.records.flatMap(
        ({ id, title, archived }: { id: string; title: string; archived: boolean }) =>
          /watch|time/i.test(id + title) ? [[id, title, archived]] : [],
      ),
      link: (await readRecord('menu')).body.more[0],
    }))

  const WATCHES = {
    categories: ['watches', 'watches'],
    records: [['category:watches', 'Watches', false]],
    link: { label: 'Watches', href: '/shop?category=watches' },
  }
  const TIMEPIECES = {
    categories: ['timepieces', 'timepieces'],
    records: [['category:watches', 'Timepieces', false]],
    link: { label: 'Timepieces', href: '/shop?category=timepieces' },
  }

  test('gives pieces the name that their former category has by now', async ({
    launch,
    read,
    rename,
  }) => {
    const { editor, readProduct } = launch
    const { entry } = await readProduct('a')
    await launch.draft(a, { ...entry, category: 'bags' })
    await launch.publish()
    const change = { kind: 'category', category: 'shoes' }
    const { batch } = (await editor.post('/editor/products/bulk', { ids: [b], change })).body
    await rename('watches', 'Timepieces')
    expect((await launch.end()).status).toBe(200)
    expect((await editor.post(`/editor/batches/${batch}/undo`)).body.kept).toEqual([])
    expect(await read()).toEqual(TIMEPIECES)
  })

  test('follows the category of a piece that is archived under a launch', async ({ launch }) => {
    const { editor, readProduct } = launch
    const body = { ...getDefaultContent('category:hats'), name: 'Hats' }
    await editor.post('/editor/content', { id: 'category:hats', body })
    const { entry, revision } = await readProduct('a')
    await editor.put(`/editor/products/${a}`, { ...entry, category: 'hats', revision })
    await launch.draft(a, { ...entry, category: 'bags', price: 90 }, revision + 1)
    await launch.publish()
    const archive = (more: object) =>
      editor.put('/editor/content/category:hats/archived', { archived: true, ...more })
    expect((await archive({})).body.field).toBe('moveTo')
    expect((await archive({ moveTo: 'shoes' })).status).toBe(200)
    await launch.end()
    expect((await readProduct('a')).entry).toMatchObject({ category: 'shoes', price: 100 })
  })

  test.for(['its own texts', 'the texts of the shop'])(
    'a rename gives a category with %s its address again, also twice, with what has come since',
    async (texts, { launch, read, rename, undoBatch }) => {
      const { editor, readRecord, readProduct } = launch
      if (texts === 'its own texts') {
        const body = { ...getDefaultContent('category:watches'), introduction: 'Wound by hand.' }
        await editor.put('/editor/content/category:watches', { revision: 0, body })
      }
      const { introduction } = (await readRecord('category:watches')).body
      await rename('watches', 'Timepieces')
      const late = createCatalogEntry({ slug: 'late', category: 'timepieces' })
      expect((await editor.post('/editor/products', late)).status).toBe(201)
      expect((await undoBatch('Renamed Watches')).kept).toEqual([])
      expect(await read()).toEqual(WATCHES)
      expect((await readProduct('late')).entry.category).toBe('watches')
      expect((await readRecord('category:watches')).body.introduction).toBe(introduction)
      await undoBatch('Undid a change')
      expect(await read()).toEqual(TIMEPIECES)
      await rename('watches', 'Watches')
      expect(await read()).toEqual(WATCHES)
    },
  )
})

describe('a category is renamed', () => {
  test('in every form of a link to it, and in nothing else', async ({ launch }) => {
    const { editor, readRecord } = launch
    const body = { ...getDefaultContent('category:watches'), name: 'Cat' }
    await editor.post('/editor/content', { id: 'category:cat', body })
    const { entry, revision } = await launch.readProduct('a')
    await editor.put(`/editor/products/${a}`, { ...entry, category: 'cat', revision })
    const link = (name: string) => [
      `/shop/${name}`,
      `/shop/${name}/`,
      `/shop/${name}/2#top`,
      `/shop?category=${name}`,
      `/shop?sort=rating&category=${name}`,
    ]
    const others = ['/shop?search=cat', '/shop?category=bags&search=category=cat']
    const menu = await readRecord('menu')
    const toLinks = (hrefs: string[]) => hrefs.map((href) => ({ label: 'Here', href }))
    const more = toLinks([...link('cat'), ...others])
    const saved = { revision: menu.revision, body: { ...menu.body, more } }
    expect((await editor.put('/editor/content/menu', saved)).status).toBe(200)
    const renamed = { revision: 1, body: { ...body, name: 'Lynx' } }
    expect((await editor.put('/editor/content/category:cat', renamed)).status).toBe(200)
    expect((await readRecord('menu')).body.more).toEqual(toLinks([...link('lynx'), ...others]))
  })

  test('to no name of an archived one, which the answer says', async ({ launch, rename }) => {
    const { editor } = launch
    const body = { ...getDefaultContent('category:hats'), name: 'Hats' }
    await editor.post('/editor/content', { id: 'category:hats', body })
    await editor.put('/editor/content/category:hats/archived', { archived: true })
    expect(await rename('watches', 'Hats')).toMatchObject({
      status: 409,
      body: {
        field: 'name',
        message:
          'The category “Hats” is archived. Restore it under Content, or choose another one.',
      },
    })
  })
})
