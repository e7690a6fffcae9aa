export type Priority = 'high' | 'low'

/**
 * Creates a queue that runs at most `concurrency` jobs at once, those of high priority first. A low-priority job
 * never takes the last free slot, so a high-priority job starts immediately. p-limit has no priorities, and p-queue
 * cannot keep a slot free.
 */
export function createPriorityQueue(concurrency: number) {
  const queues: Record<Priority, (() => void)[]> = { high: [], low: [] }
  let running = 0

  function startNext(): void {
    if (running >= concurrency) return
    const lowMayStart = running < concurrency - 1 || concurrency === 1
    const start = queues.high.shift() ?? (lowMayStart ? queues.low.shift() : undefined)
    if (!start) return
    running += 1
    start()
  }

  return function run<Result>(job: () => Promise<Result>, priority: Priority): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const start = () =>
        void job()
          .then(resolve, reject)
          .finally(() => {
            running -= 1
            startNext()
          })
      queues[priority].push(start)
      startNext()
    })
  }
}
