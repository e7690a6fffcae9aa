import type { Context } from 'hono'
import { messages } from '#src/rules/messages.ts'
import type { Db, Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { rememberDevice } from './known-device.ts'
import { consumeAttempt } from './login-throttle.ts'
import { hashPassword, needsRehash, verifyPassword } from './password-hash.ts'
import { createSession } from './session.ts'

/**
 * Signs in with email and password; an account that does not exist takes as long to refuse.
 * @returns the user's id.
 * @throws HttpError 401 for a wrong pair, 429 when there were too many.
 */
export async function logIn(
  deps: Deps,
  c: Context,
  given: { email: string; password: string },
): Promise<string> {
  const guess = await consumeAttempt(deps, c, given.email)
  const { user, right } = await compare(deps, given).catch(async (error: unknown) => {
    await guess.refundAttempt()
    throw error
  })
  if (!user?.password_hash || !right) throw new HttpError(401, messages.login.rejected)
  await guess.refundAttempt()
  const known = user.password_hash
  const renewed = needsRehash(known) ? await hashPassword(given.password) : known
  await deps.db.transaction().execute(async (db) => {
    if (!(await replaceHash(db, { id: user.id, known, renewed })))
      throw new HttpError(401, messages.login.rejected)
    await createSession(deps, db, c, user)
    await rememberDevice(deps, db, c, user.email)
  })
  return user.id
}

async function compare({ db }: Deps, given: { email: string; password: string }) {
  const user = await db
    .selectFrom('user')
    .select(['id', 'role', 'email', 'password_hash'])
    .where('email', '=', given.email)
    .executeTakeFirst()
  return { user, right: await verifyPassword(given.password, user?.password_hash ?? null) }
}

/**
 * Holds the row while the session begins: a password that is being replaced at this moment must
 * not leave a session of the old one behind.
 * @returns false when the hash is no longer the known one.
 */
async function replaceHash(
  db: Db,
  { id, known, renewed }: { id: string; known: string; renewed: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('user')
    .set({ password_hash: renewed })
    .where('id', '=', id)
    .where('password_hash', '=', known)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
