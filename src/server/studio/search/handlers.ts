import { SEARCH_GROUPS } from '#src/contract/studio-search.ts'
import { insertHourlyAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Deps } from '../../core/deps.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { listCustomers } from '../customers/customers.ts'
import { listOrders } from '../orders/list-orders.ts'
import { findMessages, findReviews } from './find-newest.ts'
import { addAlikeRecords, findRecords } from './find-records.ts'

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
      const messages = await findMessages(deps.db, text, LISTED + 1)
      const reviews = await findReviews(deps.db, text, LISTED + 1)
      const { products, texts, launches } =
        exact.products.length + total + orders.total > 0
          ? exact
          : await addAlikeRecords(deps, text, exact, messages.length + reviews.length > 0)
      const counts = {
        products: products.length,
        texts: texts.length,
        launches: launches.length,
        customers: total,
        orders: orders.total,
        messages: messages.length,
        reviews: reviews.length,
      }
      return {
        products: products.slice(0, LISTED),
        texts: texts.slice(0, LISTED),
        launches: launches.slice(0, LISTED),
        customers,
        orders: orders.orders.slice(0, LISTED),
        messages: messages.slice(0, LISTED),
        reviews: reviews.slice(0, LISTED),
        more: SEARCH_GROUPS.filter((group) => counts[group] > LISTED),
      }
    },
  } satisfies Partial<Handlers>
}
