import { describe, expect } from 'vitest'
import { DEFAULT_IDS, getDefaultContent } from '#src/content/defaults.ts'
import type { ContentId } from '#src/contract/content.ts'
import type { EntryVariant } from '#src/contract/entry.ts'
import type { LaunchItem } from '#src/contract/launches.ts'
import { MAX_LAUNCH_ITEMS } from '#src/contract/values.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { listPublishRequests } from '#src/server/core/publish-requests/queries.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { applyDueLaunches } from '#src/server/studio/launches/publish-launch.ts'
import { test } from '#tests/helpers/editor-test.ts'
import { CATEGORY } from '#tests/helpers/every-endpoint.ts'
import { killBeforeCommit } from '#tests/helpers/kill-before-commit.ts'
import { addProducts, createCatalogEntry } from '#tests/helpers/products.ts'

const MINUTE = 60_000
const [a, b, c] = ['a', 'b', 'c'].map(toProductId) as [string, string, string]
const about = { ...getDefaultContent('about'), title: 'The festive house' }
const SALE = { kind: 'price', percent: -10, keepListPrice: true }

const entry = (slug: string, overrides: object = {}) => createCatalogEntry({ slug, ...overrides })
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()

describe('a launch', () => {
  test('changes products and content as one, and is undone as one', async ({ launch }) => {
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
    expect((await readRecord('about')).body.title).toBe(about.title)
    // One publish has all of them.
    const requests = await listPublishRequests(db)
    expect(new Set(requests.map((row) => row.created_at)).size).toBe(1)
    const logged = await db.selectFrom('audit_entry').select(['action', 'subject']).execute()
    expect(logged.filter(({ subject }) => /^Launched/.test(subject))).toEqual([
      { action: 'launches', subject: 'Launched Diwali' },
    ])
    expect(await listDrafts()).toEqual([])
    const late = [await launch.draft(b, entry('b')), await editor.delete(launch.path)]
    expect(statusesOf(late)).toEqual([409, 409])

    const undone = await launch.undo()
    expect(undone).toMatchObject({ status: 200, body: { kept: [], launch: { state: 'undone' } } })
    expect([await price('a'), await price('lamp')]).toEqual([100, undefined])
    const record = await readRecord('about')
    expect(record.body).toEqual(record.initialBody)
    expect((await launch.undo()).status).toBe(409)

    // It goes live again, with the product that it has created.
    expect((await launch.publish()).status).toBe(200)
    expect([await price('a'), await price('lamp')]).toEqual([80, 30])
  })

  test('keeps what others save, and goes live as a whole or not at all', async ({ launch }) => {
    const { editor, price, readProduct } = launch
    const patch = (id: string, change: object) => editor.patch(`/editor/products/${id}`, change)
    await launch.draft(a, entry('a', { price: 80 }))
    await launch.draft(b, entry('b', { price: 150 }))
    await patch(a, { revision: 1, stock: 7 })
    await patch(b, { revision: 1, price: 190 })
    const [, clashing] = (await launch.read()).items
    expect(clashing).toMatchObject({ clashes: ['price'], changed: { by: 'Asha Rao' } })
    const message = '1 draft cannot go live as saved: The b. Nothing has changed on the shop.'
    expect(await launch.publish()).toMatchObject({ status: 409, body: { message } })
    expect([await price('a'), (await launch.read()).state]).toEqual([100, 'draft'])
    // Saved again on what is live now, the draft counts.
    const { draft: opened } = (await editor.get(`${launch.path}/draft?record=${b}`)).body
    expect(opened).toMatchObject({ basedOn: 2, clashes: ['price'], live: { price: 190 } })
    await launch.draft(b, opened.body, 2, 1)
    expect((await launch.publish()).status).toBe(200)
    expect((await readProduct('a')).entry).toMatchObject({ price: 80, stock: 7 })

    // Undoing keeps later changes, too, and names the field's product.
    await patch(a, { revision: 3, title: 'The corrected a' })
    await patch(b, { revision: 3, price: 160 })
    expect((await launch.undo()).body.kept).toEqual([{ id: b, title: 'The b' }])
    const corrected = { price: 100, stock: 7, title: 'The corrected a' }
    expect((await readProduct('a')).entry).toMatchObject(corrected)
    expect(await price('b')).toBe(160)
  })

  test('names drafts that are not valid any more', async ({ launch }) => {
    const { editor } = launch
    await editor.post('/editor/products', entry('lamp'))
    await launch.draft('new-1', entry('lamp'), 0)
    await launch.draft(a, entry('a', { related: ['c'] }))
    await launch.draft('category:lamps', CATEGORY, 0)
    await editor.post('/editor/content', { id: 'category:lamps', body: CATEGORY })
    await editor.post(`/editor/products/${a}/archive`)
    const items: LaunchItem[] = (await launch.read()).items
    expect(Object.fromEntries(items.map((item) => [item.recordId, item.errors]))).toEqual({
      'new-1': ['Another product has the slug lamp.'],
      'category:lamps': ['A record with this address exists now.'],
      [a]: ['It was archived meanwhile.'],
    })
    expect((await launch.publish()).status).toBe(409)
  })

  test('of an earlier release gets the fields that are new since', async ({ launch }) => {
    const { shop, readRecord } = launch
    await launch.draft('about', about, 0)
    const { seoTitle, ...former } = about
    const body = JSON.stringify(former)
    await shop.deps.db.updateTable('launch_item').set({ body }).execute()
    expect((await launch.publish()).status).toBe(200)
    expect((await readRecord('about')).body).toEqual({ ...former, seoTitle })
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
      if (/^select "launch_item"\.\*, "user"/.test(sql)) read.push(parameters.length - 1)
    })
    expect((await launch.read()).items).toHaveLength(MAX_LAUNCH_ITEMS)
    expect(read).toEqual(Array(MAX_LAUNCH_ITEMS / 100).fill(100))
    const full = `A launch has ${MAX_LAUNCH_ITEMS} drafts at most.`
    expect((await bulk([a])).body.message).toBe(full)
    expect((await launch.draft(a, entry('a'))).body.message).toBe(full)
  })

  test('drafts every kind of record, which goes live and is undone', async ({ launch }) => {
    const { readRecord } = launch
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
    for (const [id, body] of changed) expect((await readRecord(id)).body).toEqual(body)
    // An unchanged one has no version.
    expect((await readRecord('home')).revision).toBe(0)
    await launch.undo()
    for (const id of changed.keys())
      expect((await readRecord(id)).body).toEqual(getDefaultContent(id as ContentId))
  })
})

describe('the slugs of a launch', () => {
  test('one that a rename makes free is used by others, in any order', async ({ launch }) => {
    const { price, readProduct } = launch
    await launch.draft('new-1', entry('a', { price: 5 }), 0)
    await launch.draft(a, entry('b', { price: 100, related: ['c'] }))
    await launch.draft(b, entry('z', { price: 200, related: ['a'] }))
    const prices = () => Promise.all(['a', 'b', 'z'].map(price))
    for (const run of ['first', 'again']) {
      expect([run, (await launch.publish()).status]).toEqual([run, 200])
      expect(await prices()).toEqual([5, 100, 200])
      expect((await readProduct('b')).entry.related).toEqual(['b'])
      expect((await launch.undo()).body).toMatchObject({ kept: [], launch: { state: 'undone' } })
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

  test('an undo follows renames, and keeps a slug whose former is taken', async ({ launch }) => {
    const { editor, price, readProduct } = launch
    const save = (id: string, body: object) =>
      editor.put(`/editor/products/${id}`, { revision: 1, ...body })
    await save(a, entry('a', { price: 100, related: ['c'] }))
    await launch.draft(a, entry('a', { price: 80, related: ['b'] }), 2)
    await launch.draft(b, entry('new-b', { price: 150 }))
    await launch.publish()
    await save(c, entry('later-c'))
    await editor.post('/editor/products', { ...entry('b', { price: 7 }), takesFormer: true })
    expect((await launch.undo()).body.kept).toEqual([{ id: b, title: 'The new-b' }])
    const related = ['later-c']
    expect((await readProduct('a')).entry).toMatchObject({ price: 100, related })
    expect([await price('b'), await price('new-b')]).toEqual([7, 200])
  })
})

describe('a change of several products in a launch', () => {
  test('becomes drafts, on top of those that there are', async ({ launch }) => {
    const { bulk, price, readProduct } = launch
    await launch.draft(a, entry('a', { price: 100, title: 'Festive a' }))
    const { body } = await bulk([a, b], SALE)
    expect(body).toEqual({ batch: null, changed: 2, unchanged: 0 })
    expect((await bulk([a], SALE, 'missing')).status).toBe(409)
    expect(await price('a')).toBe(100)
    await launch.publish()
    const festive = { title: 'Festive a', price: 90, listPrice: 100 }
    expect((await readProduct('a')).entry).toMatchObject(festive)
    expect(await price('b')).toBe(180)
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
      const archived = { archived: true, entry: { price: 180 } }
      expect(await readProduct('b')).toMatchObject(archived)
      expect((await launch.undo()).body.kept).toEqual([])
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
    const { editor, readProduct } = launch
    const id = toProductId('ring')
    const rows = [{ stock: 5 }, { stock: 6, price: 150 }, { stock: 7, price: 180 }]
    await editor.post('/editor/products', toRing(rows))
    return {
      id,
      rows,
      save: (revision: number, body: object) =>
        editor.put(`/editor/products/${id}`, { revision, ...body }),
      readPrices: async () => {
        const { price, variants = [] } = (await readProduct('ring')).entry
        return [
          price,
          ...variants.map((variant) => [variant.stock, variant.price, variant.listPrice]),
        ]
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
    expect(await readFields()).toEqual(['stock', 'variants'])
    // The price of the product is as low as it can be.
    await launch.draft(ring.id, toRing(ring.rows, { price: 1 }), 1, 2)
    expect((await bulk([ring.id], { kind: 'price', percent: -10 })).body.changed).toBe(1)
  })

  ringTest('keeps stock that is counted meanwhile, gives prices back', async ({ launch, ring }) => {
    const { bulk, readProduct } = launch
    await bulk([ring.id], SALE)
    await ring.save(1, toRing(ring.rows.with(1, { stock: 4, price: 150 })))
    expect((await launch.publish()).status).toBe(200)
    const reduced = [90, [5, undefined, undefined], [4, 135, 150], [7, 162, 180]]
    expect(await ring.readPrices()).toEqual(reduced)
    const { variants = [], ...live } = (await readProduct('ring')).entry
    await ring.save(3, { ...live, variants: variants.map((row) => ({ ...row, stock: 2 })) })
    expect((await launch.undo()).body.kept).toEqual([])
    const before = [100, [2, undefined, undefined], [2, 150, undefined], [2, 180, undefined]]
    expect(await ring.readPrices()).toEqual(before)
  })
})

test.for([
  ['first', 'second'],
  ['second', 'first'],
] as const)(
  'two launches of one record leave nothing of theirs once both are undone: %s, then %s',
  async (order, { launch }) => {
    const { shop, editor, price, readRecord } = launch
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
    const run = async (path: string, step: 'publish' | 'undo') => {
      shop.advanceTime(MINUTE)
      expect((await editor.post(`${path}/${step}`)).status).toBe(200)
    }
    const read = async () => [await price('a'), (await readRecord('about')).body.title]
    const before = await read()
    for (const path of Object.values(paths)) await run(path, 'publish')
    for (const name of order) await run(paths[name], 'undo')
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
    expect((await editor.get(`/editor/products/${a}/history`)).body.versions).toHaveLength(3)
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
      await launch.undo()
    }
  })

  test('are tried again when the start is refused, which says why until then', async ({
    launch,
  }) => {
    const { shop, editor, price, passMinute } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    await launch.draft(b, entry('b', { price: 80 }))
    await editor.patch(launch.path, { startsAt: launch.inMinutes(1) })
    await editor.patch(`/editor/products/${a}`, { revision: 1, price: 90 })
    await passMinute()
    const message = expect.stringMatching(/^It did not start by itself: 1 draft cannot go live/)
    expect(await launch.read()).toMatchObject({ state: 'scheduled', message })
    expect(await price('b')).toBe(200)
    expect(shop.logs).toMatchObject([{ message: 'launch failed' }])
    const { id } = launch
    const readMissed = async () => (await editor.get('/editor/dashboard')).body.missedLaunches
    expect(await readMissed()).toMatchObject([{ id, name: 'Diwali', message }])
    // It is not tried each second, and does not fail twice a minute.
    await applyDueLaunches(shop.deps)
    expect(shop.logs).toHaveLength(1)
    await launch.draft(a, entry('a', { price: 70 }), 2, 1)
    await applyDueLaunches(shop.deps)
    expect(await launch.read()).toMatchObject({ state: 'live', message: '' })
    expect([await price('a'), await price('b'), await readMissed()]).toEqual([70, 80, []])
  })

  test('do not take a launch that is live before for an editor', async ({ launch }) => {
    const { editor, price, passMinute, inMinutes } = launch
    await launch.draft(a, entry('a', { price: 90, tagline: 'Until Tuesday' }))
    await editor.patch(launch.path, { startsAt: inMinutes(1), endsAt: inMinutes(3) })
    const draft = { record: a, basedOn: 1, body: entry('a', { price: 80 }) }
    const input = { name: 'Wednesday', startsAt: inMinutes(3), endsAt: inMinutes(4), draft }
    const path = `/editor/launches/${(await editor.post('/editor/launches', input)).body.launch.id}`
    const isReady = { clashes: [], errors: [], changed: null }
    await passMinute()
    expect((await editor.get(path)).body.launch.items).toMatchObject([isReady])
    // Saved again while the first one is live, from what it shows.
    const live = { ...entry('a', { price: 80, tagline: 'Until Tuesday' }) }
    const again = { record: a, revision: 1, basedOn: 2, body: live }
    expect((await editor.put(`${path}/draft`, again)).status).toBe(200)
    expect((await editor.get(path)).body.launch.items).toMatchObject([isReady])
    await passMinute()
    await passMinute()
    expect(await price('a')).toBe(80)
    const { product } = (await editor.get(`/editor/products/${a}`)).body
    expect(product.entry.tagline).toBe(entry('a').tagline)
    await passMinute()
    expect(await price('a')).toBe(100)
  })

  test('show what will be live at their start, not what is live now', async ({ launch }) => {
    const { shop, editor, passMinute, inMinutes } = launch
    await launch.draft(a, entry('a', { price: 90, stock: 7 }))
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
    expect(await read(wednesday)).toMatchObject({ before: { price: 95 }, clashes: ['price'] })
    expect(shop.logs).toEqual([])
  })

  test('wait for another launch that changes the same until it ends', async ({ launch }) => {
    const { shop, editor, price, passMinute, inMinutes } = launch
    await launch.draft(a, entry('a', { price: 90 }))
    await editor.patch(launch.path, { startsAt: inMinutes(1), endsAt: inMinutes(4) })
    const create = async (name: string, minutes: number, input: object) => {
      const draft = { record: a, basedOn: 1, body: entry('a', input) }
      const body = { name, startsAt: inMinutes(minutes), endsAt: inMinutes(6), draft }
      return `/editor/launches/${(await editor.post('/editor/launches', body)).body.launch.id}`
    }
    const sale = await create('Sale', 2, { price: 80 })
    const words = await create('Words', 2, { price: 100, tagline: 'On Sunday' })
    const until = formatInstant(inMinutes(4))
    const errors = [`The launch “Diwali” changes it, too, until ${until}: Price.`]
    expect((await editor.get(sale)).body.launch.items[0].errors).toEqual(errors)
    expect((await editor.get(words)).body.launch.items[0].errors).toEqual([])
    await passMinute()
    await passMinute()
    expect((await editor.get(words)).body.launch.state).toBe('live')
    const missed = (await editor.get('/editor/dashboard')).body.missedLaunches
    expect(missed).toMatchObject([
      { name: 'Sale', message: expect.stringMatching(/^It did not start/) },
    ])
    expect(await price('a')).toBe(90)
    await passMinute()
    await passMinute()
    expect((await editor.get(sale)).body.launch).toMatchObject({ state: 'live', message: '' })
    expect(await price('a')).toBe(80)
    await passMinute()
    await passMinute()
    expect([await price('a'), (await editor.get(sale)).body.launch.state]).toEqual([100, 'ended'])
    expect(shop.logs.every(({ message }) => message === 'launch failed')).toBe(true)
  })

  test('give up a start whose end has passed, and say so', async ({ launch }) => {
    const { editor, passMinute, inMinutes } = launch
    await launch.draft(a, entry('a', { price: 80 }))
    await editor.patch(launch.path, { startsAt: inMinutes(1), endsAt: inMinutes(3) })
    await editor.patch(`/editor/products/${a}`, { revision: 1, price: 95 })
    for (let minute = 0; minute < 3; minute++) await passMinute()
    const message = expect.stringContaining('The end of this launch has passed.')
    expect(await launch.read()).toMatchObject({ state: 'draft', startsAt: null, message })
    const missed = (await editor.get('/editor/dashboard')).body.missedLaunches
    expect(missed).toMatchObject([{ name: 'Diwali', message }])
  })

  test.for([
    ['archived again', ['restore', 'archive'], undefined],
    ['left on sale', ['restore'], 100],
    ['left as it is', [], 100],
  ] as const)('end it with what was by hand %s', async ([, actions, expected], { launch }) => {
    const { editor, price, passMinute, inMinutes } = launch
    await launch.bulk([a], { kind: 'archive' })
    await editor.patch(launch.path, { startsAt: inMinutes(1), endsAt: inMinutes(2) })
    await passMinute()
    expect(await price('a')).toBeUndefined()
    for (const action of actions) await editor.post(`/editor/products/${a}/${action}`)
    await passMinute()
    const { state, message } = await launch.read()
    expect([await price('a'), state]).toEqual([expected, 'ended'])
    expect(message).toMatch(expected === undefined ? /stay in The a\./ : /^$/)
  })

  test('end it without a value that an editor has set again by hand', async ({ launch }) => {
    const { editor, price, passMinute, inMinutes } = launch
    await launch.draft(a, entry('a', { price: 80, tagline: 'Festive' }))
    await launch.draft('about', about, 0)
    await editor.patch(launch.path, { startsAt: inMinutes(1), endsAt: inMinutes(2) })
    await passMinute()
    await editor.patch(`/editor/products/${a}`, { revision: 2, price: 85 })
    await editor.patch(`/editor/products/${a}`, { revision: 3, price: 80 })
    await passMinute()
    expect(await price('a')).toBe(80)
    const { product } = (await editor.get(`/editor/products/${a}`)).body
    expect(product.entry.tagline).toBe(entry('a').tagline)
    expect((await launch.read()).message).toContain('stay in The a.')
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
