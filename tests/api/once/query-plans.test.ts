import type { KyselyPlugin, RootOperationNode } from 'kysely'
import { expect } from 'vitest'
import { type Endpoint, endpoints } from '#src/contract/endpoints.ts'
import { createApp } from '#src/server/app.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { getFilteredListing } from '#src/server/shop/catalog/filtered-listing.ts'
import { test } from '#tests/helpers/api-test.ts'
import { type ApiClient, createClient } from '#tools/api-client.ts'
import { addProducts } from '#tools/products.ts'
import type { TestApp } from '#tools/test-app.ts'

/** The same database, and a list of the queries that it gets. */
function recordQueries({ deps }: TestApp): { deps: Deps; queries: RootOperationNode[] } {
  const queries: RootOperationNode[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      queries.push(node)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { deps: { ...deps, db: deps.db.withPlugin(plugin) }, queries }
}

/** What SQLite says of how it reads the tables of a query. */
async function explain({ deps: { db } }: TestApp, node: RootOperationNode): Promise<string[]> {
  const query = db.getExecutor().compileQuery(node, { queryId: 'explained' })
  if (!/^\s*(?:select|insert|update|delete)\b/i.test(query.sql)) return []
  const parameters = query.parameters.map(() => null)
  const sql = `explain query plan ${query.sql}`
  const { rows } = await db.executeQuery<{ detail: string }>({ ...query, sql, parameters })
  return rows.map(({ detail }) => detail)
}

/** A setting, one row, and rows of the query itself. */
const SMALL = /^SCAN (?:setting|publish_result|placed|\(.*|.* VALUES CLAUSE)\b/
/** Reads a table from its begin to its end: all products on sale have no time of archiving. */
const READS_ALL = /^SCAN |\(archived_at=\?\)/

const SLUG = 'noor-bangle'
const NAMED = Array.from({ length: 48 }, (_, nth) => `${SLUG}-${nth}`).join(',')

/** Queries of the calls that read everything, or nothing, without one. */
const QUERIES: Record<string, string> = {
  'GET /products/get-all-products': `?slugs=${NAMED}`,
  'GET /products/search': `?filters=${encodeURIComponent('?search=bangle')}`,
  'GET /reviews/own': `?product=${SLUG}`,
}

const view = (path: string) => ({
  name: 'pageview',
  url: `http://shop.test${path}`,
  domain: 'shop.test',
})

test('no read of shoppers and no page view reads a table to its end', async ({ shop, shopper }) => {
  const [productId] = await addProducts(shop, { slug: SLUG })
  await shopper.post('/cart', { productId })
  await shopper.post('/wishlist/', { productId })
  const { token } = (await shopper.put('/wishlist-share')).body
  const { deps, queries } = recordQueries(shop)
  const app = createApp(deps, 'all')
  const request = async (path: string, init?: RequestInit) =>
    app.request(`http://shop.test/api${path}`, init)
  const client: ApiClient = createClient({ request }, {}, { cookies: shopper.cookies })
  const names = Object.entries<Endpoint>(endpoints).flatMap(([name, { access }]) =>
    name.startsWith('GET ') && /public|user/.test(access) ? name : [],
  )
  expect(names.length).toBeGreaterThan(10)
  const calls = Object.fromEntries(
    names.map((name): [string, () => Promise<unknown>] => {
      const path = name.replace('GET ', '').replace(':slug', SLUG).replace(':id', token)
      return [name, () => client.get(path + (QUERIES[name] ?? ''))]
    }),
  )
  const views = ['/shop/watches', '/shop/nothing', `/product/${SLUG}`, '/collections/gifts']
  const reads: Record<string, () => Promise<unknown>> = {
    ...calls,
    ...Object.fromEntries(views.map((path) => [path, () => client.post('/events', view(path))])),
    'a list without scripts': () =>
      getFilteredListing(deps, new URL('http://shop.test/shop?noscript&search=bangle')),
  }
  for (const [name, read] of Object.entries(reads)) {
    queries.length = 0
    await read()
    const plans = await Promise.all(queries.map((node) => explain(shop, node)))
    const whole = plans.flat().filter((line) => READS_ALL.test(line) && !SMALL.test(line))
    expect([name, ...whole]).toEqual([name])
  }
})
