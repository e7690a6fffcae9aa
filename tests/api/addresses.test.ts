import { describe, expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test } from '#tests/helpers/editor-test.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

const a = toProductId('a')
const menu = getDefaultContent('menu')
const withLink = (href: string, label = 'Gifts') => ({
  ...menu,
  more: [...menu.more, { label, href }],
})
/** What the next publish reads. */
const readCatalog = ({ shop }: { shop: TestApp }) => createCatalogReader(shop.deps).read()

const CATEGORY = { introduction: 'Made slowly.', seoTitle: '', description: '', hsn: '', still: [] }
const COLLECTION = { ...getDefaultContent('collection:gifts'), name: 'Gifts' }

describe('a link of a menu', () => {
  test.for([
    '/collections/gifts',
    '/product/never',
    '/shop/hats',
    '/store?category=hats',
    '/gifts',
    '/shop/watches/rings',
    '/shop?category=Étuis',
    '/Collections/',
  ])('to %s, which is no page, is refused', async (href, { launch }) => {
    const saved = await launch.editor.put('/editor/content/menu', {
      revision: 0,
      body: withLink(href),
    })
    expect(saved).toMatchObject({
      status: 400,
      body: {
        field: `more.${menu.more.length}.href`,
        message: `“Gifts” leads to ${href}, which is not a page of the shop. Choose an existing page.`,
      },
    })
  })

  test.for([
    '/product/a',
    '/shop/watches',
    '/shop?category=Watches&sort=new',
    '/store?category=bags',
    '/faqs#returns',
    '/profile?tab=orders',
    '/feeds/new.atom',
    '#social',
    'https://example.com/gifts',
    'tel:+911415550142',
  ])('to %s is saved', async (href, { launch }) => {
    const saved = await launch.editor.put('/editor/content/menu', {
      revision: 0,
      body: withLink(href),
    })
    expect(saved.status).toBe(200)
  })

  test('may lead to a former address, and a dead one of before does not block other changes', async ({
    launch,
  }) => {
    const { editor } = launch
    const save = (revision: number, body: object) =>
      editor.put('/editor/content/menu', { revision, body })
    await editor.post('/editor/content', { id: 'collection:gifts', body: COLLECTION })
    expect((await save(0, withLink('/collections/gifts'))).status).toBe(200)
    await editor.put('/editor/content/collection:gifts/archived', { archived: true })
    expect((await editor.get('/editor/dashboard')).body.brokenLinks).toEqual([
      { id: 'menu', title: 'Menus', label: 'Gifts', href: '/collections/gifts' },
    ])
    expect((await save(1, withLink('/collections/gifts', 'Presents'))).status).toBe(200)
    await editor.put(`/editor/products/${a}`, {
      revision: 1,
      ...createCatalogEntry({ slug: 'a-new' }),
    })
    expect((await save(2, withLink('/product/a'))).status).toBe(200)
    expect((await editor.get('/editor/dashboard')).body.brokenLinks).toEqual([])
  })

  test('is broken on the dashboard, too, where a list names an archived product', async ({
    launch,
  }) => {
    const { editor } = launch
    const readBroken = async () => (await editor.get('/editor/dashboard')).body.brokenLinks
    const body = { ...COLLECTION, products: ['a'] }
    const { status } = await editor.post('/editor/content', { id: 'collection:gifts', body })
    expect(status).toBe(201)
    expect(await readBroken()).toEqual([])
    expect((await editor.post(`/editor/products/${a}/archive`)).status).toBe(200)
    expect(await readBroken()).toEqual([
      { id: 'collection:gifts', title: 'Gifts', label: '', href: '/product/a' },
    ])
    expect((await editor.post(`/editor/products/${a}/restore`)).status).toBe(200)
    expect(await readBroken()).toEqual([])
  })

  test('in a text and of a button is looked at, too', async ({ launch }) => {
    const about = getDefaultContent('about')
    const text = [{ type: 'paragraph', spans: [{ text: 'our shawls', link: '/shop/shawls' }] }]
    const body = { ...about, story: { ...about.story, text } }
    const saved = await launch.editor.put('/editor/content/about', { revision: 0, body })
    expect(saved).toMatchObject({ status: 400, body: { field: 'story.text.0.spans.0.link' } })
    const home = getDefaultContent('home')
    const button = { ...home, craft: { ...home.craft, href: '/workshop' } }
    const answer = await launch.editor.put('/editor/content/home', { revision: 0, body: button })
    expect(answer.body.message).toContain('leads to /workshop')
  })

  test('is judged in a launch with what goes live beside it', async ({ launch }) => {
    await launch.draft('menu', withLink('/collections/gifts'), 0)
    const readErrors = async () =>
      (await launch.read()).items.flatMap(({ errors }: { errors: string[] }) => errors)
    expect(await readErrors()).toHaveLength(1)
    expect((await launch.publish()).status).toBe(409)
    await launch.draft('collection:gifts', COLLECTION, 0)
    expect(await readErrors()).toEqual([])
    expect((await launch.publish()).status).toBe(200)
  })
})

describe('a category', () => {
  test('with pieces is archived with the category that they go to', async ({ launch }) => {
    const { editor, shop, readProduct, readRecord } = launch
    await addProducts(
      shop,
      { slug: 'boot', category: 'shoes' },
      { slug: 'pump', category: 'shoes' },
    )
    const path = '/editor/content/category:shoes/archived'
    expect(await editor.put(path, { archived: true })).toMatchObject({
      status: 409,
      body: {
        field: 'moveTo',
        message: '2 pieces are in Shoes. Choose the category that they go to.',
      },
    })
    expect(await editor.put(path, { archived: true, moveTo: 'hats' })).toMatchObject({
      status: 400,
      body: { message: 'There is no category “hats” for its pieces.' },
    })
    const archived = await editor.put(path, { archived: true, moveTo: 'Accessories' })
    expect(archived).toMatchObject({ status: 200, body: { record: { archived: true } } })
    expect((await readProduct('boot')).entry.category).toBe('accessories')
    const { movedCategories } = await readCatalog(launch)
    expect(movedCategories).toMatchObject({ shoes: 'accessories' })
    const menu = (await readRecord('menu')).body.more
    expect(menu).toContainEqual({ label: 'Shoes', href: '/shop?category=shoes' })
    const readBroken = async () =>
      (await editor.get('/editor/dashboard')).body.brokenLinks.map(
        ({ id, href }: { id: string; href: string }) => `${id} ${href}`,
      )
    expect(await readBroken()).toContain('menu /shop?category=shoes')

    expect((await editor.put(path, { archived: false })).status).toBe(200)
    const after = await readCatalog(launch)
    expect(after.movedCategories).toEqual({})
    expect(await readBroken()).not.toContain('menu /shop?category=shoes')
  })

  test('without pieces leads to the whole shop once it is archived', async ({ launch }) => {
    const { editor } = launch
    const path = '/editor/content/category:perfumes/archived'
    expect((await editor.put(path, { archived: true })).status).toBe(200)
    const { movedCategories } = await readCatalog(launch)
    expect(movedCategories).toMatchObject({ perfumes: 'all' })
  })

  test('is not archived by a launch, which cannot ask', async ({ launch }) => {
    const body = { ...CATEGORY, name: 'Watches' }
    const draft = { record: 'category:watches', revision: 0, basedOn: 0, body, action: 'archive' }
    expect(await launch.editor.put(`${launch.path}/draft`, draft)).toMatchObject({
      status: 400,
      body: { field: 'action' },
    })
  })

  test.for([
    ['category:rings', 'Rings & Bands', 'rings-bands'],
    ['category:2', 'Two', 'two'],
  ])('%s cannot be the address of “%s”', async ([id, name, address], { launch }) => {
    expect(
      await launch.editor.post('/editor/content', { id, body: { ...CATEGORY, name } }),
    ).toMatchObject({
      status: 400,
      body: { message: `The address of “${name}” is ${address}: it is made from the name.` },
    })
  })
})

describe('a category that a record names', () => {
  const rule = (category: string) => ({ only: 'all', category, colour: '' })

  test('has its address, and another spelling is refused', async ({ launch }) => {
    const { editor, shop } = launch
    await addProducts(shop, { slug: 'tie', category: 'silk-ties' })
    const create = (key: string, category: string) =>
      editor.post('/editor/content', {
        id: `collection:${key}`,
        body: { ...COLLECTION, rule: rule(category) },
      })
    expect((await create('ties', ' Silk TIES')).body.record.body.rule.category).toBe('silk-ties')
    expect(await create('more', 'Silk Tie')).toMatchObject({
      status: 400,
      body: {
        message:
          'There is a category “Silk ties” already. Use it, or make the new one under Content first.',
        field: 'rule.category',
      },
    })
    expect(await create('more', 'Lamps')).toMatchObject({
      status: 400,
      body: {
        message: 'There is no category “Lamps”. Create it, or choose another one.',
        field: 'rule.category',
      },
    })
    const shopPage = getDefaultContent('shop')
    const order = { ...shopPage, categories: [{ category: 'Jewellery' }] }
    expect(await editor.put('/editor/content/shop', { revision: 0, body: order })).toMatchObject({
      status: 400,
      body: { field: 'categories.0.category' },
    })
  })

  test('is refused by a launch as by its form', async ({ launch }) => {
    const body = { ...CATEGORY, name: 'Watch' }
    await launch.draft('category:watch', body, 0)
    expect((await launch.read()).items[0].errors).toEqual([
      'There is a category “Watches” already.',
    ])
  })
})
