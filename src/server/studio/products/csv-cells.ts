import { isDeepStrictEqual } from 'node:util'
import type { Offer, Option } from '#src/contract/catalog.ts'
import type { CatalogEntry, EntryFieldSpec } from '#src/contract/entry.ts'
import { parseAmount } from '#src/editing/typed-price.ts'
import { IST_OFFSET_MS, toIso } from '#src/rules/dates.ts'

// How each field is written in a cell. A value that the format cannot represent, e.g. a name with a
// colon, is written as JSON. Every list may be JSON.

/** A cell that cannot be parsed. The message continues a sentence that starts with the column. */
export class CellError extends Error {
  override name = 'CellError'
}

interface CellForm<Value> {
  /** Continues "must be". */
  expected: string
  format(value: Value): string
  /** @throws CellError */
  parse(cell: string): unknown
}

const AMOUNT = 'an amount in rupees with two decimals at most, e.g. 1499.50 or ₹1,29,900'

function toAmount(cell: string, expected: string): number {
  const amount = parseAmount(cell)
  if (amount === undefined) throw new CellError(`must be ${expected}`)
  return amount
}

/** A date with the year first or last, and an optional time. The zone is India unless another one is given. */
const TIME =
  /^(?:(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)|(?<day>\d\d?)-(?<month>\d\d?)-(?<year>\d{4}))(?:[T ](?<clock>\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?) ?(?<zone>Z|IST|[+-]\d\d:\d\d)?)?$/

function parseTime(cell: string): string {
  const { year, month = '', day = '', clock = '00:00', zone } = TIME.exec(cell)?.groups ?? {}
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(
    `${date}T${clock}${zone === undefined || zone === 'IST' ? '+05:30' : zone}`,
  )
  // JavaScript turns 31 February into a day of March.
  const isDay = new Date(`${date}T00:00Z`).toJSON()?.startsWith(date)
  if (Number.isNaN(time) || !isDay)
    throw new CellError('must be a time in India, e.g. 2026-11-21 15:00 or 21-11-2026')
  return toIso(time)
}

/** Formats a time as `2026-11-21 15:00 IST`, which spreadsheets keep as a text. */
const formatTime = (iso: string): string =>
  `${toIso(Date.parse(iso) + IST_OFFSET_MS)
    .replace('T', ' ')
    .replace(/(?::00)?(?:\.000)?Z$/, '')} IST`

/** The schema of an entry would drop this name without an error. */
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

const split = (text: string, separator: string | RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)

const splitLines = (cell: string): string[] => split(cell, /\r\n|\r|\n/)

/** Parses texts of the form `Name: value`. */
function parseNamed<Row>(
  texts: string[],
  expected: string,
  toRow: (name: string, value: string) => Row | undefined,
): Row[] {
  return texts.map((text) => {
    // The colon of an address such as `https://` does not end a name.
    const colon = text.search(/:(?!\/\/)/)
    const name = text.slice(0, colon).trim()
    assertName(name)
    const row = colon > 0 ? toRow(name, text.slice(colon + 1).trim()) : undefined
    if (!row) throw new CellError(`must be ${expected}, which “${text.slice(0, 60)}” is not`)
    return row
  })
}

const linesForm: CellForm<string[]> = {
  expected: 'one value a line',
  format: (values) => values.join('\n'),
  parse: splitLines,
}

/** @throws CellError for a repeated name. */
function toRecord(texts: string[], expected: string): Record<string, string> {
  const entries = parseNamed(texts, expected, (name, value) => [name, value] as const)
  const names = entries.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new CellError(`names “${twice}” twice`)
  return Object.fromEntries(entries)
}

const pairsForm: CellForm<Record<string, string>> = {
  expected: 'one “Name: value” a line',
  format: (values) =>
    Object.entries(values)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  parse: (cell) => toRecord(splitLines(cell), pairsForm.expected),
}

const choiceForm: CellForm<Record<string, string>> = {
  expected: '“Size: M”, with a semicolon before each further option',
  format: (values) => pairsForm.format(values).replaceAll('\n', '; '),
  parse: (cell) => toRecord(split(cell, /[;\r\n]/), choiceForm.expected),
}

const optionsForm: CellForm<Option[]> = {
  expected: 'one “Size: S | M | L” a line',
  format: (all) => all.map(({ name, values }) => `${name}: ${values.join(' | ')}`).join('\n'),
  parse: (cell) =>
    parseNamed(splitLines(cell), optionsForm.expected, (name, value) => ({
      name,
      values: split(value, '|'),
    })),
}

const offersForm: CellForm<Offer[]> = {
  expected:
    'one “Title: detail | icon” a line, with “| Engraving | text | 20” for a shopper’s text',
  format: (all) =>
    all
      .map(({ icon, title, detail, field }) => {
        const parts = [detail, icon, ...(field ? [field.name, field.letters, field.maxLength] : [])]
        return `${title}: ${parts.join(' | ')}`
      })
      .join('\n'),
  parse: (cell) =>
    parseNamed(splitLines(cell), offersForm.expected, (title, value) => {
      const [detail, icon, name, letters, maxLength, ...others] = split(value, '|')
      if (others.length > 0) return undefined
      const field = { name, letters, maxLength: Number(maxLength) }
      return { icon, title, detail, ...(name === undefined ? {} : { field }) }
    }),
}

/** Marks a picture that shows the product on a person. */
const WORN = 'worn'
/** The parts after an alt text. Each is optional, in this order. */
const PLACE = new RegExp(`^(?:(\\d+)% (\\d+)%)?(?:(?:^| \\| )(\\d+)%)?(?:(?:^| \\| )(${WORN}))?$`)

const picturesForm: CellForm<CatalogEntry['pictures']> = {
  expected:
    'one “file: alt text” a line, with “| 20% 80%” for a focal point, “| 130%” for its size on cards and “| worn” for one on a body',
  format: (all) =>
    all
      .map(({ file, alt, focus, zoom, worn }) =>
        [
          `${file}: ${alt}`,
          focus && `${focus.x}% ${focus.y}%`,
          zoom === undefined ? '' : `${zoom}%`,
          worn && WORN,
        ]
          .filter(Boolean)
          .join(' | '),
      )
      .join('\n'),
  parse: (cell) =>
    parseNamed(splitLines(cell), picturesForm.expected, (file, value) => {
      const [alt = '', ...parts] = value.split('|').map((part) => part.trim())
      const place = PLACE.exec(parts.join(' | '))
      if (!place) return undefined
      const [, x, y, zoom, worn] = place
      return {
        file,
        alt,
        ...(y === undefined ? {} : { focus: { x: Number(x), y: Number(y) } }),
        ...(zoom === undefined ? {} : { zoom: Number(zoom) }),
        ...(worn === undefined ? {} : { worn: true }),
      }
    }),
}

/** A blank line starts a section, a line break a paragraph. */
const descriptionForm: CellForm<CatalogEntry['description']> = {
  expected: 'sections of the form “Heading: text” with a blank line between them',
  format: (all) =>
    all.map(({ title, content }) => `${title}: ${content.replace(/\n{2,}/g, '\n')}`).join('\n\n'),
  parse: (cell) =>
    parseNamed(
      split(cell.replace(/\r\n?/g, '\n'), /\n\s*\n/),
      descriptionForm.expected,
      (title, text) => ({ title, content: splitLines(text).join('\n\n') }),
    ),
}

/** Fields with a special format. Other lists use the format of their type. */
const FORMS: Partial<Record<string, CellForm<never>>> = {
  options: optionsForm,
  offers: offersForm,
  pictures: picturesForm,
  choice: choiceForm,
  description: descriptionForm,
}

const jsonForm: CellForm<unknown> = {
  expected: 'a list in JSON',
  format: JSON.stringify,
  parse: (cell) => (cell === '' ? [] : parseJson(cell, jsonForm.expected)),
}

const findForm = (name: string, type: EntryFieldSpec['type']) =>
  (FORMS[name] ?? { lines: linesForm, pairs: pairsForm, rows: jsonForm }[type as string]) as
    | CellForm<unknown>
    | undefined

const isJson = (cell: string, type: EntryFieldSpec['type']): boolean =>
  cell.startsWith(type === 'pairs' ? '{' : '[')

function parseList(form: CellForm<unknown>, cell: string, type: EntryFieldSpec['type']): unknown {
  return isJson(cell, type) ? parseJson(cell, form.expected) : form.parse(cell)
}

/**
 * Formats a value.
 * @param name of the field.
 */
export function formatCell(
  name: string,
  { type }: Pick<EntryFieldSpec, 'type'>,
  value: unknown,
): string {
  if (type === 'time') return formatTime(String(value))
  const form = findForm(name, type)
  if (!form) return String(value ?? '')
  const cell = form.format(value)
  try {
    // Trimmed, because an import trims too.
    if (isDeepStrictEqual(parseList(form, cell.trim(), type), value)) return cell
  } catch (error) {
    if (!(error instanceof CellError)) throw error
  }
  return JSON.stringify(value)
}

/** @throws CellError if the cell does not have the format of the field. */
export function parseCell(
  name: string,
  { type, schema }: Pick<EntryFieldSpec, 'type' | 'schema'>,
  cell: string,
): unknown {
  const form = findForm(name, type)
  if (form) return parseList(form, cell, type)
  if (cell === '' && schema.safeParse(undefined).success) return undefined
  if (type === 'rupees') return toAmount(cell, AMOUNT)
  if (type === 'integer') return toAmount(cell, 'a whole number, e.g. 12')
  return type === 'time' ? parseTime(cell) : cell
}
