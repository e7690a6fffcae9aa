import type { Context } from 'hono'
import type { Deps } from '../deps.ts'
import { clientAddress, clientSubnet } from '../http/client-address.ts'
import { consume, type RateLimit, refund } from '../http/rate-limit.ts'
import { createBoundedQueue } from './bounded-queue.ts'
import { isKnownDevice } from './known-device.ts'
import {
  LOGIN_ATTEMPTS_FROM_KNOWN_DEVICE,
  LOGIN_ATTEMPTS_PER_ACCOUNT,
  LOGIN_ATTEMPTS_PER_ACCOUNT_AND_SUBNET,
  LOGIN_ATTEMPTS_PER_SUBNET,
} from './rate-limits.ts'

/**
 * Reserves most database connections for other requests. Attempts in this queue do not time out; in
 * the connection pool they would, with 503 in place of 429.
 */
const attemptQueue = createBoundedQueue({ concurrency: 4, maxPending: 5_000 })

interface LoginAttempt {
  /** Refunds a correct password, and one that was never verified. */
  refundAttempt(): Promise<void>
}

/**
 * Consumes one login attempt from every rate limit that applies, before the password is verified.
 * Counts by email, whether or not an account exists.
 * @throws HttpError 429 when a limit is exhausted, 503 when too many attempts are pending.
 */
export async function consumeAttempt(deps: Deps, c: Context, email: string): Promise<LoginAttempt> {
  if (!deps.env.LIMITS) return { refundAttempt: async () => {} }
  const subnet = clientSubnet(clientAddress(c, deps.env))
  return attemptQueue(async () => {
    const limits: [RateLimit, string][] = [
      [LOGIN_ATTEMPTS_PER_SUBNET, subnet],
      ...((await isKnownDevice(deps, c, email))
        ? ([[LOGIN_ATTEMPTS_FROM_KNOWN_DEVICE, email]] satisfies [RateLimit, string][])
        : ([
            [LOGIN_ATTEMPTS_PER_ACCOUNT_AND_SUBNET, `${email} ${subnet}`],
            [LOGIN_ATTEMPTS_PER_ACCOUNT, email],
          ] satisfies [RateLimit, string][])),
    ]
    return consumeAll(deps, limits)
  })
}

async function consumeAll(deps: Deps, limits: [RateLimit, string][]): Promise<LoginAttempt> {
  const consumed: typeof limits = []
  const refundAttempt = async () => {
    for (const [rateLimit, key] of consumed) await refund(deps, rateLimit, key)
  }
  try {
    for (const [rateLimit, key] of limits) {
      await consume(deps, rateLimit, key)
      consumed.push([rateLimit, key])
    }
  } catch (error) {
    await refundAttempt()
    throw error
  }
  return { refundAttempt }
}
