import { atom, onMount } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { ListingItem } from '#src/contract/catalog.ts'
import { CATEGORIES } from '#src/contract/values.ts'
import { LISTING_PAGE_SIZE } from '#src/rules/constants.ts'
import {
  type Filters,
  NO_FILTERS,
  parseFilters,
  toCardItem,
  toQueryString,
} from '#src/rules/listing.ts'
import { parseListingItem } from '#src/rules/listing-item.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { paths } from '#src/rules/paths.ts'
import { createFetcherStore } from './query.ts'

/** What the address of the page asks for. */
export const $filters = atom<Filters>(NO_FILTERS)

/** How many of the found products are shown. */
export const $shown = atom(LISTING_PAGE_SIZE)

/** True once the address has been read; until then the static page stands. */
export const $listingOpen = atom(false)

let chips: readonly string[] = CATEGORIES

const shownBefore = (state: unknown): number => {
  const shown = typeof state === 'object' && state && 'shown' in state ? state.shown : undefined
  return typeof shown === 'number' && shown > LISTING_PAGE_SIZE ? shown : LISTING_PAGE_SIZE
}

function readAddress(): void {
  $shown.set(shownBefore(history.state))
  $filters.set(parseFilters(location.search, chips))
  $listingOpen.set(true)
}

/**
 * Shows what the address asks for and follows it back and forward.
 * @returns what ends that.
 */
export function openListing(known: readonly string[]): () => void {
  chips = known
  readAddress()
  const open = new AbortController()
  addEventListener('popstate', readAddress, { signal: open.signal })
  return () => open.abort()
}

/** Every choice is a step of its own in the history, so that Back takes back one choice. */
export function choose(choice: Partial<Filters>): void {
  const filters = { ...$filters.get(), ...choice }
  const query = toQueryString(filters)
  if (query === toQueryString($filters.get())) return
  const base = location.pathname === paths.store ? paths.store : paths.shop
  history.pushState(null, '', base + query)
  $shown.set(LISTING_PAGE_SIZE)
  $filters.set(filters)
}

/** Resets category to all, sort to default and search to empty (spec §4, Clear All). */
export const clearAll = (): void => choose(NO_FILTERS)

/** Shows another page of what was found; coming back to the page shows as many again. */
export function showMore(): void {
  $shown.set($shown.get() + LISTING_PAGE_SIZE)
  history.replaceState({ shown: $shown.get() }, '')
}

async function fetchProducts(): Promise<ListingItem[]> {
  const outcome = await call('GET /products/get-all-products')
  if (outcome.kind === 'ok') {
    const products: unknown = outcome.body.products
    if (!Array.isArray(products)) return []
    return products.flatMap((given) => parseListingItem(given) ?? []).map(toCardItem)
  }
  const { status = 200 } = outcome
  throw new Error(
    status >= 400 ? pageMessages.products.httpError(status) : pageMessages.products.fetchFailed,
  )
}

const $asked = atom<true | null>(null)

/** The listing as the API has it now, once `askForProducts` was called. */
export const $products = createFetcherStore<ListingItem[]>(['products', $asked], {
  fetcher: fetchProducts,
})

/** Why the products could not be fetched; stands until they could, also while it is tried again. */
export const $productsError = atom<string | null>(null)

onMount($productsError, () =>
  $products.listen(({ data, error }) => {
    if (data) $productsError.set(null)
    else if (error instanceof Error)
      $productsError.set(error.message || pageMessages.products.fetchFailed)
  }),
)

export const askForProducts = (): void => $asked.set(true)

export const retryProducts = (): void => $products.invalidate()
