import { parentPort, workerData } from 'node:worker_threads'
import { runInBackground } from '../../core/thread-priority.ts'
import type { CsvSummary } from './csv-file.ts'
import { type CsvInput, parseCsv } from './parse-csv.ts'

// A thread that parses one CSV file. It sends a summary, then batches of rows. A slow or large file
// therefore does not delay the requests of others.

/** Rows per message, so that other work runs between two messages. */
const BATCH_SIZE = 100

runInBackground()
const port = parentPort
const parsed = parseCsv(workerData as CsvInput)
if ('reason' in parsed) port?.postMessage(parsed satisfies CsvSummary)
else {
  const { rows, ...file } = parsed
  port?.on('message', () => port.postMessage(rows.splice(0, BATCH_SIZE)))
  port?.postMessage({ ...file, rowCount: rows.length } satisfies CsvSummary)
}
