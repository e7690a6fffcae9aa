import type { Deps } from '../deps.ts'
import { giveTurns } from '../turns.ts'

/** Rows that one statement of a job changes or looks at: others wait for it some milliseconds. */
export const STEP_ROWS = 500

/**
 * Repeats a step of a job that may have any number of rows to change, until one is not full or the process stops.
 * Each step is a short transaction of its own with a turn of the event loop after it, so that a request never waits
 * for more than one.
 * @param step returns the number of rows that it has changed, or looked at.
 * @param size rows of a full step.
 */
export async function runSteps(
  { signal }: Pick<Deps, 'signal'>,
  step: () => Promise<number>,
  size = STEP_ROWS,
): Promise<void> {
  while (!signal?.aborted && (await step()) >= size) await giveTurns()
}
