import { describe, expect } from 'vitest'
import { recordRelease } from '#src/publish/queue/record-publish.ts'
import {
  deletePublishRequests,
  listPublishRequests,
  updatePublishResult,
} from '#src/server/core/publish-requests/queries.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'

const test = base.extend('site', async ({ studio }) => {
  const { shop, editor, readProduct } = studio
  await addProducts(shop, { slug: 'a', stock: 9, price: 100 }, { slug: 'b' }, { slug: 'c' })
  shop.freezeTime()
  const released: string[] = []
  /** Records what a publish of all that waits records. */
  const publish = async (id: string) => {
    const waiting = await listPublishRequests(shop.deps.db)
    released.push(id)
    const figures = { products: 3, pages: 3, rendered: 1, bytes: 1, compiled: 'c0de' }
    const builtAt = new Date(shop.deps.now()).toISOString()
    await recordRelease(shop.deps.db, { id, builtAt, ...figures }, waiting, released)
    await updatePublishResult(shop.deps.db, { release: id })
    await deletePublishRequests(
      shop.deps.db,
      waiting.map((request) => request.id),
    )
    shop.advanceTime(60_000)
  }
  const save = async (slug: string, change: object) => {
    const { revision, entry } = await readProduct(slug)
    const seenCounts = { stock: entry.stock }
    const path = `/editor/products/${toProductId(slug)}`
    const saved = await editor.put(path, { ...entry, ...change, revision, seenCounts })
    expect(saved.status).toBe(200)
    shop.advanceTime(60_000)
  }
  const saveText = async (id: string, change: object) => {
    const { revision, body } = (await editor.get(`/editor/content/${id}`)).body.record
    const saved = await editor.put(`/editor/content/${id}`, {
      revision,
      body: { ...body, ...change },
    })
    expect(saved.status).toBe(200)
    shop.advanceTime(60_000)
  }
  const list = async (id: string) =>
    (await editor.get(`/editor/releases/${id}/changed-records`)).body
  return { ...studio, publish, save, saveText, list }
})

const ONE = '20261126-000000001-aaaaaaaa'
const TWO = '20261126-000000002-bbbbbbbb'
const THREE = '20261126-000000003-cccccccc'

describe('records that were saved after a release', () => {
  test('are put back to it, as one change with an undo, and the site is held no more', async ({
    site,
    shop,
    editor,
  }) => {
    const { readProduct, readRecord, publish, save, saveText, list } = site
    await save('a', { tagline: 'Before' })
    const former = (await readRecord('about')).body
    await publish(ONE)
    await save('a', { tagline: 'Wrong', price: 1, stock: 5 })
    await saveText('about', { title: 'Wrong' })
    await publish(TWO)
    await save('a', { tagline: 'Wrong again' })
    await editor.post('/editor/products/bulk', {
      ids: [toProductId('b')],
      change: { kind: 'archive' },
    })
    await editor.post('/editor/products', createCatalogEntry({ slug: 'new', title: 'New' }))
    await publish(THREE)
    // A save that waits, and two pieces that leave the shelf.
    await save('c', { tagline: 'Waits' })
    await shop.deps.db
      .updateTable('stock')
      .set({ on_hand: 3 })
      .where('variant_id', '=', toProductId('a'))
      .execute()
    await editor.post(`/editor/releases/${ONE}/roll-back`)

    expect(await list(ONE)).toMatchObject({ count: 5 })
    expect((await list(TWO)).records).toHaveLength(4)
    expect(await list(THREE)).toMatchObject({ count: 1 })

    const put = await editor.post(`/editor/releases/${ONE}/put-back`)
    expect(put).toMatchObject({ status: 200, body: { restored: 5, kept: [] } })
    // Stock 9, counted as 5, of which 2 were sold.
    expect((await readProduct('a')).entry).toMatchObject({
      tagline: 'Before',
      price: 100,
      stock: 7,
    })
    expect((await readRecord('about')).body).toEqual(former)
    expect((await readProduct('b')).archived).toBe(false)
    expect((await readProduct('new')).archived).toBe(true)
    expect((await readProduct('c')).entry.tagline).not.toBe('Waits')
    expect((await editor.get('/editor/publish')).body).toMatchObject({
      state: 'waiting',
      pinned: '',
    })

    const [batch] = (await editor.get('/editor/batches')).body.batches
    expect(batch).toMatchObject({ summary: expect.stringContaining('Put the records back to') })
    await editor.post(`/editor/batches/${batch.id}/undo`)
    expect((await readProduct('a')).entry).toMatchObject({ tagline: 'Wrong again', stock: 3 })
    expect((await readProduct('b')).archived).toBe(true)
    expect((await readRecord('about')).body).toMatchObject({ title: 'Wrong' })
  })

  test('give a category that was renamed since its name again', async ({ site, editor }) => {
    const { readProduct, readRecord, publish, save, saveText } = site
    const { category } = (await readProduct('a')).entry
    await publish(ONE)
    await save('a', { tagline: 'Wrong' })
    await saveText(`category:${category}`, { name: 'Treasures' })
    const put = await editor.post(`/editor/releases/${ONE}/put-back`)
    expect(put).toMatchObject({ status: 200, body: { kept: [] } })
    const { entry } = await readProduct('a')
    expect(entry).toMatchObject({ category })
    expect(entry.tagline).not.toBe('Wrong')
    expect((await readRecord(`category:${category}`)).archived).toBe(false)
    expect(JSON.stringify((await readRecord('menu')).body)).toContain(`/shop?category=${category}`)
  })

  test('are none without a save, and mails are none of them', async ({ site, editor }) => {
    await site.publish(ONE)
    expect(await editor.post(`/editor/releases/${ONE}/put-back`)).toMatchObject({
      status: 200,
      body: { restored: 0, kept: [] },
    })
    await site.save('a', { tagline: 'New' })
    const mail = (await editor.get('/editor/content')).body.records.find(({ id }: { id: string }) =>
      id.startsWith('mail'),
    )
    if (mail) await site.saveText(mail.id, { subject: 'New' })
    expect(await site.list(ONE)).toMatchObject({ count: 1 })
    expect((await editor.post('/editor/releases/none/put-back')).status).toBe(404)
  })
})
