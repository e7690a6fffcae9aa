import { setPriority } from 'node:os'

/** As `nice` has it: a thread of 0 that has work gets three times as much of a processor. */
export const BACKGROUND_PRIORITY = 5

/**
 * Lets the thread that calls it give way to the main one, whose answers people wait for. Alone, it is as fast as before.
 * Elsewhere than on Linux a thread has no priority of its own.
 */
export function runInBackground(): void {
  if (process.platform === 'linux') setPriority(BACKGROUND_PRIORITY)
}
