import { getPriority, setPriority } from 'node:os'

/** Above that of the main thread, as `nice` has it: a thread of 0 that has work gets three times as much as one of 5. */
const STEP = 5
const LOWEST = 19

/** The priority of threads in the background: below that of this one, which an operator may have lowered. */
export const toBackgroundPriority = (own: number): number => Math.min(LOWEST, own + STEP)

/**
 * Lets the thread that calls it give way to the main one, whose answers people wait for. Alone, it is as fast as before.
 * Elsewhere than on Linux a thread has no priority of its own.
 */
export function runInBackground(): void {
  if (process.platform === 'linux') setPriority(toBackgroundPriority(getPriority()))
}
