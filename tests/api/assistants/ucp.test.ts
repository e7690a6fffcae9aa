import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { UcpProduct, UcpVariant } from '#src/assistants/ucp-product.ts'
import { UCP_VERSION as VERSION } from '#src/assistants/ucp-profile.ts'
import { MAX_UCP_IDS } from '#src/assistants/ucp-requests.ts'
import { FetchError } from '#src/server/core/fetch-public.ts'
import { toProductId } from '#src/server/shop/catalog/to-product.ts'
import { insertCatalog } from '#src/server/shop/seed/seed.ts'
import { test } from '#tests/helpers/api-test.ts'
import { importSeedPictures, seedEntries } from '#tests/helpers/catalog-api.ts'
import { salespersonQueries } from '#tests/helpers/salesperson-queries.ts'
import { addProducts, ringWithVariants, updateProduct } from '#tools/products.ts'
import { createRandom } from '#tools/random.ts'
import type { TestApp } from '#tools/test-app.ts'
import { callUcp, createPlatformProfile, expectUcp, servePlatforms, toAgent } from './ucp.ts'

const RING = toProductId('ring')

/** Names of products, in the order of an answer. */
const listHandles = (products: UcpProduct[]): string[] => products.map(({ handle }) => handle)

/** The products of every page of a search. */
async function searchAll(shop: TestApp, request: object) {
  const products: UcpProduct[] = []
  for (let cursor: string | undefined, more = true; more; ) {
    const pagination = { limit: 20, ...(cursor ? { cursor } : {}) }
    const { status, body } = await callUcp(shop, 'search', { ...request, pagination })
    expect(status).toBe(200)
    expectUcp('search', body)
    products.push(...body.products)
    cursor = body.pagination.cursor
    more = body.pagination.has_next_page
  }
  return products
}

const testWithPlatforms = test.extend('shop', async ({ shop }) => {
  servePlatforms(shop)
  return shop
})

/** With the products that the shop comes with, and their pictures. */
const testWithCatalog = testWithPlatforms.extend('shop', async ({ shop }) => {
  await insertCatalog(shop.deps.db, seedEntries, await importSeedPictures())
  return shop
})

const testWithRing = testWithPlatforms.extend('shop', async ({ shop }) => {
  await addProducts(
    shop,
    ringWithVariants,
    { slug: 'silk-shawl', category: 'clothing', price: 300, title: 'Silk shawl' },
    { slug: 'wool-shawl', category: 'clothing', price: 200, stock: 0, title: 'Wool shawl' },
  )
  return shop
})

describe('the catalogue of the Universal Commerce Protocol', () => {
  testWithCatalog('answers as its schemas have it for every product', async ({ shop }) => {
    const products = await searchAll(shop, { filters: { price: { min: 1 } } })
    expect(listHandles(products)).toEqual(seedEntries.map(({ slug }) => slug))
    for (const { media } of products) expect(media.length).toBeGreaterThan(0)
    const ids = products.flatMap(({ id, handle, variants }) => [
      ...[id, handle],
      ...variants.map((variant) => variant.id),
    ])
    for (let start = 0; start < ids.length; start += MAX_UCP_IDS) {
      const batch = ids.slice(start, start + MAX_UCP_IDS)
      const { body } = await callUcp(shop, 'lookup', { ids: batch })
      expectUcp('lookup', body)
      const inputs = (body.products as UcpProduct[]).flatMap(({ variants }) =>
        variants.flatMap((variant) => Reflect.get(variant, 'inputs')),
      )
      expect(inputs.map(({ id }) => id).toSorted()).toEqual([...new Set(batch)].toSorted())
      expect(body.messages).toBe(undefined)
    }
    for (const { id, variants } of products) {
      // The last one is not that of the whole product.
      const { status, body } = await callUcp(shop, 'product', { id: variants.at(-1)?.id })
      expect(status).toBe(200)
      expectUcp('product', body)
      expect([body.ucp.version, body.product.id]).toEqual([VERSION, id])
      expect(body.product.variants[0].id).toBe(variants.at(-1)?.id)
    }
  })

  testWithCatalog('answers 200 random searches as the schemas have it', async ({ shop }) => {
    const random = createRandom(43)
    const pick = <T>(all: readonly T[]): T => all[random.whole(0, all.length - 1)] as T
    const words = [
      ...salespersonQueries.map(({ query }) => query),
      ...['zzzz', '💎', ' ', '"); --', 'under 20000', 'watches', '\u0130stanbul', 'a'.repeat(900)],
    ]
    const categories = [...new Set(seedEntries.map(({ category }) => category)), 'Nothing']
    let cursor: string | undefined
    for (let count = 0; count < 200; count++) {
      const isPriced = random.fraction() < 0.4
      const price = { min: random.whole(0, 20) * 100_000, max: random.whole(10, 400) * 100_000 }
      const named = random.fraction() < 0.4 ? [pick(categories), pick(categories)] : []
      const request = {
        ...(random.fraction() < 0.8 ? { query: pick(words) } : {}),
        filters: { categories: named, ...(isPriced ? { price } : {}), 'com.example.x': 1 },
        context: { currency: 'INR', address_country: 'IN', language: 'hi' },
        pagination: {
          limit: random.whole(1, 60),
          ...(cursor && random.fraction() < 0.3 ? { cursor } : {}),
        },
        signals: { 'dev.ucp.user_agent': 'test' },
      }
      const { status, body } = await callUcp(shop, 'search', request)
      if (status === 400) {
        expect(request.query?.trim() ?? '').toBe('')
        expect([named.length, isPriced, body.code]).toEqual([0, false, 'invalid_request'])
        continue
      }
      expect(status).toBe(200)
      expectUcp('search', body)
      const products: UcpProduct[] = body.products
      expect(products.length).toBeLessThanOrEqual(Math.min(50, request.pagination.limit))
      for (const { categories: of, variants } of products) {
        if (named.length > 0) expect(named).toContain(of[0]?.value)
        for (const { price: own } of isPriced ? variants : []) {
          expect(own.amount).toBeGreaterThanOrEqual(price.min)
          expect(own.amount).toBeLessThanOrEqual(price.max)
        }
      }
      cursor = body.pagination.cursor
    }
  })

  testWithCatalog('finds what the search of the shop finds, in its order', async ({ shop }) => {
    for (const { query, first = [] } of salespersonQueries.slice(0, 30)) {
      const { body } = await callUcp(shop, 'search', { query, pagination: { limit: 4 } })
      expect(listHandles(body.products)).toEqual(expect.arrayContaining(first))
    }
  })
})

describe('a search', () => {
  testWithRing('has pages, the next of which begins after the last product', async ({ shop }) => {
    const page = (pagination: object) =>
      callUcp(shop, 'search', { filters: { price: { max: 1e9 } }, pagination })
    const first = await page({ limit: 1 })
    expect(listHandles(first.body.products)).toEqual(['ring'])
    expect(first.body.pagination).toMatchObject({ has_next_page: true, total_count: 3 })
    const { cursor } = first.body.pagination
    // A product that is gone leaves a page with its place; all of it fits on the last page.
    await updateProduct(shop, RING, { archived_at: 1 })
    // The former index answers where the next one takes more than 100 ms (docs/decisions/0025).
    const readRest = async () => {
      const { products, pagination } = (await page({ cursor, limit: 500 })).body
      return { handles: listHandles(products), pagination }
    }
    await expect.poll(readRest, { timeout: 10_000 }).toEqual({
      handles: ['wool-shawl'],
      pagination: { has_next_page: false, total_count: 2 },
    })
  })

  testWithRing('reads on past products whose variants cost less', async ({ shop }) => {
    const filters = { price: { min: 15_000, max: 25_000 } }
    const { body } = await callUcp(shop, 'search', { filters, pagination: { limit: 1 } })
    expect(listHandles(body.products)).toEqual(['ring'])
    expect(body.products[0].variants).toMatchObject([
      { id: `${RING}-l`, price: { amount: 15_050 } },
    ])
    expect(body.pagination.total_count).toBe(undefined)
    expect(listHandles(await searchAll(shop, { filters }))).toEqual(['ring', 'wool-shawl'])
    // Between two of its prices there is no price.
    const between = { price: { min: 11_000, max: 14_000 } }
    expect(await searchAll(shop, { filters: between })).toEqual([])
    const above = await callUcp(shop, 'search', { filters: { price: { min: 16_000 } } })
    expect(above.body.pagination).toEqual({ has_next_page: false, total_count: 2 })
  })

  testWithPlatforms(
    'lists 30 variants of a product, the detail of which has all',
    async ({ shop }) => {
      const values = Array.from({ length: 40 }, (_, index) => `Number ${index}`)
      await addProducts(shop, { slug: 'knob', options: [{ name: 'Size', values }] })
      const found = await callUcp(shop, 'search', { query: 'knob' })
      expect(found.body.products[0].variants).toHaveLength(30)
      expect(found.body.products[0].options[0].values).toHaveLength(40)
      const detail = await callUcp(shop, 'product', { id: 'knob' })
      expect(detail.body.product.variants).toHaveLength(40)
    },
  )

  testWithRing('shows the first variant in stock first', async ({ shop }) => {
    const { body } = await callUcp(shop, 'search', { query: 'ring' })
    expect(body.products[0].variants.map(({ id }: UcpVariant) => id)).toEqual(
      ['s', 'm', 'l'].map((size) => `${RING}-${size}`),
    )
  })

  testWithRing('says that a price in another currency is left out', async ({ shop }) => {
    const request = { filters: { price: { max: 1 } }, context: { currency: 'USD' } }
    const { body } = await callUcp(shop, 'search', request)
    expectUcp('search', body)
    expect(body.products).toHaveLength(3)
    expect(body.messages).toMatchObject([{ type: 'info', code: 'currency_unsupported' }])
  })

  testWithRing('shows a change with the next answer', async ({ shop }) => {
    const find = async () => (await callUcp(shop, 'search', { query: 'wool' })).body.products[0]
    expect((await find()).variants[0].availability.available).toBe(false)
    await updateProduct(shop, toProductId('wool-shawl'), { stock: 2, price_paise: 12_345 })
    expect((await find()).variants[0]).toMatchObject({
      availability: { available: true },
      price: { amount: 12_345 },
    })
  })
})

describe('a lookup', () => {
  testWithRing('says which identifier means which variant', async ({ shop }) => {
    const ids = [`${RING}-m`, RING, 'wool-shawl', RING, 'nothing', `${RING}-xxl`, 'ring']
    const { body } = await callUcp(shop, 'lookup', { ids })
    expectUcp('lookup', body)
    const [ring, shawl] = body.products
    expect(body.products).toHaveLength(2)
    expect(ring.variants).toMatchObject([
      { id: `${RING}-m`, inputs: [{ id: `${RING}-m`, match: 'exact' }] },
      {
        id: `${RING}-s`,
        inputs: [
          { id: RING, match: 'featured' },
          { id: 'ring', match: 'featured' },
        ],
      },
    ])
    expect(shawl.variants).toMatchObject([{ inputs: [{ id: 'wool-shawl', match: 'featured' }] }])
    const missing = ['nothing', `${RING}-xxl`]
    expect(body.messages).toEqual(
      missing.map((content) => ({ type: 'info', code: 'not_found', content })),
    )
  })

  testWithRing('names the only variant of a product by the id of both', async ({ shop }) => {
    const id = toProductId('silk-shawl')
    const { body } = await callUcp(shop, 'lookup', { ids: [id] })
    expect(body.products[0].variants).toMatchObject([{ id, inputs: [{ id, match: 'exact' }] }])
  })

  testWithRing('is narrowed by price and category after that', async ({ shop }) => {
    const lookup = async (filters: object) => {
      const ids = [RING, `${RING}-m`, 'silk-shawl']
      const { body } = await callUcp(shop, 'lookup', { ids, filters })
      expectUcp('lookup', body)
      return body.products.flatMap(({ variants }: UcpProduct) => variants.map(({ id }) => id))
    }
    expect(await lookup({ price: { min: 15_000, max: 16_000 } })).toEqual([`${RING}-l`])
    expect(await lookup({ categories: ['Clothing'] })).toEqual([toProductId('silk-shawl')])
    expect(await lookup({ categories: ['shoes'] })).toEqual([])
  })
})

describe('the detail of a product', () => {
  const options = [
    { name: 'Size', values: ['S', 'M'] },
    { name: 'Colour', values: ['Red', 'Blue', 'Green'] },
  ]
  const variants = [
    { choice: { Size: 'S', Colour: 'Red' }, stock: 0 },
    { choice: { Size: 'S', Colour: 'Blue' }, stock: 4 },
    { choice: { Size: 'M', Colour: 'Red' }, stock: 1 },
    { choice: { Size: 'M', Colour: 'Green' }, stock: 0 },
  ]
  const testWithBag = testWithPlatforms.extend('shop', async ({ shop }) => {
    await addProducts(shop, { slug: 'bag', price: 100, options, variants })
    return shop
  })
  const id = toProductId('bag')
  const toSelection = (choice: Record<string, string>) =>
    Object.entries(choice).map(([name, label]) => ({ name, label }))
  const read = async (shop: TestApp, request: object) => {
    const { body } = await callUcp(shop, 'product', { id, ...request })
    expectUcp('product', body)
    const { product } = body
    const toNames = (list: UcpVariant[]) => list.map((variant) => variant.id.slice(id.length + 1))
    return { ...product, names: toNames(product.variants) }
  }

  testWithBag('has all variants, the one in stock first, with its choice', async ({ shop }) => {
    const product = await read(shop, {})
    expect(product.names).toEqual(['s-blue', 's-red', 'm-red', 'm-green'])
    expect(product.selected).toEqual(toSelection({ Size: 'S', Colour: 'Blue' }))
    expect(product.options).toEqual([
      {
        name: 'Size',
        values: [
          { label: 'S', exists: true, available: true },
          { label: 'M', exists: false, available: false },
        ],
      },
      {
        name: 'Colour',
        values: [
          { label: 'Red', exists: true, available: false },
          { label: 'Blue', exists: true, available: true },
          { label: 'Green', exists: false, available: false },
        ],
      },
    ])
  })

  testWithBag.for<
    [selected: Record<string, string>, request: object, kept: object, names: string[]]
  >([
    [{ Colour: 'Red' }, {}, { Colour: 'Red' }, ['m-red', 's-red']],
    [{ Size: 'M', Colour: 'Red' }, {}, { Size: 'M', Colour: 'Red' }, ['m-red']],
    // No variant has both: the last preference goes first, and what is no preference before it.
    [
      { Size: 'M', Colour: 'Blue' },
      { preferences: ['Size', 'Colour'] },
      { Size: 'M' },
      ['m-red', 'm-green'],
    ],
    [
      { Size: 'M', Colour: 'Blue' },
      { preferences: ['Colour', 'Size'] },
      { Colour: 'Blue' },
      ['s-blue'],
    ],
    [{ Size: 'M', Colour: 'Blue' }, { preferences: ['Colour'] }, { Colour: 'Blue' }, ['s-blue']],
    // What no variant has does not push out what one has.
    [
      { Size: 'XL', Colour: 'Red', Metal: 'Gold' },
      { preferences: ['Metal', 'Size', 'Colour'] },
      { Colour: 'Red' },
      ['m-red', 's-red'],
    ],
    [{ Metal: 'Gold' }, {}, {}, ['s-blue', 's-red', 'm-red', 'm-green']],
    // A variant decides alone.
    [{ Colour: 'Red' }, { id: `${id}-m-green` }, { Size: 'M', Colour: 'Green' }, ['m-green']],
  ])(
    'of the choice %j with %j is that of %j',
    async ([selected, request, kept, names], { shop }) => {
      const product = await read(shop, { selected: toSelection(selected), ...request })
      expect(product.selected).toEqual(toSelection(kept as Record<string, string>))
      expect(product.names).toEqual(names)
    },
  )

  testWithBag('of a handle is that of its product', async ({ shop }) => {
    expect((await read(shop, { id: 'bag' })).names).toHaveLength(4)
  })

  testWithRing('without options has no choice', async ({ shop }) => {
    const { body } = await callUcp(shop, 'product', { id: 'silk-shawl' })
    expect(body.product).toMatchObject({
      options: [],
      variants: [{ id: toProductId('silk-shawl') }],
    })
    expect(body.product.selected).toBe(undefined)
  })

  testWithRing.for([
    ['an unknown identifier', { id: 'nothing' }],
    ['a price that no variant has', { id: RING, filters: { price: { min: 99_999 } } }],
    ['another category', { id: RING, filters: { categories: ['shoes'] } }],
  ])('of %s is an outcome with status 200', async ([, request], { shop }) => {
    const { status, body } = await callUcp(shop, 'product', request)
    expect(status).toBe(200)
    expectUcp('error', body)
    expect(body.ucp).toMatchObject({ version: VERSION, status: 'error' })
    expect(body.messages).toMatchObject([{ code: 'not_found', severity: 'unrecoverable' }])
  })
})

/** An error of the transport, for which the protocol has no schema but these fields. */
const toError = (code: string) => ({
  code,
  content: expect.stringMatching(/\.$/),
  continue_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/shop$/),
})

describe('a request that cannot be answered', () => {
  testWithRing.for<[what: string, operation: 'search' | 'lookup' | 'product', body: unknown]>([
    ['no JSON', 'search', '{'],
    ['nothing to search for', 'search', {}],
    ['a blank query', 'search', { query: ' \n', filters: { 'com.example.x': true } }],
    ['an empty list of categories', 'search', { filters: { categories: [] } }],
    ['a long query', 'search', { query: 'a'.repeat(1_001) }],
    ['a query that is no text', 'search', { query: 7 }],
    ['a price with a fraction', 'search', { filters: { price: { min: 1.5 } } }],
    ['a price below zero', 'search', { filters: { price: { max: -1 } } }],
    ['a page of no product', 'search', { query: 'a', pagination: { limit: 0 } }],
    ['a cursor of its own', 'search', { query: 'a', pagination: { cursor: 'MQ' } }],
    ['a cursor that is no text', 'search', { query: 'a', pagination: { cursor: '\0' } }],
    ['no identifier', 'lookup', { ids: [] }],
    ['an identifier that is no text', 'lookup', { ids: [null] }],
    ['no id', 'product', {}],
    [
      'an option that is chosen twice',
      'product',
      {
        id: 'ring',
        selected: [
          { name: 'Size', label: 'S' },
          { name: 'Size', label: 'M' },
        ],
      },
    ],
  ])('for %s is answered with 400', async ([, operation, input], { shop }) => {
    const { status, body } = await callUcp(shop, operation, input)
    expect([status, body]).toEqual([400, toError('invalid_request')])
  })

  testWithRing('for too many identifiers has the code of the protocol', async ({ shop }) => {
    const toIds = (count: number) => Array.from({ length: count }, (_, index) => `id${index}`)
    expect((await callUcp(shop, 'lookup', { ids: toIds(MAX_UCP_IDS) })).status).toBe(200)
    // Those that are named twice count once.
    const twice = [...toIds(MAX_UCP_IDS), ...toIds(MAX_UCP_IDS)]
    expect((await callUcp(shop, 'lookup', { ids: twice })).status).toBe(200)
    for (const count of [MAX_UCP_IDS + 1, 20_000]) {
      const { status, body } = await callUcp(shop, 'lookup', { ids: toIds(count) })
      expect([status, body]).toEqual([400, toError('request_too_large')])
    }
  })

  testWithRing('in another way than POST and JSON is told how', async ({ shop, visitor }) => {
    const got = await visitor.get('/ucp/catalog/search')
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'POST'])
    expect(got.body).toEqual(toError('method_not_allowed'))
    const unknown = await visitor.post('/ucp/carts', {})
    expect([unknown.status, unknown.body]).toEqual([404, toError('not_found')])
    const headers = { 'Content-Type': 'text/plain', 'UCP-Agent': toAgent(VERSION) }
    const plain = await visitor.post('/ucp/catalog/search', '{"query":"ring"}', headers)
    expect([plain.status, plain.body]).toEqual([415, toError('unsupported_media_type')])
    expect(shop.logs).toEqual([])
  })

  testWithRing('is refused whatever its fields are, and never fails', async ({ shop }) => {
    const field = fc.oneof(fc.jsonValue(), fc.constantFrom('ring', RING, ['ring'], 5))
    const body = fc.record(
      {
        query: field,
        ids: field,
        id: field,
        selected: field,
        preferences: field,
        filters: fc.oneof(field, fc.record({ categories: field, price: field })),
        context: field,
        pagination: fc.oneof(field, fc.record({ cursor: field, limit: field })),
      },
      { requiredKeys: [] },
    )
    const operation = fc.constantFrom('search', 'lookup', 'product' as const)
    const property = fc.asyncProperty(operation, body, async (name, input) => {
      const { status, body: answer } = await callUcp(shop, name, input)
      if (status === 400) expect(answer).toEqual(toError(answer.code))
      else expectUcp(answer.ucp.status === 'error' ? 'error' : name, answer)
    })
    await fc.assert(property, { seed: 43, numRuns: 150 })
    expect(shop.logs).toEqual([])
  })

  testWithRing('because the database fails is no outcome of the protocol', async ({ shop }) => {
    await shop.deps.db.schema.dropTable('product_picture').execute()
    const { status, body } = await callUcp(shop, 'lookup', { ids: ['ring'] })
    expect([status, body]).toEqual([500, toError('internal_error')])
    expect(shop.logs).toMatchObject([{ level: 'error' }])
  })
})

describe('the profile of a platform', () => {
  const search = (shop: TestApp, agent: string) =>
    shop.createClient().post('/ucp/catalog/search', { query: 'ring' }, { 'UCP-Agent': agent })

  test.for<[header: string, url: string | undefined]>([
    ['profile="https://agent.test/a"', 'https://agent.test/a'],
    ['profile="https://agent.test/a#keys"', 'https://agent.test/a'],
    [' other=1, profile="https://agent.test/a";q="x, y";b , last', 'https://agent.test/a'],
    ['profile="https://agent.test/1", profile="https://agent.test/2"', 'https://agent.test/2'],
    ['profile="https://agent.test:443/a"', 'https://agent.test/a'],
    ['', undefined],
    ['profile', undefined],
    ['profile=https://agent.test/a', undefined],
    ['profile="https://agent.test/a', undefined],
    ['profile="https://agent.test/a",', undefined],
    ['profile="https://agent.test/a" x', undefined],
    ['Profile="https://agent.test/a"', undefined],
    ['profile="/a"', undefined],
    ['profile="http://agent.test/a"', undefined],
    ['profile="ftp://agent.test/a"', undefined],
    ['profile="https://me@agent.test/a"', undefined],
    ['profile="https://:x@agent.test/a"', undefined],
  ])('is named by the header %s', async ([header, url], { shop }) => {
    const a = JSON.stringify(createPlatformProfile())
    const fetched = servePlatforms(shop, { a, 2: a })
    const { status, body } = await search(shop, header)
    expect(fetched).toEqual(url ? [url] : [])
    if (url) expect(status).toBe(200)
    else expect([status, body]).toEqual([400, toError('invalid_profile_url')])
  })

  test('is not named by a long header', async ({ shop }) => {
    const fetched = servePlatforms(shop)
    for (const header of [toAgent('a'.repeat(1_000)), `profile="${'\\"'.repeat(5_000)}`])
      expect((await search(shop, header)).body).toEqual(toError('invalid_profile_url'))
    expect(fetched).toEqual([])
  })

  const own = createPlatformProfile()
  const profile = (ucp: object) => JSON.stringify({ ucp: { ...own.ucp, ...ucp } })

  test.for<[what: string, document: string | Error, status: number, code: string]>([
    ['not JSON', '<html>', 422, 'profile_malformed'],
    ['a list', '[]', 422, 'profile_malformed'],
    ['without ucp', '{}', 422, 'profile_malformed'],
    ['without services', profile({ services: undefined }), 422, 'profile_malformed'],
    ['with a version that is no date', profile({ version: 'draft' }), 422, 'profile_malformed'],
    [
      'with capabilities that are no lists',
      profile({ capabilities: { 'dev.ucp.shopping.catalog.search': {} } }),
      ...([422, 'profile_malformed'] as const),
    ],
    ['of another version', profile({ version: '2026-04-08' }), 422, 'version_unsupported'],
    ['of a host that is not public', new FetchError('refused', 'No.'), 400, 'invalid_profile_url'],
    ['that cannot be reached', new FetchError('failed', 'No.'), 424, 'profile_unreachable'],
    ['that is too large', new FetchError('tooLarge', 'No.'), 422, 'profile_malformed'],
  ])('%s is refused', async ([, document, status, code], { shop }) => {
    const fetched = servePlatforms(shop, { a: document })
    for (let count = 0; count < 2; count++) {
      const answer = await search(shop, toAgent('a'))
      expect([answer.status, answer.body]).toEqual([status, toError(code)])
    }
    // It is not fetched again at once.
    expect(fetched).toHaveLength(1)
    shop.advanceTime(31_000)
    await search(shop, toAgent('a'))
    expect(fetched).toHaveLength(2)
  })

  const SEARCH = 'dev.ucp.shopping.catalog.search'
  const entry = { version: VERSION, spec: 'https://ucp.dev/a', schema: 'https://ucp.dev/a.json' }
  test.for<[what: string, capabilities: object | undefined]>([
    ['no capabilities', undefined],
    ['other capabilities', { 'dev.ucp.shopping.cart': [entry] }],
    ['another version of it', { [SEARCH]: [{ ...entry, version: '2026-04-08' }] }],
    ['no schema of it', { [SEARCH]: [{ version: VERSION }] }],
    ['a schema of a stranger', { [SEARCH]: [{ ...entry, schema: 'https://ucp.dev@evil.test/a' }] }],
    ['a schema of a like name', { [SEARCH]: [{ ...entry, schema: 'https://uc.dev/a' }] }],
    ['a schema of a top domain', { [SEARCH]: [{ ...entry, schema: 'https://dev/a' }] }],
    ['a schema without TLS', { [SEARCH]: [{ ...entry, schema: 'http://ucp.dev/a' }] }],
  ])('with %s is an outcome with status 200', async ([, capabilities], { shop }) => {
    servePlatforms(shop, { a: profile({ capabilities }) })
    const { status, body } = await search(shop, toAgent('a'))
    expect(status).toBe(200)
    expectUcp('error', body)
    expect(body).toMatchObject({
      ucp: { version: VERSION, status: 'error', capabilities: {} },
      messages: [{ code: 'capabilities_incompatible' }],
    })
  })

  test('decides which capability an answer names', async ({ shop }) => {
    servePlatforms(shop, { a: profile({ capabilities: { [SEARCH]: [entry] } }) })
    expect((await search(shop, toAgent('a'))).body.ucp).toEqual({
      version: VERSION,
      capabilities: { [SEARCH]: [{ version: VERSION }] },
    })
    const { body } = await callUcp(shop, 'lookup', { ids: ['x'] }, 'a')
    expect(body.messages).toMatchObject([{ code: 'capabilities_incompatible' }])
  })

  test('is fetched once for many requests, and again when it is old', async ({ shop }) => {
    const fetched = servePlatforms(shop)
    await Promise.all(Array.from({ length: 5 }, () => search(shop, toAgent(VERSION))))
    // As long as its answer says.
    shop.advanceTime(599_000)
    await search(shop, toAgent(VERSION))
    expect(fetched).toHaveLength(1)
    shop.advanceTime(2_000)
    await search(shop, toAgent(VERSION))
    expect(fetched).toHaveLength(2)
  })

  test('is kept for a minute at least, and for an hour at most', async ({ shop }) => {
    let cacheControl = 'no-store'
    let count = 0
    shop.deps.fetchPublic = async () => {
      count += 1
      return { text: profile({}), cacheControl }
    }
    await search(shop, toAgent('a'))
    shop.advanceTime(30_000)
    await search(shop, toAgent('a'))
    expect(count).toBe(1)
    cacheControl = 'max-age=31536000'
    shop.advanceTime(31_000)
    await search(shop, toAgent('a'))
    shop.advanceTime(3_601_000)
    await search(shop, toAgent('a'))
    expect(count).toBe(3)
  })

  test('waits for no more than eight others', async ({ shop }) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    shop.deps.fetchPublic = async () => {
      await promise
      return { text: profile({}), cacheControl: '' }
    }
    const waiting = Array.from({ length: 8 }, (_, index) => search(shop, toAgent(`${index}`)))
    let refused = await search(shop, toAgent('x'))
    // Until the eighth has been asked for.
    while (refused.status === 200) refused = await search(shop, toAgent('x'))
    expect([refused.status, refused.body]).toEqual([503, toError('unavailable')])
    expect(refused.headers.get('retry-after')).toBe('2')
    resolve()
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200)
  })

  describe('with limits', () => {
    const testWithLimits = test.extend('env', { LIMITS: 'true', TRUSTED_PROXIES: '1' })

    testWithLimits('of a subnet is not fetched without end', async ({ shop }) => {
      servePlatforms(shop)
      const ask = (agent: string, address: string) =>
        shop
          .createClient({ 'X-Forwarded-For': address })
          .post('/ucp/catalog/search', { query: 'a' }, { 'UCP-Agent': agent })
      shop.deps.fetchPublic = async () => ({ text: profile({}), cacheControl: '' })
      for (let index = 0; index < 30; index++)
        expect((await ask(toAgent(`${index}`), '192.0.2.1')).status).toBe(200)
      const { status, body, headers } = await ask(toAgent('30'), '192.0.2.1')
      expect([status, body]).toEqual([429, toError('rate_limited')])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      // One that is known costs nothing, and another network has its own count.
      expect((await ask(toAgent('29'), '192.0.2.1')).status).toBe(200)
      expect((await ask(toAgent('30'), '192.0.2.2')).status).toBe(200)
    })
  })
})
