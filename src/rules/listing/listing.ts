import type { ListingItem, SiteRecord } from '#src/contract/catalog.ts'
import type { ContentBody } from '#src/contract/content.ts'
import { CATEGORIES, SORTS, type Sort } from '#src/contract/values.ts'
import { type CategoryNames, categoryLabel } from '../categories.ts'
import { MAX_SEARCH_LENGTH } from '../constants.ts'
import { count } from '../count.ts'
import { categoryOfPath, paths, shopPagePath } from '../paths.ts'
import type { HelpPage } from '../search/help-search.ts'
import type { SearchEntry } from '../search/search-entry.ts'
import {
  createFacetFilter,
  FACETS,
  type Facet,
  type FacetOption,
  type FacetValues,
  facetValueLabel,
  isFacet,
  keepOffered,
  NO_FACETS,
  parseFacets,
} from './facets.ts'

/** Filters of the listing, stored in the URL's query. */
export interface Filters extends FacetValues {
  /** `all`, or a category in lower case. */
  category: string
  sort: Sort
  search: string
}

/** The filters after Clear All (spec §4, listing filters). */
export const NO_FILTERS: Filters = { category: 'all', sort: 'default', search: '', ...NO_FACETS }

/**
 * The specification's seven chips, then the catalogue's other categories (docs/decisions/product.md#chips).
 * @param moved categories that were renamed, with their names of today.
 * @param first categories that editors want first, in any case. Categories without a chip are left out.
 */
export function listCategoryChips(
  items: Pick<ListingItem, 'category'>[],
  moved: Record<string, string>,
  first: { category: string }[] = [],
): string[] {
  const known = [
    ...CATEGORIES.map((category) => moved[category] ?? category),
    ...items.map(({ category }) => category.toLowerCase()),
  ]
  const wanted = first.map(({ category }) => category.trim().toLowerCase())
  const isKnown = (chip: string) => known.includes(chip)
  return [...new Set([NO_FILTERS.category, ...wanted.filter(isKnown), ...known])]
}

/** The categories that editors want first. */
export const listFirstCategories = (content: SiteRecord[]): { category: string }[] =>
  // The server has checked the body.
  (content.find(({ id }) => id === 'shop')?.body as ContentBody<'shop'> | undefined)?.categories ??
  []

/** The names that editors have given to categories, if their addresses do not say them. */
export const listCategoryNames = (content: SiteRecord[]): CategoryNames =>
  Object.fromEntries(
    content.flatMap(({ id, body }) => {
      const [kind, address = ''] = id.split(':')
      const name = String(body['name'] ?? '')
      return kind === 'category' && name !== '' && name !== categoryLabel(address)
        ? [[address, name]]
        : []
    }),
  )

/** The products of one page of the static listing, of all products or of a category. */
export interface ListingItems {
  items: ListingItem[]
  /** Number of this page, from 1. */
  page: number
  /** A category in lower case, or `all`. */
  category: string
  /** Set if the server renders the list of an address. */
  filtered?: FilteredListing
}

/** The list of an address with filters or a search, for readers without JavaScript. */
export interface FilteredListing {
  filters: Filters
  /** Further products that the search term means, below the list. */
  also: ListingItem[]
  /** Number of products that the search term means, on all pages. */
  alsoCount: number
  /** The category that the search term names. */
  named: string | null
  /** The pages that answer the search term. */
  help: HelpPage[]
  /** Words of the search term for what the shop does not make. */
  notMade: string[]
  /** The values that the list can be filtered by. */
  options: { facet: Facet; values: FacetOption[] }[]
}

/** Facts about the whole list that each of its pages shows. */
export interface ListingCounts {
  pageCount: number
  /** Number of products that this page is a part of. */
  pageTotal: number
  /** Number of products in the catalogue. */
  total: number
  chips: string[]
  /** The names of chips whose addresses do not say them; absent if all do. */
  names?: CategoryNames
  /** Number of products of each chip. */
  counts: Record<string, number>
  /** Promoted facets without a choice of values, e.g. `clothing size`. */
  emptyFacets: readonly string[]
}

/** In the address of a list that the server renders. */
export const NO_SCRIPT_QUERY = 'scripts=off'

export interface ListingPage extends ListingItems, ListingCounts {}

/** The search term with single spaces, trimmed, at most MAX_SEARCH_LENGTH code points. */
export function normalizeTerm(input: string): string {
  const term = input.normalize('NFC').replace(/\s+/g, ' ').trim()
  // Slices code points, so that a surrogate pair stays whole.
  return [...term].slice(0, MAX_SEARCH_LENGTH).join('').trim()
}

/** The category of a query, as its address is written; `Fine jewelry` is `fine-jewelry`. */
export const parseCategory = (params: URLSearchParams): string | undefined =>
  params
    .get('category')
    ?.trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')

/** The filters in a URL's path and query. Unknown values count as absent. */
export function parseFilters(query: string, chips: readonly string[], path = ''): Filters {
  const params = new URLSearchParams(query)
  const named = parseCategory(params) ?? categoryOfPath(path)
  const sort = params.get('sort')
  return {
    category: chips.includes(named) ? named : NO_FILTERS.category,
    sort: SORTS.find((value) => value === sort) ?? NO_FILTERS.sort,
    search: normalizeTerm(params.get('search') ?? ''),
    ...parseFacets(params),
  }
}

/** The query string of the filters, with its `?`; empty without filters. */
export function toQueryString(filters: Filters): string {
  const { category, sort, search } = filters
  const params = new URLSearchParams()
  if (category !== NO_FILTERS.category) params.set('category', category)
  if (sort !== NO_FILTERS.sort) params.set('sort', sort)
  if (search !== NO_FILTERS.search) params.set('search', search)
  for (const facet of FACETS) for (const value of filters[facet]) params.append(facet, value)
  return params.size > 0 ? `?${params}` : ''
}

/**
 * The address of a list.
 * @param counts number of products of each chip: a category with products has a page of its own.
 * @param path of the page that shows the list: `/store` stays.
 */
export function listingPath(filters: Filters, counts: Record<string, number>, path = ''): string {
  const { category } = filters
  if (path === paths.store) return path + toQueryString(filters)
  const hasPage = category !== NO_FILTERS.category && (counts[category] ?? 0) > 0
  if (!hasPage) return paths.shop + toQueryString(filters)
  return shopPagePath(1, category) + toQueryString({ ...filters, category: NO_FILTERS.category })
}

const byPrice = (a: SearchEntry, b: SearchEntry) => a.price - b.price

function sortEntries<Entry extends SearchEntry>(entries: Entry[], sort: Sort): Entry[] {
  switch (sort) {
    case 'price-low-high':
      return entries.toSorted(byPrice)
    case 'price-high-low':
      return entries.toSorted((a, b) => byPrice(b, a))
    case 'new':
      return entries.toSorted((a, b) => b.publishedAt - a.publishedAt)
    case 'default':
      return entries
  }
}

/** Whether a product is of a category, which is in lower case or `all`. */
export const inCategory = (product: { category: string }, category: string): boolean =>
  category === NO_FILTERS.category || product.category.toLowerCase() === category

/** Each letter of a search compares all titles. */
const titleKeys = new WeakMap<SearchEntry, string>()

function getTitleKey(entry: SearchEntry): string {
  const known = titleKeys.get(entry)
  if (known !== undefined) return known
  const key = entry.title.normalize('NFC').toLowerCase()
  titleKeys.set(entry, key)
  return key
}

/** The path at which the server shows a list to readers without JavaScript. */
export function noScriptPath(filters: Filters, counts: Record<string, number>, page = 1): string {
  const path = listingPath(filters, counts)
  const separator = path.includes('?') ? '&' : '?'
  return `${path}${separator}${page > 1 ? `page=${page}&` : ''}${NO_SCRIPT_QUERY}`
}

/** Whether the title of an entry contains the search term (spec §4, listing filters). */
export function createTitleFilter(search: string): (entry: SearchEntry) => boolean {
  const term = search.toLowerCase()
  return (entry) => term === '' || getTitleKey(entry).includes(term)
}

export interface Found<Entry> {
  /** Entries of the list. */
  list: Entry[]
  /** Further products that the search term means, best first. */
  also: Entry[]
  /** Entries of both before the facets. */
  candidates: Entry[]
}

/**
 * The entries that match the filters, sorted (spec §4, listing filters).
 * @param meant entries that the search term means, best first.
 */
export function applyFilters<Entry extends SearchEntry>(
  entries: Entry[],
  filters: Filters,
  synonymMatches: Entry[] = [],
): Found<Entry> {
  const isTitled = createTitleFilter(filters.search)
  const titled = entries.filter((entry) => isTitled(entry) && inCategory(entry, filters.category))
  const known = new Set(synonymMatches.length > 0 ? titled : [])
  const others = synonymMatches.filter(
    (entry) => !known.has(entry) && inCategory(entry, filters.category),
  )
  const isLeft = createFacetFilter(filters)
  const finish = (some: Entry[]) => sortEntries(some.filter(isLeft), filters.sort)
  return { list: finish(titled), also: finish(others), candidates: [...titled, ...others] }
}

/** The heading of the listing, e.g. `Jewelry` or `Results for “emerald”`. */
export function listingHeading({ category, search, sort }: Filters, names?: CategoryNames): string {
  const place = category === NO_FILTERS.category ? '' : categoryLabel(category, names)
  if (search !== '') return `Results for “${search}”${place && ` in ${place}`}`
  return place || (sort === 'new' ? 'New arrivals' : 'The collection')
}

export const SORT_LABELS = {
  default: 'Our order',
  'price-low-high': 'Low→High',
  'price-high-low': 'High→Low',
  new: 'Newest',
} as const satisfies Record<Sort, string>

export interface ActiveFilter {
  name: keyof Filters
  value: string
  label: string
}

/** One entry for each removable tag. */
export function listActiveFilters(filters: Filters, names?: CategoryNames): ActiveFilter[] {
  const { category, sort, search } = filters
  const active: ActiveFilter[] = []
  if (category !== NO_FILTERS.category)
    active.push({ name: 'category', value: category, label: categoryLabel(category, names) })
  if (search !== NO_FILTERS.search)
    active.push({ name: 'search', value: search, label: `“${search}”` })
  for (const name of FACETS)
    for (const value of filters[name])
      active.push({ name, value, label: facetValueLabel(name, value) })
  if (sort !== NO_FILTERS.sort) active.push({ name: 'sort', value: sort, label: SORT_LABELS[sort] })
  return active
}

/** The filters after a change. Another category keeps the facets that it offers, too. */
export function changeFilters(filters: Filters, change: Partial<Filters>): Filters {
  const changed = { ...filters, ...change }
  return changed.category === filters.category
    ? changed
    : { ...changed, ...keepOffered(changed, changed.category) }
}

/** The filters after one tag is removed. */
export const withoutFilter = (filters: Filters, { name, value }: ActiveFilter): Filters =>
  isFacet(name)
    ? { ...filters, [name]: filters[name].filter((known) => known !== value) }
    : changeFilters(filters, { [name]: NO_FILTERS[name] })

/** The filters after a value of a facet is chosen, or no longer. */
export function toggleFacet(filters: Filters, facet: Facet, value: string): Filters {
  const chosen = filters[facet]
  const rest = chosen.filter((known) => known !== value)
  return { ...filters, [facet]: rest.length < chosen.length ? rest : [...chosen, value] }
}

/** The number of results as text, e.g. `12 pieces`. */
export const formatCount = (amount: number): string => count(amount, 'piece')
