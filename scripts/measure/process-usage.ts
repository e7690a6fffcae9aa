import { readdirSync, readFileSync } from 'node:fs'

const EVERY_MS = 100
/** Of the processor times in /proc: USER_HZ is 100 on every architecture that Node runs on. */
const TICK_MS = 10

interface Seen {
  parent: number
  residentKb: number
}

function look(pid: string): Seen | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const number = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
    return { parent: number('PPid'), residentKb: number('VmRSS') || 0 }
  } catch {
    return undefined
  }
}

/** Resident bytes of a process and all that it started. Linux only; 0 elsewhere. */
function residentBytes(root: number): number {
  const seen = new Map<number, Seen>()
  try {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const process = look(pid)
      if (process) seen.set(Number(pid), process)
    }
  } catch {
    return 0
  }
  const belongs = (pid: number): boolean => {
    const parent = seen.get(pid)?.parent
    return pid === root || (parent !== undefined && parent > 1 && belongs(parent))
  }
  return [...seen]
    .filter(([pid]) => belongs(pid))
    .reduce((sum, [, { residentKb }]) => sum + residentKb * 1024, 0)
}

/** Follows a process and its children; the call gives the most they held together, in bytes. */
export function trackPeakMemory(pid: number): () => number {
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, residentBytes(pid))
  }, EVERY_MS)
  return () => {
    clearInterval(timer)
    return peak
  }
}

/** Megabytes that a process holds in memory. Linux only. */
export const readMemory = (pid: number): number => (look(String(pid))?.residentKb ?? 0) / 1_024

/** Processor time of a process so far, in ms. Linux only. */
export function readCpuMs(pid: number): number {
  const [, afterName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const fields = afterName.split(' ')
  // utime and stime, counted from the state after the name.
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
