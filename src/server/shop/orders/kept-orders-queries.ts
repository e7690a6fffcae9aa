import type { Db } from '../../core/db/schema.ts'
import type { ServerEnv } from '../../core/env.ts'

/**
 * Whether the shop takes orders, or has some that were placed in it: these keep their page, their steps and their
 * mails once no more are taken. Orders of earlier releases and of demo accounts were placed elsewhere, and have no
 * timeline.
 */
export async function keepsOrders({
  env,
  db,
}: {
  env: Pick<ServerEnv, 'ORDERS'>
  db: Db
}): Promise<boolean> {
  if (env.ORDERS.length > 0) return true
  const event = await db.selectFrom('order_event').select('order_id').limit(1).executeTakeFirst()
  return event !== undefined
}
