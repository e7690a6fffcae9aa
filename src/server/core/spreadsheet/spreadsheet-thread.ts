import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { writeXlsxStream } from 'hucre/xlsx'
import { runInBackground } from '../thread-priority.ts'
import type { Cell, SpreadsheetInput } from './write-spreadsheet.ts'

// A thread that writes one .xlsx file. It answers each message with a piece of the file, and with null at its end.

runInBackground()
const { name, headers, columnWidth, rows } = workerData as SpreadsheetInput
const style = { alignment: { wrapText: true, vertical: 'top' } } as const

async function* listRows(): AsyncGenerator<Cell[]> {
  for (;;) {
    rows.postMessage('next')
    const [part] = (await once(rows, 'message')) as [Cell[][] | null]
    if (!part) return
    yield* part
  }
}

const file = writeXlsxStream(listRows(), {
  name,
  columns: headers.map((header) => ({ header, width: columnWidth, style })),
  freezePane: { rows: 1 },
}).getReader()

parentPort?.on('message', async () => {
  const { value } = await file.read()
  parentPort?.postMessage(value ?? null)
})
