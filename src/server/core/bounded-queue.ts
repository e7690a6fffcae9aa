import pLimit from 'p-limit'
import { busyError } from './errors.ts'

/** Runs one job when a slot is free. */
type RunQueued = <Result>(job: () => Promise<Result>) => Promise<Result>

/**
 * Creates a queue that runs at most `concurrency` jobs at once, in their order of arrival. Its function throws an
 * HttpError 503 if `maxPending` jobs wait already, or if a job has waited for `maxWaitMs`. Such a job never runs.
 */
export function createBoundedQueue(options: {
  concurrency: number
  maxPending: number
  maxWaitMs?: number
}): RunQueued {
  const { maxPending, maxWaitMs } = options
  const limit = pLimit(options.concurrency)
  return async (job) => {
    if (limit.pendingCount >= maxPending) throw busyError(3)
    if (maxWaitMs === undefined) return limit(job)
    return new Promise((resolve, reject) => {
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        reject(busyError(3))
      }, maxWaitMs)
      void limit(async () => {
        if (isLate) return
        clearTimeout(timer)
        await job().then(resolve, reject)
      })
    })
  }
}
