import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { Product } from '#src/contract/catalog.ts'
import { MAX_QUANTITY } from '#src/rules/constants.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { productMessages } from '#src/rules/messages/products.ts'
import { parseProductSlug } from '#src/rules/product/product-slug.ts'
import { errorText } from './outcome.ts'
import { createQuery } from './query.ts'

/** The slug in the address; null in the build and on the page of something else. */
const $slug = atom(parseProductSlug(globalThis.location?.pathname ?? ''))

/** The product with every field; null without a title or a price. */
function parseProduct(answer: unknown, slug: string): Product | null {
  if (!isRecord(answer) || typeof answer['title'] !== 'string') return null
  const { price } = answer
  if (typeof price !== 'number') return null
  const id = String(answer['id'] ?? answer['_id'] ?? slug)
  const product = {
    ...NO_DETAILS,
    id,
    slug,
    originalPrice: price,
    ...(answer as Partial<Product>),
  } as Product
  return {
    ...product,
    // A card without an address leads nowhere.
    relatedProducts: product.relatedProducts.filter((related) => related.id && related.slug),
  }
}

const NO_DETAILS = {
  subtitle: '',
  tagline: '',
  category: '',
  images: [],
  pictures: [],
  discountPercent: 0,
  reviewCount: 0,
  // An API of another origin has no reviews to read.
  ratingCounts: [],
  newestReviews: [],
  availability: '',
  stock: MAX_QUANTITY,
  offers: [],
  highlights: [],
  description: [],
  technicalDetails: {},
  relatedProducts: [],
  variant: {},
  options: [],
  countryOfOrigin: '',
  publishedAt: '',
  updatedAt: '',
}

const query = createQuery<Product | null>({
  $key: $slug,
  async fetch(slug) {
    const outcome = await call('GET /products/slug/:slug', { param: slug })
    if (outcome.kind === 'ok') return { data: parseProduct(outcome.body.product, slug) }
    return outcome.kind === 'rejected' && outcome.status === 404
      ? { data: null }
      : { error: errorText(outcome, productMessages.loadFailed) }
  },
  cacheKey: (slug) => `product/${slug}`,
  parseCached: (product) =>
    product === null ? null : (parseProduct(product, $slug.get() ?? '') ?? undefined),
})

/** The product of the address; its data is null when it does not exist. */
export const { $state: $product } = query

export const retryProduct = (): void => void query.invalidate()
