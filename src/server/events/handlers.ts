import { toIndianDay } from '#src/rules/dates.ts'
import { categoryOfPath, isAuthPath, paths, productPath, shopPagePath } from '#src/rules/paths.ts'
import { findProductBySlug, hasCategory } from '../catalog/queries.ts'
import type { Db, Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { clientAddress, clientSubnet } from '../http/client-address.ts'
import { isOwnOrigin } from '../http/cors-and-csrf.ts'
import type { Handlers } from '../http/mount.ts'
import { consume, type RateLimit } from '../http/rate-limit.ts'
import { addPageView } from './queries.ts'

/** Page views of one subnet, which may be a mobile network that many shoppers share. */
const PAGE_VIEWS: RateLimit = { name: 'page-view', limit: 2_000, windowMinutes: 24 * 60 }

/** Counts page views by day and path: no cookies, no data about the visitor. */
export const eventHandlers = (deps: Deps) =>
  ({
    'POST /events': async ({ body, c }) => {
      const url = URL.parse(body.url)
      if (!url || !isOwnOrigin(c, deps.env, url.origin))
        throw new HttpError(400, 'url must be the address of a page of this site.', {
          field: 'url',
        })
      // A preview in the studio is no visit, and staff log in for it.
      if (STUDIO.test(url.pathname) || isAuthPath(url.pathname))
        return { success: true, message: 'Not counted.' }
      await consume(deps, PAGE_VIEWS, clientSubnet(clientAddress(c, deps.env)))
      const path = await toKnownPath(deps.db, url.pathname)
      await addPageView(deps.db, { day: toIndianDay(deps.now()), path })
      return { success: true, message: 'Counted.' }
    },
  }) satisfies Partial<Handlers>

const KNOWN_PATHS = new Set<string>(Object.values(paths))
const STUDIO = /^\/studio(?:\/|$)/
const LISTING_PAGE = /^\/shop\/\d+$/
const SLUG = /^\/product\/([a-z0-9-]+)$/

/**
 * The path of the page as it is counted: the pages of a listing as one, unknown addresses as `/404`.
 */
async function toKnownPath(db: Db, path: string): Promise<string> {
  if (KNOWN_PATHS.has(path)) return path
  if (LISTING_PAGE.test(path)) return paths.shop
  const category = categoryOfPath(path)
  if (category && (await hasCategory(db, category))) return shopPagePath(1, category)
  const slug = SLUG.exec(path)?.[1]
  return slug !== undefined && (await findProductBySlug(db, slug)) ? productPath(slug) : '/404'
}
