import type { Deps } from '#src/server/core/deps.ts'
import { startOutbox } from '#src/server/core/mail/outbox.ts'
import { deleteExpired } from '#src/server/jobs/delete-expired.ts'
import { getVisitCounts } from '#src/server/shop/events/visit-counts.ts'
import { sendStockAlerts } from '#src/server/shop/stock-alerts/handlers.ts'
import { applyDueLaunches } from '#src/server/studio/launches/publish-launch.ts'

const CLEANUP_INTERVAL_MS = 15 * 60_000
const STOCK_ALERT_INTERVAL_MS = 60_000
const LAUNCH_INTERVAL_MS = 1_000
const VISITS_INTERVAL_MS = 10_000

export interface BackgroundJobs {
  stop(): Promise<void>
}

/** Runs a job that does not throw now and after each interval, never twice at once. */
function startInterval(job: () => Promise<void>, intervalMs: number): BackgroundJobs {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= job().finally(() => {
      running = undefined
    })
  }
  run()
  const timer = setInterval(run, intervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** Tells who waits for a product that is in stock again. */
const notifyOfStock = (deps: Deps): Promise<void> =>
  sendStockAlerts(deps).catch((error: unknown) =>
    deps.log('warn', 'stock alerts failed', { error: String(error) }),
  )

const startAndEndLaunches = (deps: Deps): Promise<void> =>
  applyDueLaunches(deps).catch((error: unknown) =>
    deps.log('warn', 'launches wait', { error: String(error) }),
  )

const writeVisits = (deps: Deps): Promise<void> =>
  getVisitCounts(deps)
    .flush()
    .catch((error: unknown) => deps.log('warn', 'visits wait', { error: String(error) }))

/** Starts the jobs beside the API: the outbox, visits, launches, stock alerts and the cleanup. */
export function startBackgroundJobs(deps: Deps): BackgroundJobs {
  const jobs = [
    startOutbox(deps),
    startInterval(() => startAndEndLaunches(deps), LAUNCH_INTERVAL_MS),
    startInterval(() => notifyOfStock(deps), STOCK_ALERT_INTERVAL_MS),
    startInterval(() => deleteExpired(deps), CLEANUP_INTERVAL_MS),
    startInterval(() => writeVisits(deps), VISITS_INTERVAL_MS),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
      await writeVisits(deps)
    },
  }
}
