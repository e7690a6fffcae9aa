import { createHash } from 'node:crypto'
import type { ListingItem, Product } from '#src/contract/catalog.ts'
import { SLUG_PATTERN } from '#src/contract/values.ts'
import { LISTING_PAGE_SIZE } from '#src/rules/constants.ts'
import { getFeaturedProducts, getNewArrivals } from '#src/rules/home-products.ts'
import { type ListingPage, listCategoryChips, NO_FILTERS } from '#src/rules/listing.ts'
import { toListingItem } from '#src/rules/listing-item.ts'
import { isPublicPath, paths, productPath } from '#src/rules/paths.ts'

/** A state of the catalogue, prepared for pages. */
export interface CatalogueIndex {
  products: Product[]
  bySlug: ReadonlyMap<string, Product>
  listing: ListingItem[]
  chips: string[]
  /** The listing of each chip. */
  byChip: ReadonlyMap<string, ListingItem[]>
}

/** The same object for the same product, so that its fingerprint is calculated once. */
const itemOf = new WeakMap<Product, ListingItem>()

function getListingItem(product: Product): ListingItem {
  const known = itemOf.get(product)
  if (known) return known
  const item = toListingItem(product)
  itemOf.set(product, item)
  return item
}

export function indexCatalogue(products: Product[]): CatalogueIndex {
  const listing = products.map(getListingItem)
  const chips = listCategoryChips(listing)
  const byCategory = Map.groupBy(listing, ({ category }) => category.toLowerCase())
  return {
    products,
    bySlug: new Map(products.map((product) => [product.slug, product])),
    listing,
    chips,
    byChip: new Map(
      chips.map((chip) => [chip, chip === ALL ? listing : (byCategory.get(chip) ?? [])]),
    ),
  }
}

/** Search engines read at most 50,000 URLs of one sitemap. */
const SITEMAP_URLS = 45_000

const ALL = NO_FILTERS.category

const countPages = (items: ListingItem[]): number => Math.ceil(items.length / LISTING_PAGE_SIZE)

/**
 * Names of the pages of the listing below `/shop`: `2`, …, and for each category with products
 * `watches`, `watches/2`, ….
 */
export const listListingPages = ({ byChip }: CatalogueIndex): string[] =>
  [...byChip].flatMap(([chip, items]) => {
    const pages = Array.from({ length: countPages(items) }, (_, at) => at + 1)
    if (chip === ALL) return pages.slice(1).map(String)
    if (!SLUG_PATTERN.test(chip)) return []
    return pages.map((page) => (page > 1 ? `${chip}/${page}` : chip))
  })

/** @param name of the page below `/shop`; empty for `/shop`. */
function getListingPage({ byChip, listing, chips }: CatalogueIndex, name: string): ListingPage {
  const [, category = ALL, number = '1'] = /^(?:(\D[^/]*))?\/?(\d+)?$/.exec(name) ?? []
  const all = byChip.get(category) ?? []
  const page = Number(number)
  const start = (page - 1) * LISTING_PAGE_SIZE
  return {
    items: all.slice(start, start + LISTING_PAGE_SIZE),
    page,
    pageCount: Math.max(1, countPages(all)),
    category,
    pageTotal: all.length,
    total: listing.length,
    chips,
    counts: Object.fromEntries([...byChip].map(([chip, items]) => [chip, items.length])),
  }
}

const listPublicPaths = (index: CatalogueIndex): string[] => [
  ...Object.values(paths).filter(isPublicPath).sort(),
  ...index.products.map(({ slug }) => productPath(slug)),
  ...listListingPages(index).map((name) => `${paths.shop}/${name}`),
]

export const countSitemaps = (index: CatalogueIndex): number =>
  Math.ceil(listPublicPaths(index).length / SITEMAP_URLS)

/**
 * What pages read of the catalogue, by name and key. A page whose inputs have the same fingerprints
 * as at its last rendering is not rendered again: pages have no other way to the catalogue.
 */
const inputs = {
  product: ({ bySlug }: CatalogueIndex, slug: string) => bySlug.get(slug),
  home: ({ listing }: CatalogueIndex) => {
    const newest = getNewArrivals(listing)
    return { newest, featured: getFeaturedProducts(listing, newest) }
  },
  listingPage: getListingPage,
  search: ({ products }: CatalogueIndex) => products,
  sitemapCount: countSitemaps,
  sitemap: (index: CatalogueIndex, part: string) =>
    listPublicPaths(index).slice(Number(part) * SITEMAP_URLS, (Number(part) + 1) * SITEMAP_URLS),
}

/**
 * Whether a publish may leave the change of an input to the next one: every save changes the index
 * of the search as a whole, which browsers cache for an hour.
 */
export const isDeferrable = (id: string): boolean => id.startsWith('search ')

type Inputs = typeof inputs
type InputName = keyof Inputs

/** Reads one input. `key` is the slug of a product, or the name or number of a page. */
export type ReadInput = <N extends InputName>(name: N, key?: string) => ReturnType<Inputs[N]>

/** @param onRead called with the id of each input that is read, e.g. `product blue-vase`. */
export const createReadInput =
  (index: CatalogueIndex, onRead?: (id: string) => void): ReadInput =>
  <N extends InputName>(name: N, key = '') => {
    onRead?.(`${name} ${key}`)
    return inputs[name](index, key) as ReturnType<Inputs[N]>
  }

const sha = (text: string): string =>
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

function fingerprint(value: unknown): string {
  if (Array.isArray(value)) return sha(value.map(hashOf).join('\n'))
  if (typeof value !== 'object' || value === null || 'slug' in value) return hashOf(value)
  const parts = Object.entries(value).map(([name, part]) => `${name} ${fingerprint(part)}`)
  return sha(parts.join('\n'))
}

/** @returns a function that calculates the fingerprint of an input's value by the input's id. */
export function createFingerprints(index: CatalogueIndex): (id: string) => string {
  const known = new Map<string, string>()
  return (id) => {
    const cached = known.get(id)
    if (cached !== undefined) return cached
    const [name = '', key] = id.split(' ')
    const created = name in inputs ? fingerprint(inputs[name as InputName](index, key ?? '')) : ''
    known.set(id, created)
    return created
  }
}
