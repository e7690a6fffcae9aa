import { createHash } from 'node:crypto'
import type { Context } from 'hono'
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
  /** The body in other encodings, each made on first use. */
  encoded: Map<ContentEncoding, Promise<Buffer<ArrayBuffer>>>
}

/** Serialises an object. A thread may do it: its bytes can be moved to another one. */
export function toJsonBody(value: object): Pick<CachedBody, 'body' | 'etag'> {
  const body = Buffer.from(JSON.stringify(value))
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}

/** @param json bytes of JSON, which may come from a thread. */
export function toCachedBody(json: { body: Uint8Array<ArrayBuffer>; etag: string }): CachedBody {
  const { buffer, byteOffset, byteLength } = json.body
  const body = Buffer.from(buffer, byteOffset, byteLength)
  return { body, etag: json.etag, encoded: new Map([['identity', Promise.resolve(body)]]) }
}

/** Larger bodies are not compressed: programs read them, and it would take seconds. */
const MAX_COMPRESSED_BYTES = 2 * 1024 * 1024
/** Brotli quality. 11 makes a list a tenth smaller and takes twenty times as long. */
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

/** Answers with the body in the encoding that the request prefers, or with 304 if `If-None-Match` matches. */
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
  // The server sends this buffer without a copy for each response.
  return c.body(bytes)
}
