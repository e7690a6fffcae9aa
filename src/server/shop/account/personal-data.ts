import type { DeviceSession } from '#src/contract/account.ts'
import { toIso } from '#src/rules/dates.ts'
import type { Deps } from '../../core/deps.ts'
import type { Caller } from '../../core/http/mount.ts'
import { getSessionLifetime } from '../auth/session.ts'
import { listContactMessages } from '../contact/queries.ts'
import { exportOrders } from '../orders/export-orders.ts'
import { exportReviews } from '../reviews/queries.ts'
import { exportStockAlerts } from '../stock-alerts/queries.ts'
import { getUser } from '../users/get-user.ts'
import { findWishlistShare } from '../wishlist/queries.ts'
import * as queries from './queries.ts'

/** The owner of the data. Without `sessionId`, no session is the current one. */
type Owner = Pick<Caller, 'userId' | 'role'> & Partial<Pick<Caller, 'sessionId'>>

/** Returns all stored data of the user except secrets. */
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
    orders: await exportOrders(deps, db, userId),
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

/** Lists the user's active sessions, the most recently used first. */
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
