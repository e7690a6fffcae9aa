import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Caller } from '../http/mount.ts'
import { consume, refund } from '../http/rate-limit.ts'
import { verifyPassword } from './password-hash.ts'
import { REAUTHENTICATIONS } from './rate-limits.ts'

/**
 * Asks somebody who is signed in for the password again, before what cannot be undone.
 * @throws HttpError 401 when it is wrong, 429 when it was wrong too often.
 */
export async function reauthenticate(
  deps: Deps,
  caller: Caller,
  given: { password: string; field: string },
) {
  await consume(deps, REAUTHENTICATIONS, caller.userId)
  const user = await deps.db
    .selectFrom('user')
    .select(['id', 'role', 'email', 'display_name', 'phone', 'password_hash'])
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  const { field } = given
  const { password_hash } = user
  if (password_hash === null)
    throw new HttpError(400, 'This account has no password: it signs in with Google.', { field })
  const refundAttempt = () => refund(deps, REAUTHENTICATIONS, caller.userId)
  const right = await verifyPassword(given.password, password_hash).catch(
    async (error: unknown) => {
      await refundAttempt()
      throw error
    },
  )
  if (!right) throw new HttpError(401, 'The current password is not right.', { field })
  await refundAttempt()
  return { ...user, password_hash }
}
