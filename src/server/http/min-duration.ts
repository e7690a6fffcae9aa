import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Answers no sooner than `ms` after the call began, well or ill, so that the time tells nothing
 * of which way was taken inside.
 */
export async function minDuration<Result>(
  ms: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const pause = sleep(ms)
  try {
    return await work()
  } finally {
    await pause
  }
}
