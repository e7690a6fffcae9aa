import type { Context } from 'hono'
import { messages } from '#src/channels/messages.ts'
import { packIndex } from '#src/rules/search/search-index.ts'
import { createBoundedQueue } from '../../core/bounded-queue.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { sendCached, toLargeCachedBody } from '../../core/http/cached-body.ts'
import { clientAddress, clientSubnet } from '../../core/http/client-address.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { consume, type RateLimit } from '../../core/http/rate-limit.ts'
import { cacheByRevision } from './cache-by-revision.ts'
import { getSearch, pickSlugs, searchCatalog } from './search.ts'
import { findProduct, getCatalog, getListing, getNamedListing } from './service.ts'

/** Searches of one subnet, which may be a mobile network that many shoppers share: each letter is a search. */
export const SEARCHES: RateLimit = {
  name: 'search',
  limit: 1_200,
  windowMinutes: 5,
  inMemory: true,
}
/** Lists of products of one subnet, all or some: a search shows them, and so do wishlists. */
export const LISTINGS: RateLimit = {
  name: 'listing',
  limit: 1_200,
  windowMinutes: 5,
  inMemory: true,
}
/** Whole catalogues of one subnet, with all details: of 10,000 products each has 70 MB. */
const CATALOGS: RateLimit = { name: 'catalog', limit: 60, windowMinutes: 60, inMemory: true }

/** Lists of some products that run at once, and that wait: with more, the last one would wait for a second. */
const NAMED_LISTINGS = { concurrency: 2, maxPending: 64 }

export function catalogHandlers(deps: Deps) {
  const listing = cacheResponse(deps, () => getListing(deps))
  const catalog = cacheResponse(deps, () => getCatalog(deps))
  const search = getSearch(deps)
  const enqueue = createBoundedQueue(NAMED_LISTINGS)
  return {
    'GET /products/get-all-products': async ({ query: { slugs, detail }, c }) => {
      const isWhole = slugs === undefined && detail === 'full'
      const subnet = clientSubnet(clientAddress(c, deps.env))
      await consume(deps, isWhole ? CATALOGS : LISTINGS, subnet)
      if (slugs !== undefined) return enqueue(() => getNamedListing(deps, slugs.split(',')))
      return isWhole ? catalog(c) : listing(c)
    },
    'GET /products/search': async ({ query, c }) => {
      await consume(deps, SEARCHES, clientSubnet(clientAddress(c, deps.env)))
      const { slugs, filters, limit } = query
      return search((index) =>
        packIndex(
          slugs ? pickSlugs(index, slugs.split(',')) : searchCatalog(index, filters, limit),
        ),
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
    return { revision: response.revision, ...(await toLargeCachedBody(response)) }
  })
  return async (c) => sendCached(c, await getCurrent())
}
