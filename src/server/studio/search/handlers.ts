import { insertHourlyAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Deps } from '../../core/deps.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { listCustomers } from '../customers/customers.ts'
import { listOrders } from '../orders/list-orders.ts'
import { findAlikeRecords, findRecords } from './find-records.ts'

/** Results of each kind. */
const LISTED = 20

export function studioSearchHandlers(deps: Deps) {
  return {
    'POST /editor/search': async ({ caller, body: { text } }) => {
      const exact = await findRecords(deps, text)
      const { customers, total } = await listCustomers(
        deps,
        caller,
        { search: text, page: 1 },
        LISTED,
      )
      await insertHourlyAuditEntry(deps.db, {
        at: deps.now(),
        actor_id: caller.userId,
        action: 'orders',
        subject: 'Looked at the list of orders',
      })
      const orders = await listOrders(deps, { search: text, states: [], view: undefined, page: 1 })
      const isFound =
        exact.products.length + exact.texts.length + customers.length + orders.total > 0
      const { products, texts } = isFound ? exact : await findAlikeRecords(deps, text)
      const more = [
        ...(products.length > LISTED ? (['products'] as const) : []),
        ...(texts.length > LISTED ? (['texts'] as const) : []),
        ...(total > LISTED ? (['customers'] as const) : []),
        ...(orders.total > LISTED ? (['orders'] as const) : []),
      ]
      return {
        products: products.slice(0, LISTED),
        texts: texts.slice(0, LISTED),
        customers,
        orders: orders.orders.slice(0, LISTED),
        more,
      }
    },
  } satisfies Partial<Handlers>
}
