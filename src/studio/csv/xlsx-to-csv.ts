import { type CellObject, read, SSF, type WorkSheet } from '@e965/xlsx/dist/xlsx.mini.min.js'
import { ENTRY_FIELDS, type EntryFieldSpec } from '#src/contract/entry.ts'
import { normalizeHeader } from '#src/editing/csv-header.ts'

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

/** An encrypted file begins as a file of the format before 2007. */
const isEncrypted = (bytes: Uint8Array): boolean =>
  new TextDecoder('utf-16le').decode(bytes).includes('EncryptedPackage')

/** @throws UnreadableFile */
function open(bytes: Uint8Array, sheets: string | string[]) {
  try {
    // The styles have the hidden rows.
    return read(bytes, { sheets, dense: true, cellNF: true, cellStyles: true })
  } catch {
    if (bytes[0] !== 0xd0) throw new UnreadableFile()
    throw new UnreadableFile(isEncrypted(bytes) ? PROTECTED : FORMER)
  }
}

/**
 * Converts a sheet of an .xlsx file: the named one, or otherwise the first that is not hidden.
 * @throws UnreadableFile
 */
export function toCsv(bytes: Uint8Array, name?: string): SheetCsv {
  const { SheetNames, Workbook } = open(bytes, [])
  const sheets = SheetNames.filter((_, index) => !Workbook?.Sheets?.[index]?.Hidden)
  const chosen = name ?? sheets[0]
  const sheet = chosen === undefined ? undefined : open(bytes, chosen).Sheets[chosen]
  if (chosen === undefined || !sheet) throw new UnreadableFile()
  const is1904 = Workbook?.WBProps?.date1904 ?? false
  const texts = listTexts(sheet, is1904)
  const hidden = (sheet['!rows'] ?? []).filter(
    (row, index) => row?.hidden && texts[index]?.some((text) => text !== ''),
  )
  return { csv: formatRows(texts), sheet: chosen, sheets, hiddenRows: hidden.length }
}

/** Headers of columns whose cells are texts: a day in one of them is what it looks like. */
const TEXT_HEADERS = new Set([
  ...Object.entries<EntryFieldSpec>(ENTRY_FIELDS).flatMap(([name, { label, type }]) =>
    type === 'time' ? [] : [name, label].map(normalizeHeader),
  ),
  // Columns of variants that products do not have.
  ...['choice', 'sku', 'barcode'],
])

/** The text of each cell; each of merged cells has what they show. */
function listTexts(sheet: WorkSheet, is1904: boolean): string[][] {
  const rows: (CellObject | undefined)[][] = Array.from(sheet['!data'] ?? [], (row) => row ?? [])
  const header = rows.find((row) => row.some((cell) => cell?.v !== undefined && cell.v !== ''))
  const isText = Array.from(header ?? [], (cell) =>
    TEXT_HEADERS.has(normalizeHeader(String(cell?.v ?? ''))),
  )
  const texts = rows.map((row, y) =>
    Array.from(row, (cell, x) =>
      toText(cell, isText[x] ?? false, is1904, `${toLetters(x)}${y + 1}`),
    ),
  )
  const width = texts.reduce((most, { length }) => Math.max(most, length), 0)
  for (const { s: start, e: end } of sheet['!merges'] ?? [])
    for (const row of texts.slice(start.r, end.r + 1))
      for (let x = start.c; x <= Math.min(end.c, width - 1); x++)
        row[x] = texts[start.r]?.[start.c] ?? ''
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

/** From here on a number has more digits than a spreadsheet keeps. */
const MAX_EXACT = 1e15

/** Returns the text that a cell shows, without the blanks of its format. A day or a time has its full value. */
function toText(
  cell: CellObject | undefined,
  isText: boolean,
  is1904: boolean,
  place: string,
): string {
  if (cell === undefined) return ''
  const { t: type, v: value, w: look, z: format = 'General', f: formula } = cell
  if (type === 'z' && formula !== undefined)
    throw new UnreadableFile(
      `${place} has a formula without its value: please open the file in your spreadsheet, save it and choose it again.`,
    )
  if (type === 'z' || value === undefined) return ''
  if (type !== 'n') return type === 's' ? String(value) : (look ?? '')
  const number = Number(value)
  if (!isText && SSF.is_date(String(format))) return formatTime(number, is1904)
  // A column that is wide enough shows all digits, e.g. of a barcode.
  if (format === 'General' && Number.isInteger(number) && number < MAX_EXACT) return String(number)
  return (look ?? '').trim()
}

/** A time as the import reads it. A cell has no time zone. */
function formatTime(days: number, is1904: boolean): string {
  const { y, m, d, H, M, S } = SSF.parse_date_code(days, { date1904: is1904 })
  const [month, day, ...clock] = [m, d, H, M, S].map((part) => String(part).padStart(2, '0'))
  return `${y}-${month}-${day}${H + M + S > 0 ? ` ${clock.join(':')}` : ''}`
}
