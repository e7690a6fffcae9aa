import { describe, expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { createPicture } from '#tests/helpers/pictures.ts'
import { addProducts, createCatalogEntry, insertRingOrder } from '#tests/helpers/products.ts'

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
    audit: async () =>
      (await shop.deps.db.selectFrom('audit_entry').select('subject').execute()).map(
        ({ subject }) => subject,
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
    for (const table of ['product_version', 'former_slug', 'stock', 'product_picture'] as const) {
      const rows = await db.selectFrom(table).selectAll().where('product_id', '=', ring).execute()
      expect(rows).toEqual([])
    }
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
    const menu = await desk.readRecord('menu')
    const [first, ...others] = menu.body.header
    const saved = await editor.put('/editor/content/menu', {
      revision: menu.revision,
      body: { ...menu.body, header: [{ ...first, href: '/product/ring' }, ...others] },
    })
    expect(saved.status).toBe(200)
    const { id } = (await editor.post('/editor/launches', { name: 'Diwali' })).body.launch
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
})

describe('a record that is deleted for good', () => {
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
