import { readdirSync, readFileSync } from 'node:fs'

// On Linux only; on other systems the values are zero or empty.

const EVERY_MS = 100
/** Unit of processor times in /proc: USER_HZ is 100 on every architecture that Node supports. */
const TICK_MS = 10

/** Lists the child processes of a process. */
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

/** Returns the resident memory of a process in MB. */
export function readMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}

export const readMemoryOfAll = (pid: number): number =>
  listChildren(pid).reduce((sum, child) => sum + readMemoryOfAll(child), readMemory(pid))

/**
 * Tracks the memory of a process, by default with its children.
 * @returns a function that returns the peak in MB.
 */
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

/** Returns the processor time of a process in ms: of all its threads, or of the main thread only. */
export function readCpuMs(pid: number, threads: 'all' | 'main' = 'all'): number {
  const folder = threads === 'all' ? `/proc/${pid}` : `/proc/${pid}/task/${pid}`
  const [, afterName = ''] = readFileSync(`${folder}/stat`, 'utf8').split(') ')
  const fields = afterName.split(' ')
  // utime and stime, counted from the state after the name.
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
