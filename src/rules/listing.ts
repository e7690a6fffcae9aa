import type { ListingItem } from '#src/contract/catalog.ts'
import { CATEGORIES, SORTS, type Sort } from '#src/contract/values.ts'
import { MAX_SEARCH_LENGTH } from './constants.ts'

/** Filters of the listing, stored in the URL's query. */
export interface Filters {
  /** `all`, or a category in lower case. */
  category: string
  sort: Sort
  search: string
}

/** The filters after Clear All (spec §4, listing filters). */
export const NO_FILTERS: Filters = { category: 'all', sort: 'default', search: '' }

/** A category as shown to shoppers: `jewelry` becomes `Jewelry`. */
export const categoryLabel = (category: string): string =>
  category.charAt(0).toUpperCase() + category.slice(1)

/** The specification's seven chips, then the catalogue's other categories (docs/decisions/product.md#chips). */
export function listCategoryChips(items: Pick<ListingItem, 'category'>[]): string[] {
  const chips = new Set<string>(CATEGORIES)
  for (const { category } of items) chips.add(category.toLowerCase())
  return [...chips]
}

/** One page of the static listing, with what it says about the whole. */
export interface ListingPage {
  items: ListingItem[]
  total: number
  chips: string[]
  pageCount: number
}

/** The search term with single spaces, trimmed, at most MAX_SEARCH_LENGTH code points. */
function normalizeTerm(given: string): string {
  const term = given.normalize('NFC').replace(/\s+/g, ' ').trim()
  // Slices code points, so that a surrogate pair stays whole.
  return term.length > MAX_SEARCH_LENGTH
    ? [...term].slice(0, MAX_SEARCH_LENGTH).join('').trim()
    : term
}

/** The filters in a URL's query. Unknown values count as absent. */
export function parseFilters(query: string, chips: readonly string[]): Filters {
  const params = new URLSearchParams(query)
  const category = params.get('category')?.trim().toLowerCase() ?? ''
  const sort = params.get('sort')
  return {
    category: chips.includes(category) ? category : NO_FILTERS.category,
    sort: SORTS.find((value) => value === sort) ?? NO_FILTERS.sort,
    search: normalizeTerm(params.get('search') ?? ''),
  }
}

/** The query string of the filters, with its `?`; empty without filters. */
export function toQueryString({ category, sort, search }: Filters): string {
  const params = new URLSearchParams()
  if (category !== NO_FILTERS.category) params.set('category', category)
  if (sort !== NO_FILTERS.sort) params.set('sort', sort)
  if (search !== NO_FILTERS.search) params.set('search', search)
  return params.size > 0 ? `?${params}` : ''
}

const byPrice = (a: ListingItem, b: ListingItem) => a.price - b.price
const byNewest = (a: ListingItem, b: ListingItem) =>
  Date.parse(b.publishedAt) - Date.parse(a.publishedAt)

function sortItems(items: ListingItem[], sort: Sort): ListingItem[] {
  switch (sort) {
    case 'price-low-high':
      return items.toSorted(byPrice)
    case 'price-high-low':
      return items.toSorted((a, b) => byPrice(b, a))
    case 'new':
      return items.toSorted(byNewest)
    case 'default':
      return items
  }
}

/** The items that match the filters, sorted (spec §4, listing filters). */
export function applyFilters(items: ListingItem[], filters: Filters): ListingItem[] {
  const { category, sort, search } = filters
  const term = search.toLowerCase()
  const found = items.filter(
    (item) =>
      (category === NO_FILTERS.category || item.category.toLowerCase() === category) &&
      item.title.normalize('NFC').toLowerCase().includes(term),
  )
  return sortItems(found, sort)
}

export const SORT_LABELS = {
  default: 'Our order',
  'price-low-high': 'Low→High',
  'price-high-low': 'High→Low',
  new: 'Newest',
} as const satisfies Record<Sort, string>

export interface ActiveFilter {
  name: keyof Filters
  label: string
}

/** One entry for each removable tag. */
export function listActiveFilters({ category, sort, search }: Filters): ActiveFilter[] {
  const active: ActiveFilter[] = []
  if (category !== NO_FILTERS.category)
    active.push({ name: 'category', label: categoryLabel(category) })
  if (search !== NO_FILTERS.search) active.push({ name: 'search', label: `“${search}”` })
  if (sort !== NO_FILTERS.sort) active.push({ name: 'sort', label: SORT_LABELS[sort] })
  return active
}

/** The number of results as text, e.g. `12 pieces`. */
export const formatCount = (count: number): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? 'piece' : 'pieces'}`

/** The item with only what a card shows, because a listing page carries a hundred of them. */
export const toCardItem = (item: ListingItem): ListingItem => ({
  ...item,
  images: item.images.slice(0, 1),
  pictures: item.pictures.map((picture, at) => ({
    ...picture,
    placeholder: '',
    // The second picture is decorative.
    alt: at === 0 ? picture.alt : '',
  })),
})
