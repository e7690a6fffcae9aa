import { type Cell, type CellValue, EncryptedFileError, type Sheet } from 'hucre'
import { readXlsx } from 'hucre/xlsx'

/** A sheet as a CSV file, each of whose rows is a line. */
export interface SheetCsv {
  csv: string
  sheet: string
  /** Of the sheets that can be chosen. */
  sheets: string[]
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
  return { csv: formatRows(listTexts(sheet)), sheet: sheet.name, sheets }
}

/** The text of each cell; each of merged cells has what they show. */
function listTexts({ rows, cells, merges = [] }: Sheet): string[][] {
  const texts = rows.map((row, y) =>
    row.map((value, x) => toText(value, cells?.get(`${y},${x}`), `${toLetters(x)}${y + 1}`)),
  )
  for (const { startRow, startCol, endRow, endCol } of merges)
    for (const row of texts.slice(startRow, endRow + 1))
      row.fill(texts[startRow]?.[startCol] ?? '', startCol, endCol + 1)
  return texts
}

const formatRows = (texts: string[][]): string => {
  const isFilled = (text: string) => text !== ''
  const end = texts.findLastIndex((row) => row.some(isFilled)) + 1
  return texts
    .slice(0, end)
    .map((row) => row.slice(0, row.findLastIndex(isFilled) + 1))
    .map((row) => `${row.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')}\r\n`)
    .join('')
}

/** The name of a column, e.g. `AB`. */
const toLetters = (index: number): string =>
  (index < 26 ? '' : toLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** A value as an editor would type it: without the grouping of its format, but with its percent sign. */
function toText(value: CellValue, cell: Cell | undefined, place: string): string {
  if (value === null && cell?.type === 'formula')
    throw new UnreadableFile(
      `${place} has a formula without its value: please open the file in your spreadsheet, save it and choose it again.`,
    )
  if (typeof value === 'number') {
    const isPercent = /%/.test((cell?.style?.numFmt ?? '').replace(/"[^"]*"|\\./g, ''))
    return isPercent ? `${toDigits(value * 100)}%` : toDigits(value)
  }
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  // A cell has no time zone, which the date has as if it were UTC.
  if (value instanceof Date)
    return value.toISOString().slice(0, 19).replace('T00:00:00', '').replace('T', ' ')
  return value ?? ''
}

/** What a spreadsheet shows at most: 0.1 + 0.2 is 0.3. */
const toDigits = (value: number): string => String(Number(value.toPrecision(15)))
