import { atom, batch } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { ListingItem } from '#src/contract/catalog.ts'
import { MAX_NAMED_SLUGS } from '#src/contract/values.ts'
import { toCardItem } from '#src/rules/listing/listing.ts'
import { parseListingItem } from '#src/rules/listing/listing-item.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'

/** The products of an answer as cards; what is no product is left out. */
export const toCards = (products: unknown): ListingItem[] =>
  Array.isArray(products)
    ? products.flatMap((input) => parseListingItem(input) ?? []).map(toCardItem)
    : []

/** Why a list of products could not be fetched (spec §7, §8). */
export const productsErrorOf = ({ status = 200 }: { status?: number | undefined }): string =>
  status >= 400 ? pageMessages.products.httpError(status) : pageMessages.products.fetchFailed

/** The products on sale with these slugs, in their order. */
async function fetchCards(
  slugs: string[],
): Promise<{ items: ListingItem[]; error: string | null }> {
  const outcome = await call('GET /products/get-all-products', {
    query: { slugs: slugs.join(',') },
  })
  return outcome.kind === 'ok'
    ? { items: toCards(outcome.body.products), error: null }
    : { items: [], error: productsErrorOf(outcome) }
}

/** Cards by slug, fetched as they are shown; null for a product that is not on sale. */
export const $cards = atom<ReadonlyMap<string, ListingItem | null>>(new Map())

/** Why cards could not be fetched. */
export const $cardsError = atom<string | null>(null)

const requestedCards = new Set<string>()

/** Fetches the cards of these products that were not fetched before. */
export async function loadCards(slugs: readonly string[]): Promise<void> {
  const missing = slugs.filter((slug) => !requestedCards.has(slug)).slice(0, MAX_NAMED_SLUGS)
  if (missing.length === 0) return
  for (const slug of missing) requestedCards.add(slug)
  const { items, error } = await fetchCards(missing)
  if (error !== null) for (const slug of missing) requestedCards.delete(slug)
  const found = error === null ? missing.map((slug) => [slug, null] as const) : []
  batch(() => {
    $cardsError.set(error)
    $cards.set(
      new Map([...$cards.get(), ...found, ...items.map((item) => [item.slug, item] as const)]),
    )
  })
}
