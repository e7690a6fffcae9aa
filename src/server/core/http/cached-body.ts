import { createHash, type Hash } from 'node:crypto'
import type { Context } from 'hono'
import { createTurns } from '../turns.ts'
import {
  type ContentEncoding,
  negotiateEncoding,
  toBrotli,
  toEncodedEtag,
  toGzip,
} from './content-encoding.ts'
import { etagMatches } from './etag.ts'

/** JSON that is serialised once and sent many times. */
export interface CachedBody {
  body: Buffer<ArrayBuffer>
  etag: string
  /** The body in other encodings, each made when it is first asked for. */
  encoded: Map<ContentEncoding, Promise<Buffer<ArrayBuffer>>>
}

export function toCachedBody(value: object): CachedBody {
  const body = Buffer.from(JSON.stringify(value))
  return toCached(body, createHash('sha256').update(body))
}

const toCached = (body: CachedBody['body'], hash: Hash): CachedBody => ({
  body,
  etag: `"${hash.digest('base64url')}"`,
  encoded: new Map([['identity', Promise.resolve(body)]]),
})

const PART_LETTERS = 64 * 1024

/**
 * The JSON of an object whose lists may be long, in parts. The caller may give other requests a turn after each.
 * @returns what `JSON.stringify` makes of it.
 */
function* stringifyInParts(value: object): Generator<string> {
  let text = '{'
  const present = Object.entries(value).filter(([, part]) => part !== undefined)
  for (const [index, [name, part]] of present.entries()) {
    text += `${index === 0 ? '' : ','}${JSON.stringify(name)}:`
    if (!Array.isArray(part)) {
      text += JSON.stringify(part)
      continue
    }
    text += '['
    for (const [index, item] of part.entries()) {
      text += (index === 0 ? '' : ',') + JSON.stringify(item)
      if (text.length < PART_LETTERS) continue
      yield text
      text = ''
    }
    text += ']'
  }
  yield `${text}}`
}

/** The same for an object whose lists may be long: it is made with turns for other requests. */
export async function toLargeCachedBody(value: object): Promise<CachedBody> {
  const turn = createTurns()
  const hash = createHash('sha256')
  const parts: Buffer[] = []
  for (const text of stringifyInParts(value)) {
    const part = Buffer.from(text)
    hash.update(part)
    parts.push(part)
    await turn()
  }
  const body = Buffer.alloc(parts.reduce((size, part) => size + part.length, 0))
  let size = 0
  for (const part of parts) {
    size += part.copy(body, size)
    await turn()
  }
  return toCached(body, hash)
}

/** Larger bodies are sent as they are: programs read them, not browsers, and compressing would take seconds. */
const MAX_COMPRESSED_BYTES = 2 * 1024 * 1024
/** Brotli quality: 11 makes a tenth less of a list and takes twenty times as long, for which its first request waits. */
const QUALITY = 5

function encode(
  { body, encoded }: CachedBody,
  encoding: ContentEncoding,
): Promise<Buffer<ArrayBuffer>> {
  const known = encoded.get(encoding)
  if (known) return known
  const made = encoding === 'br' ? toBrotli(body, QUALITY) : toGzip(body)
  encoded.set(encoding, made)
  return made
}

/** Answers with the body in the encoding that the request prefers; a matching `If-None-Match` gets a 304. */
export async function sendCached(
  c: Context,
  cached: CachedBody,
  cacheControl = 'no-cache',
): Promise<Response> {
  const encoding =
    cached.body.length > MAX_COMPRESSED_BYTES
      ? 'identity'
      : negotiateEncoding(c.req.header('accept-encoding'))
  const etag = toEncodedEtag(cached.etag, encoding)
  c.header('ETag', etag)
  c.header('Cache-Control', cacheControl)
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (etagMatches(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  const bytes = await encode(cached, encoding)
  c.header('Content-Type', 'application/json')
  if (encoding !== 'identity') c.header('Content-Encoding', encoding)
  c.header('Content-Length', String(bytes.length))
  // The server sends this buffer itself, without a copy for each response.
  return c.body(bytes)
}
