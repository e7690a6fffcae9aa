import type { Deps } from '../deps.ts'

/** Rows that one statement of a job changes or reads. Other requests wait for it some milliseconds. */
export const STEP_ROWS = 500

/**
 * Repeats a step of a job until one is not full or the process stops. Each step is a short transaction, so a request
 * waits for one step at most.
 * @param step returns the number of rows that it has changed or read.
 * @param size rows of a full step.
 */
export async function runSteps(
  { signal }: Pick<Deps, 'signal'>,
  step: () => Promise<number>,
  size = STEP_ROWS,
): Promise<void> {
  while (!signal?.aborted && (await step()) >= size);
}
