import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { createTurns } from '../turns.ts'
import { etagMatches } from './etag.ts'
import { stringifyInTurns } from './stringify.ts'

/** JSON that is serialised once and sent many times. */
export interface CachedBody {
  body: Buffer<ArrayBuffer>
  etag: string
}

/** Other requests have turns of the event loop meanwhile. */
export async function toCachedBody(value: object): Promise<CachedBody> {
  const parts = await stringifyInTurns(value)
  const hash = createHash('sha256')
  const turn = createTurns()
  for (const part of parts) {
    hash.update(part)
    await turn()
  }
  return { body: Buffer.concat(parts), etag: `"${hash.digest('base64url')}"` }
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
