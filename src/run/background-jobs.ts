import { deleteExpiredMailTokens } from '#src/server/auth/mail-token.ts'
import { deleteExpiredSessions } from '#src/server/auth/session.ts'
import { deleteExpiredKnownDevices, deleteExpiredNonces } from '#src/server/auth/token-queries.ts'
import type { Deps } from '#src/server/deps.ts'
import { deleteOldPageViews } from '#src/server/events/handlers.ts'
import { deleteExpiredIdempotencyKeys } from '#src/server/http/idempotency.ts'
import { deleteExpiredRateLimits } from '#src/server/http/queries.ts'
import { deleteOldMails, startOutbox } from '#src/server/mail/outbox.ts'

const SWEEP_EVERY_MS = 15 * 60_000

export interface BackgroundJobs {
  stop(): Promise<void>
}

const sweeps: Record<string, (deps: Deps) => Promise<void>> = {
  sessions: deleteExpiredSessions,
  'mail tokens': deleteExpiredMailTokens,
  nonces: deleteExpiredNonces,
  'known devices': deleteExpiredKnownDevices,
  'rate limits': deleteExpiredRateLimits,
  'idempotency keys': deleteExpiredIdempotencyKeys,
  mails: deleteOldMails,
  'page views': deleteOldPageViews,
}

async function sweepAll(deps: Deps): Promise<void> {
  for (const [what, sweep] of Object.entries(sweeps)) {
    try {
      await sweep(deps)
    } catch (error) {
      deps.log('warn', 'not swept', { what, error: String(error) })
    }
  }
}

/** Throws away what is over, now and every quarter of an hour. */
function startSweeping(deps: Deps): BackgroundJobs {
  let round = sweepAll(deps)
  const timer = setInterval(() => {
    round = round.then(() => sweepAll(deps))
  }, SWEEP_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return round
    },
  }
}

/** Work beside the calls: mails that wait, and what is over. */
export function startBackgroundJobs(deps: Deps): BackgroundJobs {
  const running = [startOutbox(deps), startSweeping(deps)]
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()))
    },
  }
}
