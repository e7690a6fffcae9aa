import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Settles no sooner than `ms` after the call, so that the response time does not reveal which
 * branch `job` took.
 */
export async function minDuration<Result>(ms: number, job: () => Promise<Result>): Promise<Result> {
  const delay = sleep(ms)
  try {
    return await job()
  } finally {
    await delay
  }
}
