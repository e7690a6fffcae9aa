import type { IncomingMessage, ServerResponse } from 'node:http'
import { canonicalPath, type FileTable, parsePath } from '#src/publish/hosting/file-table.ts'
import {
  ALLOW,
  type HeaderOptions,
  METHOD_NOT_ALLOWED_TEXT,
  NOT_FOUND_TEXT,
  pageHeaders,
  REDIRECT_CACHE_CONTROL,
  type ResponseHeaders,
  textHeaders,
  toContentSecurityPolicy,
} from '#src/publish/hosting/headers.ts'
import { brand } from '#src/rules/brand.ts'
import { paths, shopPagePath } from '#src/rules/paths.ts'
import { etagMatches } from '#src/server/core/http/etag.ts'
import { toBarePage } from './site/bare-page.ts'
import { listFilters } from './site/list-filters.ts'
import { type FindPrepared, type PreparedFile, prepareFiles } from './site/prepared-files.ts'
import {
  compressBetter,
  createResponseCache,
  type ResponseCache,
  readStored,
} from './site/response-cache.ts'

export interface ServeStaticOptions extends HeaderOptions {
  /** Returns the live release, or undefined before the first one. Called once per request. */
  getFileTable: () => FileTable | undefined
  /** HTML to append to each page. Such pages are for one reader and are not cached. */
  pageEnd?: string
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Search engines should not index search results, and should index a list only at one address. One
 * file serves all queries of a page.
 */
const isSearch = (target: string | undefined): boolean => /[?&]search=[^&]/.test(target ?? '')
const NOINDEX = ['X-Robots-Tag', 'noindex']

/**
 * Serves the live release. Paths are looked up in a table of the release, so no part of a request
 * becomes a path of the file system.
 */
export function serveStatic(options: ServeStaticOptions): RequestHandler {
  const cache = createResponseCache()
  let current: { table: FileTable; findPrepared: FindPrepared } | undefined

  const findPreparedIn = (table: FileTable): FindPrepared => {
    if (current?.table !== table) {
      const header = toContentSecurityPolicy(table.policy, options)
      current = { table, findPrepared: prepareFiles(table, pageHeaders(header, options.https)) }
    }
    return current.findPrepared
  }

  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      sendText(response, 405, METHOD_NOT_ALLOWED_TEXT, ALLOW)
      return
    }
    const table = options.getFileTable()
    if (!table) {
      sendPreparingPage(request, response, options.https)
      return
    }
    const target = request.url ?? '/'
    const path = parsePath(target)
    const findPrepared = findPreparedIn(table)
    const category = findMovedCategory(table, path, target)
    if (category) {
      redirect(response, 301, category.path, category.target)
      return
    }
    const listed = findCategoryPage(table, path, target)
    const file = path === undefined ? undefined : findPrepared(listed ?? path, request)
    if (file) {
      if (listed !== undefined) response.setHeader('Content-Location', encodeURI(listed))
      if (file.entry.isHtml && options.pageEnd !== undefined)
        sendExtended(response, file, options.pageEnd)
      else send(cache, request, response, file, 200)
      return
    }
    const canonical = path === undefined ? undefined : canonicalPath(table, path)
    const moved = path === undefined ? undefined : table.moved.get(path)
    if (canonical !== undefined) redirect(response, 308, canonical, target)
    else if (moved !== undefined) redirect(response, 301, moved, target)
    else sendNotFound(cache, request, response, table, findPrepared, path)
  }
}

/** Returns the listing of a renamed category, if a query has its former name, e.g. in a bookmark. */
function findMovedCategory(
  { moved }: FileTable,
  path: string | undefined,
  target: string,
): { path: string; target: string } | undefined {
  if (path !== paths.shop && path !== paths.store) return undefined
  if (moved.size === 0 || !target.includes('category=')) return undefined
  const url = new URL(target, 'http://localhost')
  const to = moved.get(shopPagePath(1, url.searchParams.get('category')?.toLowerCase()))
  if (to === undefined) return undefined
  url.searchParams.delete('category')
  return { path: to, target: url.href }
}

/** Returns the page of a category, if a query of `/store` or `/shop` asks for nothing else. */
function findCategoryPage(
  { files }: FileTable,
  path: string | undefined,
  target: string,
): string | undefined {
  if ((path !== paths.shop && path !== paths.store) || !target.includes('category='))
    return undefined
  const { searchParams } = new URL(target, 'http://localhost')
  const [filter, ...others] = listFilters(searchParams)
  if (filter?.[0] !== 'category' || others.length > 0) return undefined
  const page = shopPagePath(1, filter[1])
  return files.has(page) ? page : undefined
}

function send(
  cache: ResponseCache,
  request: IncomingMessage,
  response: ServerResponse,
  { entry, encoding, etag, cacheKey, validators, headers }: PreparedFile,
  status: number,
): void {
  if (status === 200 && etagMatches(request.headers['if-none-match'], etag)) {
    response.writeHead(304, validators).end()
    return
  }
  const isOther = isSearch(request.url) || response.hasHeader('Content-Location')
  const robots = entry.isHtml && isOther ? NOINDEX : []
  const sendBody = (body: Buffer) => {
    response.writeHead(status, [...headers, ...robots, 'Content-Length', String(body.byteLength)])
    if (request.method === 'HEAD') response.end()
    else response.end(body)
  }
  const cached = cache.get(cacheKey)
  if (cached) {
    sendBody(cached)
    compressBetter(cache, cacheKey, entry, cached)
  } else
    cache
      .forceFetch(cacheKey, { context: { entry, encoding } })
      .then(sendBody, () => sendBusy(response))
}

const sendBusy = (response: ServerResponse) =>
  sendText(response, 503, 'The shop is busy. Please try again in a moment.', {
    'Retry-After': '2',
  })

/** Sends a page uncompressed, with appended HTML. */
function sendExtended(response: ServerResponse, { entry, headers }: PreparedFile, end: string) {
  readStored(entry.filePath).then(
    (bytes) => {
      const html = bytes.toString()
      // Attribute values may contain the end tag, so the last one is used.
      const last = html.lastIndexOf('</body>')
      const bodyEnd = last === -1 ? html.length : last
      const body = Buffer.from(html.slice(0, bodyEnd) + end + html.slice(bodyEnd))
      for (let index = 0; index < headers.length; index += 2)
        response.setHeader(headers[index] ?? '', headers[index + 1] ?? '')
      for (const name of ['ETag', 'Content-Encoding']) response.removeHeader(name)
      response.setHeader('Cache-Control', 'no-store')
      response.writeHead(200, { 'Content-Length': body.byteLength }).end(body)
    },
    () => sendBusy(response),
  )
}

function redirect(response: ServerResponse, status: 301 | 308, path: string, target: string): void {
  const query = target.indexOf('?')
  const search = query === -1 ? '' : target.slice(query).split('#')[0]
  sendText(response, status, 'This page lives at another address.', {
    Location: encodeURI(path) + search,
    'Cache-Control': REDIRECT_CACHE_CONTROL,
  })
}

/**
 * Sends the 404 page, or the 410 page for a product that is no longer sold. A missing hashed file gets plain text.
 */
function sendNotFound(
  cache: ResponseCache,
  request: IncomingMessage,
  response: ServerResponse,
  table: FileTable,
  findPrepared: FindPrepared,
  path: string | undefined,
): void {
  const status = path !== undefined && table.gone.has(path) ? 410 : 404
  // A release of a former version has no 410 page.
  const page = findPrepared(`/${status}`, request) ?? findPrepared('/404', request)
  if (page && !path?.startsWith('/_astro/')) send(cache, request, response, page, status)
  else sendText(response, 404, NOT_FOUND_TEXT, {})
}

/** Value of Retry-After in seconds. */
const PREPARING_RETRY_S = 3

/** The page until the first release exists. */
const preparingPage = toBarePage({
  title: `${brand.name} opens in a moment`,
  text: 'The shop is being prepared and opens in a moment. This page looks again by itself.',
  reloadAfter: PREPARING_RETRY_S,
})

function sendPreparingPage(
  request: IncomingMessage,
  response: ServerResponse,
  https: boolean,
): void {
  const { html, policy } = preparingPage
  response.writeHead(503, {
    ...pageHeaders(policy, https),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Cache-Control': 'no-store',
    'Retry-After': String(PREPARING_RETRY_S),
  })
  response.end(request.method === 'HEAD' ? undefined : html)
}

function sendText(
  response: ServerResponse,
  status: number,
  text: string,
  headers: ResponseHeaders,
): void {
  response.writeHead(status, {
    ...textHeaders,
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  })
  response.end(response.req.method === 'HEAD' ? undefined : text)
}
