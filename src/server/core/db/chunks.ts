/** Values of one statement. */
const CHUNK_SIZE = 200
/** Short rows of one statement that is compiled once for each number of them (`compileRows`). */
export const SHORT_ROWS_PER_STATEMENT = 100
/** Rows of one statement if each has a complete product. */
export const PRODUCTS_PER_STATEMENT = 100

/** Splits a list into parts for one statement each. */
export function* inChunks<Value>(values: readonly Value[], size = CHUNK_SIZE): Generator<Value[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size)
}

/** Reads rows by their keys in bounded statements. */
export async function readInChunks<Value, Row>(
  values: readonly Value[],
  read: (chunk: Value[]) => Row[] | Promise<Row[]>,
  size = CHUNK_SIZE,
): Promise<Row[]> {
  const rows: Row[] = []
  for (const chunk of inChunks(values, size)) for (const row of await read(chunk)) rows.push(row)
  return rows
}

/** Letters of one statement that writes long texts. */
const LETTERS_PER_STATEMENT = 200_000
/** Rows of one statement. Most parts have this number, so the statement is compiled once (`compileRows`). */
const LONG_ROWS_PER_STATEMENT = 32

/** Splits rows with long texts into parts for one statement each. */
export function* inParts<Row>(
  rows: readonly Row[],
  countLetters: (row: Row) => number,
): Generator<Row[]> {
  let part: Row[] = []
  let letters = 0
  for (const row of rows) {
    part.push(row)
    letters += countLetters(row)
    if (letters < LETTERS_PER_STATEMENT && part.length < LONG_ROWS_PER_STATEMENT) continue
    yield part
    part = []
    letters = 0
  }
  if (part.length > 0) yield part
}
