import Papa from 'papaparse'
import type { ImportResult } from '#src/contract/editor.ts'
import { normalizeHeader } from '#src/editing/csv-header.ts'
import { isStorableText } from '../../core/http/body.ts'
import { unescapeFormula } from './csv-formula.ts'

export type ImportError = ImportResult['errors'][number]

export interface CsvRow {
  /** The number that a spreadsheet shows: a cell with line breaks is one line, and blank lines count. */
  line: number
  cells: string[]
}

export interface CsvFile {
  headers: string[]
  line: number
  rows: CsvRow[]
  errors: ImportError[]
}

export interface CsvInput {
  bytes: Uint8Array<ArrayBuffer>
  /** Normalised headers of the slug column. */
  slugHeaders: readonly string[]
}

/** Twice the rows of 10,000 products with four variants each. */
const MAX_ROWS = 100_000
const MAX_COLUMNS = 100
/** Characters of a cell: fits a description of 12 sections with 4,000 escaped characters. */
const MAX_CELL_LENGTH = 100_000
/** Characters of an unfinished row: an unclosed quote turns the whole file into one cell. */
const MAX_ROW_LENGTH = 500_000
/** The parser reads a row again if the chunk ends inside it. */
const CHUNK_LENGTH = 128 * 1024

class InvalidFile extends Error {
  override name = 'InvalidFile'
}

/**
 * Decodes UTF-8, or UTF-16 if the byte order mark says so. An invalid byte becomes U+FFFD, which is
 * an error of its cell.
 * @throws InvalidFile
 */
function decode(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) throw new InvalidFile('The file is empty.')
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const encoding = isUtf16 ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  const text = new TextDecoder(encoding).decode(bytes)
  if (!isStorableText(text))
    throw new InvalidFile(
      'The file is not a CSV file: it holds binary data. Save it as “CSV UTF-8”, or import an .xlsx file in the studio.',
    )
  // The parser knows only one kind of line break. A final line break starts no row.
  return text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
}

const isBlank = (cells: string[]): boolean => cells.every((cell) => cell.trim() === '')

/** Rows to search for the header, which may follow a title, an address and a date. */
const COMPARED_ROWS = 20

/** Finds the delimiter: the one with which a row has a slug column, otherwise the one with the most columns. */
function findDelimiter(text: string, hasSlug: (cells: string[]) => boolean): string {
  const beginning = text.slice(0, CHUNK_LENGTH)
  const rated = [',', ';', '\t'].map((delimiter) => {
    const options = { delimiter, newline: '\n', preview: COMPARED_ROWS } as const
    const rows = Papa.parse<string[]>(beginning, options).data.filter((cells) => !isBlank(cells))
    return { delimiter, hasSlug: rows.some(hasSlug), columns: rows[0]?.length ?? 0 }
  })
  const [best] = rated.toSorted(
    (a, b) => Number(b.hasSlug) - Number(a.hasSlug) || b.columns - a.columns,
  )
  return best?.delimiter ?? ','
}

/**
 * Parses a file and stops at the first limit.
 * @throws InvalidFile if it is not a CSV or exceeds a limit.
 */
function parse({ bytes, slugHeaders }: CsvInput): CsvFile {
  const text = decode(bytes)
  const hasSlug = (cells: string[]) =>
    cells.some((cell) => slugHeaders.includes(normalizeHeader(cell)))
  const file: CsvFile = { headers: [], line: 0, rows: [], errors: [] }
  let line = 1
  let chunks = 0
  const add = (cells: string[], quoteError: string | undefined) => {
    if (quoteError !== undefined) file.errors.push({ line, column: '', message: quoteError })
    assertLimits(cells, line)
    if (isBlank(cells)) return
    if (file.line === 0) {
      file.headers = cells.map((cell) => cell.trim())
      file.line = line
    } else file.rows.push({ line, cells: cells.map((cell) => unescapeFormula(cell)) })
  }
  Papa.parse<string[]>(text, {
    newline: '\n',
    delimiter: findDelimiter(text, hasSlug),
    chunkSize: CHUNK_LENGTH,
    // The types of the library require it. A chunk of a string is parsed synchronously.
    complete() {},
    chunk({ data, errors, meta }: Papa.ParseResult<string[]>) {
      // If a chunk ends inside a row, the errors of that row count when it is parsed again.
      const errorByRow = new Map(
        errors
          .filter(({ type }) => type === 'Quotes')
          .map(({ row, message }) => [row ?? 0, `${message.replace(/\.$/, '')}.`]),
      )
      for (const [index, cells] of data.entries()) {
        add(cells, errorByRow.get(index))
        line++
        // The header does not count.
        if (line > MAX_ROWS + 2) throw new InvalidFile('A file may have at most 100,000 rows.')
      }
      if (++chunks * CHUNK_LENGTH - meta.cursor > MAX_ROW_LENGTH)
        throw new InvalidFile(
          `Line ${line} begins a row that is too long: a quotation mark may lack its end.`,
        )
    },
  })
  return hasSlug(file.headers) ? file : toTitleError(file, hasSlug)
}

/** Reports that the header is not the first row. */
function toTitleError(file: CsvFile, hasSlug: (cells: string[]) => boolean): CsvFile {
  if (!file.rows.slice(0, COMPARED_ROWS).some(({ cells }) => hasSlug(cells))) return file
  const message = `Row ${file.line} is a title. Delete the rows above the header.`
  return { ...file, rows: [], errors: [{ line: file.line, column: '', message }] }
}

function assertLimits(cells: string[], line: number): void {
  if (cells.length > MAX_COLUMNS)
    throw new InvalidFile(`Line ${line} has more than ${MAX_COLUMNS} columns.`)
  if (cells.some((cell) => cell.length > MAX_CELL_LENGTH))
    throw new InvalidFile(`Line ${line} has a cell of more than 100,000 letters.`)
}

/** @returns the file, or why it cannot be parsed. */
export function parseCsv(input: CsvInput): CsvFile | { reason: string } {
  try {
    const file = parse(input)
    if (file.rows.length === 0 && file.errors.length === 0)
      throw new InvalidFile('The file has no rows below its header.')
    return file
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error
    return { reason: error.message }
  }
}
