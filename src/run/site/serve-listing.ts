import type { IncomingMessage, RequestListener } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { LRUCache } from 'lru-cache'
import { type FileTable, parsePath } from '#src/publish/hosting/file-table.ts'
import {
  pageHeaders,
  toContentSecurityPolicy,
  toHeaderOptions,
} from '#src/publish/hosting/headers.ts'
import { type ListingPage, NO_SCRIPT_QUERY } from '#src/rules/listing/listing.ts'
import { paths } from '#src/rules/paths.ts'
import { createBoundedQueue } from '#src/server/core/bounded-queue.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { clientAddress, clientSubnet } from '#src/server/core/http/client-address.ts'
import { consume } from '#src/server/core/http/rate-limit.ts'
import { getFilteredListing } from '#src/server/shop/catalog/filtered-listing.ts'
import { SEARCHES } from '#src/server/shop/catalog/handlers.ts'
import { toBarePage } from './bare-page.ts'
import { listFilters } from './list-filters.ts'
import { toPageError } from './page-error.ts'

/** Limit of waiting lists. With more, the last one would wait for over a second. */
const MAX_PENDING = 16

export type RenderListing = (listing: ListingPage) => Promise<string>

/** A browser with JavaScript gets the static page if the list takes longer. */
const READY_MS = 1_000

/** Characters of cached lists until the next release: about a hundred lists. */
const MAX_CACHED_CHARACTERS = 15_000_000

type RequestTarget = Pick<IncomingMessage, 'method' | 'url'>

/** Returns the query of a listing page; undefined for another request. */
function toListingQuery({ method, url = '' }: RequestTarget, table: FileTable | undefined) {
  if (method !== 'GET' && method !== 'HEAD') return undefined
  const path = parsePath(url)
  const isListing =
    path === paths.shop || path === paths.store || path?.startsWith(`${paths.shop}/`)
  if (!isListing || path === undefined || !table?.files.has(path)) return undefined
  const start = url.indexOf('?')
  return start === -1 ? undefined : url.slice(start + 1)
}

const isWithoutScripts = (query: string): boolean => query.split('&').includes(NO_SCRIPT_QUERY)

/** Returns whether a browser without JavaScript requests a filtered listing page. */
export function asksForListing(request: RequestTarget, table: FileTable | undefined): boolean {
  const query = toListingQuery(request, table)
  return query !== undefined && isWithoutScripts(query)
}

/** Returns whether a browser opens a list without a static page. A list by category alone has one. */
export function asksForFilters(
  request: RequestTarget & Pick<IncomingMessage, 'headers'>,
  table: FileTable | undefined,
): boolean {
  const query = toListingQuery(request, table)
  if (query === undefined || !request.headers.accept?.includes('text/html')) return false
  return listFilters(new URLSearchParams(query)).some(([name]) => name !== 'category')
}

/**
 * Renders the requested list. If it takes too long or finds nothing, browsers with JavaScript get
 * the static page, whose island makes the list.
 * @param site serves the static page.
 */
export function createListingListener(
  deps: Deps,
  renderListing: RenderListing,
  getFileTable: () => FileTable | undefined,
  site: RequestListener,
): RequestListener {
  const options = toHeaderOptions(deps.env)
  const enqueue = createBoundedQueue({ concurrency: 1, maxPending: MAX_PENDING })
  const app = new Hono<{ Bindings: HttpBindings }>()
  /** Rendered lists by release and address; empty if nothing is found. */
  const cachedLists = new LRUCache<string, string, URL>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: (html) => html.length + 1,
    fetchMethod: (_key, _known, { context }) =>
      enqueue(async () => {
        const listing = await getFilteredListing(deps, context)
        const found = listing.pageTotal + (listing.filtered?.alsoCount ?? 0)
        return found === 0 ? '' : renderListing(listing)
      }),
  })

  function send(c: Context, html: string, policy: string, cacheControl = 'no-store') {
    const headers = pageHeaders(policy, options.https)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    c.header('Cache-Control', cacheControl)
    c.header('X-Robots-Tag', 'noindex')
    return c.html(html)
  }

  const getPolicy = () => toContentSecurityPolicy(getFileTable()?.policy ?? '', options)
  const countSearch = (c: Context) =>
    consume(deps, SEARCHES, clientSubnet(clientAddress(c, deps.env)))

  async function renderSoon(c: Context, url: URL): Promise<string | undefined> {
    url.search = new URLSearchParams(listFilters(url.searchParams)).toString()
    const key = `${getFileTable()?.id} ${url.pathname}${url.search}`
    const html = cachedLists.get(key)
    if (html !== undefined) return html
    try {
      await countSearch(c)
      return await Promise.race([
        cachedLists.fetch(key, { context: url }),
        sleep(READY_MS, undefined),
      ])
    } catch (error) {
      toPageError(deps, 'a list was not rendered', error)
      return undefined
    }
  }

  app.use(compress())
  app.get('*', async (c) => {
    const url = new URL(c.req.url)
    if (isWithoutScripts(url.search.slice(1))) {
      await countSearch(c)
      const html = await enqueue(async () => renderListing(await getFilteredListing(deps, url)))
      return send(c, html, getPolicy())
    }
    const html = await renderSoon(c, url)
    // `private`: the service worker caches one page per path.
    if (html) return send(c, html, getPolicy(), 'private, no-cache')
    site(c.env.incoming, c.env.outgoing)
    return RESPONSE_ALREADY_SENT
  })
  app.onError((error, c) => {
    const { status, message, retryAfter } = toPageError(deps, 'a list was not rendered', error)
    const page = toBarePage({
      title: 'This list cannot be shown just now',
      text: message,
      link: { href: c.req.path, label: 'See the list without filters' },
    })
    c.status(status)
    if (retryAfter) c.header('Retry-After', String(retryAfter))
    return send(c, page.html, page.policy)
  })
  return getRequestListener(app.fetch)
}
