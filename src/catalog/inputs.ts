import type { ListingItem, Product } from '#src/contract/catalog.ts'
import { SLUG_PATTERN } from '#src/contract/values.ts'
import { LISTING_PAGE_SIZE } from '#src/rules/constants.ts'
import { getFeaturedProducts, getNewArrivals, listLatest } from '#src/rules/home-products.ts'
import type { ListingCounts, ListingItems } from '#src/rules/listing.ts'
import type { Channels } from '#src/rules/markdown.ts'
import { isPublicPath, paths } from '#src/rules/paths.ts'
import { ALL, type CatalogueIndex, findProduct, hashOf, sha } from './catalogue-index.ts'

/** Many pages read the same of one state of the catalogue: it is calculated once. */
function memoize<T>(calculate: (index: CatalogueIndex) => T): (index: CatalogueIndex) => T {
  const known = new WeakMap<CatalogueIndex, T>()
  return (index) => {
    const value = known.get(index) ?? calculate(index)
    known.set(index, value)
    return value
  }
}

/** Search engines read at most 50,000 URLs of one sitemap. */
const SITEMAP_URLS = 45_000

/** Number of products in one part of a feed or sitemap: a save renders one part again. */
const FEED_PART_SIZE = 1_000

/** Number of products in the feed of new arrivals. */
const NEWEST_COUNT = 20

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
function parsePageName(name: string): { category: string; page: number } {
  const [, category = ALL, page = '1'] = /^(?:(\D[^/]*))?\/?(\d+)?$/.exec(name) ?? []
  return { category, page: Number(page) }
}

function getListingItems({ byChip }: CatalogueIndex, name: string): ListingItems {
  const { category, page } = parsePageName(name)
  const start = (page - 1) * LISTING_PAGE_SIZE
  const items = byChip.get(category)?.slice(start, start + LISTING_PAGE_SIZE) ?? []
  return { items, page, category }
}

const getCounts = memoize(({ byChip }: CatalogueIndex) =>
  Object.fromEntries([...byChip].map(([chip, items]) => [chip, items.length])),
)

function getListingCounts(index: CatalogueIndex, name: string): ListingCounts {
  const { byChip, listing, chips } = index
  const all = byChip.get(parsePageName(name).category) ?? []
  return {
    pageCount: Math.max(1, countPages(all)),
    pageTotal: all.length,
    total: listing.length,
    chips,
    counts: getCounts(index),
  }
}

/** Public pages other than those of products. */
const listPublicPaths = memoize((index: CatalogueIndex): string[] => [
  ...Object.values(paths).filter(isPublicPath).sort(),
  ...listListingPages(index).map((name) => `${paths.shop}/${name}`),
])

export const countFeedParts = ({ products }: CatalogueIndex): number =>
  Math.ceil(products.length / FEED_PART_SIZE)

const getFeedPart = ({ products }: CatalogueIndex, part: number): Product[] =>
  products.slice(part * FEED_PART_SIZE, (part + 1) * FEED_PART_SIZE)

const countPageSitemaps = (index: CatalogueIndex): number =>
  Math.ceil(listPublicPaths(index).length / SITEMAP_URLS)

/** Sitemaps of pages, then those of products. */
export const countSitemaps = (index: CatalogueIndex): number =>
  countPageSitemaps(index) + countFeedParts(index)

function getSitemap(index: CatalogueIndex, part: number): (string | Product)[] {
  const pageParts = countPageSitemaps(index)
  if (part >= pageParts) return getFeedPart(index, part - pageParts)
  return listPublicPaths(index).slice(part * SITEMAP_URLS, (part + 1) * SITEMAP_URLS)
}

const listNewest = ({ products }: CatalogueIndex): Product[] => listLatest(products, NEWEST_COUNT)

const getChannels = (index: CatalogueIndex): Channels => ({
  categories: [...index.byChip].flatMap(([chip, items]) =>
    chip !== ALL && items.length > 0 && SLUG_PATTERN.test(chip) ? [chip] : [],
  ),
  feedParts: countFeedParts(index),
})

/**
 * What pages read of the catalogue, by name and key. A page whose inputs have the same fingerprints
 * as at its last rendering is not rendered again: pages have no other way to the catalogue.
 */
const inputs = {
  product: findProduct,
  home: ({ listing }: CatalogueIndex) => {
    const newest = getNewArrivals(listing)
    return { newest, featured: getFeaturedProducts(listing, newest) }
  },
  listingItems: getListingItems,
  listingCounts: getListingCounts,
  search: ({ products }: CatalogueIndex) => products,
  sitemapCount: countSitemaps,
  sitemap: (index: CatalogueIndex, part: string) => getSitemap(index, Number(part)),
  feedPart: (index: CatalogueIndex, part: string) => getFeedPart(index, Number(part)),
  newest: listNewest,
  channels: getChannels,
}

/**
 * Whether a publish may leave the change of an input to the next one. Every save changes the index
 * of the search and a part of the feeds, which are cached for an hour; every new product the numbers
 * on all pages of the listing, of which those on the first ones are published at once.
 */
export const isDeferrable = (id: string): boolean =>
  /^(?:search|feedPart|newest|sitemap) /.test(id) || /^listingCounts (?:.*\/)?\d+$/.test(id)

const PRODUCT = 'product '

/** The id of a single product as an input. Most pages read no other one. */
export const toProductInput = (slug: string): string => PRODUCT + slug

export const isProductInput = (id: string): boolean => id.startsWith(PRODUCT)

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

function fingerprint(value: unknown): string {
  if (Array.isArray(value)) return sha(value.map(hashOf).join('\n'))
  if (typeof value !== 'object' || value === null || 'slug' in value) return hashOf(value)
  const parts = Object.entries(value).map(([name, part]) => `${name} ${fingerprint(part)}`)
  return sha(parts.join('\n'))
}

/** Whether two values consist of the same products and listing items, and equal texts and numbers. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, at) => one === b[at])
  // Another object of a product is another state of it.
  if ('slug' in a || 'slug' in b) return false
  const [mine, others] = [Object.entries(a), Object.entries(b)]
  return (
    mine.length === others.length &&
    mine.every(([name, part], at) => others[at]?.[0] === name && isSame(part, others[at][1]))
  )
}

/** Fingerprints of one state of the catalogue: by an input's id, that of its value. */
export interface Fingerprints {
  get(id: string): string
}

/**
 * Creates a function that returns the fingerprints of a state of the catalogue. What is the same as in
 * the state before is not hashed again; those of the state before are not valid any more.
 */
export function createFingerprints(): (index: CatalogueIndex) => Fingerprints {
  const known = new Map<string, { value: unknown; hash: string; state: number }>()
  let latest = 0
  return (index) => {
    const state = ++latest
    const readInput = createReadInput(index)
    return {
      get(id) {
        const last = known.get(id)
        if (last?.state === state) return last.hash
        const space = id.indexOf(' ')
        const value = readInput(id.slice(0, space) as InputName, id.slice(space + 1))
        // Kept with the product.
        if (isProductInput(id)) return hashOf(value)
        const hash = last && isSame(last.value, value) ? last.hash : fingerprint(value)
        known.set(id, { value, hash, state })
        return hash
      },
    }
  }
}
