import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_IDS, getDefaultContent } from '#src/content/defaults.ts'
import type { ContentId } from '#src/contract/content.ts'
import type { LaunchDetail } from '#src/contract/launches.ts'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { listPublishRequests } from '#src/server/editor/queries.ts'
import { applyDueLaunches } from '#src/server/launches/service.ts'
import type { ApiClient } from '#tests/helpers/api-client.ts'
import { killBeforeCommit } from '#tests/helpers/kill-before-commit.ts'
import { addProducts, createCatalogEntry } from '#tests/helpers/products.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'

const MINUTE = 60_000
const a = toProductId('a')
const b = toProductId('b')
const about = { ...getDefaultContent('about'), title: 'The festive house' }

async function openEditor() {
  const shop = await createTestApp()
  await addProducts(shop, { slug: 'a', price: 100 }, { slug: 'b', price: 200 }, { slug: 'c' })
  shop.freezeTime()
  const editor = await shop.createSignedInUser('editor')
  const launch: LaunchDetail = (await editor.post('/editor/launches', { name: 'Diwali' })).body
    .launch
  const path = `/editor/launches/${launch.id}`
  return {
    ...{ shop, editor, path },
    read: async (): Promise<LaunchDetail> => (await editor.get(path)).body.launch,
    draft: (record: string, body: object, basedOn = 1, revision = 0) =>
      editor.put(`${path}/draft`, { record, revision, basedOn, body }),
    inMinutes: (minutes: number) => new Date(shop.deps.now() + minutes * MINUTE).toISOString(),
    [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose](),
  }
}

const entry = (slug: string, given: object = {}) => createCatalogEntry({ slug, ...given })
const price = async (editor: ApiClient, slug: string): Promise<number | undefined> =>
  (await editor.get(`/products/slug/${slug}`)).body.product?.price

describe('a launch', () => {
  test('changes products and content as one, with one entry in the log, and is undone as one', async () => {
    await using app = await openEditor()
    const { shop, editor, path, read, draft } = app
    await draft(a, entry('a', { price: 80, listPrice: 100, related: ['lamp'] }))
    await draft('new-1', entry('lamp', { price: 30 }), 0)
    await draft('about', about, 0)
    expect(await price(editor, 'a')).toBe(100)
    expect(await listPublishRequests(shop.deps.db)).toHaveLength(0)
    const listed = new Map((await read()).items.map((item) => [item.recordId, item]))
    expect(listed.get(a)?.fields).toEqual(['price', 'listPrice', 'related'])
    expect(listed.get('about')).toMatchObject({ fields: ['title'], isNew: false })
    expect(listed.get('new-1')).toMatchObject({ title: 'The lamp', isNew: true })
    const { drafts } = (await editor.get(`/editor/drafts?record=${a}`)).body
    expect(drafts).toMatchObject([
      { launch: { name: 'Diwali', state: 'draft' }, savedBy: 'Asha Rao' },
    ])

    const answers = await Promise.all([1, 2, 3].map(() => editor.post(`${path}/publish`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await read()).toMatchObject({ state: 'live', itemCount: 3 })
    expect([await price(editor, 'a'), await price(editor, 'lamp')]).toEqual([80, 30])
    expect((await editor.get('/editor/content/about')).body.record.body.title).toBe(about.title)
    // One publish has all of them.
    expect(
      new Set((await listPublishRequests(shop.deps.db)).map((row) => row.created_at)).size,
    ).toBe(1)
    const logged = await shop.deps.db
      .selectFrom('audit_entry')
      .select(['action', 'subject'])
      .execute()
    expect(logged).toEqual([{ action: 'launches', subject: 'Launched Diwali' }])
    expect((await editor.get(`/editor/drafts?record=${a}`)).body.drafts).toEqual([])
    expect((await draft(b, entry('b'))).status).toBe(409)
    expect((await editor.delete(path)).status).toBe(409)

    const undone = await editor.post(`${path}/undo`)
    expect(undone).toMatchObject({ status: 200, body: { kept: [], launch: { state: 'undone' } } })
    expect([await price(editor, 'a'), await price(editor, 'lamp')]).toEqual([100, undefined])
    const { record } = (await editor.get('/editor/content/about')).body
    expect(record.body).toEqual(record.initialBody)
    expect((await editor.post(`${path}/undo`)).status).toBe(409)

    // It goes live again, with the product that it has created.
    expect((await editor.post(`${path}/publish`)).status).toBe(200)
    expect([await price(editor, 'a'), await price(editor, 'lamp')]).toEqual([80, 30])
  })

  test('keeps what others save meanwhile, and goes live as a whole or not at all', async () => {
    await using app = await openEditor()
    const { editor, path, read, draft } = app
    await draft(a, entry('a', { price: 80 }))
    await draft(b, entry('b', { price: 150 }))
    await editor.patch(`/editor/products/${a}`, { revision: 1, stock: 7 })
    await editor.patch(`/editor/products/${b}`, { revision: 1, price: 190 })
    const [, clashing] = (await read()).items
    expect(clashing).toMatchObject({ clashes: ['price'], changed: { by: 'Asha Rao' } })
    const refused = await editor.post(`${path}/publish`)
    expect(refused).toMatchObject({
      status: 409,
      body: { message: '1 draft cannot go live as saved: The b. Nothing has changed on the shop.' },
    })
    expect([await price(editor, 'a'), (await read()).state]).toEqual([100, 'draft'])
    // Saved again on what is live now, the draft counts.
    const { draft: opened } = (await editor.get(`${path}/draft?record=${b}`)).body
    expect(opened).toMatchObject({ basedOn: 2, clashes: ['price'], live: { price: 190 } })
    await draft(b, opened.body, 2, 1)
    expect((await editor.post(`${path}/publish`)).status).toBe(200)
    const saved = (await editor.get(`/editor/products/${a}`)).body.product.entry
    expect(saved).toMatchObject({ price: 80, stock: 7 })

    // Undoing keeps later changes, too, and names the field's product.
    await editor.patch(`/editor/products/${a}`, { revision: 3, title: 'The corrected a' })
    await editor.patch(`/editor/products/${b}`, { revision: 3, price: 160 })
    const { kept } = (await editor.post(`${path}/undo`)).body
    expect(kept).toEqual([{ id: b, title: 'The b' }])
    expect((await editor.get(`/editor/products/${a}`)).body.product.entry).toMatchObject({
      ...{ price: 100, stock: 7, title: 'The corrected a' },
    })
    expect(await price(editor, 'b')).toBe(160)
  })

  test('names drafts that are not valid any more', async () => {
    await using app = await openEditor()
    const { editor, path, read, draft } = app
    await draft('new-1', entry('lamp'), 0)
    await draft(a, entry('a', { related: ['c'] }))
    await draft('category:lamps', { name: 'Lamps', introduction: 'Brass.', description: '' }, 0)
    await editor.post('/editor/products', entry('lamp'))
    await editor.post('/editor/content', {
      id: 'category:lamps',
      body: { name: 'Lights', introduction: 'Glass.', description: '' },
    })
    await editor.post(`/editor/products/${a}/archive`)
    const faults = Object.fromEntries(
      (await read()).items.map((item) => [item.recordId, item.faults]),
    )
    expect(faults).toEqual({
      'new-1': ['Another product has the slug lamp.'],
      'category:lamps': ['There is a record with this address by now.'],
      [a]: ['It was archived meanwhile.'],
    })
    expect((await editor.post(`${path}/publish`)).status).toBe(409)
    expect((await draft('missing', entry('x'))).status).toBe(404)
    expect((await draft(b, { ...entry('b'), price: 0 })).body.field).toBe('price')
    expect((await draft(b, entry('b', { price: 9, listPrice: 8 }))).body.field).toBe('listPrice')
  })

  test('a draft has one version that counts: a save over another one is refused with both', async () => {
    await using app = await openEditor()
    const { draft, path, editor } = app
    const bodies = [80, 70, 60].map((given) => entry('a', { price: given }))
    const answers = await Promise.all(bodies.map((body) => draft(a, body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const late = await draft(a, entry('a', { price: 50 }))
    expect(late.body).toMatchObject({
      message: 'Another version of this draft was saved meanwhile.',
      current: { revision: 1, savedBy: 'Asha Rao' },
      submitted: { price: 50 },
    })
    expect((await draft(a, entry('a', { price: 50 }), 1, 1)).body.draft.revision).toBe(2)
    expect((await editor.delete(`${path}/draft?record=${a}`)).body.launch.items).toEqual([])
    expect((await editor.get(`${path}/draft?record=${a}`)).status).toBe(404)
  })

  test('renames, and uses a slug that it makes free; others follow the renamed product', async () => {
    await using app = await openEditor()
    const { editor, path, draft } = app
    await draft('new-1', entry('a', { price: 5 }), 0)
    await draft(a, entry('old-a', { price: 100 }))
    await draft(b, entry('b', { price: 200, related: ['a'] }))
    expect((await editor.post(`${path}/publish`)).status).toBe(200)
    expect([await price(editor, 'a'), await price(editor, 'old-a')]).toEqual([5, 100])
    const { related } = (await editor.get(`/editor/products/${b}`)).body.product.entry
    expect(related).toEqual(['old-a'])
  })
})

test('every kind of record is drafted, goes live and is undone', async () => {
  await using app = await openEditor()
  const { shop, editor, path, draft } = app
  const read = async (id: string) => (await editor.get(`/editor/content/${id}`)).body.record.body
  const changed = new Map<string, object>()
  for (const id of DEFAULT_IDS) {
    const body: Record<string, unknown> = getDefaultContent(id)
    const name = Object.keys(body).find((field) =>
      /^(?:title|subject|text|tagline|alt)$/.test(field),
    )
    const next = name && id !== 'home' ? { ...body, [name]: `Now ${body[name]}`.trim() } : body
    const saved = await draft(id, next, 0)
    expect({ id, status: saved.status }).toEqual({ id, status: 200 })
    if (next !== body) changed.set(id, next)
  }
  expect(changed.size).toBeGreaterThan(20)
  expect((await editor.post(`${path}/publish`)).status).toBe(200)
  for (const [id, body] of changed) expect(await read(id)).toEqual(body)
  expect(
    await shop.deps.db.selectFrom('content_version').select('record_id').execute(),
  ).toHaveLength(changed.size)
  await editor.post(`${path}/undo`)
  for (const id of changed.keys())
    expect(await read(id)).toEqual(getDefaultContent(id as ContentId))
})

test('a change of several products becomes drafts, on top of those that there are', async () => {
  await using app = await openEditor()
  const { editor, path, read, draft } = app
  await draft(a, entry('a', { price: 100, title: 'Festive a' }))
  const bulk = (launch: string, change: object) =>
    editor.post('/editor/products/bulk', { ids: [a, b], change, launch })
  const id = (await read()).id
  const sale = { kind: 'price', percent: -10, keepListPrice: true }
  expect((await bulk(id, sale)).body).toEqual({ batch: null, changed: 2, unchanged: 0 })
  expect((await bulk('missing', sale)).status).toBe(409)
  expect((await bulk(id, { kind: 'archive' })).body.field).toBe('launch')
  expect(await price(editor, 'a')).toBe(100)
  await editor.post(`${path}/publish`)
  expect((await editor.get(`/editor/products/${a}`)).body.product.entry).toMatchObject({
    ...{ title: 'Festive a', price: 90, listPrice: 100 },
  })
  expect(await price(editor, 'b')).toBe(180)
})

describe('the times of a launch', () => {
  test('it starts and ends once, with several processes', async () => {
    await using app = await openEditor()
    const { shop, editor, path, read, draft, inMinutes } = app
    await draft(a, entry('a', { price: 80 }))
    const times = { startsAt: inMinutes(10), endsAt: inMinutes(20) }
    expect((await editor.patch(path, times)).body.launch.state).toBe('scheduled')
    const run = () => Promise.allSettled([1, 2, 3].map(() => applyDueLaunches({ ...shop.deps })))
    await run()
    expect(await price(editor, 'a')).toBe(100)
    shop.advanceTime(10 * MINUTE)
    await run()
    expect([await price(editor, 'a'), (await read()).state]).toEqual([80, 'live'])
    shop.advanceTime(10 * MINUTE)
    await run()
    await run()
    expect([await price(editor, 'a'), (await read()).state]).toEqual([100, 'ended'])
    expect((await editor.get(`/editor/products/${a}/history`)).body.versions).toHaveLength(3)
    expect((await editor.patch(path, { startsAt: inMinutes(-1) })).body.field).toBe('startsAt')
    expect((await editor.post(`${path}/publish`)).body.message).toContain('Set another one')
    const wrong = { startsAt: inMinutes(9), endsAt: inMinutes(8) }
    expect((await editor.patch(path, wrong)).body.field).toBe('endsAt')
  })

  test('a start that is refused waits as a draft, and says why', async () => {
    await using app = await openEditor()
    const { shop, editor, path, read, draft, inMinutes } = app
    await draft(a, entry('a', { price: 80 }))
    await draft(b, entry('b', { price: 80 }))
    await editor.patch(path, { startsAt: inMinutes(1) })
    await editor.patch(`/editor/products/${a}`, { revision: 1, price: 90 })
    shop.advanceTime(MINUTE)
    await applyDueLaunches(shop.deps)
    expect(await read()).toMatchObject({
      state: 'draft',
      message: expect.stringMatching(/^It did not start by itself: 1 draft cannot go live/),
    })
    expect(await price(editor, 'b')).toBe(200)
    expect(shop.logs).toMatchObject([{ message: 'launch failed' }])
  })

  test.each(['start', 'end'])(
    'a process that is killed at the %s leaves it to the next one',
    async (moment) => {
      await using app = await openEditor()
      const { shop, editor, path, draft, inMinutes } = app
      await draft(a, entry('a', { price: 80 }))
      await draft('about', about, 0)
      await editor.patch(path, { startsAt: inMinutes(1), endsAt: inMinutes(2) })
      shop.advanceTime(MINUTE)
      if (moment === 'end') {
        await applyDueLaunches(shop.deps)
        shop.advanceTime(MINUTE)
      }
      const prices = moment === 'start' ? [100, 80] : [80, 100]
      await expect(applyDueLaunches(killBeforeCommit(shop.deps))).rejects.toThrow()
      expect(await price(editor, 'a')).toBe(prices[0])
      await applyDueLaunches(shop.deps)
      expect(await price(editor, 'a')).toBe(prices[1])
    },
  )
})

test('undoing gives every record what it had, whatever a launch changes', async () => {
  await using app = await openEditor()
  const { editor, path, draft } = app
  const ids = ['a', 'b', 'c'].map(toProductId)
  const readAll = async () => [
    ...(await Promise.all(
      ids.map(async (id) => (await editor.get(`/editor/products/${id}`)).body.product.entry),
    )),
    (await editor.get('/editor/content/about')).body.record.body,
  ]
  const before = JSON.stringify(await readAll())
  const change = fc.record({
    price: fc.integer({ min: 1, max: 9_999 }),
    stock: fc.nat(50),
    title: fc
      .string({ minLength: 1, maxLength: 30 })
      .map((text) => `T ${text.replace(/\s+/g, '')}`),
    tagline: fc.option(fc.constantFrom('Glows', 'Shines'), { nil: undefined }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 3, maxLength: 3 }),
      fc.string({ minLength: 1, maxLength: 9 }),
      async (changes, word) => {
        for (const [at, id] of ids.entries()) {
          const { product } = (await editor.get(`/editor/products/${id}`)).body
          const known = (await editor.get(`${path}/draft?record=${id}`)).body.draft?.revision ?? 0
          const saved = await draft(
            id,
            { ...product.entry, ...changes[at] },
            product.revision,
            known,
          )
          expect(saved.status).toBe(200)
        }
        const { record } = (await editor.get('/editor/content/about')).body
        const known = (await editor.get(`${path}/draft?record=about`)).body.draft?.revision ?? 0
        const title = `House ${word.replace(/[{}\s]/g, '')}`
        await draft('about', { ...record.body, title }, record.revision, known)
        expect((await editor.post(`${path}/publish`)).status).toBe(200)
        expect((await editor.get('/editor/content/about')).body.record.body.title).toBe(
          title.trim(),
        )
        expect((await editor.post(`${path}/undo`)).body.kept).toEqual([])
        expect(JSON.stringify(await readAll())).toBe(before)
      },
    ),
    { numRuns: 15 },
  )
})
