import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import Papa from 'papaparse'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { loadAllForEdit } from './change.ts'
import { CSV_FIELDS } from './csv-fields.ts'
import { FORMULA } from './csv-formula.ts'
import { listAllProductIds } from './list-queries.ts'

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

/** What the thread answers first: the file without its rows, or why it cannot be read. */
export type CsvSummary = (Omit<CsvFile, 'rows'> & { rowCount: number }) | { reason: string }

/** Much more than any file needs, whose rows are bounded. V8's own limits are gigabytes. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 }

/**
 * Reads a CSV file with commas, semicolons or tabs in a thread of its own.
 * @param bytes are moved to the thread.
 * @throws HttpError 400 for a file that is no CSV, or has too many rows, columns or letters in a cell.
 */
export async function readCsv(bytes: Uint8Array<ArrayBuffer>): Promise<CsvFile> {
  const worker = new Worker(new URL('./csv-thread.ts', import.meta.url), {
    workerData: bytes,
    // A small body may be a part of a buffer that others use.
    transferList: bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [],
    resourceLimits: THREAD_LIMITS,
  })
  const receive = async <Message>(): Promise<Message> => (await once(worker, 'message'))[0]
  try {
    const summary = await receive<CsvSummary>()
    if ('reason' in summary) throw new HttpError(400, summary.reason, { field: 'file' })
    const { rowCount, ...file } = summary
    const rows: CsvRow[] = []
    while (rows.length < rowCount) {
      worker.postMessage('next')
      rows.push(...(await receive<CsvRow[]>()))
    }
    return { ...file, rows }
  } finally {
    await worker.terminate()
  }
}

/** Products read at once; the file is sent as it is made. */
const EXPORT_CHUNK_SIZE = 200
/** Excel reads a file without it in the encoding of the machine. */
const BYTE_ORDER_MARK = '\uFEFF'

const toLines = (rows: string[][]): string =>
  `${Papa.unparse(rows, { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`

/** Streams every product as CSV, also archived ones, in the order of the catalogue. */
export function exportCsv({ db }: Deps): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let ids: string[] = []
  let done = 0
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      ids = await listAllProductIds(db)
      const header = toLines([CSV_FIELDS.map(({ name }) => name)])
      controller.enqueue(encoder.encode(BYTE_ORDER_MARK + header))
    },
    async pull(controller) {
      const products = await loadAllForEdit(db, ids.slice(done, done + EXPORT_CHUNK_SIZE))
      const rows = products.map(({ row, entry }) =>
        CSV_FIELDS.map((field) => field.format(entry, row.archived_at !== null)),
      )
      done += EXPORT_CHUNK_SIZE
      if (rows.length > 0) controller.enqueue(encoder.encode(toLines(rows)))
      if (done >= ids.length) controller.close()
    },
  })
}
