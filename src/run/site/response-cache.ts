import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { StaticFile } from '#src/publish/hosting/file-table.ts'
import { type ContentEncoding, toBrotli, toGzip } from '#src/server/core/http/content-encoding.ts'

const MAX_BYTES = 96 * 1024 * 1024
/** Brotli quality for the first request, which has to wait, and for later ones, as at publish. */
const QUALITY = { first: 5, later: 11 }

const SUFFIX: Record<ContentEncoding, string> = { identity: '', br: '.br', gzip: '.gz' }

const isStored = (entry: StaticFile, encoding: ContentEncoding): boolean =>
  encoding === 'identity' || (encoding === 'br' ? entry.br !== undefined : entry.gz !== undefined)

/** A blocked file system occupies at most this many of the four threads in the pool. */
const readLimit = pLimit(3)
/** Time after which a read fails. */
const READ_TIMEOUT_MS = 5_000

/**
 * Reads a file of a release.
 * @throws Error if the file system does not answer in time.
 */
export async function readStored(path: string): Promise<Buffer> {
  const timeout = new AbortController()
  const late = sleep(READ_TIMEOUT_MS, undefined, { signal: timeout.signal }).then(() => {
    throw new Error('The file system does not answer.')
  })
  const file = readLimit(() => readFile(path))
  try {
    return await Promise.race([file, late])
  } finally {
    timeout.abort()
    late.catch(() => {})
  }
}

async function readOrCompress(entry: StaticFile, encoding: ContentEncoding): Promise<Buffer> {
  if (isStored(entry, encoding)) return readStored(entry.filePath + SUFFIX[encoding])
  const bytes = await readStored(entry.filePath)
  if (encoding === 'gzip') return toGzip(bytes)
  const body = await toBrotli(bytes, QUALITY.first)
  quicklyCompressed.add(body)
  return body
}

/** Bodies that were compressed quickly for a first request. */
const quicklyCompressed = new WeakSet<Buffer>()

/** One at a time, because compressing takes a core for up to 0.15 s. */
const compressLimit = pLimit(1)
/** Limit of pages that wait for compression. A further page is tried again at its next request. */
const MAX_WAITING = 50

/**
 * Compresses a page better at its second request. Crawlers request most pages only once.
 * @param body the cached body.
 */
export function compressBetter(
  cache: ResponseCache,
  key: string,
  entry: StaticFile,
  body: Buffer,
): void {
  if (compressLimit.pendingCount >= MAX_WAITING || !quicklyCompressed.delete(body)) return
  const replace = async () => {
    if (cache.peek(key) !== body) return
    const better = await toBrotli(await readStored(entry.filePath), QUALITY.later)
    if (cache.peek(key) === body) cache.set(key, better)
  }
  // If the release is removed meanwhile, its files are missing, and the body stays as it is.
  compressLimit(replace).catch(() => {})
}

/** Returns the cache key of a file's bytes: by content, so that releases share equal files. */
export const toCacheKey = (entry: StaticFile, encoding: ContentEncoding): string =>
  `${entry.type} ${entry.etag}${SUFFIX[encoding]}`

export type ResponseCache = ReturnType<typeof createResponseCache>

/** Creates a cache of response bodies by `toCacheKey`. It keeps the most recently used up to `MAX_BYTES`. */
export const createResponseCache = () =>
  new LRUCache<string, Buffer, { entry: StaticFile; encoding: ContentEncoding }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength + 1,
    fetchMethod: (_key, _stale, { context }) => readOrCompress(context.entry, context.encoding),
    // A body that is evicted during its read is still sent.
    ignoreFetchAbort: true,
  })
