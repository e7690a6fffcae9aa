import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { toOrderDetail } from './order-answers.ts'
import { unsealPan } from './pan.ts'
import { formatPayout } from './payout.ts'
import { listOrdersOfUser } from './queries.ts'
import type { OrderRow } from './tables.ts'

/** Orders that are read at once. */
const STEP = 50

/** @returns all orders of a user with what belongs to them, the newest first, for the export of personal data. */
export async function exportOrders(deps: Deps, db: Db, userId: string): Promise<object[]> {
  const exported: object[] = []
  let before: OrderRow | undefined
  for (;;) {
    const orders = await listOrdersOfUser(db, userId, { before, limit: STEP })
    for (const order of orders) {
      const { steps: _, ...detail } = await toOrderDetail(deps, db, order)
      exported.push({
        ...detail,
        pan: unsealPan(deps.env, order),
        payout: formatPayout(deps.env, order, false),
      })
    }
    if (orders.length < STEP) return exported
    before = orders.at(-1)
  }
}
