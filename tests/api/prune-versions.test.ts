import { describe, expect } from 'vitest'
import { DAY_MS } from '#src/rules/constants.ts'
import { deleteExpired } from '#src/server/jobs/delete-expired.ts'
import { test as base } from '#tests/helpers/editor-test.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'

/** The clock of these tests; days are those of India. */
const NOW = Date.parse('2027-06-15T12:00:00+05:30')
const toTime = (time: string) => Date.parse(`${time}:00+05:30`)

const test = base.extend('history', async ({ shop }) => {
  shop.freezeTime()
  shop.advanceTime(NOW - shop.deps.now())
  const { db } = shop.deps
  const [id = ''] = await addProducts(shop, { slug: 'bowl' })
  const content = { id: 'about', body: '{}', updated_at: NOW, archived: 0 }
  await db
    .insertInto('content_record')
    .values({ ...content, revision: 99 })
    .execute()
  return {
    id,
    /** Inserts versions of the product and of the record `about`, saved at these times. */
    async add(times: string[], { batch_id = null }: { batch_id?: string | null } = {}) {
      for (const [index, time] of times.entries()) {
        const version = { revision: index + 1, action: 'update', saved_at: toTime(time) } as const
        const common = { ...version, editor_id: null, archived: 0, batch_id }
        const entry = JSON.stringify(createCatalogEntry({ slug: 'bowl' }))
        await db
          .insertInto('product_version')
          .values({ ...common, product_id: id, entry })
          .execute()
        await db
          .insertInto('content_version')
          .values({ ...common, record_id: 'about', body: '{}' })
          .execute()
      }
    },
    /** Revisions that are left after a cleanup: of the product, then of the record. */
    async prune() {
      await deleteExpired(shop.deps)
      expect(shop.logs).toEqual([])
      const left: number[][] = []
      for (const table of ['product_version', 'content_version'] as const) {
        const rows = await db.selectFrom(table).select('revision').orderBy('revision').execute()
        left.push(rows.map(({ revision }) => revision))
      }
      return left
    },
  }
})

describe('versions', () => {
  test('of 90 days stay, then the newest of each day, then of each month', async ({ history }) => {
    await history.add([
      // The first one stays; of the rest of its month, the newest.
      ...['2026-03-01T10:00', '2026-03-02T10:00', '2026-03-31T23:59', '2026-04-01T00:01'],
      // One day.
      ...['2026-09-01T00:10', '2026-09-01T12:00', '2026-09-01T23:50', '2026-09-02T00:05'],
      // The first day that is kept as a whole.
      ...['2027-03-17T08:00', '2027-03-17T09:00', '2027-06-15T11:00', '2027-06-15T11:01'],
    ])
    const left = [1, 3, 4, 7, 8, 9, 10, 11, 12]
    expect(await history.prune()).toEqual([left, left])
  })

  test('are looked at once, when their time comes', async ({ shop, history }) => {
    await history.add(['2027-03-01T10:00', '2027-03-20T10:00', '2027-03-20T11:00'])
    expect((await history.prune())[0]).toEqual([1, 2, 3])
    shop.advanceTime(10 * DAY_MS)
    expect((await history.prune())[0]).toEqual([1, 3])
    const looks: unknown[] = []
    shop.statementListeners.add(({ sql }) => {
      if (/delete from "(?:product|content)_version"/.test(sql)) looks.push(sql)
    })
    expect((await history.prune())[0]).toEqual([1, 3])
    expect(looks).toEqual([])
  })

  test('of more than one step are pruned, also those of one moment', async ({ shop, history }) => {
    const { db } = shop.deps
    await history.add([])
    const values = Array.from({ length: 250 }, (_, index) => ({
      product_id: history.id,
      revision: index + 1,
      action: 'update' as const,
      entry: '{}',
      editor_id: null,
      archived: 0,
      batch_id: null,
      saved_at: toTime('2026-01-01T10:00'),
    }))
    await db.insertInto('product_version').values(values).execute()
    expect((await history.prune())[0]).toEqual([1, 250])
  })

  test('take the uses of their pictures along', async ({ shop, history }) => {
    await history.add(['2026-03-01T10:00', '2026-03-02T10:00', '2026-03-03T10:00'])
    const { db } = shop.deps
    const used = [1, 2, 3].map((revision) => ({ revision, picture_hash: 'a'.repeat(32) }))
    await db
      .insertInto('product_version_picture')
      .values(used.map((use) => ({ ...use, product_id: history.id })))
      .execute()
    await history.prune()
    const left = await db.selectFrom('product_version_picture').select('revision').execute()
    expect(left.map(({ revision }) => revision).toSorted()).toEqual([1, 3])
  })

  test('leave their pictures to the version before that has them, too', async ({
    shop,
    history,
  }) => {
    await history.add(['2026-03-01T10:00', '2026-03-02T10:00', '2026-03-31T10:00'])
    const { db } = shop.deps
    const [file, other] = ['a'.repeat(32), 'b'.repeat(32)]
    const pictures = [{ file, alt: 'A bowl' }]
    const entry = JSON.stringify(createCatalogEntry({ slug: 'bowl', pictures }))
    await db.updateTable('product_version').set({ entry }).where('revision', '<', 3).execute()
    const use = { product_id: history.id, revision: 2 }
    await db
      .insertInto('product_version_picture')
      .values([file, other].map((picture_hash) => ({ ...use, picture_hash })))
      .execute()
    expect((await history.prune())[0]).toEqual([1, 3])
    const left = await db.selectFrom('product_version_picture').selectAll().execute()
    expect(left).toEqual([{ ...use, revision: 1, picture_hash: file }])
  })
})

test('a launch that is live for long ends with what its records are by then', async ({
  launch,
}) => {
  const { shop, editor, id, draft, publish, readProduct } = launch
  const a = await readProduct('a')
  for (const amount of [110, 120])
    await editor.patch(`/editor/products/${a.id}`, {
      price: amount,
      revision: (await readProduct('a')).revision,
    })
  const before = await readProduct('a')
  await draft(a.id, { ...before.entry, price: 90 }, before.revision)
  expect((await publish()).status).toBe(200)
  await editor.patch(`/editor/products/${a.id}`, { title: 'Renamed', revision: before.revision })
  shop.advanceTime(500 * DAY_MS)
  await deleteExpired(shop.deps)
  const client = await shop.createSignedInUser('editor')
  const { versions } = (await client.get(`/editor/products/${a.id}/history`)).body
  expect(versions.map(({ revision }: { revision: number }) => revision)).toEqual([4, 1])
  expect((await client.post(`/editor/launches/${id}/end`)).status).toBe(200)
  expect((await client.get('/products/slug/a')).body.product).toMatchObject({
    price: 120,
    title: 'Renamed',
  })
})

test('a change of several products can be undone for 90 days', async ({ shop, editor }) => {
  const ids = await addProducts(shop, { slug: 'a', price: 100 }, { slug: 'b', price: 200 })
  const change = { kind: 'price', percent: 10 }
  const bulk = async () => (await editor.post('/editor/products/bulk', { ids, change })).body.batch
  const [first, second] = [await bulk(), await bulk()]
  shop.advanceTime(89 * DAY_MS)
  await deleteExpired(shop.deps)
  const later = await shop.createSignedInUser('editor')
  expect((await later.post(`/editor/batches/${second}/undo`)).body.restored).toBe(2)
  shop.advanceTime(2 * DAY_MS)
  const message = expect.stringContaining('for 90 days')
  const last = await shop.createSignedInUser('editor')
  const undo = () => last.post(`/editor/batches/${first}/undo`)
  expect(await undo()).toMatchObject({ status: 409, body: { message } })
  await deleteExpired(shop.deps)
  expect((await undo()).status).toBe(404)
})
