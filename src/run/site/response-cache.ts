import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ContentEncoding } from './content-encoding.ts'
import type { StaticFile } from './route-table.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Memory for bytes that were asked for lately. */
const BUDGET_BYTES = 96 * 1024 * 1024
const PAGE_QUALITY = 5

const SUFFIX: Record<ContentEncoding, string> = { identity: '', br: '.br', gzip: '.gz' }

const lies = (entry: StaticFile, encoding: ContentEncoding): boolean =>
  encoding === 'identity' || (encoding === 'br' ? entry.br !== undefined : entry.gz !== undefined)

async function make(entry: StaticFile, encoding: ContentEncoding): Promise<Buffer> {
  if (lies(entry, encoding)) return readFile(entry.filePath + SUFFIX[encoding])
  const bytes = await readFile(entry.filePath)
  if (encoding === 'gzip') return zip(bytes)
  return brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: PAGE_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  })
}

export interface ResponseCache {
  /** The bytes if they are at hand. */
  get(entry: StaticFile, encoding: ContentEncoding): Buffer | undefined
  /** The bytes, read or packed now; many who ask at once wait for one. */
  load(entry: StaticFile, encoding: ContentEncoding): Promise<Buffer>
}

/** Keeps the bytes asked for most recently, up to `budget`. */
export function createResponseCache(budget = BUDGET_BYTES): ResponseCache {
  const held = new Map<string, Buffer>()
  const underWay = new Map<string, Promise<Buffer>>()
  let bytes = 0

  const keep = (key: string, body: Buffer) => {
    held.set(key, body)
    bytes += body.byteLength
    for (const [oldest, old] of held) {
      if (bytes <= budget) break
      held.delete(oldest)
      bytes -= old.byteLength
    }
  }
  const keyOf = (entry: StaticFile, encoding: ContentEncoding) => entry.filePath + SUFFIX[encoding]
  return {
    get(entry, encoding) {
      const key = keyOf(entry, encoding)
      const body = held.get(key)
      if (body) {
        held.delete(key)
        held.set(key, body)
      }
      return body
    },
    load(entry, encoding) {
      const key = keyOf(entry, encoding)
      const started = underWay.get(key)
      if (started) return started
      const made = make(entry, encoding)
      underWay.set(key, made)
      const done = () => underWay.delete(key)
      made.then((body) => {
        done()
        keep(key, body)
      }, done)
      return made
    },
  }
}
