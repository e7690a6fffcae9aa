import { CALL_TIMEOUT_MS } from '#src/rules/constants.ts'

/** Pause before a failed call is tried again, in milliseconds. */
export const RETRY_AFTER_MS = 400

/** Share of the time limit that the first try may use when a second one may follow. */
const FIRST_SHARE = 0.55

export interface Patience {
  /** Time the next try may take, in whole milliseconds. */
  next: () => number
}

/** Deals out the time of one call to its tries: the last one has all that is left. */
export function patienceFor(retries: number): Patience {
  const end = performance.now() + CALL_TIMEOUT_MS
  let left = retries
  return {
    next() {
      const remaining = Math.max(0, end - performance.now())
      return Math.floor(left-- > 0 ? remaining * FIRST_SHARE : remaining)
    },
  }
}
