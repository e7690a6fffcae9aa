import { expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'

const [a = '', b = '', c = ''] = ['a', 'b', 'c'].map(toProductId)
const path = (id: string) => `/editor/products/${id}`

const home = getDefaultContent('home')
const featuring = (...slugs: string[]) => ({
  ...home,
  featured: { ...home.featured, products: slugs },
})
const collection = {
  name: 'Diwali',
  introduction: '',
  seoTitle: '',
  description: '',
  products: ['b', 'c'],
  rule: { only: 'none', category: '', colour: '' },
}
const pins = { pins: [{ query: 'gift', products: ['b', 'gone'] }] }

/** Renames the product b of a shop to z, which the product a names, after `before`. */
const test = base
  .extend('rename', ({ studio }) => async (id = b, from = 'b', to = 'z', more: object = {}) => {
    const { revision, entry } = await studio.readProduct(from, id)
    const { status } = await studio.editor.put(path(id), { ...entry, slug: to, revision, ...more })
    expect(status).toBe(200)
  })
  .extend(
    'related',
    ({ studio }) =>
      async (slug = 'a', id = toProductId(slug)) =>
        (await studio.readProduct(slug, id)).entry.related,
  )
  .extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'a', related: ['b', 'c'] }, { slug: 'b' }, { slug: 'c' })
    return shop
  })

test('a form that was open is saved, with the slug of now', async ({
  editor,
  rename,
  related,
  studio,
}) => {
  const { revision, entry } = await studio.readProduct('a')
  await rename()
  expect(await related()).toEqual(['z', 'c'])
  const saved = await editor.put(path(a), { ...entry, title: 'Mine', revision })
  expect(saved).toMatchObject({ status: 200, body: { product: { entry: { title: 'Mine' } } } })
  expect(await related()).toEqual(['z', 'c'])
  // Both names of one product are one.
  const both = { ...entry, related: ['b', 'z', 'c'], revision: revision + 1 }
  expect((await editor.put(path(a), both)).status).toBe(200)
  expect(await related()).toEqual(['z', 'c'])
  // A product is not related to itself, by any name.
  const self = { ...(await studio.readProduct('z', b)).entry, related: ['b'], revision: 2 }
  expect((await editor.put(path(b), self)).body.field).toBe('related.0')
  const created = createCatalogEntry({ slug: 'new', related: ['b'] })
  expect((await editor.post('/editor/products', created)).status).toBe(201)
  expect(await related('new')).toEqual(['z'])
})

test('a list by slugs has products by their former slugs, which other products may have by now', async ({
  editor,
  rename,
}) => {
  const list = async (slugs: string) =>
    (await editor.get(`/products/get-all-products?slugs=${slugs}`)).body.products.map(
      ({ id, slug }: { id: string; slug: string }) => [id, slug],
    )
  await rename()
  expect(await list('b,gone,c')).toEqual([
    [b, 'z'],
    [c, 'c'],
  ])
  await rename(c, 'c', 'b', { takesFormer: true })
  expect(await list('b,z')).toEqual([
    [c, 'b'],
    [b, 'z'],
  ])
})

test('a slug that another product has by now is that product', async ({
  editor,
  rename,
  related,
  studio,
}) => {
  const { revision, entry } = await studio.readProduct('a')
  await rename()
  await editor.post('/editor/products', {
    ...createCatalogEntry({ slug: 'b' }),
    takesFormer: true,
  })
  await editor.put(path(a), { ...entry, revision })
  expect(await related()).toEqual(['b', 'c'])
})

test('a file that was exported before is imported', async ({ rename, related, studio }) => {
  await rename()
  await rename(c, 'c', 'y')
  expect(await related()).toEqual(['z', 'y'])
  const same = await studio.importCsv('slug,related\na,"b\nc"\n')
  expect(same.body).toMatchObject({ errors: [], unchanged: 1 })
  const other = await studio.importCsv('slug,related\na,c\n')
  expect(other.body).toMatchObject({ errors: [], updated: 1 })
  expect(await related()).toEqual(['y'])
  const self = await studio.importCsv('slug,related\nz,b\n')
  expect(self.body.errors).toMatchObject([{ column: 'related' }])
})

test('a product is taken back to a version that names it', async ({ editor, rename, related }) => {
  const change = { kind: 'price', percent: 10 }
  const { batch } = (await editor.post(path('bulk'), { ids: [a], change })).body
  await rename()
  expect((await editor.post(`/editor/batches/${batch}/undo`)).body).toMatchObject({ kept: [] })
  expect(await related()).toEqual(['z', 'c'])
})

test('records of content follow, and forms of them that were open', async ({
  editor,
  rename,
  studio,
}) => {
  const save = (id: string, revision: number, body: object) =>
    editor.put(`/editor/content/${id}`, { revision, body })
  await save('home', 0, featuring('b', 'c'))
  await save('search-pins', 0, pins)
  await editor.post('/editor/content', { id: 'collection:diwali', body: collection })
  await rename()
  const listNamed = async () => [
    (await studio.readRecord('home')).body.featured.products,
    (await studio.readRecord('search-pins')).body.pins[0].products,
    (await studio.readRecord('collection:diwali')).body.products,
  ]
  const followed = [
    ['z', 'c'],
    ['z', 'gone'],
    ['z', 'c'],
  ]
  expect(await listNamed()).toEqual(followed)
  for (const [id, body] of [
    ['home', featuring('b', 'c')],
    ['search-pins', pins],
    ['collection:diwali', collection],
  ] as const)
    expect([id, (await save(id, 1, body)).status]).toEqual([id, 200])
  expect(await listNamed()).toEqual(followed)
})

test('a rename publishes the texts that name the product, and no others', async ({
  editor,
  rename,
  shop,
}) => {
  for (const [id, body] of [
    ['home', featuring('b')],
    ['about', getDefaultContent('about')],
  ] as const)
    expect((await editor.put(`/editor/content/${id}`, { revision: 0, body })).status).toBe(200)
  const readVersions = async () => {
    const { content } = await createCatalogReader(shop.deps).read()
    return Object.fromEntries(content.map(({ id, version }) => [id, version]))
  }
  const before = await readVersions()
  await rename()
  const after = await readVersions()
  expect(after['about']).toBe(before['about'])
  expect(after['home']).not.toBe(before['home'])
})

base('drafts of a launch follow', async ({ launch }) => {
  const { editor } = launch
  await launch.draft(a, createCatalogEntry({ slug: 'a', price: 5, related: ['b'] }))
  await launch.draft('home', featuring('c', 'b'), 0)
  const renamed = (await launch.readProduct('b')).entry
  await editor.put(path(b), { ...renamed, slug: 'z', revision: 1 })
  expect((await launch.publish()).body.launch).toMatchObject({ state: 'live' })
  await launch.keep()
  expect((await launch.readProduct('a')).entry.related).toEqual(['z'])
  expect((await launch.readRecord('home')).body.featured.products).toEqual(['c', 'z'])
})
