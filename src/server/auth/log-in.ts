import type { Context } from 'hono'
import { messages } from '#src/rules/messages.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { rememberDevice } from './known-device.ts'
import { consumeAttempt } from './login-throttle.ts'
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts'
import { createSession } from './session.ts'
import { findUserBy, replacePasswordHash } from './user-queries.ts'

/**
 * Signs in with email and password. An unknown email takes the same time as a wrong password.
 * @returns the user's id.
 * @throws HttpError 401 for wrong credentials, 429 when a rate limit is exhausted.
 */
export async function logIn(
  deps: Deps,
  c: Context,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const attempt = await consumeAttempt(deps, c, email)
  const { user, isCorrect } = await verifyCredentials(deps, email, password).catch(
    async (error: unknown) => {
      await attempt.refundAttempt()
      throw error
    },
  )
  if (!user?.password_hash || !isCorrect) throw new HttpError(401, messages.login.rejected)
  await attempt.refundAttempt()
  const current = user.password_hash
  const password_hash = needsRehash(current) ? await hashPassword(password) : current
  await deps.db.transaction().execute(async (db) => {
    if (!(await replacePasswordHash(db, { id: user.id, current, password_hash })))
      throw new HttpError(401, messages.login.rejected)
    await createSession(deps, db, c, user)
    await rememberDevice(deps, db, c, user.email)
  })
  return user.id
}

async function verifyCredentials({ db }: Deps, email: string, password: string) {
  const user = await findUserBy(db, 'email', email)
  return { user, isCorrect: await verifyPassword(password, user?.password_hash ?? null) }
}
