import { UnavailableError } from '../errors.ts'

interface Waiter {
  until: number
  resolve: () => void
  reject: (error: Error) => void
}

export interface Lock {
  /** Waits for its turn. @throws UnavailableError after the time limit. */
  acquire(): Promise<void>
  release(): void
  /** Returns whether a caller would have to wait now. */
  isTaken(): boolean
}

/**
 * Creates a lock with `places` holders at once, in the order in which they ask.
 * @param timeoutMs longest wait. Otherwise a holder that never ends would leave all others without an answer.
 * @param name of the resource, for the error.
 */
export function createLock(places: number, timeoutMs: number, name: string): Lock {
  const waiting: Waiter[] = []
  let free = places
  let timer: NodeJS.Timeout | undefined

  /** One timer is enough, because the first to ask is the first to give up. */
  function startTimer(): void {
    const [first] = waiting
    if (!first || timer) return
    timer = setTimeout(rejectExpired, first.until - performance.now())
    timer.unref()
  }

  function rejectExpired(): void {
    timer = undefined
    while (waiting[0] && waiting[0].until <= performance.now())
      waiting.shift()?.reject(new UnavailableError(`Waited ${timeoutMs} ms for ${name}.`))
    startTimer()
  }

  return {
    isTaken: () => free === 0,
    async acquire() {
      if (free > 0) {
        free--
        return
      }
      await new Promise<void>((resolve, reject) => {
        waiting.push({ until: performance.now() + timeoutMs, resolve, reject })
        startTimer()
      })
    },
    /** Passes the place to the next waiter. */
    release() {
      const next = waiting.shift()
      if (next) next.resolve()
      else free++
    },
  }
}
