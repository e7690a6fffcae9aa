import type { ListingItem } from '#src/contract/catalog.ts'
import { LISTING_PAGE_SIZE, MAX_FETCHED_CATALOGUE } from '../constants.ts'
import { productMessages } from '../messages/products.ts'
import type { CatalogSearch } from '../search/search.ts'
import type { SearchEntry } from '../search/search-entry.ts'
import { needsIndex } from './facets.ts'
import { isSameRow, type ListRow, toRow } from './list-row.ts'
import { applyFilters, type Filters, type Found, NO_FILTERS, toQueryString } from './listing.ts'

export interface ListingInput {
  /** The products of the static page. */
  pageItems: readonly ListRow[]
  /** Further products that the search term of the static page means, below the list. */
  pageAlso?: readonly ListRow[] | undefined
  pageAlsoCount?: number | undefined
  /** Filters that the static page was built with. */
  pageFilters: Filters
  /** Number of the static page, from 1. */
  page: number
  /** Number of products that the static page is a part of. */
  pageTotal: number
  /** Number of products in the catalogue when the page was built. */
  total: number
  /** The API's current list, once fetched; of a large catalogue, the cards fetched so far. */
  fetched: ListingItem[] | undefined
  /** The search, once loaded; null if it could not be. */
  search: CatalogSearch | null | undefined
  /** Why the fetch failed. */
  error: string | null
  filters: Filters
  /** Maximum number of products to show. */
  limit: number
}

/** A product of the grid; of a large catalogue, `item` is undefined until it is fetched. */
export interface GridEntry {
  slug: string
  item: ListRow | undefined
}

/** One of the four states of the listing (spec §2, /shop). */
export type ListingView =
  | { kind: 'loading' }
  | { kind: 'error'; message: string }
  | {
      kind: 'empty'
      /** A search that finds something if this one finds nothing. */
      nearest: string | null
    }
  | {
      kind: 'grid'
      list: GridEntry[]
      /** Further products that the search term means. */
      also: GridEntry[]
      /** Number of products of the list, shown or not. */
      count: number
      alsoCount: number
      /** True for the static page, whose neighbours are documents with their own URL. */
      paged: boolean
      /** Why the list may be out of date. */
      warning: string | null
    }

const isSame = (a: Filters, b: Filters): boolean => toQueryString(a) === toQueryString(b)

export const isLarge = ({ total }: Pick<ListingInput, 'total'>): boolean =>
  total > MAX_FETCHED_CATALOGUE

/** Whether the listing shows a static page other than the first, as it was built. */
const isLaterPage = ({
  page,
  filters,
  pageFilters,
}: Pick<ListingInput, 'page' | 'filters' | 'pageFilters'>) =>
  page > 1 && isSame(filters, pageFilters)

type Needs = Pick<
  ListingInput,
  'page' | 'filters' | 'pageFilters' | 'total' | 'limit' | 'pageItems' | 'pageTotal'
>

/** Whether the listing needs the API's list. */
export const needsFetch = (
  input: Pick<Needs, 'page' | 'filters' | 'pageFilters' | 'total'>,
): boolean => !isLarge(input) && !isLaterPage(input)

/** Whether the listing needs the search index. */
export function needsSearchIndex(input: Needs): boolean {
  const { filters, pageFilters, limit, pageItems, pageTotal } = input
  if (filters.search !== '' || needsIndex(filters)) return true
  if (!isLarge(input) || isLaterPage(input)) return false
  return (
    !isSame(filters, pageFilters) || (limit > LISTING_PAGE_SIZE && pageTotal > pageItems.length)
  )
}

/** The API's product of an entry; entries of the search index have none. */
const itemOf = new WeakMap<SearchEntry, ListingItem>()

function toEntry(item: ListingItem, known: SearchEntry | undefined): SearchEntry {
  const entry = {
    slug: item.slug,
    title: item.title,
    category: item.category,
    price: item.price,
    inStock: item.stock > 0,
    publishedAt: Date.parse(item.publishedAt),
    colour: known?.colour ?? [],
    material: known?.material ?? [],
    size: known?.size ?? [],
    detail: known?.detail ?? [],
  }
  itemOf.set(entry, item)
  return entry
}

/** All products as filters see them; undefined until they are known. */
function listEntries(input: ListingInput): SearchEntry[] | undefined {
  const { search, fetched } = input
  if (isLarge(input)) return search?.entries
  const bySlug = new Map(search?.entries.map((entry) => [entry.slug, entry]))
  return fetched?.map((item) => toEntry(item, bySlug.get(item.slug)))
}

/** The entries that the search term means, best first. */
function findSynonymMatches(
  entries: SearchEntry[],
  { search, filters }: ListingInput,
): SearchEntry[] {
  if (!search || filters.search === '') return []
  const bySlug = new Map(entries.map((entry) => [entry.slug, entry]))
  return search.find(filters.search).flatMap(({ position }) => {
    const entry = bySlug.get(search.index.slug[position] ?? '')
    return entry ? [entry] : []
  })
}

const rowOf = new WeakMap<ListingItem, ListRow>()

/** Returns the same object while the card shows the same, so that it is not rendered again. */
function toCurrentRow(item: ListingItem, known: ListRow | undefined): ListRow {
  const row = rowOf.get(item) ?? toRow(item)
  const current = known && isSameRow(known, row) ? known : row
  rowOf.set(item, current)
  return current
}

function toStaticView(input: ListingInput): ListingView {
  const { pageItems, pageTotal, pageAlso = [], pageAlsoCount = 0, page, error } = input
  if (pageTotal + pageAlsoCount === 0) return { kind: 'empty', nearest: null }
  const paged = page > 1
  const toEntries = (items: readonly ListRow[]): GridEntry[] =>
    items.map((item) => ({ slug: item.slug, item }))
  return {
    kind: 'grid',
    list: toEntries(pageItems),
    also: toEntries(pageAlso),
    count: pageTotal,
    alsoCount: pageAlsoCount,
    paged,
    warning: paged ? null : error,
  }
}

export interface MatchingProducts extends Found<SearchEntry> {
  /** A search that finds something if this one finds nothing. */
  nearest: string | null
}

/** Products that the filters find; null if the static page is shown, or nothing is known yet. */
export function findProducts(input: ListingInput): MatchingProducts | null {
  const { filters, search } = input
  const entries = isLaterPage(input) ? undefined : listEntries(input)
  if (!entries || (needsIndex(filters) && !search)) return null
  const matching = applyFilters(entries, filters, findSynonymMatches(entries, input))
  const isSearchOnly = isSame(filters, { ...NO_FILTERS, search: filters.search })
  const isEmpty = matching.list.length + matching.also.length === 0 && filters.search !== ''
  const nearest = isEmpty && search && isSearchOnly ? search.findNearest(filters.search) : null
  return { ...matching, nearest }
}

/**
 * The state of the listing. The static page is shown until the API's list replaces it; when the
 * fetch fails, the page stays with a warning.
 */
export function toListingView(input: ListingInput, matching: MatchingProducts | null): ListingView {
  const { filters, pageFilters, pageItems, fetched = [], limit, search } = input
  const searchFailed = search === null && needsSearchIndex(input)
  const error = input.error ?? (searchFailed ? productMessages.fetchFailed : null)
  if (!matching) {
    if (isSame(filters, pageFilters))
      return toStaticView(limit > LISTING_PAGE_SIZE ? { ...input, error } : input)
    return error === null ? { kind: 'loading' } : { kind: 'error', message: error }
  }
  const { list, also, nearest } = matching
  if (list.length + also.length === 0) {
    if (error !== null) return { kind: 'error', message: error }
    const isSearching = filters.search !== '' && search === undefined
    return isSearching ? { kind: 'loading' } : { kind: 'empty', nearest }
  }
  const fetchedOf = new Map(fetched.map((item) => [item.slug, item]))
  const pageRowOf = new Map(pageItems.map((row) => [row.slug, row]))
  const getRow = (entry: SearchEntry): ListRow | undefined => {
    const item = itemOf.get(entry) ?? fetchedOf.get(entry.slug)
    const known = pageRowOf.get(entry.slug)
    return item ? toCurrentRow(item, known) : known
  }
  const toGrid = (entries: SearchEntry[], max: number): GridEntry[] =>
    entries.slice(0, max).map((entry) => ({
      slug: entry.slug,
      item: getRow(entry),
    }))
  return {
    kind: 'grid',
    list: toGrid(list, limit),
    also: toGrid(also, Math.max(0, limit - list.length)),
    count: (filters.search === '' && search?.index.total) || list.length,
    alsoCount: also.length,
    paged: false,
    warning: input.error,
  }
}
