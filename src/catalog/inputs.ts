import { getFeaturedProducts, getNewArrivals, listLatest } from '#src/channels/home-products.ts'
import type { Channels } from '#src/channels/markdown.ts'
import { homePage } from '#src/content/home.ts'
import { isPublicPath } from '#src/content/public-paths.ts'
import type { ListingItem, Picture, Product } from '#src/contract/catalog.ts'
import type { ContentBody } from '#src/contract/content.ts'
import { SLUG_PATTERN } from '#src/contract/values.ts'
import { categoryLabel } from '#src/rules/categories.ts'
import { LISTING_PAGE_SIZE } from '#src/rules/constants.ts'
import type { ListingCounts, ListingItems } from '#src/rules/listing/listing.ts'
import { collectionPath, pagePath, paths, shopPagePath } from '#src/rules/paths.ts'
import { ALL, type CatalogIndex } from './catalog-index.ts'
import { getCollectionPage, listChosenProducts, listCollectionPages } from './collections.ts'
import { listOwnPages, listPageLinks } from './own-pages.ts'
import { getProductList, listProductLists } from './product-lists.ts'

/** Search engines read at most 50,000 URLs per sitemap. */
const SITEMAP_URLS = 45_000

/** Products per part of a feed or sitemap. A save renders one part again. */
const FEED_PART_SIZE = 1_000

/** Products in the feed of new arrivals. */
const NEWEST_COUNT = 20

const countPages = (items: ListingItem[]): number => Math.ceil(items.length / LISTING_PAGE_SIZE)

/**
 * Lists the names of listing pages below `/shop`: `2`, …, and for each category with products
 * `watches`, `watches/2`, ….
 */
export const listListingPages = ({ byChip }: CatalogIndex): string[] =>
  [...byChip].flatMap(([chip, items]) => {
    const pages = Array.from({ length: countPages(items) }, (_, index) => index + 1)
    if (chip === ALL) return pages.slice(1).map(String)
    if (!SLUG_PATTERN.test(chip)) return []
    return pages.map((page) => (page > 1 ? `${chip}/${page}` : chip))
  })

/**
 * Parses a page name.
 * @param name of the page below `/shop`; empty for `/shop`.
 */
function parsePageName(name: string): { category: string; page: number } {
  const [first = '', second = '1'] = name.split('/')
  const isNumber = /^\d*$/.test(first)
  return isNumber
    ? { category: ALL, page: Number(first || 1) }
    : { category: first, page: Number(second) }
}

function getListingItems({ byChip }: CatalogIndex, name: string): ListingItems {
  const { category, page } = parsePageName(name)
  const start = (page - 1) * LISTING_PAGE_SIZE
  const items = byChip.get(category)?.slice(start, start + LISTING_PAGE_SIZE) ?? []
  return { items, page, category }
}

function getListingCounts(index: CatalogIndex, name: string): ListingCounts {
  const { byChip, listing, chips, emptyFacets, categoryNames } = index
  const names = Object.entries(categoryNames).filter(([category]) => byChip.has(category))
  const all = byChip.get(parsePageName(name).category) ?? []
  return {
    pageCount: Math.max(1, countPages(all)),
    pageTotal: all.length,
    total: listing.length,
    chips,
    ...(names.length > 0 && { names: Object.fromEntries(names) }),
    counts: Object.fromEntries([...byChip].map(([chip, items]) => [chip, items.length])),
    emptyFacets,
  }
}

/** Lists public pages other than product pages. */
const listPublicPaths = (index: CatalogIndex): string[] => [
  ...Object.values(paths).filter(isPublicPath).sort(),
  ...listListingPages(index).map((name) => `${paths.shop}/${name}`),
  ...listCollectionPages(index).map((name) => collectionPath(name)),
  ...listOwnPages(index).map((name) => pagePath(name)),
]

export const countFeedParts = ({ products }: CatalogIndex): number =>
  Math.ceil(products.length / FEED_PART_SIZE)

/** Paths of a file in several parts, for Astro. */
export const toPartPaths = (count: number) =>
  Array.from({ length: count }, (_, part) => ({ params: { part: String(part) } }))

const getFeedPart = ({ products }: CatalogIndex, part: number): Product[] =>
  products.slice(part * FEED_PART_SIZE, (part + 1) * FEED_PART_SIZE)

const countPageSitemaps = (index: CatalogIndex): number =>
  Math.ceil(listPublicPaths(index).length / SITEMAP_URLS)

/** The number of sitemaps: first the ones for pages, then the ones for products. */
export const countSitemaps = (index: CatalogIndex): number =>
  countPageSitemaps(index) + countFeedParts(index)

function getSitemap(index: CatalogIndex, part: number): (string | Product)[] {
  const pageParts = countPageSitemaps(index)
  if (part >= pageParts) return getFeedPart(index, part - pageParts)
  return listPublicPaths(index).slice(part * SITEMAP_URLS, (part + 1) * SITEMAP_URLS)
}

const listNewest = ({ products }: CatalogIndex): Product[] => listLatest(products, NEWEST_COUNT)

const listListedCategories = ({ byChip }: CatalogIndex): string[] =>
  [...byChip].flatMap(([chip, items]) =>
    chip !== ALL && items.length > 0 && SLUG_PATTERN.test(chip) ? [chip] : [],
  )

const getChannels = (index: CatalogIndex): Channels => ({
  categories: listListedCategories(index).map((category) => ({
    title: categoryLabel(category, index.categoryNames),
    path: shopPagePath(1, category),
  })),
  lists: listProductLists(index),
  feedParts: countFeedParts(index),
})

export interface CategoryTile {
  category: string
  /** Path of the category's listing. */
  path: string
  picture: Picture
}

/**
 * Lists the categories with pictures.
 * @param slugs of products that represent their categories; otherwise the first product does.
 */
function listCategoryTiles(index: CatalogIndex, slugs: string[]): CategoryTile[] {
  const chosen = listChosenProducts(index, slugs)
  return listListedCategories(index).flatMap((category) => {
    const isOf = (item: ListingItem) => item.category.toLowerCase() === category
    const [picture] = (chosen.find(isOf) ?? index.byChip.get(category)?.[0])?.pictures ?? []
    return picture ? [{ category, path: shopPagePath(1, category), picture }] : []
  })
}

/** Lengths of a product row on the home page, which fill lines of four or of two columns. */
const ROW_LENGTHS = [8, 4, 2]

/** Returns the products of each product row on the home page, by the path of its list. */
function listProductRows(
  index: CatalogIndex,
  sections: ContentBody<'home'>['sections'],
): Record<string, ListingItem[]> {
  const paths = sections.flatMap(({ list }) => list ?? [])
  return Object.fromEntries(
    paths.map((path) => {
      const name = path.split('/').at(-1) ?? ''
      const items = path.startsWith(collectionPath(''))
        ? getCollectionPage(index, name).items
        : (index.byChip.get(name) ?? [])
      return [path, items.slice(0, ROW_LENGTHS.find((length) => length <= items.length) ?? 1)]
    }),
  )
}

/** Inputs of pages, by name and key. Pages read the catalogue only through these. */
const inputs = {
  product: ({ bySlug }: CatalogIndex, slug: string) => bySlug.get(slug),
  /** For pages that show nothing of related products. */
  singleProduct: ({ bySlug }: CatalogIndex, slug: string) => bySlug.get(slug),
  home: (index: CatalogIndex) => {
    const { listing, content } = index
    const newest = getNewArrivals(listing)
    // The server has validated the body.
    const home = (content.get('home')?.body ?? homePage) as ContentBody<'home'>
    const chosen = listChosenProducts(index, home.featured.products)
    return {
      newest,
      featured: chosen.length > 0 ? chosen : getFeaturedProducts(listing, newest),
      categories: listCategoryTiles(index, home.categories?.products ?? []),
      /** In the places of their links; undefined for a product that is not sold or has no picture. */
      giftPictures: (home.gifts?.products ?? []).map((slug) => index.bySlug.get(slug)?.pictures[0]),
      rows: listProductRows(index, home.sections ?? []),
    }
  },
  listingItems: getListingItems,
  listingCounts: getListingCounts,
  search: ({ products }: CatalogIndex) => products,
  categoryNames: ({ categoryNames }: CatalogIndex) => categoryNames,
  sitemapCount: countSitemaps,
  sitemap: (index: CatalogIndex, part: string) => getSitemap(index, Number(part)),
  feedPart: (index: CatalogIndex, part: string) => getFeedPart(index, Number(part)),
  newest: listNewest,
  channels: getChannels,
  collection: getCollectionPage,
  pageLinks: listPageLinks,
  productList: getProductList,
  /** Undefined if no editor has changed the record. */
  content: ({ content }: CatalogIndex, id: string) => content.get(id),
}

type Inputs = typeof inputs
export type InputName = keyof Inputs

/** A name and a key, e.g. `product blue-vase`. The key is empty for an input with one value. */
export type InputId = `${InputName} ${string}`

export const toInputId = (name: InputName, key: string): InputId => `${name} ${key}`

export const getInput = (index: CatalogIndex, name: InputName, key: string): unknown =>
  inputs[name](index, key)

/** Reads one input. `key` is the slug of a product, or the name or number of a page. */
export type ReadInput = <N extends InputName>(name: N, key?: string) => ReturnType<Inputs[N]>

export const createReadInput =
  (index: CatalogIndex): ReadInput =>
  <N extends InputName>(name: N, key = '') =>
    inputs[name](index, key) as ReturnType<Inputs[N]>
