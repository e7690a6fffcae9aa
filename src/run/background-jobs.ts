import { deleteOldAuditEntries } from '#src/server/admin/handlers.ts'
import { deleteOldInvitations } from '#src/server/admin/invitations.ts'
import { deleteExpiredMailTokens } from '#src/server/auth/mail-token.ts'
import { deleteExpiredSessions } from '#src/server/auth/session.ts'
import { deleteExpiredKnownDevices, deleteExpiredNonces } from '#src/server/auth/token-queries.ts'
import { deleteExpiredUsers } from '#src/server/auth/user-queries.ts'
import type { Deps } from '#src/server/deps.ts'
import { startSchedule } from '#src/server/editor/schedule.ts'
import { deleteExpiredPresence } from '#src/server/editor/service.ts'
import { deleteOldPageViews } from '#src/server/events/handlers.ts'
import { deleteExpiredIdempotencyKeys } from '#src/server/http/idempotency.ts'
import { deleteExpiredRateLimits } from '#src/server/http/queries.ts'
import { deleteOldMails, startOutbox } from '#src/server/mail/outbox.ts'
import { deleteUnusedPictures } from '#src/server/media/store-picture.ts'
import { deleteOldStockAlerts, sendStockAlerts } from '#src/server/stock-alerts/handlers.ts'

const CLEANUP_INTERVAL_MS = 15 * 60_000
const STOCK_ALERT_INTERVAL_MS = 60_000

export interface BackgroundJobs {
  stop(): Promise<void>
}

const cleanups: Record<string, (deps: Deps) => Promise<void>> = {
  'unverified accounts': deleteExpiredUsers,
  sessions: deleteExpiredSessions,
  'mail tokens': deleteExpiredMailTokens,
  nonces: deleteExpiredNonces,
  'known devices': deleteExpiredKnownDevices,
  'rate limits': deleteExpiredRateLimits,
  'idempotency keys': deleteExpiredIdempotencyKeys,
  mails: deleteOldMails,
  'stock alerts': deleteOldStockAlerts,
  'page views': deleteOldPageViews,
  presence: deleteExpiredPresence,
  invitations: deleteOldInvitations,
  'audit log': deleteOldAuditEntries,
  'unused pictures': deleteUnusedPictures,
}

async function deleteExpired(deps: Deps): Promise<void> {
  for (const [table, cleanUp] of Object.entries(cleanups)) {
    try {
      await cleanUp(deps)
    } catch (error) {
      deps.log('warn', 'cleanup failed', { table, error: String(error) })
    }
  }
}

/** Runs a job that does not throw now and after each interval, never twice at once. */
function startInterval(job: () => Promise<void>, intervalMs: number): BackgroundJobs {
  let running = job()
  const timer = setInterval(() => {
    running = running.then(job)
  }, intervalMs)
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}

/** Tells who waits for a product that is in stock again. */
const notifyOfStock = (deps: Deps): Promise<void> =>
  sendStockAlerts(deps).catch((error: unknown) =>
    deps.log('warn', 'stock alerts failed', { error: String(error) }),
  )

/** Starts the jobs beside the API: the outbox, scheduled changes, stock alerts and the cleanup. */
export function startBackgroundJobs(deps: Deps): BackgroundJobs {
  const jobs = [
    startOutbox(deps),
    startSchedule(deps),
    startInterval(() => notifyOfStock(deps), STOCK_ALERT_INTERVAL_MS),
    startInterval(() => deleteExpired(deps), CLEANUP_INTERVAL_MS),
  ]
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
