import { describe, expect } from 'vitest'
import { DEFAULT_IDS, getDefaultContent } from '#src/content/defaults.ts'
import type { ContentId } from '#src/contract/content.ts'
import type { EntryVariant } from '#src/contract/entry.ts'
import type { LaunchItem } from '#src/contract/launches.ts'
import { MAX_LAUNCH_ITEMS } from '#src/contract/values.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { parseStoredBody } from '#src/server/core/content/read-content.ts'
import type { Db } from '#src/server/core/db/schema.ts'
import { listPublishRequests } from '#src/server/core/publish-requests/queries.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { applyDueLaunches } from '#src/server/studio/launches/boundaries.ts'
import { test } from '#tests/helpers/editor-test.ts'
import { killBeforeCommit } from '#tests/helpers/kill-before-commit.ts'
import { listMailsTo } from '#tools/api-client.ts'
import { CATEGORY } from '#tools/every-endpoint.ts'
import { addProducts, createCatalogEntry } from '#tools/products.ts'

const MINUTE = 60_000
const [a, b, c] = ['a', 'b', 'c'].map(toProductId) as [string, string, string]
const about = { ...getDefaultContent('about'), title: 'The festive house' }
const SALE = { kind: 'price', percent: -10, keepListPrice: true }

const entry = (slug: string, overrides: object = {}) => createCatalogEntry({ slug, ...overrides })
/** The text of a record as pages show it. */
const readShown = async ({ deps: { db } }: { deps: { db: Db } }, id: string) => {
  const row = await db
    .selectFrom('content_record')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row && (JSON.parse(row.body) as Record<string, unknown>)
}
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()

describe('a launch', () => {
  test('changes products and content as one, and ends as one', async ({ launch }) => {
    const { shop, editor, price, readRecord } = launch
    const { db } = shop.deps
    await launch.draft(a, entry('a', { price: 80, listPrice: 100, related: ['lamp'] }))
    await launch.draft('new-1', entry('lamp', { price: 30 }), 0)
    await launch.draft('about', about, 0)
    expect([await price('a'), await listPublishRequests(db)]).toEqual([100, []])
    const items: LaunchItem[] = (await launch.read()).items
    expect(Object.fromEntries(items.map((item) => [item.recordId, item]))).toMatchObject({
      [a]: { fields: ['price', 'listPrice', 'related'] },
      about: { fields: ['title'], isNew: false },
      'new-1': { title: 'The lamp', isNew: true },
    })
    const listDrafts = async () => (await editor.get(`/editor/drafts?record=${a}`)).body.drafts
    expect(await listDrafts()).toMatchObject([
      { launch: { name: 'Diwali', state: 'draft' }, savedBy: 'Asha Rao' },
    ])

    expect(statusesOf(await Promise.all([1, 2, 3].map(launch.publish)))).toEqual([200, 409, 409])
    expect(await launch.read()).toMatchObject({ state: 'live', itemCount: 3 })
    expect([await price('a'), await price('lamp')]).toEqual([80, 30])
    expect((await readShown(shop, 'about'))?.['title']).toBe(about.title)
    // The record itself is as it was.
    expect((await readRecord('about')).revision).toBe(0)
    // One publish has all of them.
    const requests = await listPublishRequests(db)
    expect(new Set(requests.map((row) => row.created_at)).size).toBe(1)
    const logged = await db.selectFrom('audit_entry').select(['action', 'subject']).execute()
    expect(logged.filter(({ subject }) => /^Launched/.test(subject))).toEqual([
      { action: 'launches', subject: 'Launched Diwali' },
    ])
    expect(await listDrafts()).toMatchObject([
      { launch: { state: 'live' }, before: { price: 100 }, after: { price: 80 } },
    ])
    expect((await editor.delete(launch.path)).status).toBe(409)

    const ended = await launch.end()
    expect(ended).toMatchObject({ status: 200, body: { launch: { state: 'ended', message: '' } } })
    const effects = await db.selectFrom('launch_effect').select(['record_id', 'to_at']).execute()
    expect(effects).toHaveLength(3)
    expect(effects.every(({ to_at }) => to_at === shop.deps.now())).toBe(true)
    expect(await listDrafts()).toEqual([])
    expect([await price('a'), await price('lamp')]).toEqual([100, undefined])
    const record = await readRecord('about')
    expect(record.body).toEqual(record.initialBody)
    expect(await readShown(shop, 'about')).toBeUndefined()
    expect((await launch.end()).status).toBe(409)

    // It goes live again, with the product that it has created.
    expect((await launch.publish()).status).toBe(200)
    expect([await price('a'), await price('lamp')]).toEqual([80, 30])
  })

  test('lies over what others save, and leaves it as they saved it', async ({ launch }) => {
    const { editor, price, readProduct } = launch
    const patch = (id: string, change: object) => editor.patch(`/editor/products/${id}`, change)
    await launch.draft(a, entry('a', { price: 80 }))
    await patch(a, { revision: 1, stock: 7, title: 'The saved a' })
    const [item] = (await launch.read()).items
    expect(item).toMatchObject({ fields: ['price'], errors: [] })
    expect((await launch.publish()).status).toBe(200)
    expect((await readProduct('a')).entry).toMatchObject({ price: 100, stock: 7 })
    await patch(a, { revision: 2, price: 90, title: 'Saved again' })
    const { product } = (await editor.get('/products/slug/a')).body
    expect(product).toMatchObject({ price: 80, stock: 7, title: 'Saved again' })
    await launch.end()
    expect(await price('a')).toBe(90)
  })

  test('starts without drafts that are not valid any more, and names them', async ({ launch }) => {
    const { editor, price } = launch
    await editor.post('/editor/products', entry('lamp'))
    await launch.draft('new-1', entry('lamp'), 0)
    await launch.draft(a, entry('a', { price: 80 }))
    await launch.draft(b, entry('b', { price: 150 }))
    await launch.draft('category:lamps', CATEGORY, 0)
    await editor.post('/editor/content', { id: 'category:lamps', body: CATEGORY })
    await editor.post(`/editor/products/${a}/archive`)
    const errors = {
      'new-1': ['Another product has the slug lamp.'],
      'category:lamps': ['A record with this address exists now.'],
      [a]: ['It is archived, so the launch leaves it out.'],
      [b]: [],
    }
    const readErrors = async () => {
      const items: LaunchItem[] = (await launch.read()).items
      return Object.fromEntries(items.map((item) => [item.recordId, item.errors]))
    }
    expect(await readErrors()).toEqual(errors)
    expect((await launch.publish()).status).toBe(200)
    expect([await price('a'), await price('b')]).toEqual([undefined, 150])
    const { message } = await launch.read()
    expect(message).toMatch(/^Not in the launch: .*The a: It is archived/)
    expect(message).toContain('Another product has the slug lamp.')
    const missed = (await editor.get('/editor/dashboard')).body.missedLaunches
    expect(missed).toMatchObject([{ name: 'Diwali', message }])
    await launch.end()
    expect([await price('b'), (await launch.read()).message]).toEqual([200, ''])
  })

  test('with nothing that can start is refused', async ({ launch }) => {
    const { editor } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    await editor.post(`/editor/products/${a}/archive`)
    const { status, body } = await launch.publish()
    expect([status, body.message]).toEqual([409, expect.stringContaining('Nothing can go live.')])
    expect((await launch.read()).state).toBe('draft')
  })

  test('is published also if many products leave the site with it', async ({ launch }) => {
    const { shop, editor, bulk } = launch
    /** Returns the numbers of products that a step accepts. */
    const accepts = async (step: () => Promise<unknown>) => {
      await shop.deps.db.deleteFrom('publish_request').execute()
      await step()
      const requests = await listPublishRequests(shop.deps.db)
      return [...new Set(requests.map(({ accepted_products }) => accepted_products))]
    }
    await editor.post(`/editor/products/${c}/archive`)
    await bulk([a, b], SALE)
    expect(await accepts(launch.publish)).toEqual([null])
    expect(await accepts(launch.end)).toEqual([null])
    await bulk([b], { kind: 'archive' })
    await bulk([c], { kind: 'restore' })
    expect(await accepts(launch.publish)).toEqual([2])
    expect(await accepts(() => editor.post(`/editor/products/${a}/archive`))).toEqual([null])
    expect(await accepts(launch.end)).toEqual([1])
  })

  test('is kept: its values become those of the records, as one batch', async ({ launch }) => {
    const { shop, editor, price, readProduct, readRecord } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    await launch.draft('about', about, 0)
    await launch.publish()
    expect((await launch.keep()).body.launch.state).toBe('ended')
    expect((await readProduct('a')).entry.price).toBe(80)
    expect((await readRecord('about')).body.title).toBe(about.title)
    expect([await price('a'), (await readShown(shop, 'about'))?.['title']]).toEqual([
      80,
      about.title,
    ])
    const [batch] = (await editor.get('/editor/batches')).body.batches
    expect(batch).toMatchObject({ summary: 'Kept the changes of Diwali', recordCount: 2 })
    const undone = await editor.post(`/editor/batches/${batch.id}/undo`)
    expect(undone.body).toMatchObject({ restored: 2, kept: [] })
    expect(await price('a')).toBe(100)
    expect((await launch.keep()).status).toBe(409)
  })

  test('refuses a save over another version of a draft with both', async ({ launch }) => {
    const { editor } = launch
    const save = (price: number, revision = 0) =>
      launch.draft(a, entry('a', { price }), 1, revision)
    const answers = await Promise.all([80, 70, 60].map((price) => save(price)))
    expect(statusesOf(answers)).toEqual([200, 409, 409])
    expect((await save(50)).body).toMatchObject({
      message: 'Another version of this draft was saved meanwhile.',
      current: { revision: 1, savedBy: 'Asha Rao' },
      submitted: { price: 50 },
    })
    expect((await save(50, 1)).body.draft.revision).toBe(2)
    const draft = `${launch.path}/draft?record=${a}`
    expect((await editor.delete(draft)).body.launch.items).toEqual([])
    expect((await editor.get(draft)).status).toBe(404)
  })

  test('has room for so many drafts, also of a change of several products', async ({ launch }) => {
    const { shop, editor } = launch
    const pieces = Array.from({ length: MAX_LAUNCH_ITEMS }, (_, index) => ({
      slug: `piece-${index}`,
    }))
    const ids = await addProducts(shop, ...pieces)
    const bulk = (some: string[]) =>
      editor.post('/editor/products/bulk', { ids: some, change: SALE, launch: launch.id })
    const half = ids.length / 2
    const halves = [await bulk(ids.slice(0, half)), await bulk(ids.slice(half))]
    expect(statusesOf(halves)).toEqual([200, 200])
    // They are read in parts: each of them is a whole product.
    const read: number[] = []
    shop.statementListeners.add(({ sql, parameters }) => {
      if (/^select "overlay"\.\*, "user"/.test(sql)) read.push(parameters.length - 1)
    })
    expect((await launch.read()).items).toHaveLength(MAX_LAUNCH_ITEMS)
    expect(read).toEqual(Array(MAX_LAUNCH_ITEMS / 100).fill(100))
    const full = `A launch has ${MAX_LAUNCH_ITEMS} drafts at most.`
    expect((await bulk([a])).body.message).toBe(full)
    expect((await launch.draft(a, entry('a'))).body.message).toBe(full)
  })

  test('drafts every kind of record, which goes live and ends', async ({ launch }) => {
    const { shop, readRecord } = launch
    const changed = new Map<string, object>()
    for (const id of DEFAULT_IDS) {
      const body: Record<string, unknown> = getDefaultContent(id)
      const isText = (field: string) => /^(?:title|subject|text|tagline|alt)$/.test(field)
      const name = id === 'home' ? undefined : Object.keys(body).find(isText)
      if (name) changed.set(id, { ...body, [name]: `Now ${body[name]}`.trim() })
      const saved = await launch.draft(id, changed.get(id) ?? body, 0)
      expect([id, saved.status]).toEqual([id, 200])
    }
    expect(changed.size).toBeGreaterThan(20)
    expect((await launch.publish()).status).toBe(200)
    for (const [id, body] of changed) {
      const shown = await readShown(shop, id)
      expect([id, shown && parseStoredBody(id, JSON.stringify(shown))]).toEqual([id, body])
    }
    // None has a version.
    expect((await readRecord('home')).revision).toBe(0)
    await launch.end()
    for (const id of changed.keys())
      expect((await readRecord(id)).body).toEqual(getDefaultContent(id as ContentId))
  })
})

describe('a draft of a live launch', () => {
  const listEffects = async ({ deps: { db } }: { deps: { db: Db } }, record: string) =>
    (
      await db
        .selectFrom('launch_effect')
        .select(['patch', 'to_at'])
        .where('record_id', '=', record)
        .orderBy('from_at')
        .execute()
    ).map(({ patch, to_at }) => [JSON.parse(patch).price?.set, to_at !== null])

  test('is saved: shoppers see it at once, and the history has both', async ({ launch }) => {
    const { shop, editor, price, readProduct } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    await launch.publish()
    shop.advanceTime(MINUTE)
    const before = (await listPublishRequests(shop.deps.db)).length
    const saved = await launch.draft(a, entry('a', { price: 70 }), 1, 1)
    expect(saved).toMatchObject({ status: 200, body: { draft: { revision: 2 } } })
    expect([await price('a'), (await readProduct('a')).entry.price]).toEqual([70, 100])
    expect(await listPublishRequests(shop.deps.db)).toHaveLength(before + 1)
    expect(await listEffects(shop, a)).toEqual([
      [80, true],
      [70, false],
    ])
    const { launches } = (await editor.get(`/editor/products/${a}/history`)).body
    expect(launches).toMatchObject([
      { name: 'Diwali', after: { price: 70 }, to: null },
      { name: 'Diwali', after: { price: 80 }, to: expect.any(String) },
    ])
    const { subject } = await shop.deps.db
      .selectFrom('audit_entry')
      .select('subject')
      .orderBy('at', 'desc')
      .executeTakeFirstOrThrow()
    expect(subject).toBe('Saved the draft of The a in the live launch Diwali')
    // Who has not seen this version gets it, and changes nothing.
    const late = await launch.draft(a, entry('a', { price: 60 }), 1, 1)
    expect(late).toMatchObject({ status: 409, body: { current: { revision: 2 } } })
    expect(await price('a')).toBe(70)
    await launch.end()
    expect(await price('a')).toBe(100)
  })

  test('that would break a rule is refused as a whole', async ({ launch }) => {
    const { shop, price } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    await launch.publish()
    const requests = await listPublishRequests(shop.deps.db)
    const refused = await launch.draft(a, entry('a', { price: 70, slug: 'b' }), 1, 1)
    expect([refused.status, refused.body.message]).toEqual([409, 'Another product has the slug b.'])
    expect([await price('a'), await price('b')]).toEqual([80, 200])
    expect((await launch.read()).items).toMatchObject([{ after: { price: 80 } }])
    expect(await listPublishRequests(shop.deps.db)).toEqual(requests)
  })

  test('adds records, also new ones, and takes them out', async ({ launch }) => {
    const { shop, editor, price } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    await launch.publish()
    shop.advanceTime(MINUTE)
    await launch.draft(b, entry('b', { price: 150, slug: 'z' }))
    await launch.draft('about', about, 0)
    const { draft } = (await launch.draft('new-1', entry('lamp', { price: 30 }), 0)).body
    expect(draft.recordId).toBe(toProductId('lamp'))
    expect([await price('z'), await price('lamp')]).toEqual([150, 30])
    expect((await readShown(shop, 'about'))?.['title']).toBe(about.title)
    // What it has created is changed like any other record.
    await launch.draft(toProductId('lamp'), entry('lamp', { price: 25 }), 1, 1)
    expect(await price('lamp')).toBe(25)
    for (const record of [b, 'about', toProductId('lamp')])
      expect((await editor.delete(`${launch.path}/draft?record=${record}`)).status).toBe(200)
    expect([await price('b'), await price('z'), await price('lamp')]).toEqual([200, 200, undefined])
    expect(await readShown(shop, 'about')).toBeUndefined()
    expect((await launch.read()).items).toMatchObject([{ recordId: a }])
    expect(await price('a')).toBe(80)
  })

  test('of the launch that started first stays under a later one', async ({ launch }) => {
    const { shop, editor, price } = launch
    await launch.draft(a, entry('a', { price: 80, tagline: 'First' }))
    await launch.publish()
    shop.advanceTime(MINUTE)
    const { id } = (await editor.post('/editor/launches', { name: 'Flash' })).body.launch
    const flash = { record: a, revision: 0, basedOn: 1, body: entry('a', { price: 50 }) }
    await editor.put(`/editor/launches/${id}/draft`, flash)
    await editor.post(`/editor/launches/${id}/publish`)
    shop.advanceTime(MINUTE)
    await launch.draft(a, entry('a', { price: 70, tagline: 'Second' }), 1, 1)
    const { product } = (await editor.get('/products/slug/a')).body
    expect([product.price, product.tagline]).toEqual([50, 'Second'])
    await editor.delete(`/editor/launches/${id}/draft?record=${a}`)
    expect(await price('a')).toBe(70)
  })
})

describe('the slugs of a launch', () => {
  test('one that a rename makes free is used by others, in any order', async ({ launch }) => {
    const { editor, price } = launch
    await launch.draft('new-1', entry('a', { price: 5 }), 0)
    await launch.draft(a, entry('b', { price: 100, related: ['c'] }))
    await launch.draft(b, entry('z', { price: 200, related: ['a'] }))
    const prices = () => Promise.all(['a', 'b', 'z'].map(price))
    for (const run of ['first', 'again']) {
      expect([run, (await launch.publish()).status]).toEqual([run, 200])
      expect(await prices()).toEqual([5, 100, 200])
      const { product } = (await editor.get('/products/slug/z')).body
      expect(product.relatedProducts[0].slug).toBe('b')
      expect((await launch.end()).body.launch).toMatchObject({ state: 'ended', message: '' })
      // The page of b was at z while the launch was live.
      expect(await prices()).toEqual([100, 200, 200])
    }
  })

  test('two products do not swap theirs', async ({ launch }) => {
    await launch.draft(a, entry('b'))
    await launch.draft(b, entry('a'))
    expect((await launch.read()).items).toMatchObject([
      { errors: ['Another product has the slug b.'] },
      { errors: ['Another product has the slug a.'] },
    ])
    expect((await launch.publish()).status).toBe(409)
  })

  test('an end keeps a slug whose former is taken, and names it', async ({ launch }) => {
    const { editor, price } = launch
    await launch.draft(b, entry('new-b', { price: 150 }))
    await launch.publish()
    await editor.post('/editor/products', { ...entry('b', { price: 7 }), takesFormer: true })
    const { message } = (await launch.end()).body.launch
    expect(message).toMatch(/^Not as before the launch: The b: Another product has the address b/)
    expect([await price('b'), await price('new-b')]).toEqual([7, 200])
  })
})

describe('a change of several products in a launch', () => {
  test('becomes drafts, on top of those that there are', async ({ launch }) => {
    const { editor, bulk, price, readProduct } = launch
    await launch.draft(a, entry('a', { price: 100, title: 'Festive a' }))
    const { body } = await bulk([a, b], SALE)
    expect(body).toEqual({ batch: null, changed: 2, unchanged: 0 })
    expect((await bulk([a], SALE, 'missing')).status).toBe(404)
    expect(await price('a')).toBe(100)
    await launch.publish()
    const { product } = (await editor.get('/products/slug/a')).body
    expect(product).toMatchObject({ title: 'Festive a', price: 90, originalPrice: 100 })
    expect((await readProduct('a')).entry).toMatchObject({ title: 'The a', price: 100 })
    expect(await price('b')).toBe(180)
  })

  test('of a live launch is shown at once, with both periods in the history', async ({
    launch,
  }) => {
    const { shop, editor, bulk, price, readProduct } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    await launch.publish()
    shop.advanceTime(MINUTE)
    const before = (await listPublishRequests(shop.deps.db)).length
    expect((await bulk([a, b], SALE)).body).toEqual({ batch: null, changed: 2, unchanged: 0 })
    expect([await price('a'), await price('b')]).toEqual([72, 180])
    expect((await readProduct('a')).entry.price).toBe(100)
    expect(await listPublishRequests(shop.deps.db)).toHaveLength(before + 2)
    const { launches } = (await editor.get(`/editor/products/${a}/history`)).body
    expect(launches).toMatchObject([
      { after: { price: 72 }, to: null },
      { after: { price: 80 }, to: expect.any(String) },
    ])
    const log = await shop.deps.db
      .selectFrom('audit_entry')
      .select('subject')
      .where('at', '=', shop.deps.now())
      .execute()
    const subject = 'Changed the price of 2 products by -10 % in the live launch Diwali'
    expect(log).toEqual([{ subject }])
    expect((await bulk([c], { kind: 'archive' })).body.changed).toBe(1)
    expect(await price('c')).toBeUndefined()
    await launch.end()
    expect(await Promise.all(['a', 'b', 'c'].map(price))).toEqual([100, 200, entry('c').price])
  })

  test('of a live launch is refused as a whole if one breaks a rule', async ({ launch }) => {
    const { shop, bulk, price } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    await launch.publish()
    await shop.deps.db
      .updateTable('overlay')
      .set({ patch: JSON.stringify({ slug: { set: 'c' } }) })
      .where('record_id', '=', a)
      .execute()
    const requests = await listPublishRequests(shop.deps.db)
    const refused = await bulk([a, b], SALE)
    const message = 'Nothing is saved. The a: Another product has the slug c.'
    expect([refused.status, refused.body.message]).toEqual([409, message])
    expect([await price('a'), await price('b')]).toEqual([80, 200])
    expect((await launch.read()).items).toHaveLength(1)
    expect(await listPublishRequests(shop.deps.db)).toEqual(requests)
  })

  test('of a live launch at once with another one changes both', async ({ launch }) => {
    const { bulk, price } = launch
    await bulk([a, b], SALE)
    await launch.publish()
    const change = { kind: 'price', percent: 100 }
    const answers = await Promise.all([bulk([a, b], change), bulk([b, a], change), launch.end()])
    expect(statusesOf(answers)).toEqual([200, 200, 200])
    expect([await price('a'), await price('b')]).toEqual([100, 200])
    await launch.publish()
    expect([await price('a'), await price('b')]).toEqual([360, 720])
  })

  test('of drafts at once with another one changes them twice', async ({ launch }) => {
    const { bulk } = launch
    const change = { kind: 'price', percent: 100 }
    await bulk([a, b], change)
    const answers = await Promise.all([bulk([a, b], change), bulk([b, a], change)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const items: LaunchItem[] = (await launch.read()).items
    const prices = items.map(
      ({ before, after }) => Number(after['price']) / Number(before['price']),
    )
    expect(prices).toEqual([8, 8])
  })

  test('leaves archived products so, unless it restores them', async ({ launch }) => {
    const { editor, bulk, price, readProduct } = launch
    for (const id of [a, b]) await editor.post(`/editor/products/${id}/archive`)
    for (const [ids, change, changed] of [
      [[a, b, c], SALE, 3],
      [[a, b, c], { kind: 'archive' }, 1],
      [[a, c], { kind: 'restore' }, 2],
      [[c], { kind: 'archive' }, 1],
    ] as const)
      expect((await bulk([...ids], change)).body).toMatchObject({ changed })
    expect((await launch.read()).items).toContainEqual(
      expect.objectContaining({ recordId: a, action: 'restore', archived: true }),
    )
    // A record that comes with the shop is there for good.
    const fixed = { record: 'about', revision: 0, basedOn: 0, body: about, action: 'archive' }
    expect((await editor.put(`${launch.path}/draft`, fixed)).body.field).toBe('action')
    const prices = () => Promise.all(['a', 'b', 'c'].map(price))
    for (const _ of ['first', 'again']) {
      expect((await launch.publish()).status).toBe(200)
      expect(await prices()).toEqual([90, undefined, undefined])
      expect(await readProduct('b')).toMatchObject({ archived: true, entry: { price: 200 } })
      await launch.end()
      expect(await prices()).toEqual([undefined, undefined, entry('c').price])
    }
  })

  const sizes = ['M', 'L', 'XL']
  const toRing = (rows: Pick<EntryVariant, 'stock' | 'price'>[], more: object = {}) => ({
    ...entry('ring', { price: 100, options: [{ name: 'Size', values: sizes }] }),
    variant: { Size: 'M' },
    ...more,
    variants: rows.map((row, index) => ({ choice: { Size: sizes[index] ?? '' }, ...row })),
  })
  const ringTest = test.extend('ring', async ({ launch }) => {
    const { editor } = launch
    const id = toProductId('ring')
    const rows = [{ stock: 5 }, { stock: 6, price: 150 }, { stock: 7, price: 180 }]
    await editor.post('/editor/products', toRing(rows))
    return {
      id,
      rows,
      save: (revision: number, body: object) =>
        editor.put(`/editor/products/${id}`, { revision, ...body }),
      readPrices: async () => {
        const { price, variants = [] } = (await editor.get('/products/slug/ring')).body.product
        return [price, ...variants.map(({ stock, price }: EntryVariant) => [stock, price])]
      },
    }
  })

  ringTest('names what it changes of variants as a save would', async ({ launch, ring }) => {
    const { bulk } = launch
    const readFields = async () => (await launch.read()).items[0].fields
    await launch.draft(ring.id, toRing(ring.rows, { title: 'The festive ring' }))
    expect(await readFields()).toEqual(['title'])
    const cheaper = ring.rows.with(2, { stock: 1, price: 80 })
    await launch.draft(ring.id, toRing(cheaper), 1, 1)
    // A launch does not count.
    expect(await readFields()).toEqual(['variants'])
    // The price of the product is as low as it can be.
    await launch.draft(ring.id, toRing(ring.rows, { price: 1 }), 1, 2)
    expect((await bulk([ring.id], { kind: 'price', percent: -10 })).body.changed).toBe(1)
  })

  ringTest('keeps stock that is counted meanwhile, gives prices back', async ({ launch, ring }) => {
    const { bulk, readProduct } = launch
    await bulk([ring.id], SALE)
    await ring.save(1, toRing(ring.rows.with(1, { stock: 4, price: 150 })))
    expect((await launch.publish()).status).toBe(200)
    expect(await ring.readPrices()).toEqual([90, [5, undefined], [4, 135], [7, 162]])
    const { variants = [], ...own } = (await readProduct('ring')).entry
    expect(variants.map(({ stock, price }) => [stock, price])).toEqual([
      [5, undefined],
      [4, 150],
      [7, 180],
    ])
    await ring.save(2, { ...own, variants: variants.map((row) => ({ ...row, stock: 2 })) })
    expect(await ring.readPrices()).toEqual([90, [2, undefined], [2, 135], [2, 162]])
    await launch.end()
    expect(await ring.readPrices()).toEqual([100, [2, undefined], [2, 150], [2, 180]])
  })

  ringTest(
    'adds a variant with its stock, and keeps it for the next time',
    async ({ launch, ring }) => {
      const { editor, shop, readProduct } = launch
      const more = toRing([...ring.rows, { stock: 3, price: 200 }], {
        options: [{ name: 'Size', values: [...sizes, 'XXL'] }],
      })
      more.variants[3] = { choice: { Size: 'XXL' }, stock: 3, price: 200 }
      await launch.draft(ring.id, more)
      const readStock = async () => (await editor.get('/products/slug/ring')).body.product.stock
      expect([(await launch.publish()).status, await readStock()]).toEqual([200, 21])
      await shop.deps.db.updateTable('stock').set({ on_hand: 1 }).where('on_hand', '=', 3).execute()
      await ring.save(1, { ...(await readProduct('ring')).entry, title: 'Saved' })
      expect(await readStock()).toBe(19)
      await launch.end()
      expect(await readStock()).toBe(18)
      await launch.publish()
      expect(await readStock()).toBe(19)
    },
  )
})

test.for([
  ['first', 'second'],
  ['second', 'first'],
] as const)(
  'two launches of one record leave nothing of theirs once both have ended: %s, then %s',
  async (order, { launch }) => {
    const { shop, editor, price } = launch
    const create = async (amount: number, title: string) => {
      const { id } = (await editor.post('/editor/launches', { name: title })).body.launch
      const path = `/editor/launches/${id}`
      const draft = (record: string, basedOn: number, body: object) =>
        editor.put(`${path}/draft`, { record, revision: 0, basedOn, body })
      await draft(a, 1, entry('a', { price: amount }))
      await draft('about', 0, { ...about, title })
      return path
    }
    const paths = { first: await create(90, 'Holi'), second: await create(80, 'Diwali') }
    const run = async (path: string, step: 'publish' | 'end') => {
      shop.advanceTime(MINUTE)
      expect((await editor.post(`${path}/${step}`)).status).toBe(200)
    }
    const read = async () => [await price('a'), (await readShown(shop, 'about'))?.['title']]
    const before = await read()
    for (const path of Object.values(paths)) await run(path, 'publish')
    // The later one lies on top.
    expect(await read()).toEqual([80, 'Diwali'])
    await run(paths[order[0]], 'end')
    expect(await read()).toEqual(order[0] === 'first' ? [80, 'Diwali'] : [90, 'Holi'])
    await run(paths[order[1]], 'end')
    expect(await read()).toEqual(before)
  },
)

describe('the times of a launch', () => {
  test('are given with its first draft, or nothing is created', async ({ launch }) => {
    const { editor, price, passMinute } = launch
    const create = (overrides: object, body: object = {}) =>
      editor.post('/editor/launches', {
        name: 'Price of The a',
        startsAt: launch.inMinutes(1),
        endsAt: launch.inMinutes(2),
        ...overrides,
        draft: { record: a, basedOn: 1, body: entry('a', { price: 80, ...body }) },
      })
    for (const [field, input, body] of [
      ['price', {}, { price: 0 }],
      ['listPrice', {}, { listPrice: 8 }],
      ['startsAt', { startsAt: launch.inMinutes(-1) }],
      ['startsAt', { startsAt: launch.inMinutes(600_000) }],
      ['endsAt', { endsAt: launch.inMinutes(1) }],
    ] as const)
      expect((await create(input, body)).body.field).toBe(field)
    expect((await editor.get('/editor/launches')).body.launches).toHaveLength(1)
    const items = [{ title: 'The a', fields: ['price'] }]
    expect(await create({})).toMatchObject({
      status: 201,
      body: { launch: { state: 'scheduled', items } },
    })
    await passMinute()
    expect(await price('a')).toBe(80)
    await passMinute()
    expect(await price('a')).toBe(100)
  })

  test('start and end it once, with several processes', async ({ launch }) => {
    const { shop, editor, price } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    const times = { startsAt: launch.inMinutes(10), endsAt: launch.inMinutes(20) }
    expect((await editor.patch(launch.path, times)).body.launch.state).toBe('scheduled')
    for (const [minutes, expected, state] of [
      [0, 100, 'scheduled'],
      [10, 80, 'live'],
      [10, 100, 'ended'],
      [0, 100, 'ended'],
    ] as const) {
      shop.advanceTime(minutes * MINUTE)
      await Promise.allSettled([1, 2, 3].map(() => applyDueLaunches({ ...shop.deps })))
      expect([await price('a'), (await launch.read()).state]).toEqual([expected, state])
    }
    const { versions, launches } = (await editor.get(`/editor/products/${a}/history`)).body
    expect(versions).toHaveLength(1)
    expect(launches).toMatchObject([{ name: 'Diwali', fields: ['price'], after: { price: 80 } }])
    const past = await editor.patch(launch.path, { startsAt: launch.inMinutes(-1) })
    expect(past.body.field).toBe('startsAt')
    expect((await launch.publish()).body.message).toContain('Set another one')
  })

  test('let one start when another one ends, on the same product', async ({ launch }) => {
    const { editor, price, passMinute } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    const times = { startsAt: launch.inMinutes(1), endsAt: launch.inMinutes(2) }
    await editor.patch(launch.path, times)
    await editor.post('/editor/launches', {
      name: 'Afterwards',
      startsAt: launch.inMinutes(2),
      draft: { record: a, basedOn: 1, body: entry('a', { price: 60 }) },
    })
    await passMinute()
    expect(await price('a')).toBe(80)
    await passMinute()
    expect(await price('a')).toBe(60)
  })

  test('that are set while another editor publishes take nothing back', async ({ launch }) => {
    const { editor, price } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    const setStart = (minutes: number) =>
      editor.patch(launch.path, { startsAt: launch.inMinutes(minutes) })
    for (let run = 0; run < 5; run++) {
      const [, published] = await Promise.all([setStart(10), launch.publish(), setStart(20)])
      expect(published.status).toBe(200)
      expect([await price('a'), (await launch.read()).state]).toEqual([80, 'live'])
      await launch.end()
    }
  })

  test('show what will be live at their start, not what is live now', async ({ launch }) => {
    const { shop, editor, passMinute, inMinutes } = launch
    await launch.draft(a, entry('a', { price: 90 }))
    await editor.patch(launch.path, { startsAt: inMinutes(1), endsAt: inMinutes(3) })
    const create = async (name: string, minutes: number, input: object) => {
      const draft = { record: a, basedOn: 1, body: entry('a', input) }
      const body = { name, startsAt: inMinutes(minutes), draft }
      return `/editor/launches/${(await editor.post('/editor/launches', body)).body.launch.id}`
    }
    const wednesday = await create('Wednesday', 4, { price: 80 })
    const thursday = await create('Thursday', 5, { price: 90, tagline: 'As in the sale' })
    const friday = await create('Friday', 6, { price: 80 })
    const read = async (path: string) => (await editor.get(path)).body.launch.items[0]
    const expected = [
      [wednesday, { fields: ['price'], before: { price: 100 }, after: { price: 80 } }],
      // Wednesday has no end.
      [thursday, { before: { price: 80 }, after: { price: 90, tagline: 'As in the sale' } }],
      [friday, { fields: ['price'], before: { price: 90 }, after: { price: 80 } }],
    ] as const
    for (const [path, item] of expected) expect(await read(path)).toMatchObject(item)
    await passMinute()
    // The sale is live: its price is not what Wednesday replaces, and that of Thursday is a change all the same.
    for (const [path, item] of expected) expect(await read(path)).toMatchObject(item)
    // A later save of an editor stays, also in what will be live.
    const { revision } = (await editor.get(`/editor/products/${a}`)).body.product
    await editor.patch(`/editor/products/${a}`, { revision, price: 95 })
    expect(await read(wednesday)).toMatchObject({ before: { price: 95 }, after: { price: 80 } })
    expect(shop.logs).toEqual([])
  })

  test('of overlapping launches show the later one over the earlier one', async ({ launch }) => {
    const { editor, price, passMinute, inMinutes } = launch
    const create = async (name: string, from: number, to: number, amount: number) => {
      const draft = { record: a, basedOn: 1, body: entry('a', { price: amount }) }
      const body = { name, startsAt: inMinutes(from), endsAt: inMinutes(to), draft }
      expect((await editor.post('/editor/launches', body)).status).toBe(201)
    }
    await create('Outer', 1, 6, 90)
    await create('Inner', 2, 4, 80)
    await create('Later', 3, 7, 70)
    const seen: unknown[] = []
    for (let minute = 1; minute <= 7; minute++) {
      await passMinute()
      seen.push(await price('a'))
    }
    expect(seen).toEqual([90, 80, 70, 70, 70, 70, 100])
  })

  test('show a rule that a record would break when another launch starts', async ({ launch }) => {
    const { editor, inMinutes } = launch
    const plan = async (name: string, times: object, body: object) => {
      const draft = { record: a, basedOn: 1, body }
      return (await editor.post('/editor/launches', { name, ...times, draft })).body.launch
    }
    const long = { startsAt: inMinutes(1), endsAt: inMinutes(60) }
    const lists = entry('a', { price: 80, listPrice: 90 })
    const { id } = await plan('Long', long, lists)
    const read = async () => (await editor.get(`/editor/launches/${id}`)).body.launch.items[0]
    expect(await read()).toMatchObject({ errors: [], later: [] })
    // The list price of the long launch would be below this price.
    const short = { startsAt: inMinutes(10), endsAt: inMinutes(20) }
    const { id: shortId } = await plan('Short', short, entry('a', { price: 95 }))
    const broken = { at: short.startsAt, message: expect.stringMatching(/list price/i) }
    expect(await read()).toMatchObject({ errors: [], later: [broken] })
    const after = { startsAt: inMinutes(70), endsAt: inMinutes(80) }
    expect((await editor.patch(`/editor/launches/${shortId}`, after)).status).toBe(200)
    expect((await read()).later).toEqual([])
  })

  test('tell its author by mail what a start and an end leave out', async ({ launch }) => {
    const { shop, editor, inMinutes, passMinute } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    await launch.draft(b, entry('b', { price: 150, slug: 'z' }))
    await launch.draft(c, entry('c', { price: 7 }))
    await editor.patch(launch.path, { startsAt: inMinutes(1), endsAt: inMinutes(2) })
    await editor.post(`/editor/products/${c}/archive`)
    await passMinute()
    // Another product takes the address of b, which is at z now.
    await editor.post('/editor/products', { ...entry('b'), takesFormer: true })
    await passMinute()
    const mails = (await listMailsTo(shop, editor.email)).filter(({ subject }) =>
      /^The launch/.test(subject),
    )
    expect(mails).toMatchObject([
      { subject: 'The launch Diwali leaves out some records' },
      { subject: 'The launch Diwali leaves out some records' },
    ])
    const [started = '', ended = ''] = mails.map(({ text }) => text)
    expect(started).toContain('The launch Diwali has started.')
    expect(started).toContain('The c: It is archived, so the launch leaves it out.')
    expect(started).not.toContain('The a')
    expect(started).toContain(`/studio${launch.path.replace('/editor', '')}`)
    expect(ended).toContain('The launch Diwali has ended.')
    expect(ended).toContain('The b: Another product has the address b now. It stays at z.')
  })

  test('that were missed are applied in their order', async ({ launch }) => {
    const { shop, editor, price, inMinutes } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    await editor.patch(launch.path, { startsAt: inMinutes(1), endsAt: inMinutes(3) })
    const draft = { record: a, basedOn: 1, body: entry('a', { price: 60 }) }
    await editor.post('/editor/launches', { name: 'Next', startsAt: inMinutes(3), draft })
    shop.advanceTime(10 * MINUTE)
    await applyDueLaunches(shop.deps)
    expect([await price('a'), (await launch.read()).state]).toEqual([60, 'ended'])
    const effects = await shop.deps.db
      .selectFrom('launch_effect')
      .select(['from_at', 'to_at'])
      .orderBy('from_at')
      .execute()
    const [first, next] = effects
    expect(first?.to_at).toBe(next?.from_at)
    expect(next?.to_at).toBeNull()
  })

  test('are not undone by a clock that runs slow', async ({ launch }) => {
    const { shop, editor, price, passMinute, inMinutes } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    await editor.patch(launch.path, { startsAt: inMinutes(1) })
    await passMinute()
    shop.advanceTime(-5 * MINUTE)
    await applyDueLaunches(shop.deps)
    expect([await price('a'), (await launch.read()).state]).toEqual([80, 'live'])
  })

  test('move while the launch is live', async ({ launch }) => {
    const { editor, price, passMinute, inMinutes } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    await editor.patch(launch.path, { startsAt: inMinutes(1), endsAt: inMinutes(2) })
    await passMinute()
    expect((await editor.patch(launch.path, { endsAt: inMinutes(3) })).status).toBe(200)
    await passMinute()
    expect(await price('a')).toBe(80)
    const moved = { startsAt: inMinutes(2), endsAt: inMinutes(4) }
    expect((await editor.patch(launch.path, moved)).body.launch.state).toBe('scheduled')
    expect(await price('a')).toBe(100)
    await passMinute()
    await passMinute()
    expect(await price('a')).toBe(80)
  })

  test.for([
    ['archived again', ['restore', 'archive'], undefined],
    ['put on sale', ['restore'], 100],
    ['left as it is', [], 100],
  ] as const)('end it with what was by hand %s', async ([, actions, expected], { launch }) => {
    const { editor, price, passMinute, inMinutes } = launch
    await launch.bulk([a], { kind: 'archive' })
    await editor.patch(launch.path, { startsAt: inMinutes(1), endsAt: inMinutes(2) })
    await passMinute()
    expect(await price('a')).toBeUndefined()
    for (const action of actions) await editor.post(`/editor/products/${a}/${action}`)
    // A person decides at once.
    if (actions.length > 0) expect(await price('a')).toBe(expected)
    await passMinute()
    expect([await price('a'), (await launch.read()).state]).toEqual([expected, 'ended'])
  })

  test('end a product that the launch made, which can be archived before', async ({ launch }) => {
    const { editor, price } = launch
    await launch.draft('new-1', entry('lamp', { price: 30 }), 0)
    await launch.publish()
    expect(await price('lamp')).toBe(30)
    await editor.post(`/editor/products/${toProductId('lamp')}/archive`)
    expect(await price('lamp')).toBeUndefined()
    await editor.post(`/editor/products/${toProductId('lamp')}/restore`)
    await launch.end()
    expect(await price('lamp')).toBe(30)
  })

  test.for([
    ['start', [1], 100, 80],
    ['end', [1, 1], 80, 100],
  ] as const)(
    'leave its %s to the next process when one is killed',
    async ([, minutes, before, after], { launch }) => {
      const { shop, editor, price } = launch
      await launch.draft(a, entry('a', { price: 80 }))
      await launch.draft('about', about, 0)
      const times = { startsAt: launch.inMinutes(1), endsAt: launch.inMinutes(2) }
      await editor.patch(launch.path, times)
      for (const [index, passed] of minutes.entries()) {
        if (index > 0) await applyDueLaunches(shop.deps)
        shop.advanceTime(passed * MINUTE)
      }
      await expect(applyDueLaunches(killBeforeCommit(shop.deps))).rejects.toThrow()
      expect(await price('a')).toBe(before)
      await applyDueLaunches(shop.deps)
      expect(await price('a')).toBe(after)
    },
  )
})

test('what editors do with launches and drafts is in the audit log', async ({ launch }) => {
  const { shop, editor, path, bulk, draft, inMinutes } = launch
  const startsAt = inMinutes(60)
  await editor.patch(path, { name: 'Holi' })
  await editor.patch(path, { startsAt, endsAt: null })
  await draft(a, entry('a', { price: 90 }))
  await draft('about', about, 0)
  await bulk([b, c], SALE)
  // They are as asked already.
  await bulk([b], { kind: 'restore' })
  await launch.importCsv('slug,price\nb,5\nc,6\n', `?dryRun=false&launch=${launch.id}`)
  await editor.delete(`${path}/draft?record=${a}`)
  await editor.delete(`${path}/draft?record=missing`)
  await editor.delete(path)
  const log = shop.deps.db.selectFrom('audit_entry').select(['actor_id', 'action', 'subject'])
  const entries = await log.execute()
  // The clock stands still: entries of one moment have no order.
  expect(entries.map(({ subject }) => subject).toSorted()).toEqual(
    [
      'Created the launch Diwali',
      'Changed the launch Diwali: name Holi',
      `Changed the launch Holi: start ${formatInstant(startsAt)}, no end`,
      'Saved the draft of The a in the launch Holi',
      'Saved the draft of About in the launch Holi',
      'Changed the price of 2 products by -10 % in the launch Holi',
      'Imported 2 products from CSV into the launch Holi',
      'Removed the draft of The a from the launch Holi',
      'Deleted the launch Holi with its drafts: 3',
    ].toSorted(),
  )
  for (const { actor_id, action } of entries)
    expect([actor_id, action]).toEqual([editor.uid, 'launches'])
})
