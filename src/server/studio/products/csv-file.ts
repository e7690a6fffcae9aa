import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ImportResult } from '#src/contract/editor.ts'
import { HttpError } from '../../core/errors.ts'

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

/** What the thread starts with. */
export interface CsvInput {
  bytes: Uint8Array<ArrayBuffer>
  /** Headers that tell which sign parts the columns. */
  knownHeaders: readonly string[]
}

/** What the thread answers first: the file without its rows, or why it cannot be read. */
export type CsvSummary = (Omit<CsvFile, 'rows'> & { rowCount: number }) | { reason: string }

/** Much more than any file needs, whose rows are bounded. V8's own limits are gigabytes. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 }

/**
 * Reads a CSV file with commas, semicolons, tabs or bars in a thread of its own.
 * @param bytes are moved to the thread.
 * @param knownHeaders headers of the shop's fields, as `normalizeHeader` writes them.
 * @throws HttpError 400 for a file that is no CSV, or has too many rows, columns or letters in a cell.
 */
export async function readCsv(
  bytes: Uint8Array<ArrayBuffer>,
  knownHeaders: readonly string[],
): Promise<CsvFile> {
  const worker = new Worker(new URL('./csv-thread.ts', import.meta.url), {
    workerData: { bytes, knownHeaders } satisfies CsvInput,
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
