import type { DeviceSession } from '#src/contract/account.ts'
import { toIso } from '#src/rules/dates.ts'
import { deleteInvitations } from '../admin/staff-queries.ts'
import { forgetDevices } from '../auth/known-device.ts'
import { getSessionLifetime } from '../auth/session.ts'
import { hashToken } from '../auth/token.ts'
import { deleteContactMessages, listContactMessages } from '../contact/queries.ts'
import type { Database, UserRow } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'
import type { Caller } from '../http/mount.ts'
import { accountDeletedMail } from '../mail/account-mails.ts'
import { enqueueAccountMail } from '../mail/enqueue-mail.ts'
import { deleteGrowingRows } from '../retention/account-rows.ts'
import { deleteRowsWith } from '../retention/queries.ts'
import { runSteps } from '../retention/steps.ts'
import { deleteReviewsOfUser, exportReviews } from '../reviews/queries.ts'
import { exportStockAlerts } from '../stock-alerts/queries.ts'
import { findWishlistShare } from '../wishlist/queries.ts'
import { getUser } from './profile.ts'
import * as queries from './queries.ts'

/** Whose data it is; without `sessionId` no session is the current one. */
type Owner = Pick<Caller, 'userId' | 'role'> & Partial<Pick<Caller, 'sessionId'>>

/** @returns all stored data of the user except secrets. */
export async function exportPersonalData(
  deps: Deps,
  owner: Owner,
): Promise<Record<string, unknown>> {
  const { db } = deps
  const { userId } = owner
  const user = await getUser(db, userId)
  return {
    exportedAt: toIso(deps.now()),
    user,
    sessions: await listSessions(deps, owner),
    cart: await queries.exportCart(db, userId),
    wishlist: await queries.exportWishlist(db, userId),
    wishlistShare: await findWishlistShare(db, userId),
    stockAlerts: await exportStockAlerts(db, userId),
    reviews: await exportReviews(db, userId),
    // An unverified address may belong to another person, and so may its mails and messages.
    ...(user.isVerified
      ? {
          mails: await queries.exportMails(db, user.email),
          messages: await listContactMessages(db, user.email),
        }
      : {}),
  }
}

/** @returns the user's active sessions, the last seen first. */
export async function listSessions(
  { db, now }: Deps,
  { userId, role, sessionId }: Owner,
): Promise<DeviceSession[]> {
  const { idleTimeoutMs } = getSessionLifetime(role)
  const rows = await queries.listSessions(db, { userId, now: now(), idleTimeoutMs })
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    createdAt: toIso(row.created_at),
    lastSeenAt: toIso(row.last_seen_at),
    current: row.id === sessionId,
  }))
}

/**
 * Deletes, in steps, what an account has any number of and no page of the shop shows: its sessions first, which end
 * with it. Call it before the transaction of `deletePersonalData`, for which others wait: it is short then.
 */
export async function deleteGrowingData(deps: Deps, user: UserRow): Promise<void> {
  await deleteGrowingRows(deps, [user.id])
  // An unverified address may belong to another person, and so may its mails and messages.
  if (user.email_verified_at === null) return
  const ofAddress: [table: keyof Database, column: string, value: string][] = [
    ['contact_message', 'email', user.email],
    ['known_device', 'email_hash', hashToken(user.email)],
  ]
  if (user.email !== deps.env.MAIL_TO) ofAddress.push(['outbox', 'recipient', user.email])
  for (const [table, column, value] of ofAddress)
    await runSteps(deps, () => deleteRowsWith(deps.db, table, column, [value]))
}

/**
 * Deletes the user with all their data and confirms it by mail. Orders stay without their owner: the books need them.
 * Call it in the transaction of `runReviewChange`, with the user locked.
 * @returns the ids of the products whose pages showed a review of the user.
 */
export async function deletePersonalData(deps: Deps, db: Db, user: UserRow): Promise<string[]> {
  const reviews = await deleteReviewsOfUser(db, user.id)
  await queries.deleteUser(db, user.id)
  if (user.email_verified_at !== null) {
    if (user.email !== deps.env.MAIL_TO) await queries.deleteMails(db, user.email)
    await deleteContactMessages(db, user.email)
    await deleteInvitations(db, user.email)
    await forgetDevices(db, user)
    const mail = { id: undefined, email: user.email, kind: 'account-deleted' } as const
    await enqueueAccountMail(deps, db, mail, () => accountDeletedMail(user.display_name))
  }
  return reviews.filter(({ state }) => state === 'approved').map(({ product_id: id }) => id)
}
