import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { messages } from '#src/rules/messages.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { clientAddress, clientSubnet } from '../http/client-address.ts'
import { etagMatches } from '../http/etag.ts'
import type { Handlers } from '../http/mount.ts'
import { consume, type RateLimit } from '../http/rate-limit.ts'
import { getCatalogueRevision } from './queries.ts'
import { runSearch } from './search.ts'
import { findProduct, getCatalogue, getListing, getNamedListing } from './service.ts'

/** Per client subnet, which may be a mobile network that many shoppers share: each letter is a search. */
const SEARCHES: RateLimit = { name: 'search', limit: 1_200, windowMinutes: 5 }

export function catalogHandlers(deps: Deps) {
  const listing = cacheByRevision(deps, () => getListing(deps))
  const catalogue = cacheByRevision(deps, () => getCatalogue(deps))
  return {
    'GET /products/get-all-products': ({ query, c }) => {
      if (query.slugs) return getNamedListing(deps, query.slugs.split(','))
      return query.detail === 'full' ? catalogue(c) : listing(c)
    },
    'GET /products/search': async ({ query, c }) => {
      await consume(deps, SEARCHES, clientSubnet(clientAddress(c, deps.env)))
      const { slugs, filters, limit } = query
      const request = slugs ? { slugs: slugs.split(',') } : { filters, limit }
      if (!deps.search) return runSearch(deps, request)
      return c.body(await deps.search(request), 200, { 'Content-Type': 'application/json' })
    },
    'GET /products/slug/:slug': async ({ param }) => {
      const product = await findProduct(deps, param)
      if (!product) throw new HttpError(404, messages.products.notFound)
      return { product }
    },
  } satisfies Partial<Handlers>
}

interface CachedBody {
  revision: number
  body: Buffer<ArrayBuffer>
  etag: string
}

/**
 * Handles a request whose response depends only on the catalogue: the body is read and serialised
 * once per revision, and a matching `If-None-Match` gets a 304.
 */
function cacheByRevision(
  deps: Deps,
  read: () => Promise<{ revision: number }>,
): (c: Context) => Promise<Response> {
  let cached: CachedBody | undefined
  let pending: Promise<void> | undefined

  async function refresh(): Promise<void> {
    const response = await read()
    const body = Buffer.from(JSON.stringify(response))
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    cached = { revision: response.revision, body, etag }
  }

  async function getCurrent(): Promise<CachedBody> {
    const revision = await getCatalogueRevision(deps.db)
    for (;;) {
      if (cached && cached.revision >= revision) return cached
      // A pending read may have begun before this revision; then the loop reads again.
      pending ??= refresh().finally(() => {
        pending = undefined
      })
      await pending
    }
  }

  return async (c) => {
    const { body, etag } = await getCurrent()
    c.header('ETag', etag)
    c.header('Cache-Control', 'no-cache')
    if (etagMatches(c.req.header('if-none-match'), etag)) return c.body(null, 304)
    c.header('Content-Type', 'application/json')
    c.header('Content-Length', String(body.length))
    // The server sends this buffer itself, without a copy for each response.
    return c.body(body)
  }
}
