import { Readable } from 'node:stream'
import { parentPort, workerData } from 'node:worker_threads'
import Papa from 'papaparse'
import { isStorableText } from '../http/body.ts'
import type { CsvFile, CsvRow, CsvSummary } from './csv-file.ts'
import { unescapeFormula } from './csv-formula.ts'

// A thread that parses one CSV file. It answers with a summary, then each message with rows, and keeps
// a file that takes long or much memory away from the requests of others.

const MAX_ROWS = 20_000
const MAX_COLUMNS = 100
/** Letters of a cell: a description of 12 sections with 4,000 letters, each escaped, fits. */
const MAX_CELL_LENGTH = 100_000
/** Letters of a row that has not ended: one quote without its end makes the whole file one cell. */
const MAX_ROW_LENGTH = 500_000
/** A row that a chunk ends in is parsed again with the next one. */
const CHUNK_BYTES = 128 * 1024
/** Rows of one message: others get a turn between two. */
const BATCH_SIZE = 100

class InvalidFile extends Error {
  override name = 'InvalidFile'
}

function findEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** @throws InvalidFile for text that is neither UTF-8 nor UTF-16 with a byte-order mark. */
function* decode(bytes: Uint8Array): Generator<string> {
  if (bytes.byteLength === 0) throw new InvalidFile('The file is empty.')
  const decoder = new TextDecoder(findEncoding(bytes), { fatal: true })
  for (let start = 0; start < bytes.byteLength; start += CHUNK_BYTES) {
    const end = start + CHUNK_BYTES
    const text = decodeChunk(decoder, bytes.subarray(start, end), end < bytes.byteLength)
    if (text === undefined)
      throw new InvalidFile(
        `Line ${findBrokenLine(bytes.subarray(0, end))} is not UTF-8: please save the file as “CSV UTF-8” in your spreadsheet.`,
      )
    if (!isStorableText(text))
      throw new InvalidFile('The file is not a CSV file: it holds binary data.')
    yield text
  }
}

function decodeChunk(decoder: TextDecoder, chunk: Uint8Array, stream: boolean): string | undefined {
  try {
    return decoder.decode(chunk, { stream })
  } catch {
    return undefined
  }
}

/** Line of the first bytes that are not UTF-8. */
function findBrokenLine(bytes: Uint8Array): number {
  const before = Buffer.from(bytes).toString('utf8').split('\uFFFD', 1)[0] ?? ''
  return countLineBreaks(before) + 1
}

function countLineBreaks(text: string): number {
  let count = 0
  for (const _ of text.matchAll(/\r\n|\r|\n/g)) count++
  return count
}

/** @throws InvalidFile for a file that is no CSV or exceeds a limit; what follows is not parsed. */
function parse(bytes: Uint8Array): Promise<CsvFile> {
  const file: CsvFile = { headers: [], rows: [], faults: [] }
  let line = 1
  let decoded = 0
  const texts = decode(bytes).map((text) => {
    decoded += text.length
    return text
  })
  const add = (cells: string[], fault: string | undefined) => {
    if (fault !== undefined) file.faults.push({ line, column: '', message: fault })
    assertLimits(cells, line)
    if (line === 1) file.headers = cells.map((cell) => cell.trim())
    else if (cells.some((cell) => cell.trim() !== ''))
      file.rows.push({ line, cells: cells.map((cell) => unescapeFormula(cell)) })
    line += 1 + cells.reduce((sum, cell) => sum + countLineBreaks(cell), 0)
  }
  let count = 0
  return new Promise((resolve, reject) => {
    Papa.parse<string[]>(Readable.from(texts), {
      delimitersToGuess: [',', ';', '\t'],
      chunk({ data, errors, meta }) {
        // Of the row that the chunk ends in, too: those count when it is parsed to its end.
        const faults = new Map(
          errors
            .filter(({ type }) => type === 'Quotes')
            .map(({ row, message }) => [row ?? 0, `${message.replace(/\.$/, '')}.`]),
        )
        for (const [index, cells] of data.entries()) {
          // The header is no row.
          if (count++ > MAX_ROWS) throw new InvalidFile('A file may have at most 20,000 rows.')
          add(cells, faults.get(index))
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

function assertLimits(cells: string[], line: number): void {
  if (cells.length > MAX_COLUMNS)
    throw new InvalidFile(`Line ${line} has more than ${MAX_COLUMNS} columns.`)
  if (cells.some((cell) => cell.length > MAX_CELL_LENGTH))
    throw new InvalidFile(`Line ${line} has a cell of more than 100,000 letters.`)
}

async function summarize(bytes: Uint8Array): Promise<{ summary: CsvSummary; rows: CsvRow[] }> {
  try {
    const { rows, ...file } = await parse(bytes)
    if (rows.length === 0 && file.faults.length === 0)
      throw new InvalidFile('The file has no rows below its header.')
    return { summary: { ...file, rowCount: rows.length }, rows }
  } catch (error) {
    if (!(error instanceof InvalidFile)) throw error
    return { summary: { reason: error.message }, rows: [] }
  }
}

const port = parentPort
const { summary, rows } = await summarize(workerData as Uint8Array)
port?.on('message', () => port.postMessage(rows.splice(0, BATCH_SIZE)))
port?.postMessage(summary)
