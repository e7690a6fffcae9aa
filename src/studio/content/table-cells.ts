import { MAX_TABLE } from '#src/contract/values.ts'

/** The cells of a spreadsheet, written over the table from a cell on; the table grows where it must. */
export function pasteCells(
  rows: string[][],
  row: number,
  column: number,
  text: string,
): string[][] {
  const pasted = text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
  const width = Math.max(
    ...rows.map(({ length }) => length),
    ...pasted.map(({ length }) => length + column),
  )
  const columns = Math.min(width, MAX_TABLE.columns)
  const height = Math.min(Math.max(rows.length, pasted.length + row), MAX_TABLE.rows)
  return Array.from({ length: height }, (_, y) =>
    Array.from(
      { length: columns },
      (_cell, x) => pasted[y - row]?.[x - column] ?? rows[y]?.[x] ?? '',
    ),
  )
}
