import { readdirSync, readFileSync } from 'node:fs'

// All of Linux only: elsewhere a process has no children and no memory.

const EVERY_MS = 100
/** The unit of the processor times in /proc: USER_HZ is 100 on every architecture that Node runs on. */
const TICK_MS = 10

/** The processes that a process has started. */
export function listChildren(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').match(/\d+/g))
      .map(Number)
      .filter(Boolean)
  } catch {
    return []
  }
}

/** Megabytes that a process holds in memory. */
export function readMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

const readMemoryOfAll = (pid: number): number =>
  listChildren(pid).reduce((sum, child) => sum + readMemoryOfAll(child), readMemory(pid))

/** Follows a process and, by default, its children; the call gives the most they held, in megabytes. */
export function trackPeakMemory(pid: number, read = readMemoryOfAll): () => number {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, read(pid))
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    return peak
  }
}

/** Processor time of a process so far, in ms: of all its threads, or of the main one alone. */
export function readCpuMs(pid: number, threads: 'all' | 'main' = 'all'): number {
  const folder = threads === 'all' ? `/proc/${pid}` : `/proc/${pid}/task/${pid}`
  const [, afterName = ''] = readFileSync(`${folder}/stat`, 'utf8').split(') ')
  const fields = afterName.split(' ')
  // utime and stime, counted from the state after the name.
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
