import { setTimeout as sleep } from 'node:timers/promises'
import {
  createIndexer,
  type IndexedProduct,
  listTerms,
  pickProducts,
} from '#src/channels/search-index.ts'
import { applyFilters, type Filters, parseFilters } from '#src/rules/listing/listing.ts'
import { toRupees } from '#src/rules/money.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import {
  findMatches,
  findNearestQuery,
  listPinned,
  prepareSearches,
} from '#src/rules/search/search.ts'
import type { SearchEntry } from '#src/rules/search/search-entry.ts'
import { type SearchIndex, toSearchEntries } from '#src/rules/search/search-index.ts'
import { createBoundedQueue } from '../../core/bounded-queue.ts'
import { readCategoryNames, readSavedSearchRules } from '../../core/content/read-content.ts'
import type { Deps } from '../../core/deps.ts'
import { createPerShop } from '../../core/per-shop.ts'
import { getCatalogRevision } from '../../core/publish-requests/queries.ts'
import { giveTurns, runInTurns } from '../../core/turns.ts'
import { parseCounts, sumAvailable } from '../stock/stock-count.ts'
import { cacheByRevision } from './cache-by-revision.ts'
import { NO_REVIEWS } from './product-reviews.ts'
import * as queries from './queries.ts'
import { toProduct } from './to-product.ts'

/** After a change of a large catalogue, its index takes longer: searches find what was there before it. */
const MAX_INDEX_WAIT_MS = 100
/** Products that are read at once: other requests have a turn between two batches. */
const BATCH_SIZE = 200
/** Searches that wait: with more, the last one would wait for a second. */
const MAX_PENDING = 16
/** Those that wait for the first index of a process that has just started: as many as one address has connections. */
const MAX_PENDING_AT_START = 250
/** Time until a refusal: clients that ask again at once would take all of the processor. */
const REFUSAL_MS = 1_000

/** The highest price of products with variants, by slug: the index, which browsers get, has the lowest. */
export type HighestPrices = ReadonlyMap<string, number>

/** Searches an index. */
type Find<Result> = (index: SearchIndex, highestPrices: HighestPrices) => Result

/** Runs one search of the index at a time. */
export type Search = <Result>(find: Find<Result>) => Promise<Result>

/**
 * Creates the search of the catalogue: its index is kept in memory, and follows the catalogue with the first
 * search after a change, or soon after it.
 */
function createSearch(deps: Deps): Search {
  const getIndex = cacheByRevision(deps, createIndexReader(deps), MAX_INDEX_WAIT_MS)
  const enqueue = createBoundedQueue({ concurrency: 1, maxPending: MAX_PENDING })
  const enqueueAtStart = createBoundedQueue({ concurrency: 1, maxPending: MAX_PENDING_AT_START })

  let hasIndex = false
  let pausedUntil = 0

  async function search<Result>(find: Find<Result>): Promise<Result> {
    // Others get half of the time: a turn of the event loop accepts one connection.
    const pauseMs = pausedUntil - performance.now()
    if (pauseMs > 0) await sleep(pauseMs)
    const { index, highestPrices } = await getIndex()
    hasIndex = true
    const start = performance.now()
    const found = find(index, highestPrices)
    const end = performance.now()
    pausedUntil = end + (end - start)
    return found
  }

  return (find) =>
    (hasIndex ? enqueue : enqueueAtStart)(() => search(find)).catch(async (error: unknown) => {
      await sleep(REFUSAL_MS)
      throw error
    })
}

/** The search of a shop, which has one index. */
export const getSearch = createPerShop(createSearch)

/** Makes the index before the first search, which would wait for seconds with a large catalogue. */
export const warmSearch = (deps: Deps): void =>
  // What fails here fails again when somebody searches.
  void getSearch(deps)(() => {}).catch(() => {})

/** Reads the index of all products on sale; the next time, only the words of those that have changed. */
function createIndexReader({ db }: Deps) {
  const indexer = createIndexer()
  let known = new Map<
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
    const read: typeof known = new Map()
    const highestPrices = new Map<string, number>()
    const products: (IndexedProduct & { position: number })[] = []
    for (let after = ''; ; ) {
      const rows = await queries.listSearchedProducts(db, after, BATCH_SIZE)
      const last = rows.at(-1)
      if (!last) break
      after = last.id
      const isKnown = (row: (typeof rows)[number]) => known.get(row.id)?.version === toVersion(row)
      const changed = rows.filter((row) => !isKnown(row))
      for (const row of await queries.listProductsByIds(
        db,
        changed.map(({ id }) => id),
      )) {
        const product = toProduct(row, [], NO_REVIEWS, [], {})
        known.set(row.id, {
          version: toVersion(row),
          terms: indexer.addTerms(listTerms(product)),
          isFrom: isPriceFrom(product),
          highestPrice:
            product.variants && Math.max(...product.variants.map(({ price = 0 }) => price)),
        })
      }
      for (const row of rows) {
        const entry = known.get(row.id)
        if (!entry) continue
        read.set(row.id, entry)
        if (entry.highestPrice) highestPrices.set(row.slug, entry.highestPrice)
        products.push({
          slug: row.slug,
          title: row.title,
          category: row.category,
          price: toRupees(row.price_paise),
          isFrom: entry.isFrom,
          stock: sumAvailable(parseCounts(row)),
          publishedAt: row.published_at,
          position: row.position,
          terms: entry.terms,
        })
      }
      await giveTurns()
    }
    known = read
    products.sort((a, b) => a.position - b.position)
    const rules = await readSavedSearchRules(db)
    const names = await readCategoryNames(db)
    const index = await runInTurns(indexer.makeIndex(products, rules, names))
    await runInTurns(prepareSearches(index))
    return { index, highestPrices, revision }
  }
}

/** Another one when the words of a product may have changed: a product may be deleted and made again. */
const toVersion = (row: { revision: number; updated_at: number }): string =>
  `${row.revision} ${row.updated_at}`

/** The index of the products with these slugs. */
export function pickSlugs(index: SearchIndex, slugs: string[]): SearchIndex {
  const named = new Set(slugs)
  const picked = index.slug.flatMap((slug, position) => (named.has(slug) ? [position] : []))
  return { ...pickProducts(index, picked, []), total: picked.length }
}

/**
 * The index of the products that a query of the listing may find. The browser searches and filters it as it
 * does the whole index of a smaller catalogue.
 * @param limit of products: those that the facets leave come first, then the best.
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

export function findProducts(index: SearchIndex, filters: Filters, search: string) {
  const entries = toSearchEntries(index)
  const { matches, meant } = search === '' ? { matches: [], meant: [] } : findMatches(index, search)
  const found = matches.flatMap(({ position }) => entries[position] ?? [])
  return { ...applyFilters(entries, { ...filters, search }, found), meant }
}
