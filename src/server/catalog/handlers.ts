import { messages } from '#src/rules/messages.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Handlers } from '../http/mount.ts'
import { cacheByRevision } from './revision-cache.ts'
import { findProduct, getCatalogue, getListing } from './service.ts'

type Calls = 'GET /products/get-all-products' | 'GET /products/slug/:slug'

export function catalogHandlers(deps: Deps): Pick<Handlers, Calls> {
  const listing = cacheByRevision(deps, () => getListing(deps))
  const full = cacheByRevision(deps, () => getCatalogue(deps))
  return {
    'GET /products/get-all-products': ({ query, c }) =>
      query.detail === 'full' ? full(c) : listing(c),
    'GET /products/slug/:slug': async ({ param }) => {
      const product = await findProduct(deps, param)
      if (!product) throw new HttpError(404, messages.products.notFound)
      return { product }
    },
  }
}
