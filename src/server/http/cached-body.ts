import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { etagMatches } from './etag.ts'

/** JSON that is serialised once and sent many times. */
export interface CachedBody {
  body: Buffer<ArrayBuffer>
  etag: string
}

export function toCachedBody(value: object): CachedBody {
  const body = Buffer.from(JSON.stringify(value))
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}

/** Answers with the body; a matching `If-None-Match` gets a 304. */
export function sendCached(
  c: Context,
  { body, etag }: CachedBody,
  cacheControl = 'no-cache',
): Response {
  c.header('ETag', etag)
  c.header('Cache-Control', cacheControl)
  if (etagMatches(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  c.header('Content-Type', 'application/json')
  c.header('Content-Length', String(body.length))
  // The server sends this buffer itself, without a copy for each response.
  return c.body(body)
}
