import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { createTurns } from '../turns.ts'
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
  return { body, etag: `"${hash.digest('base64url')}"` }
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
