import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '#tests/helpers/cluster.ts'
import type { ScheduledFigures } from '../measure/scheduled-load.ts'
import { createPostgresDatabase } from './postgres-database.ts'

/** More than a busy second has: the rate is kept, whether or not answers wait. */
const MAX_IN_FLIGHT = 400
/** New processes compile code in their first seconds. */
const REST_MS = 2_000

/** Restarts two API processes behind nginx, one after the other, under load. */
export async function measureRestarts(rounds: number): Promise<ScheduledFigures> {
  await using postgres = await createPostgresDatabase()
  const cluster = await startCluster(postgres.url, MAX_IN_FLIGHT)
  try {
    await sleep(REST_MS)
    await cluster.load.takeFigures()
    for (let round = 0; round < rounds; round++) {
      await cluster.restart()
      await sleep(REST_MS)
    }
    return await cluster.load.takeFigures()
  } finally {
    await cluster.stop()
  }
}
