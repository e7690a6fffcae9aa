import {
  createIndexer,
  type IndexedProduct,
  listTerms,
  pickProducts,
} from '#src/channels/search-index.ts'
import { applyFilters, type Filters, parseFilters } from '#src/rules/listing/listing.ts'
import { toPaise, toRupees } from '#src/rules/money.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import {
  findMatches,
  findNearestQuery,
  listPinned,
  prepareSearches,
} from '#src/rules/search/search.ts'
import type { SearchEntry } from '#src/rules/search/search-entry.ts'
import { type SearchIndex, toSearchEntries } from '#src/rules/search/search-index.ts'
import { readCategories } from '../../core/content/categories.ts'
import { readCategoryNames, readSavedSearchRules } from '../../core/content/read-content.ts'
import type { Deps } from '../../core/deps.ts'
import { getCatalogRevision } from '../../core/publish-requests/queries.ts'
import { parseCounts, sumAvailable } from '../stock/stock-count.ts'
import { NO_REVIEWS } from './product-reviews.ts'
import * as queries from './queries.ts'
import { toProduct } from './to-product.ts'

/** Products per statement. */
const BATCH_SIZE = 200

/** The highest price of products with variants, by slug. The index for browsers contains only the lowest. */
type HighestPrices = ReadonlyMap<string, number>

/**
 * Returns a function that builds the index of all products on sale. Later calls read only the words
 * of changed products.
 */
export function createIndexReader({ db }: Pick<Deps, 'db'>) {
  const indexer = createIndexer()
  let entriesById = new Map<
    string,
    {
      version: string
      terms: IndexedProduct['terms']
      isFrom: boolean
      highestPrice: number | undefined
    }
  >()

  return async () => {
    const revision = await getCatalogRevision(db)
    const categories = await readCategories(db)
    const read: typeof entriesById = new Map()
    const highestPrices = new Map<string, number>()
    const products: (IndexedProduct & { position: number })[] = []
    for (let after = ''; ; ) {
      const rows = await queries.listSearchedProducts(db, after, BATCH_SIZE)
      const last = rows.at(-1)
      if (!last) break
      after = last.id
      const isKnown = (row: (typeof rows)[number]) =>
        entriesById.get(row.id)?.version === toVersion(row)
      const changed = rows.filter((row) => !isKnown(row))
      for (const row of await queries.listProductsByIds(
        db,
        changed.map(({ id }) => id),
      )) {
        const product = toProduct(row, [], NO_REVIEWS, [], { category: row.category })
        entriesById.set(row.id, {
          version: toVersion(row),
          terms: indexer.addTerms(listTerms(product)),
          isFrom: isPriceFrom(product),
          highestPrice:
            product.variants && Math.max(...product.variants.map(({ price = 0 }) => price)),
        })
      }
      for (const row of rows) {
        const entry = entriesById.get(row.id)
        if (!entry) continue
        read.set(row.id, entry)
        if (entry.highestPrice) highestPrices.set(row.slug, entry.highestPrice)
        products.push({
          slug: row.slug,
          title: row.title,
          category: categories.toAddress(row.category),
          price: toRupees(row.price_paise),
          isFrom: entry.isFrom,
          stock: sumAvailable(parseCounts(row)),
          publishedAt: row.published_at,
          position: row.position,
          terms: entry.terms,
        })
      }
    }
    entriesById = read
    products.sort((a, b) => a.position - b.position)
    const rules = await readSavedSearchRules(db)
    const names = await readCategoryNames(db)
    const index = indexer.makeIndex(products, rules, names)
    prepareSearches(index)
    return { index, highestPrices, revision }
  }
}

/**
 * Returns a text that changes if the words of a product may have changed, also if it was deleted and created again.
 */
const toVersion = (row: { revision: number; updated_at: number }): string =>
  `${row.revision} ${row.updated_at}`

export function pickSlugs(index: SearchIndex, slugs: string[]): SearchIndex {
  const named = new Set(slugs)
  const picked = index.slug.flatMap((slug, position) => (named.has(slug) ? [position] : []))
  return { ...pickProducts(index, picked, []), total: picked.length }
}

/**
 * Returns the index of products that a query of the listing may find. The browser searches it like
 * the complete index of a smaller catalogue.
 * @param limit of products: those within the facets first, then the best matches.
 */
export function searchCatalog(index: SearchIndex, address: string, limit: number): SearchIndex {
  const filters = parseFilters(address, index.categories)
  const found = findProducts(index, filters, filters.search)
  const total = found.list.length + found.also.length
  const nearest =
    found.candidates.length === 0 && filters.search !== ''
      ? findNearestQuery(index, filters.search)
      : null
  const { list, also, candidates, meant } = nearest ? findProducts(index, filters, nearest) : found
  const picked = new Set<SearchEntry>()
  const entries = toSearchEntries(index)
  const pinned = listPinned(index, filters.search).flatMap((position) => entries[position] ?? [])
  for (const entry of [...pinned, ...list, ...also, ...candidates]) {
    if (picked.size >= limit) break
    picked.add(entry)
  }
  const numbers = entries.flatMap((entry, position) => (picked.has(entry) ? [position] : []))
  return { ...pickProducts(index, numbers, meant), total }
}

/** A search by machines. Categories are in lower case, and prices are in paise. */
export interface Ranking {
  term: string
  categories: ReadonlySet<string> | undefined
  min: number
  max: number
  /** The product after which the page starts, with its position at that time. */
  after: { slug: string; count: number } | undefined
  limit: number
}

/**
 * Returns a page of possible matches, the best first. With variants, only the lowest and the highest price are known.
 */
export function rankProducts(
  index: SearchIndex,
  highestPrices: HighestPrices,
  { term, categories, min, max, after, limit }: Ranking,
) {
  const entries = toSearchEntries(index)
  const found =
    term === ''
      ? entries
      : findMatches(index, term).matches.flatMap(({ position }) => entries[position] ?? [])
  const ranked = found.filter(
    ({ slug, category, price }) =>
      (categories?.has(category.toLowerCase()) ?? true) &&
      toPaise(price) <= max &&
      toPaise(Math.max(price, highestPrices.get(slug) ?? 0)) >= min,
  )
  const place = after ? ranked.findIndex(({ slug }) => slug === after.slug) : -1
  const start = after && place < 0 ? after.count : place + 1
  return {
    start,
    slugs: ranked.slice(start, start + limit).map(({ slug }) => slug),
    total: ranked.length,
    hasCheaper: ranked.some(({ price }) => toPaise(price) < min),
  }
}

export function findProducts(index: SearchIndex, filters: Filters, search: string) {
  const entries = toSearchEntries(index)
  const { matches, meant } = search === '' ? { matches: [], meant: [] } : findMatches(index, search)
  const found = matches.flatMap(({ position }) => entries[position] ?? [])
  return { ...applyFilters(entries, { ...filters, search }, found), meant }
}
