import { findNamedCategory, listAlikeWords, matchWord, parseQuery } from './search-query.ts'
import { listCategoryWords, listSynonyms } from './synonyms.ts'

/** One product as search and filters see it. */
export interface SearchEntry {
  slug: string
  title: string
  category: string
  price: number
  inStock: boolean
  /** Milliseconds since 1970. */
  publishedAt: number
  colour: readonly string[]
  material: readonly string[]
  size: readonly string[]
}

/**
 * The searchable catalogue as one file: columns with one value for each product, in the order of the
 * API. Words are stems; a product names them by their number.
 */
export interface SearchIndex {
  words: string[]
  categories: string[]
  colours: string[]
  materials: string[]
  sizes: string[]
  slug: string[]
  title: string[]
  category: number[]
  price: number[]
  /** 1 for products in stock. */
  stock: number[]
  /** Seconds since 1970. */
  publishedAt: number[]
  colour: number[][]
  material: number[][]
  size: number[][]
  /** Words of the title. */
  titleWords: number[][]
  /** Words of the subtitle, the colour and the material. */
  mainWords: number[][]
  /** Words of highlights, tagline and technical details. */
  otherWords: number[][]
  /**
   * Of an index with a part of the catalogue: the number of products that its filters leave, the
   * search term aside.
   */
  total?: number | undefined
}

const entriesOf = new WeakMap<SearchIndex, SearchEntry[]>()

/** The products of an index; the same array for the same index. */
export function toSearchEntries(index: SearchIndex): SearchEntry[] {
  const known = entriesOf.get(index)
  if (known) return known
  const pick = (values: string[], ids: number[] | undefined) =>
    (ids ?? []).map((id) => values[id] ?? '')
  const entries = index.slug.map((slug, at) => ({
    slug,
    title: index.title[at] ?? '',
    category: index.categories[index.category[at] ?? 0] ?? '',
    price: index.price[at] ?? 0,
    inStock: index.stock[at] === 1,
    publishedAt: (index.publishedAt[at] ?? 0) * 1_000,
    colour: pick(index.colours, index.colour[at]),
    material: pick(index.materials, index.material[at]),
    size: pick(index.sizes, index.size[at]),
  }))
  entriesOf.set(index, entries)
  return entries
}

const TITLE = 10
/** The last word of a title is what the piece is: a `ring shawl` is no ring. */
const TITLE_NOUN = 5
const CATEGORY = 8
const MAIN = 5
const OTHER = 2
/** Share of the best score below which a match says too little. */
const MIN_SCORE_SHARE = 0.2

interface Vocabulary {
  words: ReadonlySet<string>
  ids: ReadonlyMap<string, number>
}

const vocabularies = new WeakMap<SearchIndex, Vocabulary>()

function getVocabulary(index: SearchIndex): Vocabulary {
  const known = vocabularies.get(index)
  if (known) return known
  const ids = new Map(index.words.map((word, id) => [word, id]))
  const words = new Set([...index.words, ...listCategoryWords(), ...listSynonyms()])
  const created = { ids, words }
  vocabularies.set(index, created)
  return created
}

/** Weights of one query word by word number and by category number. */
function weighWord(index: SearchIndex, word: string) {
  const { ids, words } = getVocabulary(index)
  const byWord = new Float32Array(index.words.length)
  const byCategory = new Float32Array(index.categories.length)
  for (const [other, weight] of matchWord(word, words)) {
    const id = ids.get(other)
    if (id !== undefined) byWord[id] = weight
    const category = index.categories.findIndex((one) => listCategoryWords(one).includes(other))
    if (category >= 0) byCategory[category] = Math.max(byCategory[category] ?? 0, weight)
  }
  return { byWord, byCategory }
}

function bestWeight(ids: number[] | undefined, byWord: Float32Array): number {
  let best = 0
  for (const id of ids ?? []) best = Math.max(best, byWord[id] ?? 0)
  return best
}

/** The query that a shopper may have meant where `query` finds nothing; null without a likely one. */
export const findNearestQuery = (index: SearchIndex, query: string): string | null =>
  listAlikeWords(getVocabulary(index).words, query).find(
    (word) => searchIndex(index, word).length > 0,
  ) ?? null

export interface Match {
  /** Number of the product in the index. */
  at: number
  score: number
}

/**
 * The products that a query means, best first: by title, category, subtitle, colour, material,
 * highlights and synonyms, with accents folded and typing errors forgiven. Where no product has all
 * words, those with the most words.
 */
export function searchIndex(index: SearchIndex, query: string): Match[] {
  const { range, words, asksForNew } = parseQuery(query, getVocabulary(index).words)
  if (asksForNew)
    return index.publishedAt
      .map((publishedAt, at) => ({ at, score: publishedAt }))
      .sort((a, b) => b.score - a.score)
  const weights = words.map((word) => weighWord(index, word))
  const found: (Match & { matched: number })[] = []
  for (let at = 0; at < index.slug.length; at++) {
    const price = index.price[at] ?? 0
    if (range && (price < range.min || price > range.max)) continue
    let score = 0
    let matched = 0
    for (const { byWord, byCategory } of weights) {
      const best =
        TITLE * bestWeight(index.titleWords[at], byWord) +
        TITLE_NOUN * (byWord[index.titleWords[at]?.at(-1) ?? -1] ?? 0) +
        MAIN * bestWeight(index.mainWords[at], byWord) +
        CATEGORY * (byCategory[index.category[at] ?? -1] ?? 0) +
        OTHER * bestWeight(index.otherWords[at], byWord)
      if (best > 0) matched += 1
      score += best
    }
    if (matched > 0 || (range && words.length === 0)) found.push({ at, score, matched })
  }
  const most = found.reduce((max, { matched }) => Math.max(max, matched), 0)
  const complete = found.filter(({ matched }) => matched === most)
  const best = complete.reduce((max, { score }) => Math.max(max, score), 0)
  return complete
    .filter(({ score }) => score >= best * MIN_SCORE_SHARE)
    .map(({ at, score }) => ({ at, score }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
}

/** What searches an index. Browsers load it with the index, on the first search. */
export interface CatalogueSearch {
  index: SearchIndex
  entries: SearchEntry[]
  find: (query: string) => Match[]
  findNearest: (query: string) => string | null
  findCategory: typeof findNamedCategory
}

const searches = new WeakMap<SearchIndex, CatalogueSearch>()

/** The same object for the same index. */
export function openSearch(index: SearchIndex): CatalogueSearch {
  const known = searches.get(index)
  if (known) return known
  const created: CatalogueSearch = {
    index,
    entries: toSearchEntries(index),
    find: (query) => searchIndex(index, query),
    findNearest: (query) => findNearestQuery(index, query),
    findCategory: findNamedCategory,
  }
  searches.set(index, created)
  return created
}
