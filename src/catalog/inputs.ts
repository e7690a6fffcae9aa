import { getFeaturedProducts, getNewArrivals, listLatest } from '#src/channels/home-products.ts'
import type { Channels } from '#src/channels/markdown.ts'
import { homePage } from '#src/content/home.ts'
import type { ListingItem, Picture, Product } from '#src/contract/catalog.ts'
import type { ContentBody } from '#src/contract/content.ts'
import { SLUG_PATTERN } from '#src/contract/values.ts'
import { categoryLabel } from '#src/rules/categories.ts'
import { LISTING_PAGE_SIZE } from '#src/rules/constants.ts'
import type { ListingCounts, ListingItems } from '#src/rules/listing/listing.ts'
import { collectionPath, pagePath, paths, shopPagePath } from '#src/rules/paths.ts'
import { isPublicPath } from '#src/rules/public-paths.ts'
import { ALL, type CatalogIndex } from './catalog-index.ts'
import { getCollectionPage, listChosen, listCollectionPages } from './collections.ts'
import { listOwnPages, listPageLinks } from './own-pages.ts'
import { getProductList, listProductLists } from './product-lists.ts'

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
export const listListingPages = ({ byChip }: CatalogIndex): string[] =>
  [...byChip].flatMap(([chip, items]) => {
    const pages = Array.from({ length: countPages(items) }, (_, index) => index + 1)
    if (chip === ALL) return pages.slice(1).map(String)
    if (!SLUG_PATTERN.test(chip)) return []
    return pages.map((page) => (page > 1 ? `${chip}/${page}` : chip))
  })

/** @param name of the page below `/shop`; empty for `/shop`. */
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

/** Public pages other than those of products. */
const listPublicPaths = (index: CatalogIndex): string[] => [
  ...Object.values(paths).filter(isPublicPath).sort(),
  ...listListingPages(index).map((name) => `${paths.shop}/${name}`),
  ...listCollectionPages(index).map((name) => collectionPath(name)),
  ...listOwnPages(index).map((name) => pagePath(name)),
]

export const countFeedParts = ({ products }: CatalogIndex): number =>
  Math.ceil(products.length / FEED_PART_SIZE)

/** The paths of a file that comes in parts, for Astro. */
export const toPartPaths = (count: number) =>
  Array.from({ length: count }, (_, part) => ({ params: { part: String(part) } }))

const getFeedPart = ({ products }: CatalogIndex, part: number): Product[] =>
  products.slice(part * FEED_PART_SIZE, (part + 1) * FEED_PART_SIZE)

const countPageSitemaps = (index: CatalogIndex): number =>
  Math.ceil(listPublicPaths(index).length / SITEMAP_URLS)

/** Sitemaps of pages, then those of products. */
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

/** A category with the picture that stands for it. */
export interface CategoryTile {
  category: string
  /** The pages of the category. */
  path: string
  picture: Picture
}

/** @param slugs of the pieces whose pictures stand for their categories; others are shown by their first. */
function listCategoryTiles(index: CatalogIndex, slugs: string[]): CategoryTile[] {
  const chosen = listChosen(index, slugs)
  return listListedCategories(index).flatMap((category) => {
    const isOf = (item: ListingItem) => item.category.toLowerCase() === category
    const [picture] = (chosen.find(isOf) ?? index.byChip.get(category)?.[0])?.pictures ?? []
    return picture ? [{ category, path: shopPagePath(1, category), picture }] : []
  })
}

/** Numbers of pieces that a row of products of the home page may have: whole lines of four or of two columns. */
const ROW_LENGTHS = [8, 4, 2]

/** The pieces of each section of the home page that is a row of products, by the path of its list. */
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

/** What pages read of the catalogue, by name and key: pages have no other way to it. */
const inputs = {
  product: ({ bySlug }: CatalogIndex, slug: string) => bySlug.get(slug),
  /** For what shows nothing of its related products. */
  singleProduct: ({ bySlug }: CatalogIndex, slug: string) => bySlug.get(slug),
  home: (index: CatalogIndex) => {
    const { listing, content } = index
    const newest = getNewArrivals(listing)
    // The server has checked the body.
    const home = (content.get('home')?.body ?? homePage) as ContentBody<'home'>
    const chosen = listChosen(index, home.featured.products)
    return {
      newest,
      featured: chosen.length > 0 ? chosen : getFeaturedProducts(listing, newest),
      categories: listCategoryTiles(index, home.categories?.products ?? []),
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
  /** Undefined where no editor has changed the record. */
  content: ({ content }: CatalogIndex, id: string) => content.get(id),
}

type Inputs = typeof inputs
export type InputName = keyof Inputs

/** A name and a key, e.g. `product blue-vase`; the key is empty where there is one value. */
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
