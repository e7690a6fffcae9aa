import { listLatest } from '#src/channels/home-products.ts'
import { listColours } from '#src/channels/product-facets.ts'
import type { ListingItem } from '#src/contract/catalog.ts'
import type { ContentBody } from '#src/contract/content.ts'
import { LISTING_PAGE_SIZE } from '#src/rules/constants.ts'
import { toListingItem } from '#src/rules/listing/listing-item.ts'
import type { CatalogIndex } from './catalog-index.ts'

type Collection = ContentBody<'collection'>

/** Number of products that count as new. */
const NEW_COUNT = 40

const PREFIX = 'collection:'

export interface CollectionPage {
  items: ListingItem[]
  page: number
  pageCount: number
  /** Number of products in the collection. */
  total: number
}

/** Returns the chosen products in order, without those that are no longer on sale. */
export const listChosenProducts = ({ bySlug }: CatalogIndex, slugs: string[]): ListingItem[] =>
  slugs.flatMap((slug) => bySlug.get(slug) ?? []).map(toListingItem)

/** Returns the chosen products, then those that match the rule, in catalogue order. */
function listItems(index: CatalogIndex, { products: chosen, rule }: Collection): ListingItem[] {
  const slugs = new Set(chosen)
  const first = listChosenProducts(index, chosen)
  if (rule.only === 'none') return first
  const { minPrice = 0, maxPrice = Number.POSITIVE_INFINITY } = rule
  const category = rule.category.toLowerCase()
  const colour = rule.colour.toLowerCase()
  const latest = rule.only === 'new' ? new Set(listLatest(index.listing, NEW_COUNT)) : undefined
  const matches = (item: ListingItem): boolean => {
    if (slugs.has(item.slug) || item.price < minPrice || item.price > maxPrice) return false
    if (category && item.category.toLowerCase() !== category) return false
    if (rule.only === 'reduced' && item.actualPrice <= item.price) return false
    if (latest && !latest.has(item)) return false
    const product = colour ? index.bySlug.get(item.slug) : undefined
    return !product || listColours(product).some((name) => name.toLowerCase() === colour)
  }
  return [...first, ...index.listing.filter(matches)]
}

/** Collections of each index by slug, computed once. */
const collectionsByIndex = new WeakMap<CatalogIndex, Map<string, ListingItem[]>>()

function getCollections(index: CatalogIndex): Map<string, ListingItem[]> {
  const found = collectionsByIndex.get(index)
  if (found) return found
  const collections = new Map(
    [...index.content.values()].flatMap(({ id, body }) =>
      // The server has validated the body.
      id.startsWith(PREFIX)
        ? [[id.slice(PREFIX.length), listItems(index, body as Collection)]]
        : [],
    ),
  )
  collectionsByIndex.set(index, collections)
  return collections
}

const countPages = (items: ListingItem[]): number =>
  Math.max(1, Math.ceil(items.length / LISTING_PAGE_SIZE))

/** Lists the names of pages below `/collections`: `festive`, `festive/2`, …. */
export const listCollectionPages = (index: CatalogIndex): string[] =>
  [...getCollections(index)].flatMap(([slug, items]) =>
    Array.from({ length: countPages(items) }, (_, index) =>
      index > 0 ? `${slug}/${index + 1}` : slug,
    ),
  )

/**
 * Returns a page of a collection.
 * @param name of the page below `/collections`.
 */
export function getCollectionPage(index: CatalogIndex, name: string): CollectionPage {
  const [slug = '', number = '1'] = name.split('/')
  const items = getCollections(index).get(slug) ?? []
  const page = Number(number)
  const start = (page - 1) * LISTING_PAGE_SIZE
  return {
    items: items.slice(start, start + LISTING_PAGE_SIZE),
    page,
    pageCount: countPages(items),
    total: items.length,
  }
}
