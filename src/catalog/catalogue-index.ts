import { createHash } from 'node:crypto'
import type { ListingItem, Product } from '#src/contract/catalog.ts'
import { listCategoryChips, NO_FILTERS } from '#src/rules/listing.ts'
import { toListingItem } from '#src/rules/listing-item.ts'

/** A state of the catalogue, prepared for pages. */
export interface CatalogueIndex {
  products: Product[]
  /** Of the products: the same array as before while slugs and order are the same. */
  slugs: string[]
  /** Indexes of the products by slug. */
  positions: ReadonlyMap<string, number>
  listing: ListingItem[]
  chips: string[]
  /** The listing of each chip. */
  byChip: ReadonlyMap<string, ListingItem[]>
}

/** The chip of all products. */
export const ALL = NO_FILTERS.category

const EMPTY: CatalogueIndex = {
  ...{ products: [], slugs: [], positions: new Map() },
  ...{ listing: [], chips: [], byChip: new Map() },
}

export function findProduct(
  { products, positions }: CatalogueIndex,
  slug: string,
): Product | undefined {
  const position = positions.get(slug)
  return position === undefined ? undefined : products[position]
}

/** The same object for the same product, so that its hash is calculated once. */
const itemOf = new WeakMap<Product, ListingItem>()

function getListingItem(product: Product): ListingItem {
  const known = itemOf.get(product)
  if (known) return known
  const item = toListingItem(product)
  itemOf.set(product, item)
  return item
}

/**
 * @param before an earlier state: its products replace equal ones, so that what is known of a product
 *   (its hash, that a thread has it, the pages that show it) holds for the next publish.
 */
export function indexCatalogue(given: Product[], before: CatalogueIndex = EMPTY): CatalogueIndex {
  const products = given.map((product, position) => {
    if (product === before.products[position]) return product
    const known = findProduct(before, product.slug)
    if (!known || known === product) return product
    return hashOf(known) === hashOf(product) ? known : product
  })
  const isSameOrder =
    products.length === before.products.length &&
    products.every((product, position) => {
      const other = before.products[position]
      return product === other || product.slug === other?.slug
    })
  const slugs = isSameOrder ? before.slugs : products.map(({ slug }) => slug)
  const listing = products.map(
    (product, position) =>
      (product === before.products[position] && before.listing[position]) ||
      getListingItem(product),
  )
  const byCategory = Map.groupBy(listing, ({ category }) => category.toLowerCase())
  const chips = listCategoryChips([...byCategory.values()].flatMap((items) => items.slice(0, 1)))
  return {
    products,
    slugs,
    positions: isSameOrder
      ? before.positions
      : new Map(slugs.map((slug, position) => [slug, position])),
    listing,
    chips,
    byChip: new Map(
      chips.map((chip) => [chip, chip === ALL ? listing : (byCategory.get(chip) ?? [])]),
    ),
  }
}

/** 132 bits of the text's SHA-256. */
export const sha = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

const hashes = new WeakMap<object, string>()

/** Hash of a product or listing item, which are never changed in place. */
export function hashOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const known = hashes.get(value)
  if (known !== undefined) return known
  const created = sha(JSON.stringify(value))
  hashes.set(value, created)
  return created
}
