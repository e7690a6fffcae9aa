import type { Deps } from '../deps.ts'
import { refund, spend } from '../http/limits.ts'
import type { Caller } from '../http/mount.ts'
import { Refused } from '../http/refused.ts'
import { CONFIRMATIONS } from './budgets.ts'
import { isPassword } from './password-hash.ts'

/**
 * Asks somebody who is signed in for the password again, before what cannot be undone.
 * @throws Refused 401 when it is wrong, 429 when it was wrong too often.
 */
export async function confirmPassword(
  deps: Deps,
  caller: Caller,
  given: { password: string; field: string },
) {
  await spend(deps, CONFIRMATIONS, caller.userId)
  const user = await deps.db
    .selectFrom('user')
    .select(['id', 'role', 'email', 'display_name', 'phone', 'password_hash'])
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  const { field } = given
  const { password_hash } = user
  if (password_hash === null)
    throw new Refused(400, 'This account has no password: it signs in with Google.', { field })
  const giveBack = () => refund(deps, CONFIRMATIONS, caller.userId)
  const right = await isPassword(given.password, password_hash).catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  if (!right) throw new Refused(401, 'The current password is not right.', { field })
  await giveBack()
  return { ...user, password_hash }
}
