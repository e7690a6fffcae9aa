import Papa from 'papaparse'
import { inChunks } from '../../core/db/chunks.ts'
import type { Deps } from '../../core/deps.ts'
import { type Cell, writeSpreadsheet } from '../../core/spreadsheet/write-spreadsheet.ts'
import { loadProducts } from '../save/change.ts'
import { listAllProductIds } from '../save/queries.ts'
import { CSV_FIELDS, formatRows } from './csv-fields.ts'
import { FORMULA } from './csv-formula.ts'
import { STOCK_SEEN } from './csv-variants.ts'

/** Products per statement. The file is streamed. */
const CHUNK_SIZE = 50
/** Without it, Excel reads a CSV file in the local encoding. */
const BYTE_ORDER_MARK = '\uFEFF'
/** In characters. */
const COLUMN_WIDTH = 28

const HEADERS = CSV_FIELDS.map(({ name }) => name)

/** Yields the rows of all products, including archived ones, in catalogue order. */
async function* listChunks({ db }: Deps): AsyncGenerator<string[][]> {
  const ids = await listAllProductIds(db)
  for (const chunk of inChunks(ids, CHUNK_SIZE)) {
    const rows: string[][] = []
    for (const { row, entry } of await loadProducts(db, chunk)) {
      rows.push(...formatRows(entry, row.archived_at !== null, row.id))
    }
    yield rows
  }
}

async function* listCsvTexts(deps: Deps): AsyncGenerator<string> {
  const toLines = (rows: string[][]): string =>
    `${Papa.unparse(rows, { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n`
  yield BYTE_ORDER_MARK + toLines([HEADERS])
  for await (const rows of listChunks(deps)) yield toLines(rows)
}

export function exportCsv(deps: Deps): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const texts = listCsvTexts(deps)
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await texts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
  })
}

const NUMBERS = new Set<string>(['price', 'listPrice', 'stock', STOCK_SEEN])

/**
 * Yields the cells of the CSV file. Formulas are escaped here too, because an import unescapes every kind of file.
 */
async function* listSheetRows(deps: Deps): AsyncGenerator<Cell[][]> {
  const toCell = (text: string, index: number): Cell => {
    if (text === '') return null
    if (NUMBERS.has(HEADERS[index] ?? '')) return Number(text)
    return FORMULA.test(text) ? `'${text}` : text
  }
  for await (const rows of listChunks(deps)) yield rows.map((row) => row.map(toCell))
}

export const exportXlsx = (deps: Deps): ReadableStream<Uint8Array> =>
  writeSpreadsheet(
    { name: 'Products', headers: HEADERS, columnWidth: COLUMN_WIDTH },
    listSheetRows(deps),
  )
