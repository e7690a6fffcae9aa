import type { Context } from 'hono'
import type { z } from 'zod'
import type { changePasswordRequest } from '#src/contract/auth.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { minDuration } from '../../core/http/min-duration.ts'
import type { Caller } from '../../core/http/mount.ts'
import { passwordChangedMail, passwordResetMail } from '../../core/mail/account-mails.ts'
import { enqueueAccountMail } from '../../core/mail/enqueue-mail.ts'
import { hashToken } from '../../core/token.ts'
import {
  findUnverifiedHash,
  findVerifiedUser,
  lockUser,
  replacePasswordHash,
  updateUser,
} from '../users/queries.ts'
import type { UserRow } from '../users/tables.ts'
import { forgetDevices, rememberDevice } from './known-device.ts'
import { getMailTokenError, issueMailToken, redeemMailToken } from './mail-token.ts'
import { hashPassword } from './password-hash.ts'
import { assertValidPassword } from './password-rules.ts'
import { reauthenticate } from './reauthenticate.ts'
import { assertSecondFactor } from './second-factor.ts'
import { createSession } from './session.ts'
import { MAIL_REQUEST_MIN_MS } from './sign-up.ts'
import { deleteUserSessions, findMailTokenUser, revokeMailTokens } from './token-queries.ts'

/**
 * Replaces the password of a signed-in user. This browser gets a new session; all others end.
 * @throws HttpError 401 for a wrong current password or a missing code of the second factor, 400
 *   for an invalid new password, and 409 if the password changed in the meantime.
 */
export async function changePassword(
  deps: Deps,
  c: Context,
  input: { caller: Caller } & z.output<typeof changePasswordRequest>,
): Promise<void> {
  const user = await reauthenticate(deps, input.caller, {
    password: input.currentPassword,
    field: 'currentPassword',
  })
  assertValidPassword(input.newPassword, {
    minLength: deps.env.PASSWORD_MIN,
    owner: { name: user.display_name, email: user.email, phone: user.phone },
    field: 'newPassword',
  })
  if (input.newPassword.normalize('NFC') === input.currentPassword.normalize('NFC'))
    throw new HttpError(400, 'Please choose a password that is not your current one.', {
      field: 'newPassword',
    })
  // Last, because it uses up the code.
  await assertSecondFactor(deps, user.id, input.code)
  const similarHash =
    user.email_verified_at === null ? await findUnverifiedHash(deps.db, user.email) : null
  const hash = await hashPassword(deps.env, input.newPassword, similarHash)
  await deps.db.transaction().execute(async (db) => {
    const now = deps.now()
    const isReplaced = await replacePasswordHash(db, {
      id: user.id,
      current: user.password_hash,
      password_hash: hash,
      updated_at: now,
    })
    if (!isReplaced)
      throw new HttpError(409, 'The password was changed in another window just now.')
    await revokeMailTokens(db, { userId: user.id, purpose: 'reset-password', now })
    await deleteUserSessions(db, user.id)
    await forgetDevices(db, user)
    await createSession(deps, db, c, user)
    await rememberDevice(deps, db, c, user)
    await enqueuePasswordChangedMail(deps, db, user)
  })
}

/** Mails the owner. An unverified email gets no mail, because it may belong to another person. */
async function enqueuePasswordChangedMail(
  deps: Deps,
  db: Db,
  { id, email, display_name, email_verified_at }: UserRow,
): Promise<void> {
  if (email_verified_at === null) return
  await enqueueAccountMail(deps, db, { id, email, kind: 'password-changed' }, () =>
    passwordChangedMail(deps.env, display_name),
  )
}

const RESET_PURPOSE = 'reset-password'

/** Mails a reset link if a verified account has the email. The result does not reveal that. */
export const forgotPassword = (deps: Deps, email: string): Promise<void> =>
  minDuration(MAIL_REQUEST_MIN_MS, async () => {
    const owner = await findVerifiedUser(deps.db, email)
    if (!owner) return
    await deps.db.transaction().execute(async (db) => {
      const now = deps.now()
      const user = await lockUser(db, owner.id)
      if (!user) return
      await enqueueAccountMail(deps, db, { id: user.id, email, kind: 'reset' }, async () => {
        const token = await issueMailToken(db, { userId: user.id, purpose: RESET_PURPOSE, now })
        return passwordResetMail(deps.env, user.display_name, token)
      })
    })
  })

/**
 * Sets a new password by a mailed token, and ends all sessions.
 * @throws HttpError 404, 409 or 410 for the token, 400 for the password.
 */
export async function resetPassword(
  deps: Deps,
  c: Context,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const key = { token_hash: hashToken(token), purpose: RESET_PURPOSE } as const
  const owner = await findMailTokenUser(deps.db, key, deps.now())
  if (!owner) throw await getMailTokenError(deps.db, { token, purpose: RESET_PURPOSE })
  assertValidPassword(password, {
    minLength: deps.env.PASSWORD_MIN,
    owner: { name: owner.display_name, email: owner.email, phone: owner.phone },
    field: 'password',
  })
  const hash = await hashPassword(deps.env, password)
  await deps.db.transaction().execute(async (db) => {
    const now = deps.now()
    const user = await lockUser(db, owner.id)
    const { userId } = await redeemMailToken(db, { token, purpose: RESET_PURPOSE, now })
    if (!user) return
    await updateUser(db, userId, { password_hash: hash, updated_at: now })
    await deleteUserSessions(db, userId)
    await forgetDevices(db, user)
    await rememberDevice(deps, db, c, user)
    await enqueuePasswordChangedMail(deps, db, user)
  })
}
