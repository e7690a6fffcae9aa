import { compareSearch, findFirst } from '#src/editing/search-replay.ts'
import { packIndex, type SearchIndex } from '#src/rules/search/search-index.ts'
import type { SearchRules } from '#src/rules/search/synonyms.ts'
import type { Deps } from '../../core/deps.ts'
import { toJsonBody } from '../../core/http/cached-body.ts'
import { cacheByRevision } from './cache-by-revision.ts'
import { findListing, type ListingOrder } from './find-listing.ts'
import {
  createIndexReader,
  pickSlugs,
  type Ranking,
  rankProducts,
  searchCatalog,
} from './search.ts'
import { getCatalog, getListing } from './service.ts'

/** Indexing a large catalogue takes longer after a change. Searches then use the previous index. */
const MAX_INDEX_WAIT_MS = 100

export type CatalogTasks = ReturnType<typeof createCatalogTasks>

/** Creates the tasks on the whole catalogue, which take long for a large one. Their index stays in memory. */
export function createCatalogTasks(deps: Pick<Deps, 'db' | 'env'>) {
  const getIndex = cacheByRevision(deps, createIndexReader(deps), MAX_INDEX_WAIT_MS)
  const compare = createComparison()
  return {
    /** Serialises all products, briefly or with all details. */
    async list({ hasDetails }: { hasDetails: boolean }) {
      const listed = hasDetails ? await getCatalog(deps) : await getListing(deps)
      return { revision: listed.revision, ...toJsonBody(listed) }
    },
    /** Builds the index with the latest change. */
    async prepare({ maxWaitMs }: { maxWaitMs?: number }) {
      await getIndex(maxWaitMs)
    },
    async search({ slugs, filters, limit }: { slugs?: string; filters: string; limit: number }) {
      const { index } = await getIndex()
      return packIndex(
        slugs ? pickSlugs(index, slugs.split(',')) : searchCatalog(index, filters, limit),
      )
    },
    async listFiltered({ address, order }: { address: string; order: ListingOrder }) {
      return findListing((await getIndex()).index, new URL(address), order)
    },
    async rank(ranking: Ranking) {
      const { index, highestPrices } = await getIndex()
      return rankProducts(index, highestPrices, ranking)
    },
    /** Compares the results of queries with those under other rules. */
    async compare({ rules, queries }: { rules: SearchRules; queries: ComparedQuery[] }) {
      const { index } = await getIndex()
      return queries.flatMap((query) => compare(index, rules, query) ?? [])
    },
  }
}

type ComparedQuery = Parameters<typeof compareSearch>[2]

/** Caches the index with the other rules, and the results without them. */
function createComparison() {
  let edited: { of: SearchIndex; rules: string; index: SearchIndex } | undefined
  const firstFinds = new WeakMap<SearchIndex, Map<string, ReturnType<typeof findFirst>>>()
  return (index: SearchIndex, rules: SearchRules, query: ComparedQuery) => {
    const key = JSON.stringify(rules)
    if (edited?.of !== index || edited.rules !== key)
      edited = { of: index, rules: key, index: { ...index, rules } }
    const firstByQuery = firstFinds.get(index) ?? new Map<string, ReturnType<typeof findFirst>>()
    firstFinds.set(index, firstByQuery)
    const first = firstByQuery.get(query.query) ?? findFirst(index, query.query)
    firstByQuery.set(query.query, first)
    return compareSearch(first, edited.index, query)
  }
}
