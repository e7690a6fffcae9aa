import { sql } from 'kysely'
import { expect } from 'vitest'
import { getDefaultContent } from '#src/content/defaults.ts'
import { up } from '#src/server/core/db/migrations/0070-overlays.ts'
import { up as markDrafts } from '#src/server/core/db/migrations/0072-drafts-to-check.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { test } from '#tests/helpers/editor-test.ts'
import { createCatalogEntry } from '#tools/products.ts'

const [a, b, c] = ['a', 'b', 'c'].map(toProductId) as [string, string, string]
const entry = (slug: string, overrides: object = {}) => createCatalogEntry({ slug, ...overrides })

/** Gives the database the tables that it had before launches were overlays. */
async function restoreTables(db: Parameters<typeof up>[0]): Promise<void> {
  for (const statement of [
    'drop table overlay_picture',
    'drop table overlay',
    'drop table launch_effect',
    'drop index launch_live',
    'alter table launch add column batch_id text',
    'create index launch_of_batch on launch (batch_id)',
    'alter table batch add column launch_id text',
    'alter table batch add column undoes text',
    `create table launch_item (launch_id text, record_id text, body text, based_on integer,
      revision integer, saved_at bigint, editor_id text, action text, seen_counts text)`,
    'create table launch_item_picture (launch_id text, record_id text, picture_hash text)',
  ])
    await sql.raw(statement).execute(db)
}

test('an upgrade turns drafts and live launches into overlays', async ({ launch }) => {
  const { shop, editor, price, readProduct, readRecord } = launch
  const { db } = shop.deps
  const old = db as unknown as Parameters<typeof up>[0]
  const former = getDefaultContent('about')
  const drafts: [launch: string, record: string, body: object, basedOn: number][] = []
  /** Saves records as a launch did: as a batch. */
  const start = async (id: string, at: number, saves: [string, string, object][]) => {
    await sql`insert into launch (id, name, published_at, created_at, revision)
      values (${id}, ${id}, ${at}, ${at}, 1)`.execute(db)
    await sql`insert into batch (id, summary, created_at) values (${id}, ${id}, ${at})`.execute(db)
    for (const [record, slug, change] of saves) {
      const { entry: before, revision } = await readProduct(slug)
      const saved = { ...before, ...change }
      const answer = await editor.put(`/editor/products/${record}`, { ...saved, revision })
      expect(answer.status).toBe(200)
      await sql`update product_version set batch_id = ${id}
        where product_id = ${record} and revision = ${revision + 1}`.execute(db)
      drafts.push([id, record, saved, revision])
    }
  }
  await start('first', 1_000, [
    [a, 'a', { price: 90, title: 'First' }],
    [b, 'b', { price: 150, title: 'Sale' }],
  ])
  await start('second', 2_000, [[a, 'a', { price: 80 }]])
  // A person has changed a field of the launch, and another one.
  const edited = await readProduct('b')
  const { revision } = edited
  const change = { ...edited.entry, revision, price: 160, tagline: 'By hand' }
  expect((await editor.put(`/editor/products/${b}`, change)).status).toBe(200)
  await sql`insert into launch (id, name, created_at, revision) values ('draft', 'Draft', 3, 1)`.execute(
    db,
  )
  drafts.push(
    ['draft', c, entry('c', { price: 7 }), 1],
    ['draft', 'new-1', entry('lamp', { price: 30 }), 0],
    ['draft', 'about', { ...former, title: 'Festive' }, 0],
    ['draft', 'care', { ...getDefaultContent('care'), title: 'Festive' }, 0],
    ['draft', b, entry('b', { price: 5 }), 77],
  )
  // The first launch also changed two texts that come with the shop. A person has saved one of them since.
  for (const id of ['faqs', 'care'] as const) {
    const path = `/editor/content/${id}`
    const body = { ...getDefaultContent(id), title: 'Live' }
    expect((await editor.put(path, { revision: 0, body })).status).toBe(200)
    await sql`update content_version set batch_id = 'first' where record_id = ${id}`.execute(db)
    drafts.push(['first', id, body, 0])
  }
  const byHand = { ...getDefaultContent('care'), title: 'By hand' }
  expect((await editor.put('/editor/content/care', { revision: 1, body: byHand })).status).toBe(200)
  const readTitle = async (id: string) => {
    const row = await db
      .selectFrom('content_record')
      .select('body')
      .where('id', '=', id)
      .executeTakeFirst()
    return row && JSON.parse(row.body).title
  }
  const seen = [await price('a'), await price('b')]
  expect(seen).toEqual([80, 160])
  await restoreTables(old)
  await sql`update launch set batch_id = id where published_at is not null`.execute(db)
  for (const [id, record, body, basedOn] of drafts)
    await sql`insert into launch_item values (${id}, ${record}, ${JSON.stringify(body)},
      ${basedOn}, 1, 3, null, 'update', null)`.execute(db)

  await up(old)
  await markDrafts(old)

  // Shoppers see the same; the records have their own values.
  expect([await price('a'), await price('b')]).toEqual(seen)
  expect((await readProduct('a')).entry).toMatchObject({ price: 100, title: 'The a' })
  expect((await readProduct('b')).entry).toMatchObject({
    price: 160,
    title: 'The b',
    tagline: 'By hand',
  })
  const patches = await db
    .selectFrom('overlay')
    .select(['launch_id', 'record_id', 'patch', 'problem', 'needs_check'])
    .execute()
  const find = (launchId: string, recordId: string) => {
    const row = patches.find((item) => item.launch_id === launchId && item.record_id === recordId)
    return (
      row && { patch: JSON.parse(row.patch), problem: row.problem, needsCheck: row.needs_check }
    )
  }
  expect(find('first', b)?.patch).toEqual({ title: { set: 'Sale' } })
  expect(find('second', a)?.patch).toEqual({ price: { set: 80 } })
  expect(find('draft', c)).toEqual({
    patch: { price: { set: 7 } },
    problem: '',
    needsCheck: 0,
  })
  expect(find('draft', 'about')).toMatchObject({
    patch: { title: { set: 'Festive' } },
    problem: '',
  })
  expect(find('first', 'faqs')?.patch).toMatchObject({ title: { set: 'Live' } })
  expect(find('first', 'care')?.patch).toEqual({})
  expect(find('draft', 'care')).toMatchObject({ problem: '', needsCheck: 1 })
  expect([await readTitle('faqs'), await readTitle('care')]).toEqual(['Live', 'By hand'])
  expect((await readRecord('faqs')).body).toEqual(getDefaultContent('faqs'))
  expect(find('draft', 'new-1')?.patch.archived).toEqual({ set: false })
  expect(find('draft', b)).toMatchObject({ problem: '', needsCheck: 1 })

  expect((await editor.post('/editor/launches/second/end')).status).toBe(200)
  expect(await price('a')).toBe(90)
  expect((await editor.post('/editor/launches/first/end')).status).toBe(200)
  expect([await price('a'), await price('b')]).toEqual([100, 160])
  expect([await readTitle('faqs'), await readTitle('care')]).toEqual([undefined, 'By hand'])
  const { launch: started } = (await editor.post('/editor/launches/draft/publish')).body
  expect(started.message).toMatch(/^Not in the launch: The b: The version/)
  expect([await price('c'), await price('lamp')]).toEqual([7, 30])
  expect((await readRecord('about')).body.title).toBe(former.title)
  // The end forgets what was left out, but not that an editor has to check a draft.
  await editor.post('/editor/launches/draft/end')
  const ended = (await editor.get('/editor/launches/draft')).body.launch
  const item = ended.items.find(({ recordId }: { recordId: string }) => recordId === b)
  expect(item.errors).toEqual([expect.stringContaining('Open the draft, check all of its fields')])
})
