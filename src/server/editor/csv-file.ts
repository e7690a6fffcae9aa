import Papa from 'papaparse'
import { HttpError } from '../errors.ts'
import { isStorableText } from '../http/body.ts'
import { unescapeFormula } from './csv-fields.ts'

export interface CsvRow {
  /** Line of the file at which the row begins; the header is line 1. */
  line: number
  cells: string[]
}

export interface CsvFile {
  headers: string[]
  rows: CsvRow[]
  faults: { line: number; column: string; message: string }[]
}

const MAX_ROWS = 20_000

const refused = (message: string) => new HttpError(400, message, { field: 'file' })

/** @throws HttpError 400 for text that is neither UTF-8 nor UTF-16 with a byte-order mark. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw refused(
      `Line ${findBrokenLine(bytes)} is not UTF-8: please save the file as “CSV UTF-8” in your spreadsheet.`,
    )
  }
}

/** Line of the first bytes that are not UTF-8. */
function findBrokenLine(bytes: Uint8Array): number {
  const before = Buffer.from(bytes).toString('utf8').split('\uFFFD', 1)[0] ?? ''
  return countLineBreaks(before) + 1
}

const countLineBreaks = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0

/**
 * Reads a CSV file with commas, semicolons or tabs.
 * @throws HttpError 400 for a file that is no CSV.
 */
export function readCsv(bytes: Uint8Array): CsvFile {
  if (bytes.byteLength === 0) throw refused('The file is empty.')
  const text = decode(bytes).replace(/^\uFEFF/, '')
  if (!isStorableText(text)) throw refused('The file is not a CSV file: it holds binary data.')
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'] })
  const faults = new Map(
    errors
      .filter(({ type }) => type === 'Quotes')
      .map(({ row, message }) => [row ?? 0, `${message.replace(/\.$/, '')}.`]),
  )
  const rows: CsvRow[] = []
  const file: CsvFile = { headers: [], rows, faults: [] }
  let line = 1
  for (const [index, cells] of data.entries()) {
    const fault = faults.get(index)
    if (fault) file.faults.push({ line, column: '', message: fault })
    if (index === 0) file.headers = cells.map((cell) => cell.trim())
    else if (cells.some((cell) => cell.trim() !== ''))
      rows.push({ line, cells: cells.map((cell) => unescapeFormula(cell)) })
    line += 1 + cells.reduce((sum, cell) => sum + countLineBreaks(cell), 0)
  }
  if (rows.length > MAX_ROWS) throw refused(`A file may have at most ${MAX_ROWS} rows.`)
  if (rows.length === 0 && file.faults.length === 0)
    throw refused('The file has no rows below its header.')
  return file
}
