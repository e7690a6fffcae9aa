import { createSearchIndex } from '#src/channels/search-index.ts'
import { readSearchRules } from '#src/content/read-search-rules.ts'
import type { Catalog, ListingItem } from '#src/contract/catalog.ts'
import type { CategoryNames } from '#src/rules/categories.ts'
import { LISTING_PAGE_SIZE } from '#src/rules/constants.ts'
import { listFacetOptions } from '#src/rules/listing/facet-options.ts'
import { listFacets, listPromotedFacets } from '#src/rules/listing/facets.ts'
import {
  inCategory,
  type ListingPage,
  listCategoryChips,
  listCategoryNames,
  listFirstCategories,
  NO_FILTERS,
  parseFilters,
} from '#src/rules/listing/listing.ts'
import { toListingItem } from '#src/rules/listing/listing-item.ts'
import { findHelp } from '#src/rules/search/help-search.ts'
import { type SearchIndex, toSearchEntries } from '#src/rules/search/search-index.ts'
import { findNamedCategory } from '#src/rules/search/search-query.ts'
import { findContentRow, listFormerCategories } from '../../core/content/queries.ts'
import { parseStoredBody, readCategoryNames } from '../../core/content/read-content.ts'
import type { Deps } from '../../core/deps.ts'
import { findProducts, getSearch } from './search.ts'
import { getNamedListing } from './service.ts'

/** The list that an address of the shop asks for, as the browser would show it. */
export async function getFilteredListing(deps: Deps, address: URL): Promise<ListingPage> {
  const moved = Object.fromEntries(await listFormerCategories(deps.db))
  const shop = await findContentRow(deps.db, 'shop')
  const first = listFirstCategories(
    shop ? [{ id: shop.id, version: '', body: parseStoredBody(shop.id, shop.body) }] : [],
  )
  const names = await readCategoryNames(deps.db)
  const found = await getSearch(deps)((index) =>
    findListing(index, address, { moved, first, names }),
  )
  const { products } = await getNamedListing(deps, [...found.list, ...found.also])
  return toListingPage(found, products)
}

/** The same of another catalogue than that of now. */
export function getListingOf(
  { products, movedCategories, content }: Catalog,
  address: URL,
): ListingPage {
  const rules = readSearchRules((_, id) => content.find((record) => record.id === id))
  const index = createSearchIndex(products, rules)
  const order = {
    moved: movedCategories,
    first: listFirstCategories(content),
    names: listCategoryNames(content),
  }
  return toListingPage(findListing(index, address, order), products.map(toListingItem))
}

function toListingPage(
  { list, also, ...listing }: ReturnType<typeof findListing>,
  products: ListingItem[],
): ListingPage {
  const bySlug = new Map(products.map((item) => [item.slug, item]))
  const toItems = (slugs: string[]) => slugs.flatMap((slug) => bySlug.get(slug) ?? [])
  return {
    ...listing,
    items: toItems(list),
    filtered: { ...listing.filtered, also: toItems(also) },
  }
}

/** The slugs on one page of the list, and what the page says about all of it. */
function findListing(
  index: SearchIndex,
  { pathname, search, searchParams }: URL,
  {
    moved,
    first,
    names,
  }: {
    moved: Record<string, string>
    first: { category: string }[]
    names: CategoryNames
  },
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
  const asked = Math.trunc(Number(searchParams.get('page'))) || 1
  const page = Math.min(Math.max(1, asked), pageCount)
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
      options: listFacets(category).map((facet) => ({
        facet,
        values: listFacetOptions(found.candidates, filters, facet),
      })),
    },
    list: toSlugs(found.list.slice(start, end)),
    also: toSlugs(found.also.slice(Math.max(0, start - count), Math.max(0, end - count))),
  }
}
