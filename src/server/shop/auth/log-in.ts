import type { Context } from 'hono'
import { messages } from '#src/channels/messages.ts'
import { createBoundedQueue } from '../../core/bounded-queue.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { clientAddress, clientSubnet } from '../../core/http/client-address.ts'
import { consume, type RateLimit, refund } from '../../core/http/rate-limit.ts'
import {
  findUnverifiedHash,
  findUnverifiedUserByHash,
  findVerifiedUser,
  replacePasswordHash,
} from '../users/queries.ts'
import { isKnownDevice, rememberDevice } from './known-device.ts'
import { hashPassword, needsRehash, verifyAndHash } from './password-hash.ts'
import {
  LOGIN_ATTEMPTS_FROM_KNOWN_DEVICE,
  LOGIN_ATTEMPTS_PER_ACCOUNT,
  LOGIN_ATTEMPTS_PER_ACCOUNT_AND_SUBNET,
  LOGIN_ATTEMPTS_PER_SUBNET,
} from './rate-limits.ts'
import { assertSecondFactor } from './second-factor.ts'
import { createSession } from './session.ts'

/**
 * Signs in with email and password: to the verified account with that email, or to an unverified
 * one. It always takes the time of two hashes, so that it does not reveal the number of accounts.
 * @returns the user's id.
 * @throws HttpError 401 for wrong credentials or a missing code of the second factor, 429 if a
 *   rate limit is exhausted.
 */
export async function logIn(
  deps: Deps,
  c: Context,
  { email, password, code }: { email: string; password: string; code?: string | undefined },
): Promise<string> {
  const attempt = await consumeAttempt(deps, c, email)
  const user = await findUserByCredentials(deps, email, password).catch(async (error: unknown) => {
    await attempt.refundAttempt()
    throw error
  })
  if (!user?.password_hash) throw new HttpError(401, messages.login.rejected)
  await attempt.refundAttempt()
  await assertSecondFactor(deps, user.id, code)
  const current = user.password_hash
  const password_hash =
    user.email_verified_at !== null && needsRehash(deps.env, current)
      ? await hashPassword(deps.env, password)
      : current
  await deps.db.transaction().execute(async (db) => {
    if (!(await replacePasswordHash(db, { id: user.id, current, password_hash })))
      throw new HttpError(401, messages.login.rejected)
    await createSession(deps, db, c, user)
    await rememberDevice(deps, db, c, user)
  })
  return user.id
}

async function findUserByCredentials({ db, env, now }: Deps, email: string, password: string) {
  const verified = await findVerifiedUser(db, email)
  const { isCorrect, unverifiedHash } = await verifyAndHash(env, password, {
    verified: verified?.password_hash ?? null,
    unverified: await findUnverifiedHash(db, email),
  })
  const unverified = await findUnverifiedUserByHash(db, email, unverifiedHash, now())
  return isCorrect ? verified : unverified
}

/**
 * Keeps most database connections free for other requests. Attempts in this queue do not time out;
 * in the connection pool they would, with 503 instead of 429.
 */
const attemptQueue = createBoundedQueue({ concurrency: 4, maxPending: 5_000 })

interface LoginAttempt {
  /** Refunds an attempt with a correct password, or one that was never verified. */
  refundAttempt(): Promise<void>
}

/**
 * Consumes one login attempt from each applicable rate limit, before the password is verified. It
 * counts by email, whether or not an account exists.
 * @throws HttpError 429 if a limit is exhausted, 503 if too many attempts are pending.
 */
async function consumeAttempt(deps: Deps, c: Context, email: string): Promise<LoginAttempt> {
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
