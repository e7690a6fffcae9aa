import Papa from 'papaparse'
import type { EditorProductsQuery } from '#src/contract/editor.ts'
import type { Deps } from '../deps.ts'
import { listBefore } from './change.ts'
import { CSV_FIELDS, FORMULA } from './csv-fields.ts'
import { listEditorProductIds } from './list-queries.ts'

/** Products read at once; the file is sent as it is made. */
const CHUNK_SIZE = 200
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
      const products = await listBefore(db, ids.slice(done, done + CHUNK_SIZE))
      const rows = products.map(({ row, entry }) =>
        CSV_FIELDS.map((field) => field.format(entry, row.archived_at !== null)),
      )
      done += CHUNK_SIZE
      if (rows.length > 0) controller.enqueue(encoder.encode(toLines(rows)))
      if (done >= ids.length) controller.close()
    },
  })
}
