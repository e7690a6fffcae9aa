import { toCountedSearch } from '#src/channels/search-report.ts'
import { findContentIdOfPath } from '#src/contract/content.ts'
import { WEB_VITALS } from '#src/contract/values.ts'
import { toBucket } from '#src/editing/web-vitals.ts'
import { toIndianDay } from '#src/rules/dates.ts'
import { categoryOfPath, isAuthPath, paths, productPath, shopPagePath } from '#src/rules/paths.ts'
import { readCategories } from '../../core/content/categories.ts'
import { findContentRow } from '../../core/content/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { clientAddress, clientSubnet } from '../../core/http/client-address.ts'
import { isOwnOrigin } from '../../core/http/cors-and-csrf.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { consume, type RateLimit } from '../../core/http/rate-limit.ts'
import { hasCategory, hasSlug } from '../catalog/queries.ts'
import { findLiveCompiled } from './queries.ts'
import { readSearches } from './searches.ts'
import { readSpeed, toBuildId } from './speed.ts'
import { getVisitCounts } from './visit-counts.ts'

// Limits in memory, like the events themselves. A mobile network may give thousands of shoppers one address.

/** Page views of one subnet, which may be a mobile network that many shoppers share. */
const PAGE_VIEWS: RateLimit = {
  name: 'page-view',
  limit: 20_000,
  windowMinutes: 24 * 60,
  inMemory: true,
}
/** Measured visits of one subnet. */
const MEASURED_VISITS: RateLimit = {
  name: 'web-vitals',
  limit: 20_000,
  windowMinutes: 24 * 60,
  inMemory: true,
}
/** Counted searches of one subnet. */
const SEARCHES: RateLimit = {
  name: 'search-event',
  limit: 10_000,
  windowMinutes: 24 * 60,
  inMemory: true,
}

const COUNTED = { success: true, message: 'Counted.' } as const
const NOT_COUNTED = { success: true, message: 'Not counted.' } as const

const toAnswer = (isCounted: boolean) => (isCounted ? COUNTED : NOT_COUNTED)

/** Counts page views, searches and speeds per day: without cookies or data about the visitor. */
export function eventHandlers(deps: Deps) {
  const { views, vitals, searches } = getVisitCounts(deps)
  return {
    'POST /events': async ({ body, c }) => {
      const url = URL.parse(body.url)
      if (!url || !isOwnOrigin(c, deps.env, url.origin))
        throw new HttpError(400, 'url must be the address of a page of this site.', {
          field: 'url',
        })
      // A preview in the studio is not a visit. Staff sign in for it.
      if (STUDIO.test(url.pathname) || isAuthPath(url.pathname)) return NOT_COUNTED
      await consume(deps, PAGE_VIEWS, clientSubnet(clientAddress(c, deps.env)))
      const view = { day: toIndianDay(deps.now()), path: url.pathname, views: 1 }
      // A path that was counted a moment ago needs no lookup.
      const path = views.has(view) ? view.path : await toKnownPath(deps.db, view.path)
      return toAnswer(views.add({ ...view, path }))
    },
    'POST /events/vitals': async ({ body, c }) => {
      await consume(deps, MEASURED_VISITS, clientSubnet(clientAddress(c, deps.env)))
      const build = toBuildId(await findLiveCompiled(deps.db))
      const counted = { day: toIndianDay(deps.now()), page_kind: body.page, build, visits: 1 }
      const isCounted = WEB_VITALS.map((metric) => {
        const value = body[metric]
        return (
          value === undefined || vitals.add({ ...counted, metric, bucket: toBucket(metric, value) })
        )
      })
      return toAnswer(isCounted.every(Boolean))
    },
    'POST /events/search': async ({ body, c }) => {
      await consume(deps, SEARCHES, clientSubnet(clientAddress(c, deps.env)))
      const query = toCountedSearch(body.query)
      if (query === null) return NOT_COUNTED
      const without_results = body.results === 0 ? 1 : 0
      return toAnswer(
        searches.add({ day: toIndianDay(deps.now()), query, searches: 1, without_results }),
      )
    },
  } satisfies Partial<Handlers>
}

/** Handlers of the figures. Counts of other processes appear after up to ten seconds. */
export function figureHandlers(deps: Deps) {
  const { flush } = getVisitCounts(deps)
  return {
    'GET /editor/speed': async ({ query }) => {
      await flush()
      return readSpeed(deps, Number(query.days))
    },
    'GET /editor/searches': async () => {
      await flush()
      return readSearches(deps)
    },
  } satisfies Partial<Handlers>
}

const KNOWN_PATHS = new Set<string>(Object.values(paths))
const STUDIO = /^\/studio(?:\/|$)/
const LISTING_PAGE = /^\/shop\/\d+$/
const SLUG = /^\/product\/([a-z0-9-]+)$/

/** Returns the path under which a page is counted: pages of a listing as one, and unknown addresses as `/404`. */
async function toKnownPath(db: Db, path: string): Promise<string> {
  if (KNOWN_PATHS.has(path)) return path
  if (LISTING_PAGE.test(path)) return paths.shop
  const category = categoryOfPath(path)
  if (category)
    return (await hasCategory(db, (await readCategories(db)).toId(category)))
      ? shopPagePath(1, category)
      : '/404'
  const record = findContentIdOfPath(path)
  if (record && (await findContentRow(db, record))?.archived === 0)
    return path.replace(/\/\d+$/, '')
  const slug = SLUG.exec(path)?.[1]
  return slug !== undefined && (await hasSlug(db, slug)) ? productPath(slug) : '/404'
}
