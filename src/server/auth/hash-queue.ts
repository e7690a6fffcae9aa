import { availableParallelism } from 'node:os'
import { HttpError } from '../http/http-error.ts'

/** Hashes at a time: one core stays free for everybody who is not signing in. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
/** Longest queue; at about 30 ms each its last one waits three seconds. */
const MOST_WAITING = 100

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs costly `work` when its turn comes.
 * @throws Refused 503 when too many are waiting already.
 */
export async function hashQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < AT_ONCE) running++
  else await turn()
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

function turn(): Promise<void> {
  if (waiting.length >= MOST_WAITING)
    throw new HttpError(503, 'The shop is busy. Please try again in a moment.', { retryAfter: 3 })
  return new Promise((resolve) => waiting.push(resolve))
}
