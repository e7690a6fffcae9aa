import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { messages } from '#src/rules/messages.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { clientAddress, clientSubnet } from '../http/client-address.ts'
import { etagMatches } from '../http/etag.ts'
import type { Handlers } from '../http/mount.ts'
import { consume, type RateLimit } from '../http/rate-limit.ts'
import { cacheByRevision } from './cache-by-revision.ts'
import { getSearch, pickSlugs, searchCatalog } from './search.ts'
import { findProduct, getCatalog, getListing, getNamedListing } from './service.ts'

/** Per client subnet, which may be a mobile network that many shoppers share: each letter is a search. */
export const SEARCHES: RateLimit = { name: 'search', limit: 1_200, windowMinutes: 5 }

export function catalogHandlers(deps: Deps) {
  const listing = cacheResponse(deps, () => getListing(deps))
  const catalog = cacheResponse(deps, () => getCatalog(deps))
  const search = getSearch(deps)
  return {
    'GET /products/get-all-products': ({ query, c }) => {
      if (query.slugs) return getNamedListing(deps, query.slugs.split(','))
      return query.detail === 'full' ? catalog(c) : listing(c)
    },
    'GET /products/search': async ({ query, c }) => {
      await consume(deps, SEARCHES, clientSubnet(clientAddress(c, deps.env)))
      const { slugs, filters, limit } = query
      return search((index) =>
        slugs ? pickSlugs(index, slugs.split(',')) : searchCatalog(index, filters, limit),
      )
    },
    'GET /products/slug/:slug': async ({ param }) => {
      const product = await findProduct(deps, param)
      if (!product) throw new HttpError(404, messages.products.notFound)
      return { product }
    },
  } satisfies Partial<Handlers>
}

/**
 * Handles a request whose response depends only on the catalogue: the body is serialised once per
 * revision, and a matching `If-None-Match` gets a 304.
 */
function cacheResponse(
  deps: Deps,
  read: () => Promise<{ revision: number }>,
): (c: Context) => Promise<Response> {
  const getCurrent = cacheByRevision(deps, async () => {
    const response = await read()
    const body = Buffer.from(JSON.stringify(response))
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    return { revision: response.revision, body, etag }
  })
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
