import { CALL_TIMEOUT_MS } from '#src/rules/constants.ts'

/** Pause before a failed call is tried again, in milliseconds. */
export const RETRY_DELAY_MS = 400

/** Share of the time limit that the first try may use when a second one may follow. */
const FIRST_SHARE = 0.55

export interface TimeBudget {
  /** Time the next try may take, in whole milliseconds. */
  nextTimeoutMs: () => number
}

/** Deals out the time of one call to its tries: the last one has all that is left. */
export function createTimeBudget(retries: number): TimeBudget {
  const end = performance.now() + CALL_TIMEOUT_MS
  let left = retries
  return {
    nextTimeoutMs() {
      const remaining = Math.max(0, end - performance.now())
      return Math.floor(left-- > 0 ? remaining * FIRST_SHARE : remaining)
    },
  }
}
