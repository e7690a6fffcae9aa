import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { MINUTE_MS } from '#src/rules/constants.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { createPerShop } from '../per-shop.ts'
import { decrementRateLimit, incrementRateLimit } from './queries.ts'

/** At most `limit` requests of one key (a subnet, an email, a user) in a window. */
export interface RateLimit {
  name: string
  limit: number
  windowMinutes: number
  /** Each allowed request starts the window again. Without it, a window runs from its first request. */
  slidingExpiration?: true
  /**
   * Each process counts for itself, and a restart resets the counts. For calls that are so frequent that a row for
   * each would cost more than the call.
   */
  inMemory?: true
}

/** Hashes the key, because it may be a client's address or email. */
const toStoredKey = (name: string, key: string): string =>
  `${name}:${createHash('sha256').update(key).digest('base64url')}`

/** Requests of one key in a window, and its end. */
interface Count {
  count: number
  expires_at: number
}

/** Counts in memory, of the keys that were used last. */
const MAX_COUNTS = 100_000

const getCounts = createPerShop(() => new LRUCache<string, Count>({ max: MAX_COUNTS }))

const toCountId = ({ name }: RateLimit, key: string): string => `${name} ${key}`

/** Counts as `incrementRateLimit` does. */
function countInMemory(deps: Deps, rateLimit: RateLimit, key: string): Count {
  const { limit, windowMinutes } = rateLimit
  const now = deps.now()
  const expires_at = now + windowMinutes * MINUTE_MS
  const counts = getCounts(deps)
  const id = toCountId(rateLimit, key)
  const known = counts.get(id)
  if (!known || known.expires_at <= now) {
    const first = { count: 1, expires_at }
    counts.set(id, first)
    return first
  }
  known.count = Math.min(known.count + 1, limit + 1)
  known.expires_at = Math.min(known.expires_at, expires_at)
  return known
}

function countInDatabase(deps: Deps, rateLimit: RateLimit, key: string): Promise<Count> {
  const { name, limit, windowMinutes, slidingExpiration } = rateLimit
  const now = deps.now()
  return incrementRateLimit(deps.db, {
    key: toStoredKey(name, key),
    limit,
    slideBelow: slidingExpiration ? limit : 0,
    now,
    expiresAt: now + windowMinutes * MINUTE_MS,
  })
}

/** @returns seconds until the next request is allowed; 0 if this one is. */
const toRetryAfter = (deps: Deps, { limit }: RateLimit, { count, expires_at }: Count): number =>
  count <= limit ? 0 : Math.max(1, Math.ceil((expires_at - deps.now()) / 1000))

/** Consumes one request. @returns seconds until the next one is allowed; 0 if this one is. */
async function getRetryAfter(deps: Deps, rateLimit: RateLimit, key: string): Promise<number> {
  const count = rateLimit.inMemory
    ? countInMemory(deps, rateLimit, key)
    : await countInDatabase(deps, rateLimit, key)
  return toRetryAfter(deps, rateLimit, count)
}

/** Consumes one request. @returns whether the limit allows it. */
export async function allows(deps: Deps, rateLimit: RateLimit, key: string): Promise<boolean> {
  return !deps.env.LIMITS || (await getRetryAfter(deps, rateLimit, key)) === 0
}

/** Consumes one request. @throws HttpError 429 with `Retry-After` if the limit is exhausted. */
export async function consume(deps: Deps, rateLimit: RateLimit, key: string): Promise<void> {
  if (deps.env.LIMITS) refuseFor(await getRetryAfter(deps, rateLimit, key))
}

/** Does the same at once, for limits in memory. */
export function consumeInMemory(deps: Deps, rateLimit: RateLimit, key: string): void {
  if (deps.env.LIMITS) refuseFor(toRetryAfter(deps, rateLimit, countInMemory(deps, rateLimit, key)))
}

/** Refuses a request if a limit in memory is exhausted, without counting it. */
export function assertAllowed(deps: Deps, rateLimit: RateLimit, key: string): void {
  if (!deps.env.LIMITS) return
  const known = getCounts(deps).get(toCountId(rateLimit, key))
  if (!known || known.expires_at <= deps.now()) return
  refuseFor(toRetryAfter(deps, rateLimit, { ...known, count: known.count + 1 }))
}

/** Counts a successful request that `assertAllowed` has allowed. */
export function countSuccess(deps: Deps, rateLimit: RateLimit, key: string): void {
  if (deps.env.LIMITS) countInMemory(deps, rateLimit, key)
}

function refuseFor(seconds: number): void {
  if (seconds > 0)
    throw new HttpError(429, `Too many tries. Please try again in ${formatDuration(seconds)}.`, {
      retryAfter: seconds,
    })
}

/** Reverts `consume` for a request that does not count. */
export async function refund(deps: Deps, { name }: RateLimit, key: string): Promise<void> {
  if (deps.env.LIMITS) await decrementRateLimit(deps.db, toStoredKey(name, key))
}

function formatDuration(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
