import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_IDS, getDefaultContent } from '#src/content/defaults.ts'
import type { ContentId } from '#src/contract/content.ts'
import type { CatalogEntry, EntryVariant } from '#src/contract/entry.ts'
import type { LaunchDetail } from '#src/contract/launches.ts'
import { MAX_LAUNCH_ITEMS } from '#src/contract/values.ts'
import { toProductId } from '#src/server/catalog/to-product.ts'
import { listPublishRequests } from '#src/server/editor/queries.ts'
import { applyDueLaunches } from '#src/server/launches/publish-launch.ts'
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
    await draft(
      'category:lamps',
      { name: 'Lamps', introduction: 'Brass.', seoTitle: '', description: '' },
      0,
    )
    await editor.post('/editor/products', entry('lamp'))
    await editor.post('/editor/content', {
      id: 'category:lamps',
      body: { name: 'Lights', introduction: 'Glass.', seoTitle: '', description: '' },
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

  test('a draft of an earlier release has the fields that are new since', async () => {
    await using app = await openEditor()
    const { shop, editor, path, draft } = app
    await draft('about', about, 0)
    const { seoTitle, ...former } = about
    const body = JSON.stringify(former)
    await shop.deps.db.updateTable('launch_item').set({ body }).execute()
    expect((await editor.post(`${path}/publish`)).status).toBe(200)
    const { record } = (await editor.get('/editor/content/about')).body
    expect(record.body).toEqual({ ...former, seoTitle })
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
})

describe('the slugs of a launch', () => {
  test('one that a rename makes free is used by others, whatever the order of the drafts, and undone', async () => {
    await using app = await openEditor()
    const { editor, path, draft, read } = app
    await draft('new-1', entry('a', { price: 5 }), 0)
    await draft(a, entry('b', { price: 100, related: ['c'] }))
    await draft(b, entry('z', { price: 200, related: ['a'] }))
    const slugs = () => Promise.all(['a', 'b', 'z'].map((slug) => price(editor, slug)))
    for (const run of [1, 2]) {
      const published = await editor.post(`${path}/publish`)
      expect({ run, status: published.status }).toEqual({ run, status: 200 })
      expect(await slugs()).toEqual([5, 100, 200])
      const { related } = (await editor.get(`/editor/products/${b}`)).body.product.entry
      expect(related).toEqual(['b'])
      const undone = await editor.post(`${path}/undo`)
      expect(undone.body).toMatchObject({ kept: [], launch: { state: 'undone' } })
      expect(await slugs()).toEqual([100, 200, undefined])
    }
    expect((await read()).items.flatMap(({ faults }) => faults)).toEqual([])
  })

  test('two products do not swap theirs', async () => {
    await using app = await openEditor()
    const { editor, path, draft, read } = app
    await draft(a, entry('b'))
    await draft(b, entry('a'))
    expect((await read()).items.map(({ faults }) => faults)).toEqual([
      ['Another product has the slug b.'],
      ['Another product has the slug a.'],
    ])
    expect((await editor.post(`${path}/publish`)).status).toBe(409)
  })

  test('undoing follows renames of others, and keeps a slug whose former one is taken', async () => {
    await using app = await openEditor()
    const { editor, path, draft } = app
    const c = toProductId('c')
    const save = async (id: string, revision: number, body: object) =>
      expect((await editor.put(`/editor/products/${id}`, { revision, ...body })).status).toBe(200)
    await save(a, 1, entry('a', { price: 100, related: ['c'] }))
    await draft(a, entry('a', { price: 80, related: ['b'] }), 2)
    await draft(b, entry('new-b', { price: 150 }))
    await editor.post(`${path}/publish`)
    await save(c, 1, entry('later-c'))
    await editor.post('/editor/products', entry('b', { price: 7 }))
    const undone = await editor.post(`${path}/undo`)
    expect(undone.body.kept).toEqual([{ id: b, title: 'The new-b' }])
    const { product } = (await editor.get(`/editor/products/${a}`)).body
    expect(product.entry).toMatchObject({ price: 100, related: ['later-c'] })
    expect([await price(editor, 'b'), await price(editor, 'new-b')]).toEqual([7, 200])
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
  expect(await price(editor, 'a')).toBe(100)
  await editor.post(`${path}/publish`)
  expect((await editor.get(`/editor/products/${a}`)).body.product.entry).toMatchObject({
    ...{ title: 'Festive a', price: 90, listPrice: 100 },
  })
  expect(await price(editor, 'b')).toBe(180)
})

test('drafts leave archived products so, unless they archive or restore them, and are undone', async () => {
  await using app = await openEditor()
  const { editor, path, draft, read } = app
  const launch = (await read()).id
  const bulk = async (ids: string[], change: object) =>
    (await editor.post('/editor/products/bulk', { ids, change, launch })).body
  const c = toProductId('c')
  for (const id of [a, b]) await editor.post(`/editor/products/${id}/archive`)
  const sale = { kind: 'price', percent: -10, keepListPrice: true }
  expect((await bulk([a, b, c], sale)).changed).toBe(3)
  expect(await bulk([a, b, c], { kind: 'archive' })).toMatchObject({ changed: 1, unchanged: 2 })
  expect(await bulk([a, c], { kind: 'restore' })).toMatchObject({ changed: 2, unchanged: 0 })
  expect(await bulk([c], { kind: 'archive' })).toMatchObject({ changed: 1 })
  expect((await read()).items).toContainEqual(
    expect.objectContaining({ recordId: a, action: 'restore', archived: true }),
  )
  const fixed = { record: 'about', revision: 0, basedOn: 0, body: about, action: 'archive' }
  expect((await editor.put(`${path}/draft`, fixed)).body.field).toBe('action')
  await draft('about', about, 0)
  const prices = () => Promise.all(['a', 'b', 'c'].map((slug) => price(editor, slug)))
  for (const _ of ['first', 'again']) {
    expect((await editor.post(`${path}/publish`)).status).toBe(200)
    expect(await prices()).toEqual([90, undefined, undefined])
    const { product } = (await editor.get(`/editor/products/${b}`)).body
    expect(product).toMatchObject({ archived: true, entry: { price: 180 } })
    expect((await editor.post(`${path}/undo`)).body.kept).toEqual([])
    expect(await prices()).toEqual([undefined, undefined, createCatalogEntry({ slug: 'c' }).price])
  }
})

describe('a launch with a product that has variants', () => {
  const ring = toProductId('ring')
  const sizes = ['M', 'L', 'XL']
  const toRing = (given: Pick<EntryVariant, 'stock' | 'price'>[], more: object = {}) => ({
    ...entry('ring', { price: 100, options: [{ name: 'Size', values: sizes }] }),
    ...{ variant: { Size: 'M' }, ...more },
    variants: given.map((row, at) => ({ choice: { Size: sizes[at] ?? '' }, ...row })),
  })
  const rows = [{ stock: 5 }, { stock: 6, price: 150 }, { stock: 7, price: 180 }]

  async function openRing() {
    const app = await openEditor()
    await app.editor.post('/editor/products', toRing(rows))
    const read = async (): Promise<CatalogEntry> =>
      (await app.editor.get(`/editor/products/${ring}`)).body.product.entry
    const save = async (revision: number, body: object) =>
      expect((await app.editor.put(`/editor/products/${ring}`, { revision, ...body })).status).toBe(
        200,
      )
    return { ...app, readRing: read, save }
  }

  test('names what a draft changes as a save would, and nothing else', async () => {
    await using app = await openRing()
    await app.draft(ring, toRing(rows, { title: 'The festive ring' }))
    expect((await app.read()).items).toMatchObject([{ fields: ['title'] }])
    const cheaper = [{ stock: 5 }, { stock: 6, price: 150 }, { stock: 1, price: 80 }]
    await app.draft(ring, toRing(cheaper), 1, 1)
    expect((await app.read()).items).toMatchObject([{ fields: ['price', 'stock', 'variants'] }])
  })

  test('is changed by a percentage that only its variants have', async () => {
    await using app = await openRing()
    await app.save(1, toRing([{ stock: 5 }, { stock: 6, price: 150 }], { price: 1 }))
    const change = { kind: 'price', percent: -10 }
    const bulk = { ids: [ring], change, launch: (await app.read()).id }
    expect((await app.editor.post('/editor/products/bulk', bulk)).body.changed).toBe(1)
    expect((await app.read()).items).toMatchObject([{ fields: ['variants'] }])
  })

  test('keeps the stock that is counted meanwhile, and gives prices back', async () => {
    await using app = await openRing()
    const { editor, path, readRing, save } = app
    const prices = async () =>
      (await readRing()).variants?.map(({ stock, price, listPrice }) => [stock, price, listPrice])
    const change = { kind: 'price', percent: -10, keepListPrice: true }
    const launch = (await app.read()).id
    await editor.post('/editor/products/bulk', { ids: [ring], change, launch })
    await save(1, toRing([{ stock: 5 }, { stock: 4, price: 150 }, { stock: 7, price: 180 }]))
    expect((await editor.post(`${path}/publish`)).status).toBe(200)
    const reduced = [
      [5, undefined, undefined],
      [4, 135, 150],
      [7, 162, 180],
    ]
    expect([(await readRing()).price, await prices()]).toEqual([90, reduced])
    const { variants = [], ...live } = await readRing()
    await save(3, { ...live, variants: variants.map((row) => ({ ...row, stock: 2 })) })
    expect((await editor.post(`${path}/undo`)).body.kept).toEqual([])
    const before = [
      [2, undefined, undefined],
      [2, 150, undefined],
      [2, 180, undefined],
    ]
    expect([(await readRing()).price, await prices()]).toEqual([100, before])
  })
})

test('has room for so many drafts, also of a change of several products', async () => {
  await using app = await openEditor()
  const { shop, editor, draft, read } = app
  const products = Array.from({ length: MAX_LAUNCH_ITEMS }, (_, at) => ({ slug: `piece-${at}` }))
  const ids = await addProducts(shop, ...products)
  const launch = (await read()).id
  const change = { kind: 'price', percent: -10 }
  const bulk = (some: string[]) =>
    editor.post('/editor/products/bulk', { ids: some, change, launch })
  const half = ids.length / 2
  expect((await bulk(ids.slice(0, half))).status).toBe(200)
  expect((await bulk(ids.slice(half))).status).toBe(200)
  const full = `A launch has ${MAX_LAUNCH_ITEMS} drafts at most.`
  expect((await bulk([a])).body.message).toBe(full)
  expect((await draft(a, entry('a'))).body.message).toBe(full)
})

test('a launch is created with its times and its first draft, or not at all', async () => {
  await using app = await openEditor()
  const { shop, editor, inMinutes } = app
  const create = (given: object, body: object = {}) =>
    editor.post('/editor/launches', {
      ...{ name: 'Price of The a', startsAt: inMinutes(1), endsAt: inMinutes(2), ...given },
      draft: { record: a, basedOn: 1, body: entry('a', { price: 80, ...body }) },
    })
  expect((await create({}, { price: 0 })).body.field).toBe('price')
  expect((await create({}, { listPrice: 8 })).body.field).toBe('listPrice')
  expect((await create({ startsAt: inMinutes(-1) })).body.field).toBe('startsAt')
  expect((await create({ startsAt: inMinutes(600_000) })).body.field).toBe('startsAt')
  expect((await create({ endsAt: inMinutes(1) })).body.field).toBe('endsAt')
  expect((await editor.get('/editor/launches')).body.launches).toHaveLength(1)
  const created = await create({})
  expect(created).toMatchObject({
    status: 201,
    body: { launch: { state: 'scheduled', items: [{ title: 'The a', fields: ['price'] }] } },
  })
  for (const expected of [80, 100]) {
    shop.advanceTime(MINUTE)
    await applyDueLaunches(shop.deps)
    expect(await price(editor, 'a')).toBe(expected)
  }
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

  test('one launch starts when another one ends, on the same product', async () => {
    await using app = await openEditor()
    const { shop, editor, path, draft, inMinutes } = app
    await draft(a, entry('a', { price: 80 }))
    await editor.patch(path, { startsAt: inMinutes(1), endsAt: inMinutes(2) })
    const { launch } = (await editor.post('/editor/launches', { name: 'Afterwards' })).body
    const next = `/editor/launches/${launch.id}`
    const body = entry('a', { price: 60 })
    await editor.put(`${next}/draft`, { record: a, revision: 0, basedOn: 1, body })
    await editor.patch(next, { startsAt: inMinutes(2) })
    shop.advanceTime(MINUTE)
    await applyDueLaunches(shop.deps)
    expect(await price(editor, 'a')).toBe(80)
    shop.advanceTime(MINUTE)
    await applyDueLaunches(shop.deps)
    expect(await price(editor, 'a')).toBe(60)
  })

  test('an editor who sets a start while another one publishes takes nothing back', async () => {
    await using app = await openEditor()
    const { editor, path, read, draft, inMinutes } = app
    await draft(a, entry('a', { price: 80 }))
    for (let run = 0; run < 10; run++) {
      const answers = await Promise.all([
        editor.patch(path, { startsAt: inMinutes(10) }),
        editor.post(`${path}/publish`),
        editor.patch(path, { startsAt: inMinutes(20) }),
      ])
      expect(answers[1]?.status).toBe(200)
      expect([await price(editor, 'a'), (await read()).state]).toEqual([80, 'live'])
      await editor.post(`${path}/undo`)
    }
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
