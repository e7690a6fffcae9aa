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

/** A state of the catalogue, prepared for pages. */
export interface CatalogIndex {
  products: Product[]
  bySlug: ReadonlyMap<string, Product>
  listing: ListingItem[]
  chips: string[]
  /** The listing of each chip. */
  byChip: ReadonlyMap<string, ListingItem[]>
  /** Promoted facets without a choice of values, each after its chip. */
  emptyFacets: string[]
  /** The names of categories whose addresses do not say them. */
  categoryNames: CategoryNames
  /** Records that editors have changed, by id. */
  content: ReadonlyMap<string, SiteRecord>
}

/** The chip of all products. */
export const ALL = NO_FILTERS.category

const items = new WeakMap<Product, ListingItem>()

/** Found once per product: the publish of a save indexes all products again. */
export function getListingItem(product: Product): ListingItem {
  const item = items.get(product) ?? toListingItem(product)
  items.set(product, item)
  return item
}

/** @param listing of the products, where it is known. */
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
