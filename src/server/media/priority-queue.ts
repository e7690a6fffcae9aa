/** Runs work at most `width` at a time; what is urgent goes before what can wait. */
export function createPriorityQueue(width: number) {
  const urgent: (() => void)[] = []
  const patient: (() => void)[] = []
  let running = 0

  function next(): void {
    if (running >= width) return
    // What can wait never takes the last free place.
    const start =
      urgent.shift() ?? (running < width - 1 || width === 1 ? patient.shift() : undefined)
    if (!start) return
    running += 1
    start()
  }

  return function run<T>(work: () => Promise<T>, waits: 'high' | 'low'): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const start = () =>
        void work()
          .then(resolve, reject)
          .finally(() => {
            running -= 1
            next()
          })
      const line = waits === 'high' ? urgent : patient
      line.push(start)
      next()
    })
  }
}
