import { writeXlsx, writeXlsxStream } from 'hucre/xlsx'

export type Cell = string | number | Date | null

export interface Spreadsheet {
  /** The name of its only sheet. */
  name: string
  headers: readonly string[]
  /** The width of each column, in characters. */
  columnWidth: number
}

const STYLE = { alignment: { wrapText: true, vertical: 'top' } } as const
/** The width of a column of a workbook, in characters. */
const COLUMN_WIDTH = 20

async function* listRows(parts: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[]> {
  for await (const part of parts) yield* part
}

/** Writes an .xlsx file as it is read, so that it is never in memory as a whole. */
export const writeSpreadsheet = (
  { name, headers, columnWidth }: Spreadsheet,
  parts: AsyncIterable<Cell[][]>,
): ReadableStream<Uint8Array> =>
  writeXlsxStream(listRows(parts), {
    name,
    columns: headers.map((header) => ({ header, width: columnWidth, style: STYLE })),
    freezePane: { rows: 1 },
  })

/** A sheet that is small enough for memory. */
export interface WorkbookSheet {
  name: string
  headers: readonly string[]
  rows: readonly (readonly Cell[])[]
}

/** Writes an .xlsx file of several sheets. */
export const writeWorkbook = (sheets: readonly WorkbookSheet[]): Promise<Uint8Array> =>
  writeXlsx({
    sheets: sheets.map(({ name, headers, rows }) => ({
      name,
      columns: headers.map(() => ({ width: COLUMN_WIDTH })),
      rows: [[...headers], ...rows.map((row) => [...row])],
      freezePane: { rows: 1 },
    })),
  })
