import { expect } from 'vitest'
import { type Endpoint, endpoints } from '#src/contract/endpoints.ts'
import { test } from '#tests/helpers/api-test.ts'
import { addProducts } from '#tools/products.ts'

const CALLS = 20
/** Processor time of one call: 20 times what the dearest takes, a fifth of making the OpenAPI document. */
const MOST_MS = 10

test('no public read makes anew what is the same for everybody', async ({ shop, visitor }) => {
  await addProducts(shop, ...Array.from({ length: 60 }, (_, nth) => ({ slug: `bangle-${nth}` })))
  const names = Object.entries<Endpoint>(endpoints).flatMap(([name, { access }]) =>
    name.startsWith('GET ') && access === 'public' ? name : [],
  )
  for (const name of ['GET /openapi.json', ...names]) {
    const path = name.replace('GET ', '').replace(':slug', 'bangle-1')
    // The first call may read what the others share.
    await visitor.get(path)
    // The cheapest call counts: a collection of garbage may fall into any other.
    let leastMs = Number.POSITIVE_INFINITY
    for (let call = 0; call < CALLS; call++) {
      const start = process.threadCpuUsage()
      await shop.request(path)
      const { user, system } = process.threadCpuUsage(start)
      leastMs = Math.min(leastMs, (user + system) / 1_000)
    }
    expect([name, leastMs < MOST_MS ? 'cheap' : leastMs]).toEqual([name, 'cheap'])
  }
})

test('the OpenAPI document has a tag, which answers 304', async ({ visitor }) => {
  const { headers, bytes } = await visitor.get('/openapi.json')
  expect(headers.get('cache-control')).toBe('public, max-age=300')
  expect(headers.get('content-length')).toBe(String(bytes.length))
  const again = { 'If-None-Match': headers.get('etag') ?? '' }
  const { status, text } = await visitor.get('/openapi.json', undefined, again)
  expect([status, text]).toEqual([304, ''])
})
