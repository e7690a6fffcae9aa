import { expect, test } from 'vitest'
import type { z } from 'zod'
import { toCountedSearch } from '#src/channels/search-report.ts'
import { type Endpoint, endpoints } from '#src/contract/endpoints.ts'
import { toSingleLine } from '#src/server/core/mail/render-mail.ts'
import { listTexts, type Path, withText } from '#tests/helpers/schema-texts.ts'

/** What is compared, is no text of a language, or is not kept. */
const OTHERS = new Set([
  ...['productId', 'before', 'uid', 'token', 'idToken', 'email', 'code', 'confirmation'],
  ...['password', 'currentPassword', 'newPassword', 'url', 'referrer', 'domain'],
  // Counted without control characters.
  'query',
  // A date as in ISO 8601.
  'day',
  // The number of a message, which has an alphabet of its own.
  'number',
  // The value of a variant: one of the product's, or an engraving, which has an alphabet of its own.
  'any',
])

/** The texts of calls of shoppers and visitors. */
const texts = Object.entries<Endpoint>(endpoints).flatMap(([call, { access, body }]) => {
  if (!body || !/public|user/.test(access)) return []
  const paths = listTexts(body).filter((path) => !OTHERS.has(String(path.at(-1))))
  return paths.map((path): [place: string, body: z.ZodType, path: Path] => [
    `${path.join('.')} of ${call}`,
    body,
    path,
  ])
})

/** Why a text is refused in its place; undefined for one that is not. */
const findError = (body: z.ZodType, path: Path, text: string): string | undefined =>
  body
    .safeParse(withText(path, text))
    .error?.issues.find((issue) => issue.path.join('.') === path.join('.'))?.message

const CONTROLS = ['\u0007', '\u001b[31m', '\u007f', '\u0085', '\u202e', '\u202a', '\u2066']
const ORDINARY = ['क्‍ष', 'नमस्‌ते', '👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'کرایہ\u200f', 'O’Brien', 'soft\u00adhyphen']
const LINES = ['a\nb', 'a\r\nb', 'a\tb']

test('the texts of shoppers are found', () => {
  expect(texts.length).toBeGreaterThan(20)
})

test.each(texts)('%s has no control characters', (_, body, path) => {
  for (const control of CONTROLS)
    expect([control, findError(body, path, `1${control}2`)]).toEqual([
      control,
      expect.stringMatching(/^There is an invisible control character in this text\./),
    ])
  // Some are bounded, or have a shape of their own.
  for (const text of ORDINARY)
    expect(findError(body, path, text) ?? '').not.toMatch(/control|line breaks/)
})

test.each(texts)('%s is one line, or may have several', (_, body, path) => {
  const mayHaveLines = ['message', 'note', 'text'].includes(String(path.at(-1)))
  for (const text of LINES) {
    const expected = mayHaveLines ? undefined : expect.stringMatching(/ one line\. /)
    expect([text, findError(body, path, text)]).toEqual([text, expected])
  }
})

test('a search is counted, and a name is mailed, without control characters', () => {
  expect(toCountedSearch('silk\u202e saree\u0007')).toBe('silk saree')
  expect(toSingleLine('Asha\u202e\r\nRao\u2066')).toBe('Asha Rao')
})
