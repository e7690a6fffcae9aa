import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import type { Caller } from '../../core/http/mount.ts'
import { consume, refund } from '../../core/http/rate-limit.ts'
import { findUserBy } from '../users/queries.ts'
import type { UserRow } from '../users/tables.ts'
import { verifyPassword } from './password-hash.ts'
import { REAUTHENTICATIONS } from './rate-limits.ts'

/**
 * Verifies the password of a signed-in user before a change that cannot be undone.
 * @param given.field the field of the request for errors.
 * @throws HttpError 401 for a wrong password, 429 after too many, 400 for an account without one.
 */
export async function reauthenticate(
  deps: Deps,
  { userId }: Caller,
  input: { password: string; field: string },
): Promise<UserRow & { password_hash: string }> {
  await consume(deps, REAUTHENTICATIONS, userId)
  const user = await findUserBy(deps.db, 'id', userId)
  if (!user) throw new HttpError(401, 'Please log in.')
  const { field } = input
  const { password_hash } = user
  if (password_hash === null)
    throw new HttpError(400, 'This account has no password: it signs in with Google.', { field })
  const refundAttempt = () => refund(deps, REAUTHENTICATIONS, userId)
  const isCorrect = await verifyPassword(deps.env, input.password, password_hash).catch(
    async (error: unknown) => {
      await refundAttempt()
      throw error
    },
  )
  if (!isCorrect) throw new HttpError(401, 'The current password is not right.', { field })
  await refundAttempt()
  return { ...user, password_hash }
}
