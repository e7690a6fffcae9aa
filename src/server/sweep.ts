import { sweepMailTokens } from './auth/mail-token.ts'
import { sweepSessions } from './auth/session.ts'
import type { Deps } from './deps.ts'
import { sweepPageViews } from './events/handlers.ts'
import { sweepIdempotency } from './http/idempotency.ts'
import { sweepCounters } from './http/limits.ts'
import { sweepOutbox } from './mail/outbox.ts'

const EVERY_MS = 60 * 60_000

const sweeps = [
  sweepSessions,
  sweepCounters,
  sweepMailTokens,
  sweepIdempotency,
  sweepOutbox,
  sweepPageViews,
]

/** Forgets everything whose time is over. */
export async function sweep(deps: Deps): Promise<void> {
  for (const one of sweeps) await one(deps)
}

/** Sweeps now and every hour. */
export function startSweeping(deps: Deps): { stop(): Promise<void> } {
  const tidy = () =>
    sweep(deps).catch((error: unknown) => deps.log('warn', 'not swept', { error: String(error) }))
  let sweeping = tidy()
  const timer = setInterval(() => {
    sweeping = sweeping.then(tidy)
  }, EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await sweeping
    },
  }
}
