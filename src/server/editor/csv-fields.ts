import type { CatalogueEntry } from '#src/contract/catalog.ts'

/** What a row of a CSV file says of a product; checked by the schema of an entry afterwards. */
export type Draft = Record<string, unknown> & { archived?: boolean }

export interface CsvField {
  name: string
  /** The cell of a product. */
  format(entry: CatalogueEntry, archived: boolean): string
  /**
   * Sets the field by a cell.
   * @throws CellError when the cell has another form than the field.
   */
  parse(draft: Draft, cell: string): void
}

/** A cell that cannot be read; the message completes the sentence that begins with the column. */
export class CellError extends Error {
  override name = 'CellError'
}

type Scalar = 'slug' | 'title' | 'subtitle' | 'category' | 'tagline' | 'countryOfOrigin'

const text = (name: Scalar): CsvField => ({
  name,
  format: (entry) => entry[name],
  parse(draft, cell) {
    draft[name] = cell
  },
})

/** Also with ₹ and with Indian or Western grouping; a comma is never the decimal sign. */
const AMOUNT = /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d+)?$/

function parseAmount(cell: string, expected: string): number {
  const digits = cell.replace(/^₹\s*/, '')
  if (!AMOUNT.test(digits)) throw new CellError(`must be ${expected}`)
  return Number(digits.replaceAll(',', ''))
}

type Numeric = 'price' | 'listPrice' | 'stock' | 'reviewCount' | 'rating'

const AMOUNT_TEXT = 'an amount in rupees, e.g. 1499.50'

/** An empty cell removes an optional number. */
const number = (name: Numeric, expected = 'a number', isOptional = false): CsvField => ({
  name,
  format: (entry) => String(entry[name] ?? ''),
  parse(draft, cell) {
    if (isOptional && cell === '') delete draft[name]
    else draft[name] = parseAmount(cell, expected)
  },
})

const isTrimmedLine = (line: string): boolean =>
  line !== '' && line === line.trim() && !/[\r\n]/.test(line)

/** The schema of an entry leaves this name out without an error. */
function assertName(name: string): void {
  if (name === '__proto__') throw new CellError('must not have the name "__proto__"')
}

function parseJson(cell: string, expected: string): unknown {
  try {
    return JSON.parse(cell, (name, value: unknown) => {
      assertName(name)
      return value
    })
  } catch (error) {
    throw error instanceof CellError ? error : new CellError(`must be ${expected}`)
  }
}

const splitLines = (cell: string): string[] =>
  cell
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean)

/** One value a line; JSON for values that have lines of their own. */
function formatList(values: string[]): string {
  const isPlain = values.every(isTrimmedLine) && !values[0]?.startsWith('[')
  return isPlain ? values.join('\n') : JSON.stringify(values)
}

const parseList = (cell: string): unknown =>
  cell.startsWith('[') ? parseJson(cell, 'one value a line') : splitLines(cell)

/** One `Name: value` a line; JSON for names and values that this form cannot hold. */
function formatMap(values: Record<string, string>): string {
  const entries = Object.entries(values)
  const isPlain = entries.every(
    ([key, value]) => isTrimmedLine(key) && isTrimmedLine(value) && !/[:{]/.test(key),
  )
  return isPlain
    ? entries.map(([key, value]) => `${key}: ${value}`).join('\n')
    : JSON.stringify(values)
}

function parseMap(cell: string, expected: string): unknown {
  if (cell.startsWith('{')) return parseJson(cell, expected)
  const pairs = splitLines(cell).map((line) => {
    const at = line.indexOf(':')
    if (at <= 0) throw new CellError(`must be ${expected}`)
    const name = line.slice(0, at).trim()
    assertName(name)
    return [name, line.slice(at + 1).trim()] as const
  })
  return Object.fromEntries(pairs)
}

const list = (name: 'highlights' | 'related'): CsvField => ({
  name,
  format: (entry) => formatList(entry[name]),
  parse(draft, cell) {
    draft[name] = parseList(cell)
  },
})

const map = (name: 'variant' | 'technicalDetails'): CsvField => ({
  name,
  format: (entry) => formatMap(entry[name]),
  parse(draft, cell) {
    draft[name] = parseMap(cell, 'one “Name: value” a line')
  },
})

const json = (
  name: 'options' | 'description' | 'offers' | 'pictures',
  expected: string,
): CsvField => ({
  name,
  format: (entry) => (entry[name].length === 0 ? '' : JSON.stringify(entry[name])),
  parse(draft, cell) {
    draft[name] = cell === '' ? [] : parseJson(cell, `a JSON list ${expected}`)
  },
})

const warranty = (name: string, key: 'duration' | 'type'): CsvField => ({
  name,
  format: (entry) => entry.warranty[key],
  parse(draft, cell) {
    draft['warranty'] = { ...(draft['warranty'] as object | undefined), [key]: cell }
  },
})

/** Every column of an export, in its order. An import may leave out any but `slug`. */
export const CSV_FIELDS: CsvField[] = [
  text('slug'),
  text('title'),
  text('subtitle'),
  text('category'),
  text('tagline'),
  number('price', AMOUNT_TEXT),
  number('listPrice', AMOUNT_TEXT, true),
  number('stock'),
  number('rating', 'a number', true),
  number('reviewCount'),
  json('options', 'of {"name", "values"}'),
  map('variant'),
  list('highlights'),
  json('description', 'of {"title", "content"}'),
  map('technicalDetails'),
  warranty('warrantyDuration', 'duration'),
  warranty('warrantyType', 'type'),
  json('offers', 'of {"icon", "title", "detail"}'),
  text('countryOfOrigin'),
  {
    name: 'publishedAt',
    format: (entry) => entry.publishedAt,
    parse(draft, cell) {
      const time = Date.parse(cell)
      if (Number.isNaN(time)) throw new CellError('must be a time, e.g. 2026-11-21T09:30:00Z')
      draft['publishedAt'] = new Date(time).toISOString()
    },
  },
  list('related'),
  json('pictures', 'of {"file", "alt"}'),
  {
    name: 'archived',
    format: (_entry, archived) => (archived ? 'yes' : 'no'),
    parse(draft, cell) {
      if (!/^(?:yes|no)$/i.test(cell)) throw new CellError('must be yes or no')
      draft.archived = cell.toLowerCase() === 'yes'
    },
  },
]

/** Spreadsheets run a cell that begins with one of these; the apostrophe makes it a text. */
export const FORMULA = /^'*[=+\-@\t\r]/

export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell

/** The column of a path in an entry. */
export function toColumn(path: PropertyKey[]): string {
  const [first, second] = path.map(String)
  if (first === 'warranty') return second === 'type' ? 'warrantyType' : 'warrantyDuration'
  return first ?? ''
}
