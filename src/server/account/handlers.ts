import type { DeviceSession } from '#src/contract/account.ts'
import { email as emailSchema } from '#src/contract/auth.ts'
import { toIso } from '#src/rules/dates.ts'
import { messages } from '#src/rules/messages.ts'
import { forgetDevices } from '../auth/known-device.ts'
import { reauthenticate } from '../auth/reauthenticate.ts'
import { deleteSessionCookie, getSessionLifetime } from '../auth/session.ts'
import { deleteUserSessions } from '../auth/token-queries.ts'
import { deleteContactMessages, listContactMessages } from '../contact/queries.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Caller, Handlers } from '../http/mount.ts'
import { accountDeletedMail } from '../mail/account-mails.ts'
import { enqueueAccountMail } from '../mail/enqueue-mail.ts'
import { deleteReviewsOfUser, exportReviews } from '../reviews/queries.ts'
import { runReviewChange } from '../reviews/service.ts'
import { exportStockAlerts } from '../stock-alerts/queries.ts'
import { findWishlistShare } from '../wishlist/queries.ts'
import { completeProfile, getUser, updateProfile } from './profile.ts'
import * as queries from './queries.ts'

/** Handlers for the profile, sessions and data of the signed-in user. */
export const accountHandlers = (deps: Deps) =>
  ({
    'GET /users/getUserProfile': async ({ caller }) => ({
      user: caller && (await getUser(deps.db, caller.userId)),
    }),
    'POST /users/complete-profile': async ({ caller, body }) => {
      await completeProfile(deps, caller.userId, body)
      return { user: await getUser(deps.db, caller.userId), message: messages.profile.updated }
    },
    'PUT /users/update': async ({ caller, body }) => {
      await updateProfile(deps, caller.userId, body)
      const user = await getUser(deps.db, caller.userId)
      return { success: true, user, message: messages.profile.updated }
    },
    'GET /users/sessions': async ({ caller }) => ({
      success: true,
      sessions: await listSessions(deps, caller),
    }),
    'DELETE /users/sessions/:id': async ({ caller, param, c }) => {
      await deleteSession(deps, caller, param)
      if (param === caller.sessionId) deleteSessionCookie(deps, c)
      return { success: true, message: 'Signed out there.' }
    },
    'GET /users/export': async ({ caller, c }) => {
      c.header('Content-Disposition', 'attachment; filename="kairavi-account.json"')
      return exportAccount(deps, caller)
    },
    'DELETE /users/account': async ({ caller, body, c }) => {
      await deleteAccount(deps, caller, body.confirmation)
      deleteSessionCookie(deps, c)
      return { success: true, message: 'Your account is deleted.' }
    },
  }) satisfies Partial<Handlers>

/**
 * Deletes the user with all their data and confirms it by mail.
 * @param confirmation the current password; for an account without one, its e-mail address.
 * @throws HttpError 401 when the confirmation does not match.
 */
async function deleteAccount(deps: Deps, caller: Caller, confirmation: string): Promise<void> {
  const user = await queries.getUserRow(deps.db, caller.userId)
  if (user.password_hash === null) assertEmailMatches(user.email, confirmation)
  else await reauthenticate(deps, caller, { password: confirmation, field: 'confirmation' })
  await runReviewChange(deps, async (db) => {
    const reviews = await deleteReviewsOfUser(db, user.id)
    const shown = reviews.filter(({ state }) => state === 'approved')
    const done = { result: undefined, changedProductIds: shown.map(({ product_id: id }) => id) }
    await queries.deleteUser(db, user.id)
    // An unverified address may belong to another person, and so may its mails and messages.
    if (user.email_verified_at === null) return done
    if (user.email !== deps.env.MAIL_TO) await queries.deleteMails(db, user.email)
    await deleteContactMessages(db, user.email)
    await forgetDevices(db, user)
    const mail = { id: undefined, email: user.email, kind: 'account-deleted' } as const
    await enqueueAccountMail(deps, db, mail, () => accountDeletedMail(user.display_name))
    return done
  })
}

function assertEmailMatches(email: string, confirmation: string): void {
  if (emailSchema.safeParse(confirmation).data === email) return
  throw new HttpError(401, 'Please enter the email address of this account.', {
    field: 'confirmation',
  })
}

/** @returns all stored data of the user except secrets. */
async function exportAccount(deps: Deps, caller: Caller): Promise<Record<string, unknown>> {
  const { db } = deps
  const user = await getUser(db, caller.userId)
  return {
    exportedAt: toIso(deps.now()),
    user,
    sessions: await listSessions(deps, caller),
    cart: await queries.exportCart(db, caller.userId),
    wishlist: await queries.exportWishlist(db, caller.userId),
    wishlistShare: await findWishlistShare(db, caller.userId),
    stockAlerts: await exportStockAlerts(db, caller.userId),
    reviews: await exportReviews(db, caller.userId),
    // An unverified address may belong to another person, and so may its mails and messages.
    ...(user.isVerified
      ? {
          mails: await queries.exportMails(db, user.email),
          messages: await listContactMessages(db, user.email),
        }
      : {}),
  }
}

/** The `:id` of `DELETE /users/sessions/:id` for all sessions except the caller's. */
const OTHERS = 'others'

/** @returns the user's active sessions, the last seen first. */
async function listSessions({ db, now }: Deps, caller: Caller): Promise<DeviceSession[]> {
  const { idleTimeoutMs } = getSessionLifetime(caller.role)
  const rows = await queries.listSessions(db, { userId: caller.userId, now: now(), idleTimeoutMs })
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    createdAt: toIso(row.created_at),
    lastSeenAt: toIso(row.last_seen_at),
    current: row.id === caller.sessionId,
  }))
}

/** @throws HttpError 404 when the session is not the caller's, whether or not it exists. */
async function deleteSession({ db }: Deps, caller: Caller, id: string): Promise<void> {
  if (id === OTHERS) return deleteUserSessions(db, caller.userId, caller.sessionId)
  if (!(await queries.deleteSession(db, caller.userId, id)))
    throw new HttpError(404, 'This device is not signed in.')
}
