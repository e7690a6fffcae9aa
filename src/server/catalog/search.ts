import type { Product } from '#src/contract/catalog.ts'
import { MAX_INDEXED_CATALOGUE } from '#src/rules/constants.ts'
import { hasFacets } from '#src/rules/facets.ts'
import { type Filters, NO_FILTERS, parseFilters } from '#src/rules/listing.ts'
import { toRupees } from '#src/rules/money.ts'
import type { SearchIndex } from '#src/rules/search.ts'
import { buildSearchIndex, type IndexedProduct, listTerms } from '#src/rules/search-index.ts'
import { listAlikeWords, matchWord, parseQuery, Vocabulary } from '#src/rules/search-query.ts'
import { listCategoryWords } from '#src/rules/synonyms.ts'
import type { ProductRow, ProductTermsRow } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { getCatalogueRevision } from './queries.ts'
import * as queries from './search-queries.ts'
import { toProduct } from './to-product.ts'

/** Products whose terms are written at once. */
const BATCH_SIZE = 500

/** What a search needs, also in a thread of its own. */
type SearchDeps = Pick<Deps, 'db' | 'engine'>

/** Filters of the listing's query, or slugs. */
export type SearchRequest = { filters: string; limit: number } | { slugs: string[] }

/** The words and categories of one revision of the catalogue. */
interface CatalogueWords {
  revision: number
  vocabulary: Vocabulary
  categories: string[]
}

const catalogueWords = new WeakMap<Deps['db'], Promise<CatalogueWords>>()

function toTermsRow(row: ProductRow): ProductTermsRow {
  const product: Product = toProduct(row, [], [])
  const { title, main, other, colours, materials, sizes } = listTerms(product)
  const toFacets = (facet: string, values: string[]) => values.map((value) => `${facet}=${value}`)
  return {
    product_id: row.id,
    revision: row.revision,
    title: title.join(' '),
    main: main.join(' '),
    other: other.join(' '),
    facets: JSON.stringify([
      ...toFacets('colour', colours),
      ...toFacets('material', materials),
      ...toFacets('size', sizes),
    ]),
  }
}

/** Writes the terms of products that have changed since they were written. */
async function updateTerms({ db }: SearchDeps): Promise<void> {
  await queries.deleteTermsOfArchived(db)
  for (;;) {
    const rows = await queries.listUnindexedProducts(db, BATCH_SIZE)
    if (rows.length === 0) return
    await queries.upsertTerms(db, rows.map(toTermsRow))
  }
}

async function readWords(deps: SearchDeps, revision: number): Promise<CatalogueWords> {
  await updateTerms(deps)
  return {
    revision,
    vocabulary: new Vocabulary(await queries.listWords(deps.db, deps.engine)),
    categories: await queries.listCategories(deps.db),
  }
}

/** Updates the terms and reads the words once per revision of the catalogue. */
async function getWords(deps: SearchDeps): Promise<CatalogueWords> {
  const revision = await getCatalogueRevision(deps.db)
  const known = catalogueWords.get(deps.db)
  const current = await known?.catch(() => undefined)
  if (current && current.revision >= revision) return current
  // A call that waited for the same one starts no other.
  const latest = catalogueWords.get(deps.db)
  if (latest && latest !== known) return latest
  const next = readWords(deps, revision)
  catalogueWords.set(deps.db, next)
  return next
}

/** Updates the terms of a catalogue that the API searches, so that no request waits for them. */
export async function prepareSearch(deps: Deps): Promise<void> {
  if ((await queries.countOnSale(deps.db)) <= MAX_INDEXED_CATALOGUE) return
  if (deps.search) await deps.search({ slugs: [] })
  else await getWords(deps)
}

/** What the filters ask for, as the browser's index understands them (rules/search.ts). */
function toQuery(
  filters: Filters,
  { vocabulary, categories }: CatalogueWords,
): queries.SearchQuery {
  const term = filters.search
  const { range, words: queried, asksForNew } = parseQuery(term, vocabulary)
  const meant = new Set(queried.flatMap((word) => [...matchWord(word, vocabulary).keys()]))
  const isNamed = (category: string) => listCategoryWords(category).some((one) => meant.has(one))
  // "under 50k" and "new arrivals" name no word: they mean any product of the range or the sort.
  const isAny = term === '' || asksForNew || (range !== null && queried.length === 0)
  const search = {
    words: [...meant].filter((word) => vocabulary.words.has(word)),
    categories: categories.filter(isNamed),
    title: term.toLowerCase(),
  }
  return {
    search: isAny ? null : search,
    range,
    category: filters.category === NO_FILTERS.category ? null : filters.category,
    facets: filters,
    sort: asksForNew ? 'new' : filters.sort,
  }
}

const toWords = (text: string): string[] => (text === '' ? [] : text.split(' '))

function toIndexedProduct(row: queries.FoundProduct): IndexedProduct {
  const facets = JSON.parse(row.facets) as string[]
  const listValues = (facet: string) =>
    facets.flatMap((one) => (one.startsWith(`${facet}=`) ? [one.slice(facet.length + 1)] : []))
  return {
    slug: row.slug,
    title: row.name,
    category: row.category,
    price: toRupees(row.price_paise),
    stock: row.stock,
    publishedAt: row.published_at,
    terms: {
      title: toWords(row.title),
      main: toWords(row.main),
      other: toWords(row.other),
      colours: listValues('colour'),
      materials: listValues('material'),
      sizes: listValues('size'),
    },
  }
}

/** The index of these products in the order of the catalogue. */
const toIndex = (rows: queries.FoundProduct[]): SearchIndex =>
  buildSearchIndex(rows.toSorted((a, b) => a.position - b.position).map(toIndexedProduct))

/**
 * The search index of the products that a query of the listing may find. The browser searches and
 * filters it as it does the whole index of a smaller catalogue, so that both rank alike.
 */
async function searchCatalogue(
  deps: SearchDeps,
  address: string,
  limit: number,
): Promise<SearchIndex> {
  const { db, engine } = deps
  const known = await getWords(deps)
  const filters = parseFilters(address, known.categories)
  const query = toQuery(filters, known)
  const rows = await queries.searchProducts(db, engine, query, limit)
  const isCounted = rows.length < limit && !hasFacets(filters)
  const total = isCounted ? rows.length : await queries.countProducts(db, engine, query)
  if (rows.length > 0 || filters.search === '') return { ...toIndex(rows), total }
  const words = listAlikeWords(known.vocabulary, filters.search)
  const search = { words, categories: [], title: filters.search.toLowerCase() }
  const alike = { ...query, search, range: null }
  return { ...toIndex(await queries.searchProducts(db, engine, alike, limit)), total }
}

/** The search index of the products with these slugs. */
async function indexProducts(deps: SearchDeps, slugs: string[]): Promise<SearchIndex> {
  await getWords(deps)
  const rows = slugs.length === 0 ? [] : await queries.listIndexedProducts(deps.db, slugs)
  return { ...toIndex(rows), total: rows.length }
}

export const runSearch = (deps: SearchDeps, request: SearchRequest): Promise<SearchIndex> =>
  'slugs' in request
    ? indexProducts(deps, request.slugs)
    : searchCatalogue(deps, request.filters, request.limit)
