import { getPriority, setPriority } from 'node:os'

/** Added to the `nice` value of the main thread: it then gets three times as much of a busy processor. */
const STEP = 5
const LOWEST = 19

/** Returns the priority of background threads and of the desk, relative to a process that an operator may have lowered. */
export const toBackgroundPriority = (own: number): number => Math.min(LOWEST, own + STEP)

/**
 * Lowers the priority of the calling thread, because people wait for the main one. Only Linux has priorities of
 * threads.
 */
export function runInBackground(): void {
  if (process.platform === 'linux') setPriority(toBackgroundPriority(getPriority()))
}
