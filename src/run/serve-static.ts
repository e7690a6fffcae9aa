import type { IncomingMessage, ServerResponse } from 'node:http'
import { canonicalPath, parsePath } from './site/canonical-path.ts'
import { type ContentEncoding, negotiateEncoding } from './site/content-encoding.ts'
import {
  baseHeaders,
  pageHeaders,
  type ResponseHeaders,
  toContentSecurityPolicy,
} from './site/headers.ts'
import { PREPARING_RETRY_S, preparingPage, preparingPolicy } from './site/preparing-page.ts'
import { createResponseCache, type ResponseCache } from './site/response-cache.ts'
import type { RouteTable, StaticFile } from './site/route-table.ts'

export interface ServeStaticOptions {
  /** The live release, or undefined while there is none. Asked for once per request. */
  getRouteTable: () => RouteTable | undefined
  /** Origins of an API and of pictures that live elsewhere. */
  apiOrigin?: string | undefined
  mediaOrigin?: string | undefined
  https: boolean
}

type Site = (request: IncomingMessage, response: ServerResponse) => void

const TAG_SUFFIX: Record<ContentEncoding, string> = { identity: '', br: '-br', gzip: '-gz' }

/** An entity tag of its own for each encoding, since the bytes differ. */
const tagOf = (entry: StaticFile, encoding: ContentEncoding): string =>
  encoding === 'identity' ? entry.etag : `${entry.etag.slice(0, -1)}${TAG_SUFFIX[encoding]}"`

/** Whether the client has these very bytes already. */
const isKnown = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header === etag ||
    header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*'))

/**
 * Answers everything that is not the API from the live release. Every address is looked up in a
 * table that the release itself made: nothing of a request ever names a file.
 */
export function serveStatic(options: ServeStaticOptions): Site {
  const bodies = createResponseCache()
  let policyOf: { table: RouteTable; headers: ResponseHeaders } | undefined

  const headersFor = (table: RouteTable): ResponseHeaders => {
    if (policyOf?.table !== table) {
      const policy = toContentSecurityPolicy(table.policy, options)
      policyOf = { table, headers: pageHeaders(policy, options.https) }
    }
    return policyOf.headers
  }

  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      plain(response, 405, 'Use GET or HEAD here.', { Allow: 'GET, HEAD' })
      return
    }
    const table = options.getRouteTable()
    if (!table) {
      prepare(request, response, options.https)
      return
    }
    const target = request.url ?? '/'
    const path = parsePath(target)
    const entry = path === undefined ? undefined : table.files.get(path)
    if (entry) {
      send(bodies, request, response, entry, 200, headersFor(table))
      return
    }
    const other = path === undefined ? undefined : canonicalPath(table, path)
    if (other !== undefined) redirect(response, other, target)
    else notFound(bodies, request, response, table, headersFor(table), path)
  }
}

function send(
  bodies: ResponseCache,
  request: IncomingMessage,
  response: ServerResponse,
  entry: StaticFile,
  status: number,
  page: ResponseHeaders,
): void {
  const packs = entry.isHtml || entry.br !== undefined
  const encoding = packs ? negotiateEncoding(request.headers['accept-encoding']) : 'identity'
  const etag = tagOf(entry, encoding)
  const headers: ResponseHeaders = {
    ...(entry.isHtml || entry.type.startsWith('image/svg') ? page : baseHeaders),
    'Cache-Control': entry.cacheControl,
    ETag: etag,
    ...(packs ? { Vary: 'Accept-Encoding' } : {}),
  }
  if (status === 200 && isKnown(request.headers['if-none-match'], etag)) {
    response.writeHead(304, headers).end()
    return
  }
  headers['Content-Type'] = entry.type
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding
  const answer = (body: Buffer) => {
    headers['Content-Length'] = String(body.byteLength)
    response.writeHead(status, headers)
    if (request.method === 'HEAD') response.end()
    else response.end(body)
  }
  const held = bodies.get(entry, encoding)
  if (held) answer(held)
  else
    bodies.load(entry, encoding).then(answer, () => {
      plain(response, 503, 'The shop is busy. Please try again in a moment.', {
        'Retry-After': '2',
      })
    })
}

function redirect(response: ServerResponse, path: string, target: string): void {
  const query = target.indexOf('?')
  const kept = query === -1 ? '' : target.slice(query).split('#')[0]
  plain(response, 308, 'This page lives at another address.', {
    Location: encodeURI(path) + kept,
    'Cache-Control': 'public, max-age=3600',
  })
}

/** A page that helps where somebody looked for one; a short word where a file was asked for. */
function notFound(
  bodies: ResponseCache,
  request: IncomingMessage,
  response: ServerResponse,
  table: RouteTable,
  page: ResponseHeaders,
  path: string | undefined,
): void {
  const lost = table.files.get('/404')
  if (lost && !path?.startsWith('/_astro/')) send(bodies, request, response, lost, 404, page)
  else plain(response, 404, 'There is nothing at this address.', {})
}

function prepare(request: IncomingMessage, response: ServerResponse, https: boolean): void {
  response.writeHead(503, {
    ...pageHeaders(preparingPolicy, https),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(preparingPage),
    'Cache-Control': 'no-store',
    'Retry-After': String(PREPARING_RETRY_S),
  })
  response.end(request.method === 'HEAD' ? undefined : preparingPage)
}

function plain(
  response: ServerResponse,
  status: number,
  text: string,
  headers: ResponseHeaders,
): void {
  response.writeHead(status, {
    ...baseHeaders,
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    'Cache-Control': 'no-store',
    ...headers,
  })
  response.end(response.req.method === 'HEAD' ? undefined : text)
}
