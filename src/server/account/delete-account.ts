import { email as emailShape } from '#src/contract/auth.ts'
import { forgetDevices } from '../auth/known-device.ts'
import { reauthenticate } from '../auth/reauthenticate.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Caller } from '../http/mount.ts'
import { accountDeletedMail } from '../mail/account-mails.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'

/**
 * Deletes the user and everything kept with them, sessions included, and says so by mail.
 * @throws Refused 401 when the confirmation is not the password, or the address without one.
 */
export async function deleteAccount(
  deps: Deps,
  caller: Caller,
  confirmation: string,
): Promise<void> {
  const user = await deps.db
    .selectFrom('user')
    .select(['id', 'email', 'display_name', 'password_hash', 'email_verified_at'])
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow()
  if (user.password_hash === null) assertAddress(user.email, confirmation)
  else await reauthenticate(deps, caller, { password: confirmation, field: 'confirmation' })
  await deps.db.transaction().execute(async (db) => {
    await db.deleteFrom('user').where('id', '=', user.id).execute()
    await forgetDevices(db, user.email)
    // What else bears an address that was never proven may be somebody else's.
    if (user.email_verified_at === null) return
    if (user.email !== deps.env.MAIL_TO)
      await db.deleteFrom('outbox').where('recipient', '=', user.email).execute()
    await db.deleteFrom('contact_message').where('email', '=', user.email).execute()
    await enqueueMail(db, user.email, accountDeletedMail(user.display_name), deps.now())
  })
}

function assertAddress(email: string, given: string): void {
  if (emailShape.safeParse(given).data === email) return
  throw new HttpError(401, 'Please enter the email address of this account.', {
    field: 'confirmation',
  })
}
