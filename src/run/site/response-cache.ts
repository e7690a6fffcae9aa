import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { StaticFile } from '#src/publish/hosting/file-table.ts'
import { type ContentEncoding, toBrotli, toGzip } from '#src/server/core/http/content-encoding.ts'

/** Maximum size of the cache. */
const MAX_BYTES = 96 * 1024 * 1024
/** Brotli quality for a first request, which waits for it, and for those that follow: as at publish. */
const QUALITY = { first: 5, later: 11 }

const SUFFIX: Record<ContentEncoding, string> = { identity: '', br: '.br', gzip: '.gz' }

const isStored = (entry: StaticFile, encoding: ContentEncoding): boolean =>
  encoding === 'identity' || (encoding === 'br' ? entry.br !== undefined : entry.gz !== undefined)

/** A file system that does not answer keeps so many threads of the pool, which has four. */
const reading = pLimit(3)
/** Time after which a request for a file is refused. */
const READ_TIMEOUT_MS = 5_000

/** Reads a file of a release. @throws an error where the file system does not answer in time. */
export async function readStored(path: string): Promise<Buffer> {
  const timeout = new AbortController()
  const late = sleep(READ_TIMEOUT_MS, undefined, { signal: timeout.signal }).then(() => {
    throw new Error('The file system does not answer.')
  })
  const file = reading(() => readFile(path))
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

/** Bodies that a first request has waited for. */
const quicklyCompressed = new WeakSet<Buffer>()

/** One runs at a time: compressing takes a core for up to 0.15 s. */
const compressing = pLimit(1)
/** Pages that wait for it, with their bodies; one more is left as it is until it is requested again. */
const MAX_WAITING = 50

/**
 * Compresses a page better that is requested again. Crawlers request most pages once.
 * @param body what the cache has.
 */
export function compressBetter(
  cache: ResponseCache,
  key: string,
  entry: StaticFile,
  body: Buffer,
): void {
  if (compressing.pendingCount >= MAX_WAITING || !quicklyCompressed.delete(body)) return
  const replace = async () => {
    if (cache.peek(key) !== body) return
    const better = await toBrotli(await readStored(entry.filePath), QUALITY.later)
    if (cache.peek(key) === body) cache.set(key, better)
  }
  // A release that is removed meanwhile takes its files along: the body stays as it is.
  compressing(replace).catch(() => {})
}

/** The key of a file's bytes. By content, so that a release finds what it shares with the one before. */
export const toCacheKey = (entry: StaticFile, encoding: ContentEncoding): string =>
  `${entry.type} ${entry.etag}${SUFFIX[encoding]}`

export type ResponseCache = ReturnType<typeof createResponseCache>

/** Response bodies by `toCacheKey`, read or compressed once: those used last, up to `MAX_BYTES`. */
export const createResponseCache = () =>
  new LRUCache<string, Buffer, { entry: StaticFile; encoding: ContentEncoding }>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ byteLength }) => byteLength + 1,
    fetchMethod: (_key, _stale, { context }) => readOrCompress(context.entry, context.encoding),
    // A body that is evicted while it is read is sent all the same.
    ignoreFetchAbort: true,
  })
