import { type Cell, type CellValue, EncryptedFileError, formatValue, type Sheet } from 'hucre'
import { readXlsx } from 'hucre/xlsx'
import { ENTRY_FIELDS, type EntryFieldSpec } from '#src/contract/entry.ts'
import { normalizeHeader } from '#src/rules/csv-header.ts'

/** A sheet as a CSV file, each of whose rows is a line. */
export interface SheetCsv {
  csv: string
  sheet: string
  /** The names of the sheets that can be chosen. */
  sheets: string[]
  /** How many rows with cells a filter or an editor has hidden: a CSV file of a spreadsheet has them, too. */
  hiddenRows: number
}

const BROKEN =
  'The file is no .xlsx file, or is broken: please open it in your spreadsheet, save it as .xlsx and choose it again.'
const PROTECTED =
  'The file is protected by a password: please save it without one and choose it again.'
const FORMER =
  'The file has the format of Excel before 2007 (.xls): please save it as .xlsx and choose it again.'

/** Why a file cannot be read, as a sentence. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'

  constructor(message = BROKEN) {
    super(message)
  }
}

/** An encrypted file and one of before 2007 begin alike. */
const isEncrypted = (bytes: Uint8Array): boolean =>
  new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage')

/**
 * Converts a sheet of an .xlsx file: the one named, else the first one that is not hidden.
 * @throws UnreadableFile
 */
export async function toCsv(bytes: Uint8Array, name?: string): Promise<SheetCsv> {
  const sheets: string[] = []
  const isChosen = (info: { name: string; hidden?: boolean; veryHidden?: boolean }) => {
    if (info.hidden || info.veryHidden) return false
    sheets.push(info.name)
    return name === undefined ? sheets.length === 1 : info.name === name
  }
  const workbook = await readXlsx(bytes, { readStyles: true, sheets: isChosen }).catch(
    (error: unknown) => {
      const reason = isEncrypted(bytes) ? PROTECTED : FORMER
      throw new UnreadableFile(error instanceof EncryptedFileError ? reason : undefined)
    },
  )
  const [sheet] = workbook.sheets
  if (!sheet) throw new UnreadableFile()
  const texts = listTexts(sheet)
  const hidden = [...(sheet.rowDefs ?? [])].filter(
    ([index, row]) => row.hidden && texts[index]?.some((text) => text !== ''),
  )
  return { csv: formatRows(texts), sheet: sheet.name, sheets, hiddenRows: hidden.length }
}

/**
 * What a column takes of a cell: a text its look, an amount its value, a time its day and hour. The look of
 * a column that is not known yet counts where it has letters or leading zeros, which a value loses.
 */
type ColumnKind = 'text' | 'amount' | 'time' | 'unknown'

const KIND_OF_TYPE: Partial<Record<EntryFieldSpec['type'], ColumnKind>> = {
  rupees: 'amount',
  integer: 'amount',
  time: 'time',
}

const kindByHeader = new Map<string, ColumnKind>([
  ...Object.entries<EntryFieldSpec>(ENTRY_FIELDS).flatMap(([name, { label, type }]) =>
    [name, label].map((header): [string, ColumnKind] => [
      normalizeHeader(header),
      KIND_OF_TYPE[type] ?? 'text',
    ]),
  ),
  // Columns of variants that products do not have.
  ...['choice', 'sku', 'barcode'].map((header): [string, ColumnKind] => [header, 'text']),
])

/** The kinds of the columns of a sheet, by its header: the first row that is not empty. */
function listKinds(rows: readonly (readonly CellValue[])[]): ColumnKind[] {
  const header = rows.find((row) => row.some((value) => value !== null && value !== '')) ?? []
  return header.map((value) => kindByHeader.get(normalizeHeader(String(value ?? ''))) ?? 'unknown')
}

/** The text of each cell; each of merged cells has what they show. */
function listTexts({ rows, cells, merges = [] }: Sheet): string[][] {
  const kinds = listKinds(rows)
  const texts = rows.map((row, y) =>
    row.map((value, x) =>
      toText(value, cells?.get(`${y},${x}`), kinds[x] ?? 'unknown', `${toLetters(x)}${y + 1}`),
    ),
  )
  for (const { startRow, startCol, endRow, endCol } of merges)
    for (const row of texts.slice(startRow, endRow + 1))
      row.fill(texts[startRow]?.[startCol] ?? '', startCol, endCol + 1)
  return texts
}

const formatRows = (texts: string[][]): string => {
  const isFilled = (text: string) => text !== ''
  const end = texts.findLastIndex((row) => row.some(isFilled)) + 1
  const width = texts.reduce((most, row) => Math.max(most, row.findLastIndex(isFilled) + 1), 0)
  // Each row is as long as the header: in a CSV file, a missing cell is an error and an empty cell is not.
  return texts
    .slice(0, end)
    .map((row) =>
      row.some(isFilled) ? Array.from({ length: width }, (_, index) => row[index] ?? '') : [],
    )
    .map((row) => `${row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\r\n`)
    .join('')
}

/** The name of a column, e.g. `AB`. */
const toLetters = (index: number): string =>
  (index < 26 ? '' : toLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** A value as an editor would type it into the column. */
function toText(value: CellValue, cell: Cell | undefined, kind: ColumnKind, place: string): string {
  if (value === null && cell?.type === 'formula')
    throw new UnreadableFile(
      `${place} has a formula without its value: please open the file in your spreadsheet, save it and choose it again.`,
    )
  const format = cell?.style?.numFmt ?? 'General'
  if (typeof value === 'number') return formatNumber(value, format, kind)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (!(value instanceof Date)) return value ?? ''
  if (kind === 'text') return formatValue(value, format)
  // A cell has no time zone, which the date has as if it were UTC.
  return value.toISOString().slice(0, 19).replace('T00:00:00', '').replace('T', ' ')
}

/** Quoted and escaped letters of a number format, and those of a currency or colour. */
const LITERALS = /"[^"]*"|\\.|\[[^\]]*\]/g
/** Digits, which grouping and currency signs do not change. */
const PLAIN = /^-?\d+(?:\.\d+)?$/

/** From here on a number has more digits than a spreadsheet keeps. */
const MAX_EXACT = 1e15
/** What says nothing more of an amount than that it is one of rupees, or a number of pieces. */
const OWN_UNITS = /₹|\b(?:rs|inr|rupees?|only|pcs?|pieces?|units?|nos?)\b/gi
/** Another currency, a percent sign or a word, e.g. `lakh` or `dozen`: the value alone is another amount. */
const OTHER_UNIT = /\p{Sc}|\p{L}|%/u
/** The currency of a format, e.g. `[$€-407]`. */
const CURRENCY = /\[\$([^\]-]+)/
/** Commas that make a number a smaller one to be shown. */
const SCALING = /[0#?],+(?:\.|[^0#?]*$)/

/**
 * A number without the grouping of its format, but with its percent sign, rounded to the decimals that the
 * cell shows. With leading zeros and letters, e.g. `KV-00124`, where the look counts.
 */
function formatNumber(value: number, format: string, kind: ColumnKind): string {
  const signs = format.replace(LITERALS, '')
  if (signs.includes('%')) return `${toDigits(value * 100)}%`
  // A spreadsheet has left digits out of a code that is longer.
  if (kind === 'text' && Math.abs(value) >= MAX_EXACT) return value.toExponential()
  const isPlain = !/[0#?]/.test(signs) || /E[+-]|\//i.test(signs)
  if (isPlain) return toDigits(value)
  const look = formatValue(value, format).trim()
  const [, currency = ''] = CURRENCY.exec(format) ?? []
  const amount = look.includes(currency) ? look : `${look} ${currency}`
  const isOther = OTHER_UNIT.test(amount.replace(OWN_UNITS, ''))
  if (kind === 'amount' && isOther && !SCALING.test(signs)) return amount
  const hasLook = kind === 'text' || (kind === 'unknown' && /^0\d|[a-z]/i.test(look))
  const digits = look.replace(/[^\d.-]/g, '')
  if (hasLook) return PLAIN.test(look.replaceAll(',', '')) ? look.replaceAll(',', '') : look
  const [, decimals = ''] = /^[^.]*\.([0#?]+)/.exec(signs.split(';')[0] ?? '') ?? []
  return PLAIN.test(digits) ? toDigits(Number(value.toFixed(decimals.length))) : toDigits(value)
}

/** What a spreadsheet shows at most: 0.1 + 0.2 is 0.3, and a fraction has ten digits. */
const toDigits = (value: number): string =>
  String(Number(value.toPrecision(Number.isInteger(value) ? 15 : 10)))
