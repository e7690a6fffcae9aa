import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { HttpError } from '../../core/errors.ts'
import type { CsvFile, CsvInput, CsvRow } from './parse-csv.ts'

/** First message of the thread: the file without its rows, or why it cannot be parsed. */
export type CsvSummary = (Omit<CsvFile, 'rows'> & { rowCount: number }) | { reason: string }

/** Limits far above the need of the largest allowed file. The default limits of V8 are gigabytes. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 }

/**
 * Parses a CSV file with commas, semicolons or tabs, in a separate thread.
 * @param bytes may be transferred to the thread.
 * @param slugHeaders normalised headers of the slug column.
 * @throws HttpError 400 if the file is not a CSV, or has too many rows or columns, or a too long cell.
 */
export async function readCsv(
  bytes: Uint8Array<ArrayBuffer>,
  slugHeaders: readonly string[],
): Promise<CsvFile> {
  const file = await parseInThread({ bytes, slugHeaders })
  if ('reason' in file) throw new HttpError(400, file.reason, { field: 'file' })
  return file
}

async function parseInThread(input: CsvInput): Promise<CsvFile | { reason: string }> {
  const { bytes } = input
  const worker = new Worker(new URL('./csv-thread.ts', import.meta.url), {
    workerData: input,
    // A part of a shared buffer must be copied.
    transferList: bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer] : [],
    resourceLimits: THREAD_LIMITS,
  })
  const receive = async <Message>(): Promise<Message> => (await once(worker, 'message'))[0]
  try {
    const summary = await receive<CsvSummary>()
    if ('reason' in summary) return summary
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
