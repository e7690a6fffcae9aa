import type { z } from 'zod'
import {
  type CatalogEntry,
  ENTRY_FIELD_NAMES,
  ENTRY_FIELDS,
  type EntryField,
  type EntryFieldSpec,
} from '#src/contract/entry.ts'

/** What a row of a CSV file says of a product; checked by the schema of an entry afterwards. */
export type Draft = Record<string, unknown> & { archived?: boolean }

export interface CsvField {
  name: string
  /** The cell of a product. */
  format(entry: CatalogEntry, archived: boolean): string
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

/** Also with ₹ and with Indian or Western grouping; a comma is never the decimal sign. */
const AMOUNT = /^(?:\d+|\d{1,3}(?:,\d{2,3})*,\d{3})(?:\.\d+)?$/

function parseAmount(cell: string, expected = 'a number'): number {
  const digits = cell.replace(/^₹\s*/, '')
  if (!AMOUNT.test(digits)) throw new CellError(`must be ${expected}`)
  return Number(digits.replaceAll(',', ''))
}

function parseTime(cell: string): string {
  const time = Date.parse(cell)
  if (Number.isNaN(time)) throw new CellError('must be a time, e.g. 2026-11-21T09:30:00Z')
  return new Date(time).toISOString()
}

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
function formatLines(values: string[]): string {
  const isPlain = values.every(isTrimmedLine) && !values[0]?.startsWith('[')
  return isPlain ? values.join('\n') : JSON.stringify(values)
}

/** One `Name: value` a line; JSON for names and values that this form cannot hold. */
function formatPairs(values: Record<string, string>): string {
  const entries = Object.entries(values)
  const isPlain = entries.every(
    ([key, value]) => isTrimmedLine(key) && isTrimmedLine(value) && !/[:{]/.test(key),
  )
  return isPlain
    ? entries.map(([key, value]) => `${key}: ${value}`).join('\n')
    : JSON.stringify(values)
}

function parsePairs(cell: string): unknown {
  const expected = 'one “Name: value” a line'
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

/** The names that each row has, e.g. `{"name", "values"}`. */
function describeRow(rule: z.ZodType): string {
  const { shape } = (rule as z.ZodArray<z.ZodObject>).element
  const names = Object.keys(shape).filter((key) => !shape[key]?.safeParse(undefined).success)
  return `{${names.map((key) => `"${key}"`).join(', ')}}`
}

function formatCell(type: EntryFieldSpec['type'], value: unknown): string {
  if (type === 'lines') return formatLines(value as string[])
  if (type === 'pairs') return formatPairs(value as Record<string, string>)
  if (type === 'rows') return (value as unknown[]).length === 0 ? '' : JSON.stringify(value)
  return String(value ?? '')
}

function parseCell({ type, rule }: EntryFieldSpec, cell: string): unknown {
  if (cell === '' && rule.safeParse(undefined).success) return undefined
  switch (type) {
    case 'rupees':
      return parseAmount(cell, 'an amount in rupees, e.g. 1499.50')
    case 'integer':
      return parseAmount(cell)
    case 'time':
      return parseTime(cell)
    case 'lines':
      return cell.startsWith('[') ? parseJson(cell, 'one value a line') : splitLines(cell)
    case 'pairs':
      return parsePairs(cell)
    case 'rows':
      return cell === '' ? [] : parseJson(cell, `a JSON list of ${describeRow(rule)}`)
    case 'text':
    case 'parts':
      return cell
  }
}

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

const listParts = ({ rule }: EntryFieldSpec): string[] => Object.keys((rule as z.ZodObject).shape)

/** The column of a path in an entry. */
export function toColumn([first = '', second]: PropertyKey[]): string {
  const field: EntryFieldSpec | undefined = ENTRY_FIELDS[first as EntryField]
  if (field?.type !== 'parts') return String(first)
  return String(first) + capitalize(String(second ?? listParts(field)[0]))
}

function toCsvFields(name: EntryField): CsvField[] {
  const field: EntryFieldSpec = ENTRY_FIELDS[name]
  if (field.type !== 'parts')
    return [
      {
        name,
        format: (entry) => formatCell(field.type, entry[name]),
        parse(draft, cell) {
          draft[name] = parseCell(field, cell)
        },
      },
    ]
  return listParts(field).map((part) => ({
    name: toColumn([name, part]),
    format: (entry) => (entry[name] as unknown as Record<string, string>)[part] ?? '',
    parse(draft, cell) {
      draft[name] = { ...(draft[name] as object | undefined), [part]: cell }
    },
  }))
}

/** Columns of files of earlier releases: the shop computes these figures from reviews. */
export const COMPUTED_COLUMNS: readonly string[] = ['rating', 'reviewcount']

/** Every column of an export, in its order. An import may leave out any but `slug`. */
export const CSV_FIELDS: CsvField[] = [
  ...ENTRY_FIELD_NAMES.toSorted((a, b) => ENTRY_FIELDS[a].column - ENTRY_FIELDS[b].column).flatMap(
    toCsvFields,
  ),
  {
    name: 'archived',
    format: (_entry, archived) => (archived ? 'yes' : 'no'),
    parse(draft, cell) {
      if (!/^(?:yes|no)$/i.test(cell)) throw new CellError('must be yes or no')
      draft.archived = cell.toLowerCase() === 'yes'
    },
  },
]
