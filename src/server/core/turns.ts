import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest work between two turns, in milliseconds: an answer takes a few turns of the event loop. */
const TURN_MS = 10

/**
 * Gives other requests a turn of the event loop once a loop has run for a while, however much work each of its
 * rounds is:
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
    await nextTurn()
    since = performance.now()
  }
}
