import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { searchResponse } from '#src/contract/catalog.ts'
import { applyFilters, parseFilters } from '#src/rules/listing.ts'
import { findNearestQuery, searchIndex, toSearchEntries } from '#src/rules/search.ts'
import { createSearchIndex } from '#src/rules/search-index.ts'
import { getCatalog } from '#src/server/catalog/service.ts'
import { DEFAULT_SEED_DIR, readEntries } from '#src/server/seed/read-entries.ts'
import { interleaveCategories } from '#src/server/seed/seed.ts'
import { addProducts, updateProduct } from '#tests/helpers/products.ts'
import { salespersonQueries } from '#tests/helpers/salesperson-queries.ts'
import { searchRules } from '#tests/helpers/search-rules.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp, type TestApp } from '#tests/helpers/test-app.ts'
import { createDatabase } from '#tests/helpers/worker-database.ts'

async function createAppWithCatalog(): Promise<TestApp> {
  const shop = await createTestApp()
  const entries = interleaveCategories(readEntries(DEFAULT_SEED_DIR))
  await addProducts(shop, ...entries.map((entry) => ({ ...entry, pictures: [], related: [] })))
  return shop
}

const getIndex = async (shop: TestApp, filters: string) => {
  const path = `/products/search?filters=${encodeURIComponent(filters)}`
  return searchResponse.parse((await shop.createClient().get(path)).body)
}

type Index = Awaited<ReturnType<typeof getIndex>>

/** The listing of an index as a browser shows it. */
function list(index: Index, address: string) {
  const filters = parseFilters(address, index.categories)
  const entries = toSearchEntries(index)
  const meant = filters.search === '' ? [] : searchIndex(index, filters.search)
  return applyFilters(
    entries,
    filters,
    meant.flatMap(({ at }) => entries[at] ?? []),
  )
}

const toSearchAddress = (search: string) => `?${new URLSearchParams({ search })}`

describe('GET /products/search', () => {
  test('finds what the whole index finds, in the same order, for every query of a salesperson', async () => {
    await using shop = await createAppWithCatalog()
    const whole = createSearchIndex((await getCatalog(shop.deps)).products, searchRules)
    for (const { query } of salespersonQueries) {
      const address = toSearchAddress(query)
      const index = await getIndex(shop, address)
      const { list: titled, also } = list(index, address)
      const expected = list(whole, address)
      expect(titled, query).toEqual(expected.list)
      expect(also, query).toEqual(expected.also)
    }
  })

  test.each([
    '?category=watches&sort=price-high-low',
    '?colour=Red&colour=Blue&availability=in-stock',
    '?material=Mother-of-pearl&price=100000-250000',
    '?size=UK%25&sort=new',
    '?search=silk&colour=Red&category=clothing',
    '?search=%25_\\\' OR 1=1 "*',
  ])('leaves for %s what the whole index leaves', async (address) => {
    await using shop = await createAppWithCatalog()
    const whole = createSearchIndex((await getCatalog(shop.deps)).products, searchRules)
    const index = await getIndex(shop, address)
    const expected = list(whole, address)
    expect(list(index, address)).toMatchObject({ list: expected.list, also: expected.also })
    if (!address.includes('search')) expect(index.total).toBe(expected.list.length)
  })

  test('has the words of which the browser suggests one where nothing is found', async () => {
    await using shop = await createAppWithCatalog()
    const index = await getIndex(shop, toSearchAddress('emeraldine'))
    expect(searchIndex(index, 'emeraldine')).toEqual([])
    expect(findNearestQuery(index, 'emeraldine')).toBe('emerald')
    expect((await getIndex(shop, toSearchAddress('zzzz'))).slug).toEqual([])
  })

  test('knows a product from the next request on, and no archived one', async () => {
    await using shop = await createAppWithCatalog()
    const find = async (search: string) => {
      const index = await getIndex(shop, toSearchAddress(search))
      return searchIndex(index, search).map(({ at }) => index.slug[at])
    }
    expect(await find('zeppelin')).toEqual([])
    const [id = ''] = await addProducts(shop, { slug: 'a', title: 'Zeppelin Watch' })
    expect(await find('zeppelin')).toEqual(['a'])
    expect(await find('zepelin')).toEqual(['a'])
    await updateProduct(shop, id, { archived_at: 1 })
    expect(await find('zeppelin')).toEqual([])
  })

  test('follows what another process changes, also a product that was deleted and made again', async () => {
    using folder = createTempDir()
    const url = process.env['TEST_DATABASE_URL']
      ? await createDatabase()
      : `sqlite:${join(folder.path, 'shop.db')}`
    await using shop = await createTestApp({}, url)
    await using other = await createTestApp({}, url)
    await addProducts(other, { slug: 'a', title: 'Zeppelin Watch' }, { slug: 'b', title: 'Blimp' })
    const find = async (search: string) => (await getIndex(shop, toSearchAddress(search))).slug
    expect(await find('zeppelin')).toEqual(['a'])
    await other.deps.db.deleteFrom('product').execute()
    const publishedAt = '2026-03-04T05:06:07.000Z'
    await addProducts(other, { slug: 'a', title: 'Airship Watch', publishedAt })
    expect(await find('zeppelin')).toEqual([])
    expect(await find('airship')).toEqual(['a'])
    expect(await find('blimp')).toEqual([])
  })

  test('lets 16 searches wait; others are answered 503, after a second', async () => {
    await using shop = await createTestApp()
    await addProducts(shop, { slug: 'a', title: 'Zeppelin Watch' })
    const start = performance.now()
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => shop.request('/products/search')),
    )
    expect(performance.now() - start).toBeGreaterThan(950)
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(17)
    const busy = responses.filter(({ status }) => status === 503)
    expect(busy).toHaveLength(23)
    for (const { headers } of busy) expect(headers.get('retry-after')).toBe('3')
  })

  test('returns the products that `slugs` names', async () => {
    await using shop = await createAppWithCatalog()
    await addProducts(shop, { slug: 'a' }, { slug: 'b' })
    const { body } = await shop.createClient().get('/products/search?slugs=b,nowhere,a')
    expect(searchResponse.parse(body).slug).toEqual(['a', 'b'])
  })
})

describe('records of the search', () => {
  const PINS = '/editor/content/search-pins'
  const SYNONYMS = '/editor/content/search-synonyms'
  const toBody = (words: string) => ({ same: [{ words }], means: [] })

  async function openDesk() {
    const shop = await createTestApp()
    await addProducts(
      shop,
      ...['Zeppelin Watch', 'Airship Watch', 'Silk Scarf'].map((title, at) => ({
        ...{ title, slug: 'abc'.charAt(at), category: at < 2 ? 'watches' : 'clothing' },
      })),
    )
    for (const [query, results] of [
      ['blimp', 0],
      ['zeppelin', 1],
      ['watch', 2],
    ] as const)
      await shop.createClient().post('/events/search', { query, results })
    const find = async (search: string) => (await getIndex(shop, toSearchAddress(search))).slug
    const editor = await shop.createSignedInUser('editor')
    return { shop, find, editor, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
  }

  test('change what is found from the save on; the replay says so before', async () => {
    await using desk = await openDesk()
    const { find, editor } = desk
    const edited = { body: toBody('blimp, zeppelin') }
    expect((await editor.post(`${SYNONYMS}/replay`, edited)).body).toMatchObject({
      ...{ compared: 3, total: 3 },
      changes: [
        { query: 'blimp', searches: 1, before: { count: 0 }, after: { count: 1, first: ['a'] } },
      ],
    })
    expect(await find('blimp')).toEqual([])
    await editor.put(SYNONYMS, { revision: 0, ...edited })
    expect(await find('blimp')).toEqual(['a'])
    expect((await editor.post(`${SYNONYMS}/replay`, edited)).body.changes).toEqual([])

    const pinned = { body: { pins: [{ query: 'Watches', products: ['c', 'gone'] }] } }
    expect((await editor.post(`${PINS}/replay`, pinned)).body.changes).toMatchObject([
      {
        query: 'watch',
        before: { first: ['a', 'b'] },
        after: { count: 3, first: ['c', 'a', 'b'] },
      },
    ])
    await editor.put(PINS, { revision: 0, ...pinned })
    expect(new Set(await find('watch'))).toEqual(new Set(['a', 'b', 'c']))
    const { body: none } = await editor.post(`${SYNONYMS}/replay`, { body: toBody('one, two') })
    expect(none.changes).toMatchObject([{ query: 'blimp', after: { count: 0 } }])
  })

  test.each([
    ['one word', SYNONYMS, toBody('blimp, Blimp'), 'same.0.words'],
    ['a long word', SYNONYMS, toBody(`blimp, ${'a'.repeat(41)}`), 'same.0.words'],
    [
      'a pair without an answer',
      SYNONYMS,
      { same: [], means: [{ words: 'a', answers: ' ' }] },
      'means.0.answers',
    ],
    ['201 rows', SYNONYMS, { same: Array(201).fill({ words: 'a, b' }), means: [] }, 'same'],
    [
      'a pin of five products',
      PINS,
      { pins: [{ query: 'a', products: [...'abcde'] }] },
      'pins.0.products',
    ],
  ])('refuse %s with a sentence', async (_name, path, body, field) => {
    await using desk = await openDesk()
    const saved = await desk.editor.put(path, { revision: 0, body })
    const replayed = await desk.editor.post(`${path}/replay`, { body })
    for (const { status, body: answer } of [saved, replayed]) {
      expect({ status, field: answer.field }).toEqual({ status: 400, field })
      expect(answer.message).toMatch(/\.$/)
    }
  })

  test('a replay ends when its editor asks again', async () => {
    await using desk = await openDesk()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        desk.editor.post(`${SYNONYMS}/replay`, { body: toBody('blimp, zeppelin') }),
      ),
    )
    const complete = answers.filter(({ body }) => body.compared === 3).length
    expect([1, 2, 3]).toContain(complete)
  })

  test('are the only ones with a replay', async () => {
    await using desk = await openDesk()
    expect((await desk.editor.post('/editor/content/about/replay', { body: {} })).status).toBe(404)
  })
})
