// Beside the columns, whose schemas the thread of an import would load for nothing.

/**
 * Spreadsheets run a cell that begins with one of these; the apostrophe makes it a text. One before a number that is a
 * text already would be taken away when it is read.
 */
export const FORMULA = /^(?:'*[=+\-@\t\r]|'+\d[\d\s.,/:-]*$)/

/** A number, which an apostrophe makes a text that keeps its zeros. */
const NUMBER = /^\d[\d\s.,/:-]*$/

/** The formula in which many programs write a text, so that a number keeps its zeros: `="00123"`. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/

/** What a cell says without the apostrophe, or the formula, that makes it a text. */
export function unescapeFormula(cell: string): string {
  const text = TEXT_FORMULA.exec(cell)?.[1]
  if (text !== undefined) return text.replaceAll('""', '"')
  const rest = cell.slice(1)
  return cell.startsWith("'") && (FORMULA.test(rest) || NUMBER.test(rest)) ? rest : cell
}
