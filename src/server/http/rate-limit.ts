import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { decrementRateLimit, incrementRateLimit } from './queries.ts'

const MINUTE = 60_000

/** At most `limit` requests of one key (a subnet, an email, a user) in a window. */
export interface RateLimit {
  name: string
  limit: number
  windowMinutes: number
  /**
   * Each allowed request starts the window again, so that no window of that length ever has more
   * than `limit` of them. Without it, a window runs from its first request.
   */
  slidingExpiration?: true
}

/** Hashes the key, because it may be a client's address or email. */
const toStoredKey = (name: string, key: string): string =>
  `${name}:${createHash('sha256').update(key).digest('base64url')}`

/** Consumes one request. @returns seconds until the next one is allowed, 0 when this one is. */
async function getRetryAfter(deps: Deps, rateLimit: RateLimit, key: string): Promise<number> {
  const { name, limit, windowMinutes, slidingExpiration } = rateLimit
  const now = deps.now()
  const { count, expires_at } = await incrementRateLimit(deps.db, {
    key: toStoredKey(name, key),
    limit,
    slideBelow: slidingExpiration ? limit : 0,
    now,
    expiresAt: now + windowMinutes * MINUTE,
  })
  return count <= limit ? 0 : Math.max(1, Math.ceil((expires_at - now) / 1000))
}

/** @returns whether the limit allows one more request, which is consumed then. */
export async function allows(deps: Deps, rateLimit: RateLimit, key: string): Promise<boolean> {
  return !deps.env.LIMITS || (await getRetryAfter(deps, rateLimit, key)) === 0
}

/** @throws HttpError 429 with `Retry-After` when the limit is exhausted. */
export async function consume(deps: Deps, rateLimit: RateLimit, key: string): Promise<void> {
  if (!deps.env.LIMITS) return
  const seconds = await getRetryAfter(deps, rateLimit, key)
  if (seconds > 0)
    throw new HttpError(429, `Too many tries. Please try again in ${formatDuration(seconds)}.`, {
      retryAfter: seconds,
    })
}

/** Reverts `consume` for a request that turns out not to count. */
export async function refund(deps: Deps, { name }: RateLimit, key: string): Promise<void> {
  if (deps.env.LIMITS) await decrementRateLimit(deps.db, toStoredKey(name, key))
}

function formatDuration(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
