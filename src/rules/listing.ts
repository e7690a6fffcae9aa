import type { ListingItem } from '#src/contract/catalog.ts'
import { CATEGORIES, SORTS, type Sort } from '#src/contract/values.ts'
import { categoryLabel } from './category-label.ts'
import { MAX_SEARCH_LENGTH } from './constants.ts'

/** What the shopper asks the listing for; it lives in the address of the page. */
export interface Filters {
  /** `all` or a category of the catalogue, in lower case. */
  category: string
  sort: Sort
  search: string
}

/** What Clear All leads back to (spec §4, listing filters). */
export const NO_FILTERS: Filters = { category: 'all', sort: 'default', search: '' }

/** Chips: the specification's seven in its order, then what else the catalogue has. */
export function listCategoryChips(items: Pick<ListingItem, 'category'>[]): string[] {
  const known = new Set<string>(CATEGORIES)
  for (const { category } of items) known.add(category.toLowerCase())
  return [...known]
}

/** A search term as it is looked for: trimmed, single spaces, at most SEARCH_MAX characters. */
function termOf(given: string): string {
  const calm = given.normalize('NFC').replace(/\s+/g, ' ').trim()
  // By code points, so that an emoji is never cut in two.
  return calm.length > MAX_SEARCH_LENGTH
    ? [...calm].slice(0, MAX_SEARCH_LENGTH).join('').trim()
    : calm
}

/** The filters an address names. Whatever it does not know counts as not said. */
export function parseFilters(query: string, chips: readonly string[]): Filters {
  const params = new URLSearchParams(query)
  const category = params.get('category')?.trim().toLowerCase() ?? ''
  const sort = params.get('sort')
  return {
    category: chips.includes(category) ? category : NO_FILTERS.category,
    sort: SORTS.find((known) => known === sort) ?? NO_FILTERS.sort,
    search: termOf(params.get('search') ?? ''),
  }
}

/** The query that names these filters, with its `?`; empty when nothing is filtered. */
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

function sorted(items: ListingItem[], sort: Sort): ListingItem[] {
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

/** The items that these filters let through, in their order (spec §4, listing filters). */
export function applyFilters(items: ListingItem[], filters: Filters): ListingItem[] {
  const { category, sort, search } = filters
  const term = search.toLowerCase()
  const found = items.filter(
    (item) =>
      (category === NO_FILTERS.category || item.category.toLowerCase() === category) &&
      item.title.normalize('NFC').toLowerCase().includes(term),
  )
  return sorted(found, sort)
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

/** What is filtered at the moment, one entry for each removable tag. */
export function listActiveFilters({ category, sort, search }: Filters): ActiveFilter[] {
  const active: ActiveFilter[] = []
  if (category !== NO_FILTERS.category)
    active.push({ name: 'category', label: categoryLabel(category) })
  if (search !== NO_FILTERS.search) active.push({ name: 'search', label: `“${search}”` })
  if (sort !== NO_FILTERS.sort) active.push({ name: 'sort', label: SORT_LABELS[sort] })
  return active
}

/** How many were found, as the page says it. */
export const formatCount = (count: number): string =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? 'piece' : 'pieces'}`

/** What a card needs of a product and no more: the listing's page carries a hundred of them. */
export const toCardItem = (item: ListingItem): ListingItem => ({
  ...item,
  images: item.images.slice(0, 1),
  pictures: item.pictures.map((picture, at) => ({
    ...picture,
    placeholder: '',
    // The second view only decorates the card.
    alt: at === 0 ? picture.alt : '',
  })),
})
