import type { Db } from '../../core/db/schema.ts'
import type { ServerEnv } from '../../core/env.ts'
import { hasTimelines } from './queries.ts'

/**
 * Whether the shop takes orders, or has some that were placed in it: these keep their page, their steps and their
 * mails once no more are taken. Orders of earlier releases and of demo accounts were placed elsewhere, and have no
 * timeline.
 */
export const keepsOrders = async ({
  env,
  db,
}: {
  env: Pick<ServerEnv, 'ORDERS'>
  db: Db
}): Promise<boolean> => env.ORDERS.length > 0 || (await hasTimelines(db))
