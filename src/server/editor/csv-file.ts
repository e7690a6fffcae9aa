import Papa from 'papaparse'
import type { EditorProductsQuery } from '#src/contract/editor.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { isStorableText } from '../http/body.ts'
import { listBefore } from './change.ts'
import { CSV_FIELDS, FORMULA, unescapeFormula } from './csv-fields.ts'
import { listEditorProductIds } from './list-queries.ts'

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

/** Products read at once; the file is sent as it is made. */
const EXPORT_CHUNK_SIZE = 200
/** Excel reads a file without it in the encoding of the machine. */
const BYTE_ORDER_MARK = '\uFEFF'

const toLines = (rows: string[][]): string =>
  `${Papa.unparse(rows, { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`

/** Streams the products of a list as CSV, in the order of the list. */
export function exportCsv({ db }: Deps, query: EditorProductsQuery): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let ids: string[] = []
  let done = 0
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      ids = await listEditorProductIds(db, query)
      const header = toLines([CSV_FIELDS.map(({ name }) => name)])
      controller.enqueue(encoder.encode(BYTE_ORDER_MARK + header))
    },
    async pull(controller) {
      const products = await listBefore(db, ids.slice(done, done + EXPORT_CHUNK_SIZE))
      const rows = products.map(({ row, entry }) =>
        CSV_FIELDS.map((field) => field.format(entry, row.archived_at !== null)),
      )
      done += EXPORT_CHUNK_SIZE
      if (rows.length > 0) controller.enqueue(encoder.encode(toLines(rows)))
      if (done >= ids.length) controller.close()
    },
  })
}
