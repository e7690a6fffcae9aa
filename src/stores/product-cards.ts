import { atom, batch } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { ListingItem } from '#src/contract/catalog.ts'
import { MAX_NAMED_SLUGS } from '#src/contract/values.ts'
import { parseListingItem } from '#src/rules/listing/listing-item.ts'
import { productMessages } from '#src/rules/messages/products.ts'

/** No card of a list shows a placeholder. */
const withoutPlaceholders = (item: ListingItem): ListingItem => ({
  ...item,
  pictures: item.pictures.map((picture) => ({ ...picture, placeholder: '' })),
})

/** The products of an answer, without items that are not products. */
export const toCards = (products: unknown): ListingItem[] =>
  Array.isArray(products)
    ? products.flatMap((input) => parseListingItem(input) ?? []).map(withoutPlaceholders)
    : []

/** Why a list of products could not be fetched (spec §7, §8). */
export const productsErrorOf = ({ status = 200 }: { status?: number | undefined }): string =>
  status >= 400 ? productMessages.httpError(status) : productMessages.fetchFailed

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

/** The fetches of cards by slug, also successful ones. */
const requests = new Map<string, Promise<void>>()

/** Fetches the cards of these products that were not fetched before. */
export async function loadCards(slugs: readonly string[]): Promise<void> {
  const missing = slugs.filter((slug) => !requests.has(slug)).slice(0, MAX_NAMED_SLUGS)
  const request = missing.length > 0 ? requestCards(missing) : undefined
  if (request) for (const slug of missing) requests.set(slug, request)
  await Promise.all(slugs.map((slug) => requests.get(slug)))
}

async function requestCards(slugs: string[]): Promise<void> {
  const { items, error } = await fetchCards(slugs)
  if (error !== null) for (const slug of slugs) requests.delete(slug)
  const found = error === null ? slugs.map((slug) => [slug, null] as const) : []
  batch(() => {
    $cardsError.set(error)
    $cards.set(new Map([...$cards.get(), ...found, ...toEntries(items)]))
  })
}

const toEntries = (items: readonly ListingItem[]) => items.map((item) => [item.slug, item] as const)

/** Keeps products of another call's answer. */
export function keepCards(items: readonly ListingItem[]): void {
  for (const { slug } of items) requests.set(slug, Promise.resolve())
  $cards.set(new Map([...$cards.get(), ...toEntries(items)]))
}

/** The whole of a product, of which a page shows the card; undefined if it cannot be fetched. */
export async function loadCard(slug: string): Promise<ListingItem | undefined> {
  await loadCards([slug])
  return $cards.get().get(slug) ?? undefined
}
