import { describe, expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { listSlugsOf } from '#src/server/core/slugs/queries.ts'
import { createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { createPicture } from '#tools/pictures.ts'
import { addProducts, createCatalogEntry, insertRingOrder } from '#tools/products.ts'

// Deleting for good: what refers to a record is named, and what belongs to it goes with it.

const ring = toProductId('ring')

const test = base.extend('desk', async ({ studio }) => {
  const { shop, editor } = studio
  await addProducts(shop, { slug: 'ring' }, { slug: 'vase' })
  return {
    ...studio,
    archive: (id = ring) => editor.post(`/editor/products/${id}/archive`),
    remove: (path: string) => editor.delete(`/editor/${path}`),
    upload: async (width: number): Promise<string> =>
      (
        await editor.post('/editor/pictures', await createPicture(width, 300), {
          'Content-Type': 'image/webp',
        })
      ).body.file,
    /** Makes the first link of the header lead to an address, or a draft of it. */
    link: async (href: string, launch?: string) => {
      const { revision, body } = (await editor.get('/editor/content/menu')).body.record
      const [first, ...others] = body.header
      const changed = { ...body, header: [{ ...first, href }, ...others] }
      const saved = launch
        ? await editor.put(`/editor/launches/${launch}/draft`, {
            record: 'menu',
            revision: 0,
            basedOn: revision,
            body: changed,
          })
        : await editor.put('/editor/content/menu', { revision, body: changed })
      expect(saved.status, saved.text).toBe(200)
    },
    createLaunch: async (): Promise<string> =>
      (await editor.post('/editor/launches', { name: 'Diwali' })).body.launch.id,
    audit: async () =>
      (await shop.deps.db.selectFrom('audit_entry').select('subject').execute()).map(
        ({ subject }) => subject.replace(/^\{.*\|(.*)\}$/, '$1'),
      ),
  }
})

describe('a product that is deleted for good', () => {
  test('is archived first, and goes with versions, addresses, codes and its own pictures', async ({
    shop,
    desk,
  }) => {
    const { db, media } = shop.deps
    const [own, former, shared] = [
      await desk.upload(300),
      await desk.upload(310),
      await desk.upload(320),
    ]
    const show = async (slug: string, files: string[], change: object = {}) => {
      const { revision, entry } = await desk.readProduct(
        slug,
        toProductId(slug === 'gem' ? 'ring' : slug),
      )
      const pictures = files.map((file) => ({ file, alt: 'A picture' }))
      const id = toProductId(slug === 'gem' ? 'ring' : slug)
      return desk.editor.put(`/editor/products/${id}`, { ...entry, ...change, pictures, revision })
    }
    await show('ring', [former])
    await show('ring', [own, shared], { slug: 'gem' })
    await show('vase', [shared])
    expect(await desk.remove(`products/${ring}`)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Archive it first') },
    })
    await desk.archive()
    expect((await desk.remove(`products/${ring}`)).status).toBe(200)

    expect((await desk.editor.get(`/editor/products/${ring}`)).status).toBe(404)
    for (const table of ['product_version', 'variant', 'product_picture'] as const) {
      const rows = await db.selectFrom(table).selectAll().where('product_id', '=', ring).execute()
      expect(rows).toEqual([])
    }
    expect(await listSlugsOf(db, ring)).toEqual([])
    const stored = await db.selectFrom('picture').select(['hash']).execute()
    expect(stored.map(({ hash }) => hash)).toEqual([shared])
    expect(await media.size(`${shared}.webp`)).toBeGreaterThan(0)
    expect(await media.size(`${own}.webp`)).toBeUndefined()
    expect(await desk.audit()).toContain('Deleted The ring for good')
    const { gone } = await createCatalogReader(shop.deps).read()
    expect(gone).toEqual([])
    expect((await desk.remove(`products/${ring}`)).status).toBe(404)
    // The address is free again.
    expect(
      (await desk.editor.post('/editor/products', createCatalogEntry({ slug: 'ring' }))).status,
    ).toBe(201)
  })

  test('stays where something refers to it, which is named', async ({
    shop,
    desk,
    asha,
    shopper,
  }) => {
    const { editor } = desk
    await insertRingOrder(shop, asha.uid, 'KV-1')
    await shopper.post('/cart', { productId: ring })
    await shopper.post('/wishlist/', { productId: ring })
    const { revision, entry } = await desk.readProduct('vase')
    await editor.put(`/editor/products/${toProductId('vase')}`, {
      ...entry,
      related: ['ring'],
      revision,
    })
    await desk.link('/product/ring')
    const id = await desk.createLaunch()
    await editor.put(`/editor/launches/${id}/draft`, {
      record: ring,
      revision: 0,
      basedOn: 1,
      body: { ...(await desk.readProduct('ring')).entry, price: 1 },
    })
    await desk.archive()
    const { status, body } = await desk.remove(`products/${ring}`)
    expect(status).toBe(409)
    expect(body.message).toBe(
      '“The ring” cannot be deleted, because this refers to it: 1 order, 1 line of a cart, 1 wishlist, the product “The vase”, the text “Menus” and the launch “Diwali”.',
    )
    expect((await desk.readProduct('ring')).archived).toBe(true)
  })

  test.for([
    '/product/gem?Size=12',
    '/product/gem#reviews',
    '/product/gem/',
    // Where it was before.
    '/product/ring',
  ])('stays while a text, or a draft of one, leads to %s', async (href, { desk }) => {
    const { revision, entry } = await desk.readProduct('ring')
    await desk.editor.put(`/editor/products/${ring}`, { ...entry, slug: 'gem', revision })
    await desk.link(href, await desk.createLaunch())
    await desk.archive()
    const refusal = (what: string) => ({
      status: 409,
      body: {
        message: `“The ring” cannot be deleted, because this refers to it: ${what}.`,
      },
    })
    expect(await desk.remove(`products/${ring}`)).toMatchObject(refusal('the launch “Diwali”'))
    await desk.editor.post(`/editor/products/${ring}/restore`)
    await desk.link(href)
    await desk.archive()
    expect(await desk.remove(`products/${ring}`)).toMatchObject(
      refusal('the text “Menus” and the launch “Diwali”'),
    )
  })

  test('stays while the draft of another product shows it', async ({ desk }) => {
    const { revision, entry } = await desk.readProduct('vase')
    const draft = { record: toProductId('vase'), revision: 0, basedOn: revision }
    await desk.editor.put(`/editor/launches/${await desk.createLaunch()}/draft`, {
      ...draft,
      body: { ...entry, related: ['ring'] },
    })
    await desk.archive()
    const { status, body } = await desk.remove(`products/${ring}`)
    expect([status, body.message]).toEqual([409, expect.stringContaining('the launch “Diwali”')])
  })
})

describe('a record that is deleted for good', () => {
  test.for([
    ['collection:monsoon', '/collections/monsoon/2', 'the text “Menus” and the launch “Diwali”'],
    ['collection:monsoon', '/collections/monsoon?sort=new', 'the text “Menus” and the launch'],
    ['category:hats', '/shop/hats/2', 'the text “Menus” and the launch “Diwali”'],
    ['category:hats', '/shop?category=Hats&sort=price-asc', 'the text “Menus” and the launch'],
    ['category:hats', '/store?category=hats', 'the text “Menus” and the launch “Diwali”'],
  ] as const)('stays, as %s, while a link leads to %s', async ([id, href, by], { shop, desk }) => {
    const { editor } = desk
    const kind = id.startsWith('category') ? 'category:watches' : 'collection:bridal'
    const body = {
      ...getDefaultContent(kind as never),
      name: kind === 'category:watches' ? 'Hats' : 'Monsoon',
    }
    expect((await editor.post('/editor/content', { id, body })).status).toBe(201)
    await addProducts(shop, { slug: 'hat', category: 'hats' })
    await desk.link(href, await desk.createLaunch())
    await desk.link(href)
    await shop.deps.db.deleteFrom('product').where('slug', '=', 'hat').execute()
    await editor.put(`/editor/content/${id}/archived`, { archived: true })
    const { status, body: refused } = await desk.remove(`content/${id}`)
    expect([status, refused.message]).toEqual([409, expect.stringContaining(by)])
  })

  test('goes with its versions; a text of the shop stays', async ({ shop, desk }) => {
    const { editor } = desk
    const file = await desk.upload(300)
    const [collection] = ['collection:monsoon']
    const body = {
      ...getDefaultContent('collection:bridal' as never),
      name: 'Monsoon',
    }
    const created = await editor.post('/editor/content', { id: collection, body })
    expect(created.status).toBe(201)
    expect((await desk.remove(`content/${collection}`)).body.message).toContain('Archive it first')
    await editor.put(`/editor/content/${collection}/archived`, { archived: true })
    expect((await desk.remove(`content/${collection}`)).status).toBe(200)
    expect((await editor.get(`/editor/content/${collection}`)).status).toBe(404)
    const { db } = shop.deps
    const rows = await db.selectFrom('content_version').select('record_id').execute()
    expect(rows).toEqual([])
    expect(await desk.audit()).toContain('Deleted Monsoon for good')
    expect((await desk.remove('content/about')).status).toBe(400)
    expect((await desk.remove(`pictures/${file}`)).status).toBe(200)
  })
})

test('a picture that something shows or showed is not deleted', async ({ desk }) => {
  const [file, next] = [await desk.upload(300), await desk.upload(310)]
  const show = async (shown: string) => {
    const { revision, entry } = await desk.readProduct('vase')
    return desk.editor.put(`/editor/products/${toProductId('vase')}`, {
      ...entry,
      pictures: [{ file: shown, alt: 'A vase' }],
      revision,
    })
  }
  await show(file)
  expect((await desk.remove(`pictures/${file}`)).body.message).toContain('the place “The vase”')
  await show(next)
  expect((await desk.remove(`pictures/${file}`)).body.message).toContain(
    'an earlier version of “The vase”',
  )
  expect((await desk.remove(`pictures/site:hero`)).status).toBe(404)
  expect((await desk.remove(`pictures/${'a'.repeat(32)}`)).status).toBe(404)
})
