import { createHash } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { escapeMarkup } from '#src/channels/escape-markup.ts'
import { type FileTable, parsePath } from '#src/publish/hosting/file-table.ts'
import {
  METHOD_NOT_ALLOWED_TEXT,
  NOT_FOUND_TEXT,
  pageHeaders,
  toContentSecurityPolicy,
  toHeaderOptions,
} from '#src/publish/hosting/headers.ts'
import type { OnDemandRenderer } from '#src/publish/render/on-demand-renderer.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { NO_SCRIPT_QUERY } from '#src/rules/listing/listing.ts'
import { PREVIEW_PATH, paths } from '#src/rules/paths.ts'
import { createBoundedQueue } from '#src/server/core/bounded-queue.ts'
import { HttpError } from '#src/server/core/errors.ts'
import { getListingOf } from '#src/server/shop/catalog/filtered-listing.ts'
import { createPreviews, type LaunchPreview } from '#src/server/studio/launches/preview.ts'
import type { Backend } from '../backend.ts'
import { toBarePage } from './bare-page.ts'
import { applyEdits, type Edit, listTags, type Tag } from './html-tags.ts'
import { toPageError } from './page-error.ts'

/** Limit of pages that wait for the render thread. */
const MAX_PENDING = 16

export type PreviewRenderer = Pick<OnDemandRenderer, 'renderListing' | 'renderPath'>

/** Without scripts, a page cannot call the API, store, measure or order anything. */
const SANDBOX = 'sandbox allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'

const STYLE = `.launch-bar{position:sticky;inset-block-start:0;z-index:90;padding:.5rem 1rem;background:var(--color-accent);color:var(--color-accent-ink);text-align:center;font-size:.875rem;line-height:1.4}.launch-bar~astro-island header{position:absolute}`
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** Matches the notice for browsers without JavaScript, which would be wrong in a preview. */
const SCRIPT_NOTICE = /^<noscript>\s*<p role="status"[^>]*>[^<]*needs JavaScript/

const NOTICE =
  '<p role="status" class="border-s-2 border-accent py-1 ps-4 text-body-sm leading-normal">In a preview nothing can be ordered or sent.</p>'

/** Links and form targets that are pages. */
const PAGE_ADDRESS = /^\/(?![/\\]|api\/|_astro\/|studio)/

const isPreload = ({ name, attributes }: Tag): boolean =>
  name === 'link' &&
  attributes.some((attribute) => attribute.name === 'rel' && attribute.value === 'modulepreload')

/** Points links of the tag to the preview, and removes `autofocus`, which logs an error without scripts. */
function listAttributeEdits({ name, attributes }: Tag, base: string): Edit[] {
  const address = { a: 'href', form: 'action' }[name]
  return attributes.flatMap(({ start, end, ...attribute }) => {
    if (attribute.name === 'autofocus') return { start, end, text: '' }
    if (attribute.name !== address || !PAGE_ADDRESS.test(attribute.value)) return []
    return { start, end, text: ` ${attribute.name}="${base}${attribute.value}"` }
  })
}

/**
 * Converts a rendered page to a preview: without scripts, with links inside the preview, and with a bar that says so.
 */
function toPreviewPage(html: string, base: string, { name, expiresAt }: LaunchPreview): string {
  const text = `Preview of the launch “${name}”, until ${formatInstant(expiresAt)}. Nothing can be ordered here.`
  let edits: Edit[] = []
  let noScript: Tag | undefined
  for (const tag of listTags(html)) {
    const { start, end } = tag
    const key = tag.isEnd ? `/${tag.name}` : tag.name
    if (key === 'script' || isPreload(tag)) edits.push({ start, end, text: '' })
    else if (key === '/head') edits.push({ start, end: start, text: `<style>${STYLE}</style>` })
    else edits.push(...listAttributeEdits(tag, base))
    if (key === 'body')
      edits.push({ start: end, end, text: `<p class="launch-bar">${escapeMarkup(text)}</p>` })
    if (key === 'noscript') noScript = tag
    const element = noScript && key === '/noscript' ? html.slice(noScript.start, end) : ''
    if (noScript && SCRIPT_NOTICE.test(element)) {
      const notice = { start: noScript.start, end, text: NOTICE }
      edits = [...edits.filter((edit) => edit.start < notice.start), notice]
    }
  }
  return applyEdits(html, edits)
}

/** Renders the shop as it is after a launch. Pages are neither stored nor indexed. */
export function createPreviewListener(
  { deps, catalog }: Omit<Backend, 'close'>,
  { renderListing, renderPath }: PreviewRenderer,
  getFileTable: () => FileTable | undefined,
): RequestListener {
  const options = toHeaderOptions(deps.env)
  const enqueue = createBoundedQueue({ concurrency: 1, maxPending: MAX_PENDING })
  const openPreview = createPreviews(deps, catalog)
  const app = new Hono()

  function send(c: Context, html: string, policy: string) {
    // Browsers refuse a sandboxed page that isolates its opener.
    const { 'Cross-Origin-Opener-Policy': _, ...headers } = pageHeaders(policy, options.https)
    for (const [header, value] of Object.entries(headers)) c.header(header, value)
    c.header('Cache-Control', 'no-store')
    c.header('X-Robots-Tag', 'noindex, nofollow')
    c.header('Referrer-Policy', 'no-referrer')
    return c.html(html)
  }

  async function render(preview: LaunchPreview, url: URL, path: string) {
    const { catalog } = preview
    const isListing = path === paths.shop || path.startsWith(`${paths.shop}/`)
    if (isListing && url.search.slice(1).split('&').includes(NO_SCRIPT_QUERY)) {
      const address = new URL(path + url.search, url)
      return renderListing(getListingOf(catalog, address), catalog.content)
    }
    return renderPath(path, catalog)
  }

  app.use(compress())
  app.get(`${PREVIEW_PATH}/:token/*`, async (c) => {
    const token = c.req.param('token')
    const base = `${PREVIEW_PATH}/${token}`
    const url = new URL(c.req.url)
    const preview = await openPreview(token)
    // A path that cannot be decoded matches no page.
    const path = (parsePath(url.pathname.slice(base.length)) ?? '/%').replace(/\/$/, '') || '/'
    const { moved, gone } = preview.catalog
    const html = await enqueue(() => render(preview, url, path))
    if (html === undefined && moved[path] !== undefined) {
      c.header('Cache-Control', 'no-store')
      c.header('Referrer-Policy', 'no-referrer')
      return c.redirect(base + moved[path], 302)
    }
    if (html === undefined) c.status(gone.includes(path) ? 410 : 404)
    const shown = html ?? (await enqueue(() => renderPath('/404', preview.catalog)))
    if (shown === undefined) throw new HttpError(404, NOT_FOUND_TEXT)
    const policy = toContentSecurityPolicy(getFileTable()?.policy ?? '', options)
      .replace('style-src ', `style-src ${STYLE_HASH} `)
      .replace(/script-src [^;]*/, "script-src 'none'")
    return send(c, toPreviewPage(shown, base, preview), `${policy}; ${SANDBOX}`)
  })
  app.get('*', () => {
    throw new HttpError(404, NOT_FOUND_TEXT)
  })
  app.all('*', (c) => {
    c.header('Allow', 'GET, HEAD')
    throw new HttpError(405, METHOD_NOT_ALLOWED_TEXT)
  })
  app.onError((error, c) => {
    const { status, message, retryAfter } = toPageError(deps, 'a preview was not rendered', error)
    const page = toBarePage({
      title: status === 410 ? 'This preview has ended' : 'This preview cannot be shown',
      text: message,
      link: { href: paths.home, label: 'Open the shop' },
    })
    c.status(status)
    if (retryAfter) c.header('Retry-After', String(retryAfter))
    return send(c, page.html, page.policy)
  })
  return getRequestListener(app.fetch)
}
