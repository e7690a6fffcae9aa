import { once } from 'node:events'
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads'

export type Cell = string | number | null

export interface Spreadsheet {
  /** The name of its only sheet. */
  name: string
  headers: readonly string[]
  /** The width of each column, in characters. */
  columnWidth: number
}

/** What the thread starts with. */
export interface SpreadsheetInput extends Spreadsheet {
  /** Each message asks for rows, and is answered by some; null is their end. */
  rows: MessagePort
}

/** Much more than any sheet needs, whose rows are written as they come. V8's own limits are gigabytes. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12 }

/**
 * Writes an .xlsx file in a thread of its own: most of an export is the text of its cells, which would keep others
 * waiting. The thread asks for rows as the file is read.
 * @param parts of the rows, none of which takes long to copy.
 */
export function writeSpreadsheet(
  sheet: Spreadsheet,
  parts: AsyncGenerator<Cell[][]>,
): ReadableStream<Uint8Array> {
  const { port1: rows, port2 } = new MessageChannel()
  const worker = new Worker(new URL('./spreadsheet-thread.ts', import.meta.url), {
    workerData: { ...sheet, rows: port2 } satisfies SpreadsheetInput,
    transferList: [port2],
    resourceLimits: THREAD_LIMITS,
  })
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  worker.once('error', failed.reject)
  rows.on('message', () => {
    parts.next().then(({ value, done }) => rows.postMessage(done ? null : value), failed.reject)
  })
  const end = async () => {
    rows.close()
    await worker.terminate()
    await parts.return(undefined)
  }
  return new ReadableStream({
    async pull(controller) {
      try {
        worker.postMessage('next')
        const [chunk] = (await Promise.race([once(worker, 'message'), failed.promise])) as [
          Uint8Array | null,
        ]
        if (chunk) {
          controller.enqueue(chunk)
          return
        }
        controller.close()
      } catch (error) {
        controller.error(error)
      }
      await end()
    },
    cancel: end,
  })
}
