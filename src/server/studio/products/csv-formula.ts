// Separate from the columns, so that the thread of an import does not load their schemas.

/**
 * Spreadsheets execute a cell that starts with one of these; an apostrophe makes it a text. A
 * number that already starts with an apostrophe needs one more, because reading removes one.
 */
export const FORMULA = /^(?:'*[=+\-@\t\r]|'+\d[\d\s.,/:-]*$)/

/** A number. An apostrophe makes it a text that keeps its leading zeros. */
const NUMBER = /^\d[\d\s.,/:-]*$/

/** The formula that many programs write for a text with leading zeros: `="00123"`. */
const TEXT_FORMULA = /^="((?:[^"]|"")*)"$/

/** Removes the apostrophe or the formula that makes a cell a text. */
export function unescapeFormula(cell: string): string {
  const text = TEXT_FORMULA.exec(cell)?.[1]
  if (text !== undefined) return text.replaceAll('""', '"')
  const rest = cell.slice(1)
  return cell.startsWith("'") && (FORMULA.test(rest) || NUMBER.test(rest)) ? rest : cell
}
