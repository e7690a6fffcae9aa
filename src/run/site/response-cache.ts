import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'
import { LRUCache } from 'lru-cache'
import type { StaticFile } from '#src/publish/hosting/file-table.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Maximum size of the cache. */
const MAX_BYTES = 96 * 1024 * 1024
/** Brotli quality for what is compressed on request. */
const BROTLI_QUALITY = 5

const SUFFIX: Record<ContentEncoding, string> = { identity: '', br: '.br', gzip: '.gz' }

const isStored = (entry: StaticFile, encoding: ContentEncoding): boolean =>
  encoding === 'identity' || (encoding === 'br' ? entry.br !== undefined : entry.gz !== undefined)

async function readOrCompress(entry: StaticFile, encoding: ContentEncoding): Promise<Buffer> {
  if (isStored(entry, encoding)) return readFile(entry.filePath + SUFFIX[encoding])
  const bytes = await readFile(entry.filePath)
  if (encoding === 'gzip') return zip(bytes)
  return brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  })
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

export type ContentEncoding = 'br' | 'gzip' | 'identity'

/** Encodings by header: browsers send a few different ones. */
const negotiated = new Map<string, ContentEncoding>()
const MAX_NEGOTIATED = 100

/** The available encoding with the highest weight; brotli when weights are equal. */
export function negotiateEncoding(header: string | undefined): ContentEncoding {
  if (!header) return 'identity'
  const known = negotiated.get(header)
  if (known) return known
  if (negotiated.size >= MAX_NEGOTIATED) negotiated.clear()
  const encoding = negotiate(header)
  negotiated.set(header, encoding)
  return encoding
}

function negotiate(header: string): ContentEncoding {
  const accepted = parseAccept(header.slice(0, 500).toLowerCase())
  const weightOf = (coding: string) =>
    accepted.find(({ type }) => type === coding)?.q ??
    accepted.find(({ type }) => type === '*')?.q ??
    0
  const br = weightOf('br')
  const gzip = weightOf('gzip')
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : 'identity'
}
