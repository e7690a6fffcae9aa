import { parentPort, workerData } from 'node:worker_threads'
import { runInBackground } from '../../core/thread-priority.ts'
import type { CsvSummary } from './csv-file.ts'
import { type CsvInput, parseCsv } from './parse-csv.ts'

// A thread that parses one CSV file. It answers with a summary, then each message with rows, and keeps
// a file that takes long or much memory away from the requests of others.

/** Rows of one message: others get a turn between two. */
const BATCH_SIZE = 100

runInBackground()
const port = parentPort
const parsed = await parseCsv(workerData as CsvInput)
if ('reason' in parsed) port?.postMessage(parsed satisfies CsvSummary)
else {
  const { rows, ...file } = parsed
  port?.on('message', () => port.postMessage(rows.splice(0, BATCH_SIZE)))
  port?.postMessage({ ...file, rowCount: rows.length } satisfies CsvSummary)
}
