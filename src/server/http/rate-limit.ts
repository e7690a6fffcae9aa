import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'

const MINUTE = 60_000

/** How often something may be done by one somebody. */
export interface RateLimit {
  name: string
  limit: number
  windowMinutes: number
  /** Each try that is let through starts the wait anew: never more than `most` in any `minutes`. */
  slidingExpiration?: true
}

/** Nobody's address or e-mail is kept in a counter's key. */
export const toCounterKey = (name: string, who: string): string =>
  `${name}:${createHash('sha256').update(who).digest('base64url')}`

/**
 * Counts one more, in one statement, so that a thousand at once are counted one by one. The time
 * runs from the first try, unless the budget renews.
 * @returns seconds until the next try, 0 when this one may go on.
 */
async function count(deps: Deps, budget: RateLimit, who: string): Promise<number> {
  const { name, limit, windowMinutes, slidingExpiration } = budget
  const now = deps.now()
  const renewsBelow = slidingExpiration ? limit : 0
  const until = now + windowMinutes * MINUTE
  const { rows } = await sql<{ count: number; expires_at: number }>`
    insert into counter (key, count, expires_at) values (${toCounterKey(name, who)}, 1, ${until})
    on conflict (key) do update set
      count = case
        when counter.expires_at <= ${now} then 1
        when counter.count > ${limit} then counter.count
        else counter.count + 1 end,
      expires_at = case
        when counter.expires_at <= ${now} or counter.count < ${renewsBelow} then excluded.expires_at
        else counter.expires_at end
    returning count, expires_at`.execute(deps.db)
  const [row] = rows
  if (!row || row.count <= limit) return 0
  return Math.max(1, Math.ceil((row.expires_at - now) / 1000))
}

/** Whether one more is within the budget; takes it if so. */
export async function allows(deps: Deps, budget: RateLimit, who: string): Promise<boolean> {
  return !deps.env.LIMITS || (await count(deps, budget, who)) === 0
}

/** @throws HttpError 429 when the budget is used up, saying when to come back. */
export async function consume(deps: Deps, budget: RateLimit, who: string): Promise<void> {
  if (!deps.env.LIMITS) return
  const seconds = await count(deps, budget, who)
  if (seconds > 0)
    throw new HttpError(429, `Too many tries. Please try again in ${readable(seconds)}.`, {
      retryAfter: seconds,
    })
}

/** Gives one back, for what turned out to be harmless. */
export async function refund(deps: Deps, { name }: RateLimit, who: string): Promise<void> {
  if (!deps.env.LIMITS) return
  await deps.db
    .updateTable('counter')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('key', '=', toCounterKey(name, who))
    .where('count', '>', 0)
    .execute()
}

/** Forgets counters whose time is over. */
export async function deleteExpiredCounters({ db, now }: Deps): Promise<void> {
  await db.deleteFrom('counter').where('expires_at', '<=', now()).execute()
}

function readable(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
