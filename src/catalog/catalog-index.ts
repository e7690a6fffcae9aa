import { listEmptyFacets } from '#src/channels/product-facets.ts'
import type { Catalog, ListingItem, Product, SiteRecord } from '#src/contract/catalog.ts'
import type { CategoryNames } from '#src/rules/categories.ts'
import {
  listCategoryChips,
  listCategoryNames,
  listFirstCategories,
  NO_FILTERS,
} from '#src/rules/listing/listing.ts'
import { toListingItem } from '#src/rules/listing/listing-item.ts'

/** A state of the catalogue, indexed for pages. */
export interface CatalogIndex {
  products: Product[]
  bySlug: ReadonlyMap<string, Product>
  listing: ListingItem[]
  chips: string[]
  /** The listing items of each chip. */
  byChip: ReadonlyMap<string, ListingItem[]>
  /** Promoted facets with fewer than two values, each with its chip as a prefix. */
  emptyFacets: string[]
  /** Names of categories whose addresses differ from their names. */
  categoryNames: CategoryNames
  /** Records that editors have changed, by id. */
  content: ReadonlyMap<string, SiteRecord>
}

/** The chip of all products. */
export const ALL = NO_FILTERS.category

const items = new WeakMap<Product, ListingItem>()

/** Cached per product, because every publish indexes all products. */
export function getListingItem(product: Product): ListingItem {
  const item = items.get(product) ?? toListingItem(product)
  items.set(product, item)
  return item
}

/**
 * Indexes a catalogue.
 * @param listing items of the products, if known.
 */
export function indexCatalog(
  { products, content, movedCategories }: Pick<Catalog, 'products' | 'content' | 'movedCategories'>,
  listing = products.map(getListingItem),
): CatalogIndex {
  const byCategory = Map.groupBy(products, ({ category }) => category.toLowerCase())
  const itemsByCategory = Map.groupBy(listing, ({ category }) => category.toLowerCase())
  const chips = listCategoryChips(
    [...byCategory.values()].flatMap((same) => same.slice(0, 1)),
    movedCategories,
    listFirstCategories(content),
  )
  const listOf = <Item>(chip: string, all: Item[], categories: ReadonlyMap<string, Item[]>) =>
    chip === ALL ? all : (categories.get(chip) ?? [])
  return {
    products,
    bySlug: new Map(products.map((product) => [product.slug, product])),
    listing,
    chips,
    byChip: new Map(chips.map((chip) => [chip, listOf(chip, listing, itemsByCategory)])),
    categoryNames: listCategoryNames(content),
    content: new Map(content.map((record) => [record.id, record])),
    emptyFacets: chips.flatMap((chip) =>
      listEmptyFacets(chip, listOf(chip, products, byCategory)).map((facet) => `${chip} ${facet}`),
    ),
  }
}
