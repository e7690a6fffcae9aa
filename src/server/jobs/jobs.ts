import { backupJob } from '../core/backup/backup-job.ts'
import type { Deps } from '../core/deps.ts'
import { type Job, type RunningJob, startJob } from '../core/job.ts'
import { mailJob } from '../core/mail/outbox.ts'
import type { ProcessPart } from '../core/process-part.ts'
import { visitJob } from '../shop/events/visit-counts.ts'
import { orderJob } from '../shop/orders/order-job.ts'
import { stockAlertJob } from '../shop/stock-alerts/send-alerts.ts'
import { launchJob } from '../studio/launches/boundaries.ts'
import { cleanupJob } from './delete-expired.ts'

/** All background jobs of a process that serves the API. docs/operations.md lists them. */
export const JOBS: readonly Job[] = [
  mailJob,
  launchJob,
  visitJob,
  stockAlertJob,
  orderJob,
  cleanupJob,
  backupJob,
]

export function startJobs(deps: Deps, part: ProcessPart): RunningJob {
  const own = JOBS.filter(({ process }) => part === 'all' || process === part)
  const jobs = own.map((job) => startJob(deps, job))
  return {
    async stop() {
      await Promise.all(jobs.map((job) => job.stop()))
    },
  }
}
