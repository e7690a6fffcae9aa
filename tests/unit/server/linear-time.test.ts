import { expect, test } from 'vitest'
import type { z } from 'zod'
import { toCountedSearch } from '#src/channels/search-report.ts'
import { CONTENT_SCHEMAS } from '#src/contract/content.ts'
import { type Endpoint, endpoints } from '#src/contract/endpoints.ts'
import { catalogEntry, ENTRY_FIELDS } from '#src/contract/entry.ts'
import { fillTokens, findUnknownTokens, isFilledFrom } from '#src/editing/content-tokens.ts'
import { normalizeHeader } from '#src/editing/csv-header.ts'
import { slugify } from '#src/editing/slugify.ts'
import { normalizePhone, validatePhone } from '#src/rules/account/account-validation.ts'
import { normalizeTerm, parseFilters } from '#src/rules/listing/listing.ts'
import { categoryOfPath, safePath, urlWithoutSecrets } from '#src/rules/paths.ts'
import { parsePriceWords } from '#src/rules/search/price-words.ts'
import { foldText, toStems } from '#src/rules/search/stems.ts'
import { clientSubnet } from '#src/server/core/http/client-address.ts'
import { createJsonLogger } from '#src/server/core/log.ts'
import { toSingleLine } from '#src/server/core/mail/render-mail.ts'
import { CellError, parseCell } from '#src/server/studio/products/csv-cells.ts'
import { listTexts, withText } from '#tests/helpers/schema-texts.ts'

/** Parts that a pattern may divide in many ways when they are repeated. */
const PARTS = [
  ...['a', 'A', '0', ' ', '\t', '\n', '-', '.', ',', '/', '@', ':', '"', '{a}', '<a', 'é', '₹'],
  ...['a.', 'a-', '0,', ' a', 'a@', 'a: ', 'a\n', '&a=', '%20', '1-2 ', 'under 1 ', '://'],
]
const LENGTH = 30_000
/** Milliseconds of the processor; a pattern that tries every second place takes several times as many. */
const MOST_MS = 250

/** @returns whether the job takes long each time: a busy machine may slow one run, but not all of them. */
function takesLong(job: () => unknown): boolean {
  return [1, 2, 3].every(() => {
    const start = process.threadCpuUsage()
    job()
    return process.threadCpuUsage(start).user / 1_000 > MOST_MS
  })
}

/** The parts whose repetition takes long to read, at the beginning or after a letter. */
const listSlow = (run: (text: string) => unknown, parts = PARTS): string[] =>
  parts.filter((part) => {
    const text = `${part.repeat(LENGTH / part.length)}!`
    return takesLong(() => [run(text), run(`1${text}`)])
  })

/** Those that most patterns can read in several ways. */
const COMMON_PARTS = ['a', '0', ' ', '\n', '-', '.', '/', 'a.', 'a-', 'a@', ' a', '{a}']

const schemas: [name: string, schema: z.ZodType][] = [
  ...Object.entries<Endpoint>(endpoints).flatMap(([name, { body, query }]) =>
    [body, query].flatMap((schema): [string, z.ZodType][] => (schema ? [[name, schema]] : [])),
  ),
  ...Object.entries(CONTENT_SCHEMAS),
  ['a product', catalogEntry],
]

test('no field takes long to check', () => {
  const slow: [string, string[]][] = []
  for (const [name, schema] of schemas) {
    const paths = listTexts(schema)
    const check = (text: string) => paths.map((path) => schema.safeParse(withText(path, text)))
    const found = listSlow(check, COMMON_PARTS)
    if (found.length > 0) slow.push([name, found])
  }
  expect(slow).toEqual([])
})

const log = createJsonLogger('info', () => {})

test.each<[name: string, run: (text: string) => unknown]>([
  ['a search', (text) => [foldText(text), toStems(text), parsePriceWords(text)]],
  ['a counted search', toCountedSearch],
  [
    'filters',
    (text) => [parseFilters(`?search=${text}&brand=${text}`, [text]), normalizeTerm(text)],
  ],
  ['a path', (text) => [safePath(`/${text}`), categoryOfPath(`/shop/${text}`)]],
  ['an address', (text) => [urlWithoutSecrets(`https://a/?token=${text}`), clientSubnet(text)]],
  ['a telephone number', (text) => [validatePhone(text), normalizePhone(text)]],
  ['a title', (text) => [slugify(text), toSingleLine(text)]],
  ['tokens', (text) => [fillTokens(text, { a: 'b' }), findUnknownTokens({}, text)]],
  ['a line of the log', (text) => log('error', 'failed', { error: text })],
  ['the header of a column', normalizeHeader],
])('%s takes no longer to read for its parts', (_, run) => {
  expect(listSlow(run)).toEqual([])
})

test('a template takes no longer to compare for its words in braces', () => {
  // For more letters or words, a pattern that tries each way to divide a text would not end.
  expect(takesLong(() => isFilledFrom(`${'{a}'.repeat(5)}!`, 'x'.repeat(100)))).toBe(false)
  expect(listSlow((text) => isFilledFrom(text, text.replaceAll('{a}', 'x ')))).toEqual([])
})

test('no cell of a CSV file takes long to read', () => {
  const read = (text: string) =>
    Object.entries(ENTRY_FIELDS).map(([name, field]) => {
      try {
        return parseCell(name, field, text)
      } catch (error) {
        if (error instanceof CellError) return undefined
        throw error
      }
    })
  expect(listSlow(read)).toEqual([])
})
