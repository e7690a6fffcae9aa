import { setTimeout as sleep } from 'node:timers/promises'
import { row } from '#scripts/report.ts'
import { startCluster } from '#tools/cluster.ts'
import { percentile } from '../measure/percentile.ts'
import { createPostgresDatabase } from './postgres-database.ts'

/** Above the rate of a busy second, so that the rate is kept even while answers are pending. */
const MAX_IN_FLIGHT = 400
/** New processes compile code in their first seconds. */
const REST_MS = 2_000

/** Restarts two API processes behind nginx under load, one after the other. */
export async function restartUnderLoad(rounds: number): Promise<void> {
  row('nginx and two processes, 500 requests a second: restarts', rounds)
  await using postgres = await createPostgresDatabase()
  await using cleanup = new AsyncDisposableStack()
  const cluster = await startCluster(postgres.url, { perSecond: 500, maxInFlight: MAX_IN_FLIGHT })
  cleanup.defer(async () => void (await cluster.stop()))
  await sleep(REST_MS)
  await cluster.load.takeFigures()
  for (let round = 0; round < rounds; round++) {
    await cluster.restart()
    await sleep(REST_MS)
  }
  const { perSecond, failures, skipped, latencies } = await cluster.load.takeFigures()
  row('requests a second', perSecond)
  row('failed', failures.length, { most: 0 })
  for (const failure of failures.slice(0, 3)) console.log(`    ${failure}`)
  row(`not sent in their turn, because ${MAX_IN_FLIGHT} waited`, skipped, { most: 0 })
  const late = latencies.filter((latency) => latency > 1_000)
  row('answered after more than a second', late.length, { most: 0 })
  row('99 of 100 answered within', percentile(latencies, 0.99), { unit: 'ms' })
}
