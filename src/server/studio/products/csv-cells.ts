import { isDeepStrictEqual } from 'node:util'
import type { Offer, Option } from '#src/contract/catalog.ts'
import type { CatalogEntry, EntryFieldSpec } from '#src/contract/entry.ts'
import { IST_OFFSET_MS, toIso } from '#src/rules/dates.ts'
import { toPlainDigits } from '#src/rules/plain-digits.ts'
import { findOtherMeaning, parseAmount } from '#src/rules/product/typed-price.ts'

// The form of each field in a cell: what an editor reads and writes in a spreadsheet. What a form cannot
// hold, e.g. a name with a colon, is JSON, which every list may be.

/** A cell that cannot be read; the message completes the sentence that begins with the column. */
export class CellError extends Error {
  override name = 'CellError'
}

interface CellForm<Value> {
  /** Completes "must be". */
  expected: string
  format(value: Value): string
  /** @throws CellError */
  parse(cell: string): unknown
}

/** A number below zero is one: the rule of its field refuses it, in the words of the form. */
function parseBelowZero(cell: string): number | undefined {
  const amount = /^[-\u2212]\s*\d/.test(cell) ? parseAmount(cell.slice(1)) : undefined
  return amount && -amount
}

/** Also with a sign of rupees. */
function toAmount(cell: string, expected: string): number {
  const amount = parseAmount(cell) ?? parseBelowZero(cell)
  if (amount === undefined) throw new CellError(`must be ${expected}${describeAmount(cell)}`)
  return amount
}

/** A number of thousands, lakhs, crores or millions. */
const SCALED = /\d\s*(?:k|m|l|lacs?|lakhs?|crores?|cr|thousand|hundred|million|mn)\.?$/i

/** A number of pieces: the unit of `5 dozen` or `1299 EUR` makes it another one. */
const COUNTED = /^(\d[\d,.]*)\s*(?:pcs?|pieces?|units?|nos?|items?|each)\.?$/i

/** What to write in place of a number with a unit, or of one that is added. */
function describeAmount(cell: string): string {
  const plain = toPlainDigits(cell)
  const shown = `“${cell.slice(0, 60)}”`
  if (/^\+\s*\d/.test(plain))
    return `. ${shown} would be added to what is there: write the number that comes out`
  const meaning = findOtherMeaning(cell)
  if (meaning) return `. ${meaning}`
  if (SCALED.test(plain)) return `. Write ${shown} in digits`
  const [, number] = COUNTED.exec(plain) ?? []
  return number === undefined ? '' : `. Write ${number} in place of ${shown}`
}

/** The day of the week, which says nothing more. */
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? /i

/** A day by its figures, of which the year is the first or the last, or with the name of its month. */
const DAY =
  /^(?:(?<year>\d{4})(?<sign>[-/])(?<month>\d\d?)\k<sign>(?<day>\d\d?)|(?<day>\d\d?)(?<sign>[-/.])(?<month>\d\d?)\k<sign>(?<year>\d{4})|(?<day>\d\d?)(?:st|nd|rd|th)?[- ](?<name>[a-z]{3,9})[- ,]{1,2}(?<year>\d{4}|\d\d\b)|(?<name>[a-z]{3,9}) (?<day>\d\d?)(?:st|nd|rd|th)?,? (?<year>\d{4}))/i

/** A time after a day: of India, unless it says another zone. */
const TIME =
  /^(?:T|,? )(?<hour>\d\d?):(?<rest>\d\d(?::\d\d(?:\.\d{1,3})?)?)(?: ?(?<half>am|pm))?(?: ?(?<zone>Z|IST|[+-]\d\d:?\d\d))?$/i

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** The number of a month by its name or the first three or four letters of it; 0 for any other word. */
const toMonth = (word: string): number =>
  MONTHS.findIndex((name) =>
    [name, name.slice(0, 3), name.slice(0, 4)].includes(word.toLowerCase()),
  ) + 1

/** The hour of a day; NaN for one that a clock with two halves does not have. */
function toHour(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return Number.NaN
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
}

function parseTime(input: string): string {
  const cell = toPlainDigits(input).replace(WEEKDAY, '')
  const found = DAY.exec(cell)
  const { year = '', month, name, day } = found?.groups ?? {}
  const after = cell.slice(found?.[0].length ?? 0)
  const clock = after === '' ? { hour: '0', rest: '00' } : TIME.exec(after)?.groups
  const parts = [month ?? toMonth(name ?? ''), Number(day)].map((part) =>
    String(part).padStart(2, '0'),
  )
  const date = [year.padStart(4, '20'), ...parts].join('-')
  const hour = String(toHour(Number(clock?.['hour']), clock?.['half'])).padStart(2, '0')
  const zone = clock?.['zone']?.toUpperCase() ?? 'IST'
  const offset = zone === 'IST' ? '+05:30' : zone.replace(/(\d\d)(\d\d)$/, '$1:$2')
  const time = Date.parse(`${date}T${hour}:${clock?.['rest']}${offset}`)
  // JavaScript turns 31 February into a day of March.
  const isDay = new Date(`${date}T00:00Z`).toJSON()?.startsWith(date)
  if (Number.isNaN(time) || !isDay)
    throw new CellError(
      `must be a time in India, e.g. 2026-11-21 15:00${describeOrder(cell, parts)}`,
    )
  return toIso(time)
}

/** American dates have the month first; spreadsheets count days where the column has no format. */
function describeOrder(cell: string, [month = '', day = '']: string[]): string {
  if (/^\d{5}(?:\.\d+)?$/.test(cell))
    return `. “${cell}” is a day as spreadsheets count them: give the column the format of a date`
  const isSwapped = Number(month) > 12 && Number(day) <= 12 && /^\d\d?\D/.test(cell)
  return isSwapped
    ? `. In “${cell.slice(0, 60)}” the first number is the day, and there is no month ${month}`
    : ''
}

/** E.g. `2026-11-21 15:00 IST`, which spreadsheets leave as it is. */
const formatTime = (iso: string): string =>
  `${toIso(Date.parse(iso) + IST_OFFSET_MS)
    .replace('T', ' ')
    .replace(/(?::00)?(?:\.000)?Z$/, '')} IST`

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

const split = (text: string, separator: string | RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean)

const splitLines = (cell: string): string[] => split(cell, /\r\n|\r|\n/)

/** Texts of the form `Name: value`, each made into something. */
function parseNamed<Row>(
  texts: string[],
  expected: string,
  toRow: (name: string, value: string) => Row | undefined,
): Row[] {
  return texts.map((text) => {
    // The colon of an address, e.g. of `https://`, does not end a name.
    const colon = text.search(/:(?!\/\/)/)
    const name = text.slice(0, colon).trim()
    assertName(name)
    const row = colon > 0 ? toRow(name, text.slice(colon + 1).trim()) : undefined
    if (!row) throw new CellError(`must be ${expected}, which “${text.slice(0, 60)}” is not`)
    return row
  })
}

/** A sign of a list, which each line has of a list that was copied. */
const BULLET = /^[•‣◦▪●*–-]\s+/

const lines: CellForm<string[]> = {
  expected: 'one value a line',
  format: (values) => values.join('\n'),
  parse(cell) {
    const found = splitLines(cell)
    return found.every((line) => BULLET.test(line))
      ? found.map((line) => line.replace(BULLET, ''))
      : found
  },
}

/** @throws CellError for a name that stands twice: which value is meant is not known. */
function toRecord(texts: string[], expected: string): Record<string, string> {
  const entries = parseNamed(texts, expected, (name, value) => [name, value] as const)
  const names = entries.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new CellError(`names “${twice}” twice`)
  return Object.fromEntries(entries)
}

const pairs: CellForm<Record<string, string>> = {
  expected: 'one “Name: value” a line',
  format: (values) =>
    Object.entries(values)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  parse: (cell) => toRecord(splitLines(cell), pairs.expected),
}

/** The choice of a variant. */
const choice: CellForm<Record<string, string>> = {
  expected: '“Size: M”, with a semicolon before each further option',
  format: (values) => pairs.format(values).replaceAll('\n', '; '),
  parse: (cell) => toRecord(split(cell, /[;\r\n]/), choice.expected),
}

const options: CellForm<Option[]> = {
  expected: 'one “Size: S | M | L” a line',
  format: (all) => all.map(({ name, values }) => `${name}: ${values.join(' | ')}`).join('\n'),
  parse: (cell) =>
    parseNamed(splitLines(cell), options.expected, (name, value) => ({
      name,
      values: split(value, '|'),
    })),
}

const offers: CellForm<Offer[]> = {
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
    parseNamed(splitLines(cell), offers.expected, (title, value) => {
      const [detail, icon, name, letters, maxLength, ...others] = split(value, '|')
      if (others.length > 0) return undefined
      const field = { name, letters, maxLength: Number(maxLength) }
      return { icon, title, detail, ...(name === undefined ? {} : { field }) }
    }),
}

/** Marks a picture on a body or in a hand. */
const WORN = 'worn'
/** What follows an alt text, each part once and in this order. */
const PLACE = new RegExp(`^(?:(\\d+)% (\\d+)%)?(?:(?:^| \\| )(\\d+)%)?(?:(?:^| \\| )(${WORN}))?$`)

const pictures: CellForm<CatalogEntry['pictures']> = {
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
    parseNamed(splitLines(cell), pictures.expected, (file, value) => {
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

/** A blank line begins a section, a line break a paragraph. */
const description: CellForm<CatalogEntry['description']> = {
  expected: 'sections of the form “Heading: text” with a blank line between them',
  format: (all) =>
    all.map(({ title, content }) => `${title}: ${content.replace(/\n{2,}/g, '\n')}`).join('\n\n'),
  parse: (cell) =>
    parseNamed(
      split(cell.replace(/\r\n?/g, '\n'), /\n\s*\n/),
      description.expected,
      (title, text) => ({ title, content: splitLines(text).join('\n\n') }),
    ),
}

/** Fields with a form of their own; the type of every other list decides. */
const FORMS: Partial<Record<string, CellForm<never>>> = {
  options,
  offers,
  pictures,
  choice,
  description,
}

const json: CellForm<unknown> = {
  expected: 'a list in JSON',
  format: JSON.stringify,
  parse: (cell) => (cell === '' ? [] : parseJson(cell, json.expected)),
}

const findForm = (name: string, type: EntryFieldSpec['type']) =>
  (FORMS[name] ?? { lines, pairs, rows: json }[type as string]) as CellForm<unknown> | undefined

const isJson = (cell: string, type: EntryFieldSpec['type']): boolean =>
  cell.startsWith(type === 'pairs' ? '{' : '[')

function parseList(form: CellForm<unknown>, cell: string, type: EntryFieldSpec['type']): unknown {
  return isJson(cell, type) ? parseJson(cell, form.expected) : form.parse(cell)
}

/** @param name of the field. */
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
    // Trimmed, as an import reads it.
    if (isDeepStrictEqual(parseList(form, cell.trim(), type), value)) return cell
  } catch (error) {
    if (!(error instanceof CellError)) throw error
  }
  return JSON.stringify(value)
}

/** @throws CellError when the cell has another form than the field. */
export function parseCell(
  name: string,
  { type, rule }: Pick<EntryFieldSpec, 'type' | 'rule'>,
  cell: string,
): unknown {
  const form = findForm(name, type)
  if (form) return parseList(form, cell, type)
  if (cell === '' && rule.safeParse(undefined).success) return undefined
  if (type === 'rupees') return toAmount(cell, 'an amount in rupees, e.g. 1499.50')
  if (type === 'integer') return toAmount(cell, 'a number')
  return type === 'time' ? parseTime(cell) : cell
}
