import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { HttpError } from '../../core/errors.ts'
import { type CsvFile, type CsvInput, type CsvRow, parseCsv } from './parse-csv.ts'

/** What the thread answers first: the file without its rows, or why it cannot be read. */
export type CsvSummary = (Omit<CsvFile, 'rows'> & { rowCount: number }) | { reason: string }

/** Much more than any file needs, whose rows are bounded. V8's own limits are gigabytes. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 }

/** A thread takes 30 ms to start, which is more than a file of this size takes to be parsed. */
const SMALL_FILE_BYTES = 16 * 1024

/**
 * Reads a CSV file with commas, semicolons, tabs or bars; one that is not small, in a thread of its own.
 * @param bytes may be moved to the thread.
 * @param knownHeaders headers of the shop's fields, as `normalizeHeader` writes them.
 * @throws HttpError 400 for a file that is no CSV, or has too many rows, columns or letters in a cell.
 */
export async function readCsv(
  bytes: Uint8Array<ArrayBuffer>,
  knownHeaders: readonly string[],
): Promise<CsvFile> {
  const isSmall = bytes.byteLength <= SMALL_FILE_BYTES
  const file = await (isSmall ? parseCsv : parseInThread)({ bytes, knownHeaders })
  if ('reason' in file) throw new HttpError(400, file.reason, { field: 'file' })
  return file
}

async function parseInThread(input: CsvInput): ReturnType<typeof parseCsv> {
  const { bytes } = input
  const worker = new Worker(new URL('./csv-thread.ts', import.meta.url), {
    workerData: input,
    // The body may be a part of a buffer that others use.
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
