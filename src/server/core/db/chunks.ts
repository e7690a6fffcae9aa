import { createTurns, giveTurn } from '../turns.ts'

/** Values of one statement: what is read by them, and made of it, takes no long turn of the event loop. */
const CHUNK_SIZE = 200
/** Short rows of one statement that is compiled once for each number of them (`compileRows`). */
export const SHORT_ROWS_PER_STATEMENT = 100
/** The same where each row has a whole product: a statement of SQLite holds the event loop until its end. */
export const PRODUCTS_PER_STATEMENT = 100

/** Parts of a list for one statement each. Other requests have a turn of the event loop between two. */
export async function* inChunks<Value>(
  values: readonly Value[],
  size = CHUNK_SIZE,
): AsyncGenerator<Value[]> {
  const turn = createTurns()
  for (let start = 0; start < values.length; start += size) {
    if (start > 0) await giveTurn()
    await turn()
    yield values.slice(start, start + size)
  }
}

/** Reads rows by their keys, in statements of bounded size. */
export async function readInChunks<Value, Row>(
  values: readonly Value[],
  read: (chunk: Value[]) => Row[] | Promise<Row[]>,
  size = CHUNK_SIZE,
): Promise<Row[]> {
  const rows: Row[] = []
  for await (const chunk of inChunks(values, size))
    for (const row of await read(chunk)) rows.push(row)
  return rows
}

/** Letters of one statement that writes long texts. */
const LETTERS_PER_STATEMENT = 200_000
/** Rows of one: most parts have so many, so that a statement is compiled once (`compileRows`). */
const LONG_ROWS_PER_STATEMENT = 32

/** Parts of rows with long texts, for one statement each. Other requests have a turn of the event loop between two. */
export async function* inParts<Row>(
  rows: readonly Row[],
  countLetters: (row: Row) => number,
): AsyncGenerator<Row[]> {
  const turn = createTurns()
  let part: Row[] = []
  let letters = 0
  for (const row of rows) {
    part.push(row)
    letters += countLetters(row)
    if (letters < LETTERS_PER_STATEMENT && part.length < LONG_ROWS_PER_STATEMENT) continue
    yield part
    part = []
    letters = 0
    await giveTurn()
    await turn()
  }
  if (part.length > 0) yield part
}
