import { SEARCH_GROUPS, SEARCH_RIGHTS } from '#src/contract/studio-search.ts'
import { hasRight } from '#src/contract/values.ts'
import { insertHourlyAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import type { Caller, Handlers } from '../../core/http/mount.ts'
import { listCustomers } from '../customers/customers.ts'
import { listOrders } from '../orders/list-orders.ts'
import { findMessages, findReviews } from './find-newest.ts'
import { createRecordSearch } from './find-records.ts'

/** Results per kind. */
const LISTED = 20

/** Aborts the previous search of an editor, and a search whose client has disconnected. */
function createSearchSignals() {
  const running = new Map<string, AbortController>()
  return {
    start(userId: string, request: Request): AbortController {
      const controller = new AbortController()
      const cancel = (message: string) => controller.abort(new HttpError(409, message))
      running.get(userId)?.abort(new HttpError(409, 'A newer search has replaced this one.'))
      running.set(userId, controller)
      request.signal.addEventListener('abort', () => cancel('The search was cancelled.'))
      return controller
    },
    end(userId: string, controller: AbortController): void {
      if (running.get(userId) === controller) running.delete(userId)
    },
  }
}

/** For a role that has no right to the catalogue. */
const NO_RECORDS = { products: [], texts: [], launches: [], titles: new Map<string, string>() }

export function studioSearchHandlers(deps: Deps) {
  const findRecords = createRecordSearch(deps)
  const signals = createSearchSignals()
  const search = async (caller: Caller, text: string, signal: AbortSignal) => {
    const can = (group: keyof typeof SEARCH_RIGHTS) => hasRight(caller.role, SEARCH_RIGHTS[group])
    const { products, texts, launches, titles } = can('products')
      ? await findRecords(text, signal)
      : NO_RECORDS
    const page = { search: text, page: 1 }
    const { customers, total } = can('customers')
      ? await listCustomers(deps, caller, page, LISTED, signal)
      : { customers: [], total: 0 }
    await insertHourlyAuditEntry(deps.db, {
      at: deps.now(),
      actor_id: caller.userId,
      action: 'orders',
      subject: 'Looked at the list of orders',
    })
    const orders = await listOrders(deps, { ...page, states: [], view: undefined }, signal)
    const messages = can('messages') ? await findMessages(deps.db, text, LISTED + 1, signal) : []
    const reviews = can('reviews')
      ? await findReviews({ ...deps, titles }, text, LISTED + 1, signal)
      : []
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
  }
  return {
    'POST /editor/search': async ({ caller, body: { text }, c }) => {
      const controller = signals.start(caller.userId, c.req.raw)
      try {
        return await search(caller, text, controller.signal)
      } finally {
        signals.end(caller.userId, controller)
      }
    },
  } satisfies Partial<Handlers>
}
