import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import Papa from 'papaparse'
import type { ImportResult } from '#src/contract/editor.ts'
import { normalizeHeader } from '#src/rules/csv-header.ts'
import { isStorableText } from '../../core/http/body.ts'
import { unescapeFormula } from './csv-formula.ts'

export type ImportError = ImportResult['errors'][number]

export interface CsvRow {
  /** As a spreadsheet counts it: texts of several lines are one, and blank ones count. */
  line: number
  cells: string[]
}

export interface CsvFile {
  /** How its letters were read. */
  encoding: string
  headers: string[]
  rows: CsvRow[]
  errors: ImportError[]
}

export interface CsvInput {
  bytes: Uint8Array<ArrayBuffer>
  /** Headers that tell which sign parts the columns. */
  knownHeaders: readonly string[]
}

/** 10,000 products with four variants each, and as many more. */
const MAX_ROWS = 100_000
const MAX_COLUMNS = 100
/** Letters of a cell: a description of 12 sections with 4,000 letters, each escaped, fits. */
const MAX_CELL_LENGTH = 100_000
/** Letters of a row that has not ended: one quote without its end makes the whole file one cell. */
const MAX_ROW_LENGTH = 500_000
/** A row that a chunk ends in is parsed again with the next one. */
const CHUNK_BYTES = 128 * 1024

class InvalidFile extends Error {
  override name = 'InvalidFile'
}

/** Letters other than ASCII in the wrong place show that a file is UTF-8 with an error, not Windows-1252. */
const OTHER_LETTERS = /[\u0080-\ufffc]/

/**
 * By the byte-order mark, else by the first two letters of a header, which are ASCII. Only former Macs end lines
 * without line feeds.
 * @throws InvalidFile for UTF-8 with an error.
 */
function findEncoding(bytes: Uint8Array): string {
  const [first, second, third, fourth] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le'
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be'
  if (isUtf8(bytes)) return 'utf-8'
  const text = new TextDecoder().decode(bytes)
  if (!OTHER_LETTERS.test(text)) return text.includes('\n') ? 'windows-1252' : 'macintosh'
  const line = 1 + countLineBreaks(text.slice(0, text.indexOf('\uFFFD')))
  throw new InvalidFile(`Line ${line} ${NOT_UTF_8}`)
}

const NOT_UTF_8 = 'is not UTF-8: please save the file as “CSV UTF-8” in your spreadsheet.'

/** What a wrong or broken encoding leaves in place of letters, e.g. the accents of Macs read as those of Windows. */
const NO_LETTERS = /[\u0080-\u009f\ufffd]/
const MAC_ACCENTS = /\p{Ll}[ŠŒŽ†‡ƒˆ‰„‚Ÿ]/u

/** @throws InvalidFile for what is no text. */
function* decode(bytes: Uint8Array, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding)
  for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES) {
    const end = start + CHUNK_BYTES
    const text = decoder.decode(bytes.subarray(start, end), { stream: end < bytes.byteLength })
    const isWrong = NO_LETTERS.test(text) || (encoding === 'windows-1252' && MAC_ACCENTS.test(text))
    if (encoding !== 'utf-8' && isWrong) throw new InvalidFile(`The file ${NOT_UTF_8}`)
    if (!isStorableText(text))
      throw new InvalidFile('The file is not a CSV file: it holds binary data.')
    yield text
  }
}

function countLineBreaks(text: string): number {
  let count = 0
  for (const _ of text.matchAll(/\r\n|\r|\n/g)) count++
  return count
}

/**
 * Writes every line break as `\n`: programs and editors leave several kinds in one file, and a parser that
 * knows one of them would join rows.
 */
function* unifyLineBreaks(texts: Iterable<string>): Generator<string> {
  // A carriage return at the end of a text may have its line feed in the next one.
  let held = ''
  const unify = (text: string) =>
    text.replace(/\r+\n?/g, (found) => (found.endsWith('\n') ? '\n' : '\n'.repeat(found.length)))
  for (const text of texts) {
    const joined = held + text
    let end = joined.length
    while (joined[end - 1] === '\r') end--
    held = joined.slice(end)
    if (end > 0) yield unify(joined.slice(0, end))
  }
  if (held !== '') yield unify(held)
}

/** What programs of DOS write last. */
const END_OF_FILE = '\u001a'

/** How files of sheets, archives and other programs begin, whatever their names. */
const OTHER_FILES: [RegExp, message: string][] = [
  [
    /^PK\p{Cc}\p{Cc}/u,
    'The file is no CSV file but one such as .xlsx, .ods or .zip: import an .xlsx file in the studio, or save it as CSV.',
  ],
  [
    /^ÐÏ/,
    'The file has the format of Excel before 2007 (.xls): please save it as .xlsx and import that in the studio.',
  ],
  [
    /^(?:\xef\xbb\xbf)?\s*<|^%PDF-|^\{\\rtf|^\s*[[{]\s*["{\]}]/,
    'The file is a page or a document, not a table: please open it in your spreadsheet and save it as .xlsx or CSV.',
  ],
]
const BEGINNING_LENGTH = 100

/** @throws InvalidFile */
function assertTable(bytes: Uint8Array): void {
  if (bytes.byteLength === 0) throw new InvalidFile('The file is empty.')
  const beginning = String.fromCharCode(...bytes.subarray(0, BEGINNING_LENGTH))
  const other = OTHER_FILES.find(([pattern]) => pattern.test(beginning))
  if (other) throw new InvalidFile(other[1])
}

/** The more usual one first. */
const DELIMITERS = [',', ';', '\t', '|']
/** The first line that Excel writes, or is told by. */
const DELIMITER_LINE = /^"?sep=(.)"?$/i
/** Rows that are compared with the header, and the text that they are read from. */
const COMPARED_ROWS = 20
const COMPARED_LENGTH = 20_000

/**
 * The sign that parts the columns: the one that a first line names, else the one with which the header has
 * a slug, then the most of the shop's fields, then rows of as many cells as the header, then most columns.
 */
function findDelimiter(text: string, knownHeaders: readonly string[]): string {
  const [first = ''] = text.trimStart().split('\n', 1)
  const named = DELIMITER_LINE.exec(first)?.[1]
  if (named !== undefined) return named
  const rated = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text.slice(0, COMPARED_LENGTH), {
      delimiter,
      newline: '\n',
      preview: COMPARED_ROWS + 1,
      skipEmptyLines: 'greedy',
    })
    const [header = [], ...rows] = data
    const known = header.map(normalizeHeader).filter((name) => knownHeaders.includes(name))
    const alike = rows.filter((cells) => cells.length === header.length).length
    const marks = [
      Number(known.includes('slug')),
      known.length,
      header.length > 1 ? alike : 0,
      header.length,
    ]
    return { delimiter, marks }
  })
  const [best] = rated.toSorted((a, b) => {
    const differing = a.marks.findIndex((mark, index) => mark !== b.marks[index])
    return (b.marks[differing] ?? 0) - (a.marks[differing] ?? 0)
  })
  return best?.delimiter ?? ','
}

/** @throws InvalidFile for a file that is no CSV or exceeds a limit; what follows is not parsed. */
function parse({ bytes, knownHeaders }: CsvInput): Promise<CsvFile> {
  assertTable(bytes)
  const encoding = findEncoding(bytes)
  const file: CsvFile = { encoding, headers: [], rows: [], errors: [] }
  let line = 1
  let delimiter = ''
  // A program wrote the file: curly quotation marks in it are letters of a cell.
  let isQuoted = false
  let decoded = 0
  const texts = unifyLineBreaks(decode(bytes, encoding)).map((text) => {
    decoded += text.length
    return text
  })
  const add = (cells: string[], error: string | undefined) => {
    // No spreadsheet counts it.
    if (line === 1 && DELIMITER_LINE.test(cells.join(delimiter))) return
    if (error !== undefined) file.errors.push({ line, column: '', message: error })
    assertLimits(cells, line)
    const isBlank = cells.every((cell) => cell.replaceAll(END_OF_FILE, '').trim() === '')
    if (!isBlank && file.headers.length === 0) file.headers = cells.map((cell) => cell.trim())
    else if (!isBlank && !isSameHeader(cells, file.headers)) {
      if (!isQuoted) file.errors.push(...findCurlyQuotes(cells, file.headers, line))
      file.errors.push(...findSpacedQuotes(cells, file.headers, line))
      file.rows.push({ line, cells: cells.map((cell) => unescapeFormula(cell)) })
    }
    line++
  }
  let count = 0
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(Readable.from(texts), {
      newline: '\n',
      delimiter: (text: string) => {
        delimiter = findDelimiter(text, knownHeaders)
        isQuoted = text.trimStart().startsWith('"')
        return delimiter
      },
      chunk({ data, errors, meta }) {
        // Errors of the row that the chunk ends in count when the row is parsed to its end.
        const errorByRow = new Map(
          errors
            .filter(({ type }) => type === 'Quotes')
            .map(({ row, message }) => [row ?? 0, `${message.replace(/\.$/, '')}.`]),
        )
        for (const [index, cells] of data.entries()) {
          // The header is no row.
          if (count++ > MAX_ROWS) throw new InvalidFile('A file may have at most 100,000 rows.')
          add(cells, errorByRow.get(index))
        }
        if (decoded - meta.cursor > MAX_ROW_LENGTH)
          throw new InvalidFile(
            `Line ${line} begins a row that is too long: a quotation mark may lack its end.`,
          )
      },
      complete: () => resolve(file),
      error: reject,
    })
  })
}

/** Whether a row is the header once more, e.g. of a second file at the end of the first one. */
const isSameHeader = (cells: string[], headers: string[]): boolean =>
  cells.length === headers.length &&
  cells.every((cell, index) => normalizeHeader(cell) === normalizeHeader(headers[index] ?? ''))

/** A cell within quotation marks of a word processor, and the beginning of one that a delimiter has cut. */
const CURLY_QUOTED = /^\s*[“„”][^“„”]*[“”]\s*$/
const CURLY_BEGUN = /^\s*[“„][^“„”]*$/

/** Quotation marks of a word processor quote nothing in a CSV file: they would be letters of the text. */
function findCurlyQuotes(cells: string[], headers: string[], line: number): ImportError[] {
  const hasMoreCells = cells.length > headers.length
  return cells.flatMap((cell, index) => {
    const isQuoted = CURLY_QUOTED.test(cell) || (hasMoreCells && CURLY_BEGUN.test(cell))
    if (!isQuoted) return []
    const message = `${cell.trim().slice(0, 60)} has curly quotation marks, which do not quote a cell: use straight ones (").`
    return { line, column: headers[index] ?? '', message }
  })
}

/** A blank before a quotation mark makes it a letter of the text, and a delimiter in it the end of the cell. */
function findSpacedQuotes(cells: string[], headers: string[], line: number): ImportError[] {
  const hasMoreCells = cells.length > headers.length
  return cells.flatMap((cell, index) => {
    const text = cell.trim()
    const isQuoted = text.length > 1 && (text.endsWith('"') || hasMoreCells)
    if (!/^\s/.test(cell) || !text.startsWith('"') || !isQuoted) return []
    const message = `${text.slice(0, 60)} has a blank before its quotation mark, which then does not quote a cell: remove the blank.`
    return { line, column: headers[index] ?? '', message }
  })
}

function assertLimits(cells: string[], line: number): void {
  if (cells.length > MAX_COLUMNS)
    throw new InvalidFile(`Line ${line} has more than ${MAX_COLUMNS} columns.`)
  if (cells.some((cell) => cell.length > MAX_CELL_LENGTH))
    throw new InvalidFile(`Line ${line} has a cell of more than 100,000 letters.`)
}

/** @returns the file, or why it cannot be read. */
export async function parseCsv(input: CsvInput): Promise<CsvFile | { reason: string }> {
  try {
    const file = await parse(input)
    if (file.rows.length === 0 && file.errors.length === 0)
      throw new InvalidFile('The file has no rows below its header.')
    return file
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error
    return { reason: error.message }
  }
}
