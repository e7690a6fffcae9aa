import type { IncomingMessage } from 'node:http'
import { parseAccept } from 'hono/utils/accept'
import {
  type FileTable,
  findFile,
  isDocument,
  type StaticFile,
} from '#src/publish/hosting/file-table.ts'
import { baseHeaders, type ResponseHeaders } from '#src/publish/hosting/headers.ts'
import {
  type ContentEncoding,
  negotiateEncoding,
  toEncodedEtag,
} from '#src/server/core/http/content-encoding.ts'
import { toCacheKey } from './response-cache.ts'

/** Alternating names and values, which node:http writes faster than an object. */
type HeaderList = string[]

/** The answer for a path in one encoding, computed once per release. */
export interface PreparedFile {
  entry: StaticFile
  encoding: ContentEncoding
  etag: string
  cacheKey: string
  /** Headers of a 304. */
  validators: HeaderList
  /** Headers of an answer with a body, without Content-Length. */
  headers: HeaderList
}

/** Limit of prepared files, over all paths and encodings. */
const MAX_PREPARED = 4_000

const PRODUCT_PAGE = /^\/product\/[^/.]+$/
const MARKDOWN_SUFFIX = '.md'

/** Returns whether an Accept header prefers Markdown to HTML. */
function prefersMarkdown(accept = ''): boolean {
  if (!accept.includes('text/markdown')) return false
  const types = parseAccept(accept)
  const weightOf = (name: string) => types.find(({ type }) => type === name)?.q ?? 0
  return weightOf('text/markdown') > weightOf('text/html')
}

/** Returns the path of a product's Markdown, if the request prefers it to the page. */
function negotiatePath({ files }: FileTable, path: string, accept: string | undefined): string {
  if (!prefersMarkdown(accept) || !PRODUCT_PAGE.test(path)) return path
  return files.has(path + MARKDOWN_SUFFIX) ? path + MARKDOWN_SUFFIX : path
}

/** Returns the prepared answer for a path, in the encoding that the request prefers. */
export type FindPrepared = (path: string, request: IncomingMessage) => PreparedFile | undefined

/** Prepares each path of a release at its first request. */
export function prepareFiles(table: FileTable, page: ResponseHeaders): FindPrepared {
  const prepared = new Map<string, Partial<Record<ContentEncoding, PreparedFile>>>()
  return (requested, request) => {
    const path = negotiatePath(table, requested, request.headers.accept)
    const accepted = negotiateEncoding(request.headers['accept-encoding'])
    const encodings = prepared.get(path)
    const cached = encodings?.[accepted]
    if (cached) return cached
    const entry = findFile(table, path)
    if (!entry) return undefined
    if (prepared.size >= MAX_PREPARED) prepared.clear()
    const isEncoded = entry.isHtml || entry.br !== undefined
    const file = prepareFile(entry, isEncoded ? accepted : 'identity', page, [
      ...(path.startsWith('/product/') ? ['Accept'] : []),
      ...(isEncoded ? ['Accept-Encoding'] : []),
    ])
    prepared.set(path, { ...encodings, [accepted]: file })
    return file
  }
}

function prepareFile(
  entry: StaticFile,
  encoding: ContentEncoding,
  page: ResponseHeaders,
  vary: string[],
): PreparedFile {
  const etag = toEncodedEtag(entry.etag, encoding)
  const validators = Object.entries({
    ...(isDocument(entry) ? page : baseHeaders),
    'Cache-Control': entry.cacheControl,
    ETag: etag,
    ...(vary.length > 0 ? { Vary: vary.join(', ') } : {}),
  }).flat()
  const headers = [...validators, 'Content-Type', entry.type]
  if (encoding !== 'identity') headers.push('Content-Encoding', encoding)
  return { entry, encoding, etag, cacheKey: toCacheKey(entry, encoding), validators, headers }
}
