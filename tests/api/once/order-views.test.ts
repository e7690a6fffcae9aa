import { expect } from 'vitest'
import { ORDER_VIEWS, type OrderView } from '#src/contract/values.ts'
import { countOrders } from '#src/server/studio/orders/queries.ts'
import { test } from '#tests/helpers/api-test.ts'
import { explainStatements, recordStatements } from '#tests/helpers/query-plans.ts'

/** What a view reads of the orders: those of states that few have at a time, or single ones. */
const FOUND: Record<OrderView, string | string[]> = {
  to_dispatch: 'order_by_state (state=?)',
  packed: 'order_by_state (state=?)',
  missing_hsn: 'order_by_state (state=?)',
  overdue: 'order_by_state (state=?)',
  transfers: 'order_by_state (state=?)',
  to_collect: 'order_unpaid (state=?)',
  returns: 'sqlite_autoindex_order_1 (id=?)',
  to_pay_back: ['sqlite_autoindex_order_1 (id=?)', 'order_to_pay_back (<expr>>?)'],
  refunds: 'sqlite_autoindex_order_1 (id=?)',
}

// PostgreSQL chooses by its statistics.
test.skipIf(process.env['TEST_DATABASE_URL']).for(ORDER_VIEWS)(
  'the view %s of the orders reads none that were delivered and paid',
  async (view, { shop }) => {
    const filter = { states: [], view, now: 1, categoriesWithHsn: ['watches'] }
    const count = () => countOrders(shop.deps.db, filter)
    const plans = await explainStatements(shop, await recordStatements(shop, count))
    const steps = plans.flatMap((plan) => plan.steps).filter((step) => /^SEARCH order\b/.test(step))
    expect(steps).toEqual([FOUND[view]].flat().map((part) => expect.stringContaining(part)))
  },
)
