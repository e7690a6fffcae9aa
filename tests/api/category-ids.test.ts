import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { up } from '#src/server/core/db/migrations/0062-record-ids.ts'
import { createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { getCart } from '#tests/helpers/cart.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'

const a = toProductId('a')

const test = base
  .extend('rename', ({ launch: { editor, readRecord } }) => async (id: string, name: string) => {
    const { revision, body } = await readRecord(`category:${id}`)
    const renamed = { revision, body: { ...body, name } }
    expect((await editor.put(`/editor/content/category:${id}`, renamed)).status).toBe(200)
  })
  .extend('readRows', ({ launch: { shop } }) => async () => {
    const { db } = shop.deps
    return {
      products: await db.selectFrom('product').selectAll().orderBy('id').execute(),
      versions: await db.selectFrom('product_version').selectAll().execute(),
      records: await db.selectFrom('content_record').select('id').execute(),
      contentVersions: await db.selectFrom('content_version').select('record_id').execute(),
    }
  })

describe('a rename of a category', () => {
  test('writes one record, no product and no text', async ({ launch, rename, readRows }) => {
    const before = await readRows()
    await rename('watches', 'Timepieces')
    expect(await readRows()).toEqual({
      ...before,
      records: [{ id: 'category:watches' }],
      contentVersions: [{ record_id: 'category:watches' }],
    })
    expect((await launch.readProduct('a')).entry.category).toBe('timepieces')
  })

  test('changes the pages that name it, also those with the texts of the shop', async ({
    launch: { shop },
    rename,
  }) => {
    const { read } = createCatalogReader(shop.deps)
    const before = await read()
    await rename('watches', 'Timepieces')
    const { content, versions, movedCategories } = await read()
    const { body } = content.find(({ id }) => id === 'menu') ?? {}
    expect(JSON.stringify(body)).toContain(
      JSON.stringify({ label: 'Timepieces', href: '/shop?category=timepieces' }),
    )
    expect(content.map(({ id }) => id)).toContain('category:timepieces')
    expect(content.map(({ id }) => id)).not.toContain('about')
    expect(versions.get('a')).not.toBe(before.versions.get('a'))
    expect(movedCategories).toEqual({ watches: 'timepieces' })
    await rename('watches', 'Watches')
    const after = await read()
    expect(after.content.map(({ id }) => id)).toEqual(['category:watches'])
    expect(after.versions.get('a')).toBe(before.versions.get('a'))
  })

  test('shows in a cart', async ({ launch: { editor }, rename }) => {
    await editor.post('/cart', { productId: a })
    await rename('watches', 'Timepieces')
    expect((await getCart(editor)).map(({ category }) => category)).toEqual(['timepieces'])
  })
})

test('a category that takes a former name gets an id of its own', async ({ launch, rename }) => {
  const { editor, readProduct, readRecord } = launch
  await rename('watches', 'Timepieces')
  const body = getDefaultContent('category:watches')
  const asked = { id: 'category:watches', body, takesFormer: true }
  const { record } = (await editor.post('/editor/content', asked)).body
  expect(record).toMatchObject({ id: 'category:watches-2', slug: 'watches' })
  const entry = createCatalogEntry({ slug: 'new', category: 'Watches' })
  expect((await editor.post('/editor/products', entry)).status).toBe(201)
  expect((await readProduct('a')).entry.category).toBe('timepieces')
  expect((await readProduct('new')).entry.category).toBe('watches')
  expect((await readRecord('category:watches')).slug).toBe('timepieces')
  // Saving a product keeps its category.
  const { entry: former, revision } = await readProduct('a')
  await editor.put(`/editor/products/${a}`, { ...former, tagline: 'Changed', revision })
  await rename('watches', 'Clocks')
  expect((await readProduct('a')).entry).toMatchObject({ category: 'clocks', tagline: 'Changed' })
  expect((await readProduct('new')).entry.category).toBe('watches')
})

test('products of one file name each other', async ({ studio }) => {
  const entry = createCatalogEntry({ slug: 'one', related: ['two'] })
  await addProducts(studio.shop, { slug: 'two' }, entry)
  const renamed = { ...(await studio.readProduct('two')).entry, slug: 'three', revision: 1 }
  await studio.editor.put(`/editor/products/${toProductId('two')}`, renamed)
  const file = 'slug,title,related\none,New one,four\nfour,New two,one\n'
  const { body } = await studio.importCsv(file, '?dryRun=true')
  expect(body.errors.map(({ message }: { message: string }) => message).join()).not.toContain(
    'must be the slug',
  )
  expect((await studio.readProduct('one')).entry.related).toEqual(['three'])
})

test('the upgrade makes records of categories that only products name, and names related by ids', async ({
  launch: { shop, editor, readProduct },
}) => {
  const { db } = shop.deps
  const detail = JSON.stringify({ ...createCatalogEntry({ slug: 'a' }), related: ['b', 'gone'] })
  await db
    .updateTable('product')
    .set({ category: 'silk-ties', detail })
    .where('id', '=', a)
    .execute()
  await sql`insert into slug (kind, slug, record_id, is_current)
    values ('category', 'clocks', 'category:watches', 0)`.execute(db)
  await sql`insert into slug (kind, slug, record_id, is_current)
    values ('category', 'watches', 'category:watches', 1)`.execute(db)
  await db.updateTable('product').set({ category: 'clocks' }).where('slug', '=', 'c').execute()
  // The tables of that time.
  await sql`create table launch_item (launch_id text, record_id text, body text)`.execute(db)
  await up(db as never)
  await sql`drop table launch_item`.execute(db)
  const { records } = (await editor.get('/editor/content')).body
  expect(records).toContainEqual(
    expect.objectContaining({ id: 'category:silk-ties', title: 'Silk ties', slug: 'silk-ties' }),
  )
  const rows = await db
    .selectFrom('product')
    .select(['slug', 'category', 'detail'])
    .orderBy('slug')
    .execute()
  expect(rows.map(({ category }) => category)).toEqual(['silk-ties', 'watches', 'watches'])
  expect(JSON.parse(rows[0]?.detail ?? '').related).toEqual([toProductId('b'), 'gone'])
  expect((await readProduct('a')).entry.related).toEqual(['b', 'gone'])
})
