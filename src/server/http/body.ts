import type { Context } from 'hono'
import type { z } from 'zod'
import { HttpError } from '../errors.ts'

/** Largest body of any JSON call, in bytes. */
const MAX_BODY_BYTES = 64 * 1024
const MAX_DEPTH = 10

/**
 * Reads the JSON body and checks it against the contract.
 * @throws HttpError 415, 413 or 400, saying what was wrong with the first field that was.
 */
export async function readBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type))
    throw new HttpError(415, 'Send the body as application/json.')
  const text = await readText(c)
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new HttpError(400, 'The body is not valid JSON.')
  }
  assertPlain(given, MAX_DEPTH)
  return validate(schema, given)
}

async function readText(c: Context): Promise<string> {
  const tooLarge = () =>
    new HttpError(413, `The body may hold at most ${MAX_BODY_BYTES / 1024} kB.`)
  if (Number(c.req.header('content-length') ?? 0) > MAX_BODY_BYTES) throw tooLarge()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = c.req.raw.body?.getReader()
  if (!reader) return ''
  let size = 0
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > MAX_BODY_BYTES) {
      await reader.cancel()
      throw tooLarge()
    }
    text += decode(decoder, value)
  }
  return text + decode(decoder)
}

function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch {
    throw new HttpError(400, 'The body is not valid UTF-8.')
  }
}

/** @throws HttpError 400 for what no field can hold: deep nesting, and text that is not text. */
function assertPlain(given: unknown, depth: number): void {
  if (typeof given === 'string') assertStorableText(given)
  if (typeof given !== 'object' || given === null) return
  if (depth === 0) throw new HttpError(400, 'The body is nested too deeply.')
  for (const [key, inner] of Object.entries(given)) {
    assertStorableText(key)
    assertPlain(inner, depth - 1)
  }
}

function assertStorableText(text: string): void {
  if (!isStorableText(text))
    throw new HttpError(400, 'The body holds a character that cannot be kept.')
}

/** PostgreSQL keeps no NUL and no half of a surrogate pair; so SQLite is not asked to either. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** @throws HttpError 400 with the first complaint, in words a shopper can read. */
export function validate<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  if (!issue) throw new HttpError(400, 'Invalid request.')
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0]?.slice(0, 60) : undefined
  const field = unknown ?? issue.path.map(String).join('.')
  const ours = /[.!?]$/.test(issue.message)
  const message = unknown
    ? `The field "${unknown}" is not known here.`
    : ours || field === ''
      ? issue.message
      : `${field}: ${issue.message}.`
  throw new HttpError(400, message, field ? { field } : {})
}
