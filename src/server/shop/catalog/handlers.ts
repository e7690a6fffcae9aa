import type { Context } from 'hono'
import { messages } from '#src/channels/messages.ts'
import { createBoundedQueue } from '../../core/bounded-queue.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { sendCached, toCachedBody } from '../../core/http/cached-body.ts'
import { clientAddress, clientSubnet } from '../../core/http/client-address.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { consume, type RateLimit } from '../../core/http/rate-limit.ts'
import { cacheByRevision } from './cache-by-revision.ts'
import { getSearch, runCatalogTask } from './run-catalog-task.ts'
import { findProduct, getNamedListing } from './service.ts'

/** Searches of one subnet, which may be a mobile network that many shoppers share. Each typed letter is a search. */
export const SEARCHES: RateLimit = {
  name: 'search',
  limit: 1_200,
  windowMinutes: 5,
  inMemory: true,
}
/** Lists of products of one subnet, all or some: searches and wishlists use them. */
export const LISTINGS: RateLimit = {
  name: 'listing',
  limit: 1_200,
  windowMinutes: 5,
  inMemory: true,
}
/** Whole catalogues of one subnet, with all details: each one of 10,000 products has 70 MB. */
const CATALOGS: RateLimit = { name: 'catalog', limit: 60, windowMinutes: 60, inMemory: true }

/** Lists of some products that run at once, and that wait. With more, the last one would wait for over a second. */
const NAMED_LISTINGS = { concurrency: 2, maxPending: 64 }

export function catalogHandlers(deps: Deps) {
  const listing = cacheList(deps, false)
  const catalog = cacheList(deps, true)
  const search = getSearch(deps)
  const enqueue = createBoundedQueue(NAMED_LISTINGS)
  return {
    'GET /products/get-all-products': async ({ query: { slugs, detail }, c }) => {
      const hasDetails = slugs === undefined && detail === 'full'
      const subnet = clientSubnet(clientAddress(c, deps.env))
      await consume(deps, hasDetails ? CATALOGS : LISTINGS, subnet)
      if (slugs !== undefined) return enqueue(() => getNamedListing(deps, slugs.split(',')))
      return hasDetails ? catalog(c) : listing(c)
    },
    'GET /products/search': async ({ query, c }) => {
      await consume(deps, SEARCHES, clientSubnet(clientAddress(c, deps.env)))
      return search('search', query)
    },
    'GET /products/slug/:slug': async ({ param }) => {
      const product = await findProduct(deps, param)
      if (!product) throw new HttpError(404, messages.products.notFound)
      return { product }
    },
  } satisfies Partial<Handlers>
}

/**
 * Handles requests for all products. The body is serialised once per revision, and a matching
 * `If-None-Match` gets a 304.
 */
function cacheList(deps: Deps, hasDetails: boolean): (c: Context) => Promise<Response> {
  const getCurrent = cacheByRevision(deps, async () => {
    const { revision, ...json } = await runCatalogTask(deps, 'list', { hasDetails })
    return { revision, ...toCachedBody(json) }
  })
  return async (c) => sendCached(c, await getCurrent())
}
