import pLimit from 'p-limit'
import { busyError } from './errors.ts'

/** Runs one job when a slot is free. */
type RunQueued = <Result>(job: () => Promise<Result>) => Promise<Result>

/**
 * Creates a queue that runs at most `concurrency` jobs concurrently, in their order of arrival.
 * Its function throws an HttpError 503 when `maxPending` jobs are pending already.
 */
export function createBoundedQueue(options: {
  concurrency: number
  maxPending: number
}): RunQueued {
  const limit = pLimit(options.concurrency)
  return async (job) => {
    if (limit.pendingCount >= options.maxPending) throw busyError(3)
    return limit(job)
  }
}
