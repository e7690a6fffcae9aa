import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { Product } from '#src/contract/catalog.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { productMessages } from '#src/rules/messages/products.ts'
import { parseProductSlug } from '#src/rules/product/product-slug.ts'
import { errorText } from './outcome.ts'
import { createQuery } from './query.ts'

/** The slug in the address; null in the build and on the page of something else. */
const $slug = atom(parseProductSlug(globalThis.location?.pathname ?? ''))

const isProduct = (value: unknown): value is Product =>
  isRecord(value) && typeof value['slug'] === 'string' && Array.isArray(value['pictures'])

/** An API of another origin has no reviews to read. */
const withReviews = (product: Product): Product => ({ ...NO_REVIEWS, ...product })
const NO_REVIEWS = { ratingCounts: [], newestReviews: [] }

const query = createQuery<Product | null>({
  $key: $slug,
  async fetch(slug) {
    const outcome = await call('GET /products/slug/:slug', { param: slug })
    if (outcome.kind === 'ok')
      return { data: isProduct(outcome.body.product) ? withReviews(outcome.body.product) : null }
    return outcome.kind === 'rejected' && outcome.status === 404
      ? { data: null }
      : { error: errorText(outcome, productMessages.loadFailed) }
  },
  cacheKey: (slug) => `product/${slug}`,
  parseCached: (product) => (product === null || isProduct(product) ? product : undefined),
})

/** The product of the address; its data is null when it does not exist. */
export const { $state: $product } = query

export const retryProduct = (): void => void query.invalidate()
