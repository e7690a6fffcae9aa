import type { Context } from 'hono'
import type { z } from 'zod'
import type { Endpoint } from '#src/contract/endpoint.ts'
import { HttpError } from '../errors.ts'
import { parseJson } from '../parse-json.ts'

const MAX_BODY_BYTES = 64 * 1024
/** Depth of a list in the answer to a question of the FAQs. */
const MAX_DEPTH = 12

/**
 * Reads the JSON body and validates it.
 * @throws HttpError 415 or 413, or 400 with the first invalid field.
 */
export async function readBody<T extends z.ZodType>(
  c: Context,
  schema: T,
  maxBytes?: number,
  toName?: Endpoint['toName'],
): Promise<z.output<T>> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\s*(?:;|$)/i.test(type))
    throw new HttpError(415, 'Send the body as application/json.')
  const body = parseJson(await readText(c, maxBytes))
  if (body === undefined) throw new HttpError(400, 'The body is not valid JSON.')
  assertStorable(body, MAX_DEPTH)
  return validate(schema, body, toName)
}

/** Reads the body as text. @throws HttpError 413, or 400 if it is not UTF-8. */
export async function readText(c: Context, maxBytes = MAX_BODY_BYTES): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  await readChunks(c, maxBytes, (chunk) => {
    text += decode(decoder, chunk)
  })
  return text + decode(decoder)
}

/** Media types that browsers give to an unknown file, and Windows to a CSV file. */
const UNKNOWN_TYPES = ['application/octet-stream', 'application/vnd.ms-excel']

/** Reads a file that is sent as the body. @throws HttpError 413, or 415 for another media type. */
export async function readUpload(
  c: Context,
  { type, maxBytes }: { type: string; maxBytes: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const [contentType = ''] = (c.req.header('content-type') ?? '').split(';', 1)
  if (!contentType.startsWith(type.replace('*', '')) && !UNKNOWN_TYPES.includes(contentType.trim()))
    throw new HttpError(415, `Send the file as ${type}.`)
  const chunks: Uint8Array[] = []
  await readChunks(c, maxBytes, (chunk) => void chunks.push(chunk))
  return Buffer.concat(chunks)
}

/** A longer body is read as a stream, because a buffer would be copied twice. */
const BUFFERED_BYTES = 1024 * 1024

async function readChunks(
  c: Context,
  maxBytes: number,
  onChunk: (chunk: Uint8Array) => void,
): Promise<void> {
  const tooLarge = () => new HttpError(413, `The body may hold at most ${formatBytes(maxBytes)}.`)
  const announced = c.req.header('content-length')
  if (Number(announced ?? 0) > maxBytes) throw tooLarge()
  if (Number(announced) <= BUFFERED_BYTES) {
    // node:http delivers no more than the announced length. A buffer is faster than a stream.
    const bytes = await c.req.arrayBuffer()
    if (bytes.byteLength > maxBytes) throw tooLarge()
    onChunk(new Uint8Array(bytes))
    return
  }
  const reader = c.req.raw.body?.getReader()
  if (!reader) return
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      throw tooLarge()
    }
    onChunk(value)
  }
}

const formatBytes = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / 1024 / 1024} MB`

function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
  } catch {
    throw new HttpError(400, 'The body is not valid UTF-8.')
  }
}

/** @throws HttpError 400 for deep nesting, and for text or a name that cannot be stored. */
function assertStorable(value: unknown, depth: number): void {
  if (typeof value === 'string') assertStorableText(value)
  if (typeof value !== 'object' || value === null) return
  if (depth === 0) throw new HttpError(400, 'The body is nested too deeply.')
  for (const [key, child] of Object.entries(value)) {
    assertStorableText(key)
    // A schema of names and values leaves it out without an error.
    if (key === '__proto__') throw unknownField(key)
    assertStorable(child, depth - 1)
  }
}

function assertStorableText(text: string): void {
  if (!isStorableText(text))
    throw new HttpError(400, 'The body holds a character that cannot be kept.')
}

/** PostgreSQL stores no NUL and no lone surrogate, so SQLite does not get them either. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * @param toName names a field in the sentence.
 * @throws HttpError 400 with the first issue as a sentence, and its field.
 */
export function validate<T extends z.ZodType>(
  schema: T,
  input: unknown,
  toName: Endpoint['toName'] = (path) => path.map(String).join('.'),
): z.output<T> {
  const result = schema.safeParse(input, { reportInput: true })
  if (result.success) return result.data
  const issue = result.error.issues[0]
  if (!issue) throw new HttpError(400, 'Invalid request.')
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys[0]?.slice(0, 60) : undefined
  if (unknownKey !== undefined) throw unknownField(unknownKey)
  const field = issue.path.map(String).join('.')
  throw new HttpError(
    400,
    toSentence(issue, field ? toName(issue.path) : 'The body'),
    field ? { field } : {},
  )
}

const unknownField = (field: string) =>
  new HttpError(400, `The field "${field}" is not known here.`, field ? { field } : {})

/** Returns an issue as a sentence. Messages of the contract are sentences, or follow the name; those of zod do not. */
export function toSentence(issue: z.core.$ZodIssue, name: string): string {
  if (/[.!?]$/.test(issue.message)) return issue.message
  if (issue.message.startsWith('must ')) return `${name} ${issue.message}.`
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${name} is missing.`
        : `${name} must be ${TYPE_NAMES[issue.expected] ?? `of the type ${issue.expected}`}.`
    case 'invalid_value':
      return `${name} must be ${formatList(issue.values.map((value) => JSON.stringify(value)))}.`
    case 'too_big':
      return `${name} may ${BOUND_VERBS[issue.origin] ?? 'be'} at most ${issue.maximum}${UNITS[issue.origin] ?? ''}.`
    case 'too_small':
      if (issue.minimum === 1 && BOUND_VERBS[issue.origin]) return `${name} must not be empty.`
      return `${name} must ${BOUND_VERBS[issue.origin] ?? 'be'} at least ${issue.minimum}${UNITS[issue.origin] ?? ''}.`
    case 'not_multiple_of':
      return `${name} must have at most ${Math.round(-Math.log10(issue.divisor))} decimals.`
    default:
      return `${name} is not valid.`
  }
}

const TYPE_NAMES: Partial<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  string: 'a text',
}
const BOUND_VERBS: Partial<Record<string, string>> = { array: 'have', string: 'have' }
const UNITS: Partial<Record<string, string>> = { array: ' entries', string: ' characters' }

const formatList = (items: string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(items)
