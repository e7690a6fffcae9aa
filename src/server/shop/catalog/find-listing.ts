import type { CategoryNames } from '#src/rules/categories.ts'
import { LISTING_PAGE_SIZE } from '#src/rules/constants.ts'
import { listFacetOptions } from '#src/rules/listing/facet-options.ts'
import { listFacets, listPromotedFacets } from '#src/rules/listing/facets.ts'
import {
  inCategory,
  listCategoryChips,
  NO_FILTERS,
  parseFilters,
} from '#src/rules/listing/listing.ts'
import { findHelp } from '#src/rules/search/help-search.ts'
import { findNotMade } from '#src/rules/search/search.ts'
import { type SearchIndex, toSearchEntries } from '#src/rules/search/search-index.ts'
import { findNamedCategory } from '#src/rules/search/search-query.ts'
import { findProducts } from './search.ts'

/** Data about categories for a list: former addresses, the first ones, and names. */
export interface ListingOrder {
  moved: Record<string, string>
  first: { category: string }[]
  names: CategoryNames
}

/** Returns the slugs on one page of the list, with the data about the whole list. */
export function findListing(
  index: SearchIndex,
  { pathname, search, searchParams }: URL,
  { moved, first, names }: ListingOrder,
) {
  const chips = listCategoryChips(
    index.categories.map((category) => ({ category })),
    moved,
    first,
  )
  const filters = parseFilters(search, chips, pathname)
  const found = findProducts(index, filters, filters.search)
  const [count, alsoCount] = [found.list.length, found.also.length]
  const pageCount = Math.max(1, Math.ceil((count + alsoCount) / LISTING_PAGE_SIZE))
  const requestedPage = Math.trunc(Number(searchParams.get('page'))) || 1
  const page = Math.min(Math.max(1, requestedPage), pageCount)
  const [start, end] = [(page - 1) * LISTING_PAGE_SIZE, page * LISTING_PAGE_SIZE]
  const toSlugs = (entries: typeof found.list) => entries.map(({ slug }) => slug)
  const entries = toSearchEntries(index)
  const ofCategory = entries.filter((entry) => inCategory(entry, filters.category))
  const { category } = filters
  return {
    page,
    pageCount,
    pageTotal: count,
    total: entries.length,
    chips,
    names,
    category,
    counts: Object.fromEntries(
      chips.map((chip) => [chip, entries.filter((entry) => inCategory(entry, chip)).length]),
    ),
    emptyFacets: listPromotedFacets(category)
      .filter((facet) => listFacetOptions(ofCategory, NO_FILTERS, facet).length < 2)
      .map((facet) => `${category} ${facet}`),
    filtered: {
      filters,
      alsoCount,
      named: filters.search === '' ? null : findNamedCategory(filters.search, chips),
      help: findHelp(filters.search),
      notMade: findNotMade(index, filters.search),
      options: listFacets(category).map((facet) => ({
        facet,
        values: listFacetOptions(found.candidates, filters, facet),
      })),
    },
    list: toSlugs(found.list.slice(start, end)),
    also: toSlugs(found.also.slice(Math.max(0, start - count), Math.max(0, end - count))),
  }
}
