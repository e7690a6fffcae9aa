import type { IncomingMessage, RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
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
import { toPageError } from './page-error.ts'

/** Lists that wait: with more, the last one would wait for a second. */
const MAX_PENDING = 16

export type RenderListing = (listing: ListingPage) => Promise<string>

/** Whether a request is for a page of the listing with the filters of its query. */
export function asksForListing(
  { method, url = '' }: IncomingMessage,
  table: FileTable | undefined,
): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = parsePath(url)
  if (path !== paths.shop && !path?.startsWith(`${paths.shop}/`)) return false
  const query = url.slice(url.indexOf('?') + 1)
  return query.split('&').includes(NO_SCRIPT_QUERY) && table?.files.has(path) === true
}

/** Renders the list that an address asks for, for readers without JavaScript. Nothing is stored. */
export function createListingListener(
  deps: Deps,
  renderListing: RenderListing,
  getFileTable: () => FileTable | undefined,
): RequestListener {
  const options = toHeaderOptions(deps.env)
  const enqueue = createBoundedQueue({ concurrency: 1, maxPending: MAX_PENDING })
  const app = new Hono()

  function send(c: Context, html: string, policy: string) {
    const headers = pageHeaders(policy, options.https)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
    c.header('Cache-Control', 'no-store')
    c.header('X-Robots-Tag', 'noindex')
    return c.html(html)
  }

  app.use(compress())
  app.get('*', async (c) => {
    await consume(deps, SEARCHES, clientSubnet(clientAddress(c, deps.env)))
    const html = await enqueue(async () =>
      renderListing(await getFilteredListing(deps, new URL(c.req.url))),
    )
    return send(c, html, toContentSecurityPolicy(getFileTable()?.policy ?? '', options))
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
