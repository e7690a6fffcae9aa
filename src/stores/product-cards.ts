import { call } from '#src/api-client/call.ts'
import type { ListingItem } from '#src/contract/catalog.ts'
import { toCardItem } from '#src/rules/listing/listing.ts'
import { parseListingItem } from '#src/rules/listing/listing-item.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'

/** The products of an answer as cards; what is no product is left out. */
export const toCards = (products: unknown): ListingItem[] =>
  Array.isArray(products)
    ? products.flatMap((given) => parseListingItem(given) ?? []).map(toCardItem)
    : []

/** Why a list of products could not be fetched (spec §7, §8). */
export const productsErrorOf = ({ status = 200 }: { status?: number | undefined }): string =>
  status >= 400 ? pageMessages.products.httpError(status) : pageMessages.products.fetchFailed

/** The products on sale with these slugs, in their order. */
export async function fetchCards(
  slugs: string[],
): Promise<{ items: ListingItem[]; error: string | null }> {
  const outcome = await call('GET /products/get-all-products', {
    query: { slugs: slugs.join(',') },
  })
  return outcome.kind === 'ok'
    ? { items: toCards(outcome.body.products), error: null }
    : { items: [], error: productsErrorOf(outcome) }
}
