import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { StaticFile } from '#src/publish/hosting/route-table.ts'

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

export interface ResponseCache {
  /** The bytes of `toCacheKey`, if they are cached. */
  get(key: string): Buffer | undefined
  /** Reads or compresses the bytes; concurrent calls share one promise. */
  load(entry: StaticFile, encoding: ContentEncoding): Promise<Buffer>
}

/** A least-recently-used cache of response bodies, up to `maxBytes`. */
export function createResponseCache(maxBytes = MAX_BYTES): ResponseCache {
  const cached = new Map<string, Buffer>()
  const pending = new Map<string, Promise<Buffer>>()
  let bytes = 0

  const add = (key: string, body: Buffer) => {
    cached.set(key, body)
    bytes += body.byteLength
    for (const [oldest, old] of cached) {
      if (bytes <= maxBytes) break
      cached.delete(oldest)
      bytes -= old.byteLength
    }
  }
  return {
    get(key) {
      const body = cached.get(key)
      if (body) {
        cached.delete(key)
        cached.set(key, body)
      }
      return body
    },
    load(entry, encoding) {
      const key = toCacheKey(entry, encoding)
      const known = pending.get(key)
      if (known) return known
      const loading = readOrCompress(entry, encoding)
      pending.set(key, loading)
      const done = () => pending.delete(key)
      loading.then((body) => {
        done()
        add(key, body)
      }, done)
      return loading
    },
  }
}

export type ContentEncoding = 'br' | 'gzip' | 'identity'

/** Parses an Accept-Encoding header, e.g. `br;q=0.5, gzip` → br 0.5, gzip 1. */
function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.slice(0, 500).split(',')) {
    const [coding = '', ...parameters] = part.split(';')
    const q = parameters.map((one) => /^\s*q=([\d.]+)\s*$/i.exec(one)?.[1]).find(Boolean)
    weights.set(coding.trim().toLowerCase(), q === undefined ? 1 : Number(q) || 0)
  }
  return weights
}

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
  const weights = parseWeights(header)
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0
  const br = weightOf('br')
  const gzip = weightOf('gzip')
  if (br > 0 && br >= gzip) return 'br'
  return gzip > 0 ? 'gzip' : 'identity'
}
