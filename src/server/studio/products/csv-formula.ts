// Beside the columns, whose schemas the thread of an import would load for nothing.

/** Spreadsheets run a cell that begins with one of these; the apostrophe makes it a text. */
export const FORMULA = /^'*[=+\-@\t\r]/

export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
