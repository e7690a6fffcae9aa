import { CALL_TIMEOUT_MS } from '#src/rules/constants.ts'

/** Delay before a retry, in milliseconds. */
export const RETRY_DELAY_MS = 400

/** Share of the remaining time for an attempt that may be retried. */
const RETRIED_SHARE = 0.55

export interface TimeBudget {
  /** Timeout of the next attempt, in whole milliseconds. */
  nextTimeoutMs: () => number
}

/** Divides the time limit of a call among its attempts. The last one gets the rest. */
export function createTimeBudget(retries: number): TimeBudget {
  const end = performance.now() + CALL_TIMEOUT_MS
  let retriesLeft = retries
  return {
    nextTimeoutMs() {
      const remaining = Math.max(0, end - performance.now())
      return Math.floor(retriesLeft-- > 0 ? remaining * RETRIED_SHARE : remaining)
    },
  }
}
