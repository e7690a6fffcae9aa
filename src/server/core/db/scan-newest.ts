import { setImmediate as nextTurn } from 'node:timers/promises'

/** A search reads the newest rows of each kind, because no index finds a part of a text. */
export const SEARCHED_ROWS = 2_000
/** Rows of one statement. */
const ROWS_PER_STATEMENT = 250

/** Returns the rows of these ids, in their order. */
export function orderByIds<Row extends { id: string }>(
  ids: readonly string[],
  rows: readonly Row[],
): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Reads the rows of these ids in parts.
 * @returns the matching ones, in the order of the ids.
 * @throws the reason of the signal, if the client has gone.
 */
export async function scanNewest<Row extends { id: string }>(
  ids: readonly string[],
  listMatches: (ids: string[]) => Promise<Row[]>,
  { limit = SEARCHED_ROWS, signal }: { limit?: number; signal?: AbortSignal | undefined } = {},
): Promise<Row[]> {
  const found: Row[] = []
  for (let start = 0; start < ids.length && found.length < limit; start += ROWS_PER_STATEMENT) {
    signal?.throwIfAborted()
    const part = ids.slice(start, start + ROWS_PER_STATEMENT)
    found.push(...orderByIds(part, await listMatches(part)))
    // Without it, SQLite would not let the process hear of a cancelled search.
    await nextTurn()
  }
  return found.slice(0, limit)
}

/**
 * Finds rows of a search: those that an index has found come first, then the newest ones that match.
 * @returns their ids.
 */
export async function findSearchedIds<Row extends { id: string }>(
  exact: readonly { id: string }[],
  newest: readonly string[],
  listMatches: (ids: string[]) => Promise<Row[]>,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const found = await scanNewest(newest, listMatches, { signal })
  return [...new Set([...exact, ...found].map(({ id }) => id))]
}
