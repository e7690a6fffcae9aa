import { listContactMessages } from '../contact/queries.ts'
import type { Deps } from '../deps.ts'
import type { Caller } from '../http/mount.ts'
import { exportStockAlerts } from '../stock-alerts/queries.ts'
import { findWishlistShare } from '../wishlist/queries.ts'
import { getUser } from './get-user.ts'
import * as queries from './queries.ts'
import { listSessions } from './sessions.ts'

/** @returns all stored data of the user except secrets. */
export async function exportAccount(deps: Deps, caller: Caller): Promise<Record<string, unknown>> {
  const { db } = deps
  const user = await getUser(db, caller.userId)
  return {
    exportedAt: new Date(deps.now()).toISOString(),
    user,
    sessions: await listSessions(deps, caller),
    cart: await queries.exportCart(db, caller.userId),
    wishlist: await queries.exportWishlist(db, caller.userId),
    wishlistShare: await findWishlistShare(db, caller.userId),
    stockAlerts: await exportStockAlerts(db, caller.userId),
    // An unverified address may belong to another person, and so may its mails and messages.
    ...(user.isVerified
      ? {
          mails: await queries.exportMails(db, user.email),
          messages: await listContactMessages(db, user.email),
        }
      : {}),
  }
}
