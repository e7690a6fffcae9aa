import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { Product } from '#src/contract/catalog.ts'
import { MAX_RETRIES } from '#src/rules/constants.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { createFetcherStore } from './query.ts'
import { isRecord } from './storage.ts'

const $slug = atom<string | null>(null)

/** Shows the product of this address; null ends that. */
export const openProduct = (slug: string | null): void => $slug.set(slug)

const isProduct = (value: unknown): value is Product =>
  isRecord(value) && typeof value['slug'] === 'string' && Array.isArray(value['pictures'])

async function fetchProduct(_: unknown, slug: unknown): Promise<Product | null> {
  const outcome = await call('GET /products/slug/:slug', {
    param: String(slug),
    retries: MAX_RETRIES,
  })
  switch (outcome.kind) {
    case 'ok':
      return isProduct(outcome.body.product) ? outcome.body.product : null
    case 'rejected':
      if (outcome.status === 404) return null
      throw new Error(outcome.message ?? pageMessages.products.loadFailed)
    case 'failed':
      throw new Error(pageMessages.products.loadFailed)
  }
}

/** The product of the address opened; its data is null when there is no such product. */
export const $product = createFetcherStore<Product | null>(['product/', $slug], {
  fetcher: fetchProduct,
  // The call tries again by itself, within its time: the failure stands until it is asked for anew.
  onErrorRetry: null,
})

export const retryProduct = (): void => $product.invalidate()
