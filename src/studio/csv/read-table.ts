import { MAX_CSV_BYTES } from '#src/contract/values.ts'
import type { SheetCsv } from './xlsx-to-csv.ts'

/** A file of an import: a CSV file as it was chosen, or a sheet as one. */
export interface Table extends Omit<SheetCsv, 'csv'> {
  /** Without the name of a sheet, and other sheets, where it is a CSV file. */
  csv: Blob
}

/** Beginnings of .xlsx files, and of encrypted ones and those before 2007, whatever their names. */
const SPREADSHEETS = ['PK\x03\x04', '\xd0\xcf\x11\xe0']

/**
 * Reads a file, in a worker unless it is a CSV file. The import uses the checked data, even if the file changes later.
 * @throws Error with a sentence for the editor.
 */
export async function readTable(file: File, sheet?: string): Promise<Table> {
  if (file.size > MAX_CSV_BYTES)
    throw new Error(`A file may have at most ${MAX_CSV_BYTES / 1024 / 1024} MB.`)
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error('The file cannot be read any more. Please choose it again.')
  })
  const toBlob = (csv: BlobPart) => new Blob([csv], { type: 'text/csv' })
  if (!SPREADSHEETS.includes(String.fromCharCode(...new Uint8Array(bytes.slice(0, 4)))))
    return { csv: toBlob(bytes), sheet: '', sheets: [], hiddenRows: 0 }
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), { type: 'module' })
  try {
    const read = await new Promise<SheetCsv | { reason: string }>((resolve, reject) => {
      worker.addEventListener('message', ({ data }) => resolve(data))
      worker.addEventListener('error', () =>
        reject(new Error('The file could not be read. Please reload the page and try again.')),
      )
      worker.postMessage({ bytes, sheet }, [bytes])
    })
    if ('reason' in read) throw new Error(read.reason)
    return { ...read, csv: toBlob(read.csv) }
  } finally {
    worker.terminate()
  }
}
