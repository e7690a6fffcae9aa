import { createSearchIndex } from '#src/channels/search-index.ts'
import { readSearchRules } from '#src/content/read-search-rules.ts'
import type { Catalog, ListingItem } from '#src/contract/catalog.ts'
import {
  type ListingPage,
  listCategoryNames,
  listFirstCategories,
  NO_FILTERS,
} from '#src/rules/listing/listing.ts'
import { toListingItem } from '#src/rules/listing/listing-item.ts'
import { findContentRow } from '../../core/content/queries.ts'
import { parseStoredBody, readCategoryNames } from '../../core/content/read-content.ts'
import { toShown } from '../../core/content/record-ids.ts'
import type { Deps } from '../../core/deps.ts'
import { listFormerCategories } from '../../core/slugs/queries.ts'
import { findListing } from './find-listing.ts'
import { getSearch } from './run-catalog-task.ts'
import { getNamedListing } from './service.ts'

/** Returns the list for an address of the shop, as the browser would show it. */
export async function getFilteredListing(deps: Deps, address: URL): Promise<ListingPage> {
  const former = await listFormerCategories(deps.db)
  const moved = Object.fromEntries(
    [...former].map(([from, to]) => [from, to ?? NO_FILTERS.category]),
  )
  const shop = await findContentRow(deps.db, 'shop')
  const saved = shop
    ? [{ id: shop.id, version: '', body: parseStoredBody(shop.id, shop.body) }]
    : []
  const first = listFirstCategories(await toShown(deps.db, saved))
  const names = await readCategoryNames(deps.db)
  const found = await getSearch(deps)('listFiltered', {
    address: address.href,
    order: { moved, first, names },
  })
  const { products } = await getNamedListing(deps, [...found.list, ...found.also])
  return toListingPage(found, products)
}

/** Like `getFilteredListing`, for a catalogue other than the current one. */
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
