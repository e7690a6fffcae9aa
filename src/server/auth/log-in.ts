import type { Context } from 'hono'
import { messages } from '#src/rules/messages.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { rememberDevice } from './known-device.ts'
import { consumeAttempt } from './login-throttle.ts'
import { hashPassword, needsRehash, verifyPasswords } from './password-hash.ts'
import { assertSecondFactor } from './second-factor.ts'
import { createSession } from './session.ts'
import { findLatestUnverifiedUser, findVerifiedUser, replacePasswordHash } from './user-queries.ts'

/**
 * Signs in with email and password: to the verified account with that email, or to the latest
 * unverified one. Takes the time of two hashes, whether or not there are such accounts.
 * @returns the user's id.
 * @throws HttpError 401 for wrong credentials or a missing code of the second factor, 429 when a rate limit is exhausted.
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
  const password_hash = needsRehash(deps.env, current)
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

async function findUserByCredentials({ db, env }: Deps, email: string, password: string) {
  const verified = await findVerifiedUser(db, email)
  const unverified = await findLatestUnverifiedUser(db, email)
  const [opensVerified, opensUnverified] = await verifyPasswords(env, password, [
    verified?.password_hash ?? null,
    unverified?.password_hash ?? null,
  ])
  if (opensVerified) return verified
  return opensUnverified ? unverified : undefined
}
