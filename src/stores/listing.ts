import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { ListingItem } from '#src/contract/catalog.ts'
import { LISTING_PAGE_SIZE, MAX_RETRIES } from '#src/rules/constants.ts'
import { isRecord } from '#src/rules/is-record.ts'
import {
  changeFilters,
  type Filters,
  listingPath,
  NO_FILTERS,
  parseCategory,
  parseFilters,
  toQueryString,
} from '#src/rules/listing/listing.ts'
import { yieldToMain } from '#src/rules/yield-to-main.ts'
import { keepCards, productsErrorOf, toCards } from './product-cards.ts'
import { createQuery, type Fetched } from './query.ts'
import { toast } from './toasts.ts'

/** The filters of the address. */
export const $filters = atom<Filters>(NO_FILTERS)

/** Whether a press asked for the current list, whose results may follow a frame later. */
export const $listPressed = atom(false)

/** Number of found products that are shown. */
export const $visibleCount = atom(LISTING_PAGE_SIZE)

/** True once the address is read; the static page is shown until then. */
export const $listingOpen = atom(false)

/** Number of products of each category that the address may name. */
const $counts = atom<Record<string, number>>({})

const readShown = (state: unknown): number => {
  const shown = isRecord(state) ? state['shown'] : undefined
  return typeof shown === 'number' && shown > LISTING_PAGE_SIZE ? shown : LISTING_PAGE_SIZE
}

function readAddress(): void {
  $listPressed.set(false)
  $visibleCount.set(readShown(history.state))
  $filters.set(parseFilters(location.search, Object.keys($counts.get()), location.pathname))
  $listingOpen.set(true)
}

const unknownCategory = (category: string) =>
  `There is no category “${category}”. This is the whole collection.`

/**
 * Shows the list of the address and follows it back and forward.
 * @returns a function that stops it.
 */
export function openListing(counts: Record<string, number>): () => void {
  $counts.set(counts)
  readAddress()
  const named = parseCategory(new URLSearchParams(location.search))
  if (named && !Object.hasOwn(counts, named)) toast.blank(unknownCategory(named))
  const open = new AbortController()
  addEventListener('popstate', readAddress, { signal: open.signal })
  addEventListener('pagehide', saveScroll, { signal: open.signal })
  return () => open.abort()
}

/** Changes filters. Each change is one history entry, so that Back undoes one. */
export function setFilters(choice: Partial<Filters>): void {
  const filters = changeFilters($filters.get(), choice)
  if (toQueryString(filters) === toQueryString($filters.get())) return
  history.pushState(null, '', listingPath(filters, $counts.get(), location.pathname))
  $listPressed.set(true)
  $visibleCount.set(LISTING_PAGE_SIZE)
  $filters.set(filters)
}

/** Resets category to all, sort to default and search to empty (spec §4, Clear All). */
export const clearAll = (): void => setFilters(NO_FILTERS)

/** Shows another part of the found products. The history entry keeps the number. */
export function showMore(): void {
  $listPressed.set(true)
  $visibleCount.set($visibleCount.get() + LISTING_PAGE_SIZE)
  history.replaceState({ shown: $visibleCount.get() }, '')
}

/** Keeps the scroll position if the page is taller than the static one. */
function saveScroll(): void {
  if ($visibleCount.get() > LISTING_PAGE_SIZE)
    history.replaceState({ shown: $visibleCount.get(), scrollY: globalThis.scrollY }, '')
}

/** Scrolls to where a list of several parts was left; the browser cannot before they are shown. */
export function restoreListScroll(): void {
  const place = isRecord(history.state) ? history.state['scrollY'] : undefined
  if (typeof place !== 'number') return
  history.replaceState({ shown: $visibleCount.get() }, '')
  globalThis.scrollTo({ top: place, behavior: 'instant' })
}

const query = createQuery<ListingItem[]>({
  $key: atom('all'),
  fetch: fetchProducts,
  cacheKey: () => 'products',
  parseCached: (products) => (Array.isArray(products) ? toCards(products) : undefined),
})

async function fetchProducts(
  _: string,
  onRetry: (error: string) => void,
): Promise<Fetched<ListingItem[]>> {
  const outcome = await call('GET /products/get-all-products', {
    retries: MAX_RETRIES,
    onRetry: (failed) => onRetry(productsErrorOf(failed)),
  })
  if (outcome.kind !== 'ok') return { error: productsErrorOf(outcome) }
  // Read, made to cards and shown in tasks of their own.
  await yieldToMain()
  const data = toCards(outcome.body.products)
  await yieldToMain()
  return { data }
}

// A card of the page lacks fields that are needed later.
query.$confirmed.listen((items) => items && keepCards(items))

export const {
  /** The current listing of the API. */
  $state: $products,
  /** Why the products could not be fetched, also while the call is repeated. */
  $error: $productsError,
  invalidate: retryProducts,
} = query
