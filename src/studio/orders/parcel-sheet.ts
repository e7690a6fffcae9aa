// Reads the cells of a courier's sheet that staff paste into the table of parcels.

/** Tracking numbers of a paste, and its problems. */
export interface PastedParcels {
  /** Tracking numbers by the numbers of their orders. */
  trackingNumbers: Record<string, string>
  /** Sentences for the person who pasted. */
  problems: string[]
}

/** A long number that a spreadsheet has rounded, e.g. `1.23457E+11`. */
const ROUNDED = /^\d(?:\.\d+)?e\+\d+$/i

/** The cells of a sheet, without blanks around them and without empty lines at the end. */
export const parseCells = (text: string): string[][] =>
  text
    .trimEnd()
    .split(/\r\n|\r|\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))

/** Whether a text is more than a value, so that it is filled into several fields. */
export const isSheet = (text: string): boolean => /[\t\r\n]/.test(text.trim())

/** The number of an order as it is written in sheets: in small letters, with blanks, or without its beginning. */
export const toOrderNumber = (cell: string): string => {
  const compact = cell.toUpperCase().replace(/[\s-]/g, '')
  return `KV-${compact.replace(/^KV/, '')}`
}

/** A header has no digit in any cell. */
const isHeader = (cells: readonly string[]): boolean => !cells.some((cell) => /\d/.test(cell))

/**
 * Reads one column of tracking numbers, which are filled in from a row on, or two columns with the numbers of the orders.
 * @param numbers the orders of the table, in their order.
 * @param from the order into whose row is pasted.
 */
export function parseParcelSheet(
  text: string,
  numbers: readonly string[],
  from: string,
): PastedParcels {
  const all = parseCells(text)
  const rows = all[0] && isHeader(all[0]) ? all.slice(1) : all
  const width = Math.max(...rows.map((cells) => cells.length), 0)
  if (width > 2)
    return {
      trackingNumbers: {},
      problems: ['Please copy one column, or two: the order number and the tracking number.'],
    }
  const { trackingNumbers, problems } =
    width === 2 ? parsePairs(rows, numbers) : parseColumn(rows, numbers, from)
  const rounded = Object.entries(trackingNumbers).filter(([, number]) => ROUNDED.test(number))
  for (const [number] of rounded) delete trackingNumbers[number]
  if (rounded.length > 0)
    problems.push(
      `The spreadsheet has rounded long numbers, e.g. ${rounded[0]?.[1]}. Format the column as text, and copy it again.`,
    )
  return { trackingNumbers, problems }
}

function parseColumn(rows: string[][], numbers: readonly string[], from: string): PastedParcels {
  const trackingNumbers: Record<string, string> = {}
  const start = Math.max(0, numbers.indexOf(from))
  for (const [index, [cell = '']] of rows.entries()) {
    const number = numbers[start + index]
    if (number !== undefined && cell !== '') trackingNumbers[number] = cell
  }
  const left = rows.length - (numbers.length - start)
  return {
    trackingNumbers,
    problems:
      left > 0
        ? [`${left} of the ${rows.length} pasted numbers found no row: the table ends before.`]
        : [],
  }
}

function parsePairs(rows: string[][], numbers: readonly string[]): PastedParcels {
  const trackingNumbers: Record<string, string> = {}
  const unknown: string[] = []
  for (const [first = '', second = ''] of rows) {
    if (first === '' && second === '') continue
    const known = [first, second].map(toOrderNumber)
    const index = known.findIndex((number) => numbers.includes(number))
    if (index === -1) unknown.push(`${first} ${second}`.trim())
    else if ([first, second][1 - index] !== '')
      trackingNumbers[known[index] ?? ''] = [first, second][1 - index] ?? ''
  }
  return {
    trackingNumbers,
    problems:
      unknown.length > 0
        ? [`These lines name no order of this table: ${unknown.slice(0, 5).join('; ')}.`]
        : [],
  }
}
