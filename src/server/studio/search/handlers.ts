import type { Deps } from '../../core/deps.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { listCustomers } from '../customers/customers.ts'
import { findProducts, findTexts } from './find-records.ts'

/** Results of each kind. */
const LISTED = 20

export function studioSearchHandlers(deps: Deps) {
  return {
    'POST /editor/search': async ({ caller, body: { text } }) => {
      const products = await findProducts(deps.db, text)
      const texts = await findTexts(deps, text)
      const { customers, total } = await listCustomers(
        deps,
        caller,
        { search: text, page: 1 },
        LISTED,
      )
      const more = [
        ...(products.length > LISTED ? (['products'] as const) : []),
        ...(texts.length > LISTED ? (['texts'] as const) : []),
        ...(total > LISTED ? (['customers'] as const) : []),
      ]
      return {
        products: products.slice(0, LISTED),
        texts: texts.slice(0, LISTED),
        customers,
        orders: [],
        more,
      }
    },
  } satisfies Partial<Handlers>
}
