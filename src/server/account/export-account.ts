import type { Deps } from '../deps.ts'
import type { Caller } from '../http/mount.ts'
import { getUser } from './get-user.ts'
import { listSessions } from './sessions.ts'

/** Everything the shop keeps about the user, except secrets. */
export async function exportAccount(deps: Deps, caller: Caller): Promise<Record<string, unknown>> {
  const { db } = deps
  const user = await getUser(db, caller.userId)
  return {
    exportedAt: new Date(deps.now()).toISOString(),
    user,
    sessions: await listSessions(deps, caller),
    cart: await db
      .selectFrom('cart_item')
      .select(['product_id', 'variant', 'quantity', 'created_at'])
      .where('user_id', '=', caller.userId)
      .orderBy('created_at')
      .execute(),
    wishlist: await db
      .selectFrom('wishlist_item')
      .select(['product_id', 'created_at'])
      .where('user_id', '=', caller.userId)
      .orderBy('created_at')
      .execute(),
    // An unproven address may be somebody else's, and so may what bears it.
    ...(user.isVerified ? await correspondence(deps, user.email) : {}),
  }
}

const correspondence = async ({ db }: Deps, email: string) => ({
  mails: await db
    .selectFrom('outbox')
    .select(['subject', 'created_at', 'sent_at'])
    .where('recipient', '=', email)
    .orderBy('created_at')
    .execute(),
  messages: await db
    .selectFrom('contact_message')
    .select(['topic', 'first_name', 'last_name', 'company', 'message', 'created_at'])
    .where('email', '=', email)
    .orderBy('created_at')
    .execute(),
})
