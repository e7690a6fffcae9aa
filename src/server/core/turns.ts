import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest work between two turns, in milliseconds: an answer takes a few turns of the event loop. */
const TURN_MS = 10

/**
 * Turns of the event loop in a row that others have. One turn accepts one connection, and an answer takes a few:
 * with one between two parts of long work, requests would come faster than they are answered. A turn in which
 * nobody has work takes microseconds.
 */
const OTHERS_TURNS = 16

/** Gives other requests one turn of the event loop. */
export const giveTurn = (): Promise<void> => nextTurn()

/** Gives other requests their turns of the event loop. */
export async function giveTurns(): Promise<void> {
  for (let turn = 0; turn < OTHERS_TURNS; turn++) await nextTurn()
}

/**
 * Gives other requests their turns once a loop has run for a while, however much work each of its rounds is:
 *
 *     const turn = createTurns()
 *     for (const row of rows) {
 *       await turn()
 *       parse(row)
 *     }
 */
export function createTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await giveTurns()
    since = performance.now()
  }
}

/**
 * Calls `visit` with each item, and gives other requests their turns in between: for long lists of short work, where
 * awaiting `createTurns` for each item takes longer than the work itself.
 */
export async function forEachInTurns<Item>(
  items: Iterable<Item>,
  visit: (item: Item) => void,
): Promise<void> {
  let since = performance.now()
  for (const item of items) {
    visit(item)
    if (performance.now() - since < TURN_MS) continue
    await giveTurns()
    since = performance.now()
  }
}
