import { messages } from '#src/rules/messages.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/mount.ts'
import { HttpError } from '../http/http-error.ts'
import { readCatalogue, readListing, readProduct } from './read.ts'
import { serialisedOnce } from './serialised.ts'

type Calls = 'GET /products/get-all-products' | 'GET /products/slug/:slug'

export function catalogHandlers(deps: Deps): Pick<Handlers, Calls> {
  const listing = serialisedOnce(deps, () => readListing(deps))
  const full = serialisedOnce(deps, () => readCatalogue(deps))
  return {
    'GET /products/get-all-products': ({ query, c }) =>
      query.detail === 'full' ? full(c) : listing(c),
    'GET /products/slug/:slug': async ({ param }) => {
      const product = await readProduct(deps, param)
      if (!product) throw new HttpError(404, messages.products.notFound)
      return { product }
    },
  }
}
