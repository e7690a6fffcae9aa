import { email as emailSchema } from '#src/contract/auth.ts'
import { forgetDevices } from '../auth/known-device.ts'
import { reauthenticate } from '../auth/reauthenticate.ts'
import { deleteContactMessages } from '../contact/queries.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Caller } from '../http/mount.ts'
import { accountDeletedMail } from '../mail/account-mails.ts'
import { enqueueAccountMail } from '../mail/enqueue-mail.ts'
import * as queries from './queries.ts'

/**
 * Deletes the user with all their data and confirms it by mail.
 * @param confirmation the current password; for an account without one, its e-mail address.
 * @throws HttpError 401 when the confirmation does not match.
 */
export async function deleteAccount(
  deps: Deps,
  caller: Caller,
  confirmation: string,
): Promise<void> {
  const user = await queries.getUserRow(deps.db, caller.userId)
  if (user.password_hash === null) assertEmailMatches(user.email, confirmation)
  else await reauthenticate(deps, caller, { password: confirmation, field: 'confirmation' })
  await deps.db.transaction().execute(async (db) => {
    await queries.deleteUser(db, user.id)
    // An unverified address may belong to another person, and so may its mails and messages.
    if (user.email_verified_at === null) return
    if (user.email !== deps.env.MAIL_TO) await queries.deleteMails(db, user.email)
    await deleteContactMessages(db, user.email)
    await forgetDevices(db, user)
    const mail = { id: undefined, email: user.email, kind: 'account-deleted' } as const
    await enqueueAccountMail(deps, db, mail, () => accountDeletedMail(user.display_name))
  })
}

function assertEmailMatches(email: string, confirmation: string): void {
  if (emailSchema.safeParse(confirmation).data === email) return
  throw new HttpError(401, 'Please enter the email address of this account.', {
    field: 'confirmation',
  })
}
