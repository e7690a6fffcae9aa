import { MINUTE_MS } from '#src/rules/constants.ts'
import type { Deps } from '../../core/deps.ts'
import type { Job } from '../../core/job.ts'
import { expireOrder, openOrder } from './order-steps.ts'
import { runOrderChange } from './order-transaction.ts'
import { checkPayments, PAYMENTS_PER_RUN } from './payments.ts'
import * as queries from './queries.ts'
import { REFUNDS_PER_RUN, sendDueRefunds } from './refunds.ts'

/** Orders of one run. */
const ORDERS_PER_RUN = 50

/** Cancels the orders that were not paid in time: what they hold can be bought again. */
export async function expireOrders(deps: Deps): Promise<void> {
  const ids = await queries.listExpiredOrders(deps.db, deps.now(), ORDERS_PER_RUN)
  for (const id of ids) {
    if (deps.signal?.aborted) return
    await runOrderChange(deps, async (transaction) => {
      const whole = await openOrder(transaction, { id })
      // Null: the payment has arrived since, or the order is cancelled already.
      if ((whole.order.expires_at ?? Number.POSITIVE_INFINITY) > transaction.now) return
      await expireOrder(transaction, whole)
    })
  }
}

/** Takes from orders of deleted accounts that are over what the books do not need. */
async function forgetBuyers(deps: Deps): Promise<void> {
  await deps.db.transaction().execute((db) => queries.forgetBuyers(db, ORDERS_PER_RUN))
}

/** The payments are asked for first: one that has arrived keeps its order. */
export async function runOrderJob(deps: Deps): Promise<void> {
  for (const task of [checkPayments, sendDueRefunds, expireOrders, forgetBuyers])
    await task(deps).catch((error: unknown) =>
      deps.log('warn', 'orders failed', { code: task.name, error: String(error) }),
    )
}

export const orderJob: Job = {
  name: 'orders',
  process: 'shop',
  task: 'asks for payments and refunds that are not settled, and cancels orders that were not paid in time',
  intervalMs: MINUTE_MS,
  event: 'refundStarted',
  bound: `${ORDERS_PER_RUN} orders, ${PAYMENTS_PER_RUN} payments and ${REFUNDS_PER_RUN} refunds`,
  tables: [
    'order',
    'order_line',
    'order_event',
    'payment',
    'payment_event',
    'refund',
    'return_request',
    'document',
    'shipment',
    'stock',
    'stock_hold',
    'product',
    'setting',
    'publish_request',
    'content_record',
    'outbox',
    'user',
  ],
  open: (deps) => ({ run: () => runOrderJob(deps) }),
}
