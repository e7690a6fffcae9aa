import { listFacetOptions } from '../listing/facet-options.ts'
import { findHelp } from './help-search.ts'
import { NumberLists } from './number-lists.ts'
import type { SearchEntry } from './search-entry.ts'
import { LISTS, type SearchIndex, toSearchEntries } from './search-index.ts'
import { findNamedCategory, listAlikeWords, listNotMade, parseQuery } from './search-query.ts'
import {
  bestWeight,
  FIRST,
  getVocabulary,
  namesKind,
  type Weights,
  weighWords,
} from './search-weights.ts'
import { toStems } from './stems.ts'

/** Browsers load it with the search. */
export { unpackIndex } from './search-index.ts'

const TITLE = 10
/** The last word of a title names the piece: a `ring shawl` is not a ring. */
const TITLE_NOUN = 7
const CATEGORY = 8
/** For a word of the material. */
const MATERIAL = 6
/** The stone that a piece is set with says more than a colour of the same name. */
const STONE = 6
const MAIN = 5
const OTHER = 2
/**
 * Share of the best score below which a match is left out. A match stays if the query names its category, or if its
 * title, colour, material, details of facets or personal additions have all words of the query.
 */
const MIN_SCORE_SHARE = 0.499

/** The words of a query for kinds of pieces that the shop does not make. The results are the closest pieces. */
export const findNotMade = (index: SearchIndex, query: string): string[] =>
  listNotMade(query, getVocabulary(index), index.words.length)

/** The query that a shopper may have meant if `query` finds nothing; null without a likely one. */
export const findNearestQuery = (index: SearchIndex, query: string): string | null =>
  listAlikeWords(getVocabulary(index), query).find((word) => searchIndex(index, word).length > 0) ??
  null

const toPinKey = (query: string): string => toStems(query).join(' ')

const pinsOf = new WeakMap<SearchIndex, Map<string, number[]>>()

/** The numbers of the products that editors have pinned to a query, without products that are not on sale. */
export function listPinned(index: SearchIndex, query: string): number[] {
  const known = pinsOf.get(index) ?? new Map<string, number[]>()
  if (!pinsOf.has(index)) {
    for (const [words, slugs] of index.rules.pins) {
      const key = toPinKey(words)
      if (key === '') continue
      const numbers = slugs
        .map((slug) => index.slug.indexOf(slug))
        .filter((position) => position >= 0)
      known.set(key, [...new Set([...(known.get(key) ?? []), ...numbers])])
    }
    pinsOf.set(index, known)
  }
  return known.get(toPinKey(query)) ?? []
}

export interface Match {
  /** Number of the product in the index. */
  position: number
  score: number
}

/**
 * The products that a query means, best first: by title, category, subtitle, colour, material,
 * highlights and synonyms, with accents folded and typing errors forgiven. If no product has all
 * words, the products with the most words.
 */
export const searchIndex = (index: SearchIndex, query: string): Match[] =>
  findMatches(index, query).matches

/** @returns the matches, pinned products first, and the numbers of the words that the query means. */
export function findMatches(index: SearchIndex, query: string): Matches {
  const found = findByWords(index, query)
  const pinned = listPinned(index, query)
  if (pinned.length === 0) return found
  const others = found.matches.filter(({ position }) => !pinned.includes(position))
  const first = pinned.map((position) => ({ position, score: Number.POSITIVE_INFINITY }))
  return { ...found, matches: [...first, ...others] }
}

interface Matches {
  matches: Match[]
  meant: readonly number[]
}

/** The positions of products by their words and materials, of indexes that many searches use. */
const positionsOf = new WeakMap<SearchIndex, Record<'words' | 'materials', NumberLists>>()

function createPositions(index: SearchIndex) {
  const { words, titleWords, mainWords, otherWords, materials, material } = index
  return {
    words: NumberLists.invert(words.length, titleWords, mainWords, otherWords),
    materials: NumberLists.invert(materials.length, material),
  }
}

/** Makes what each search of an index needs, in parts: with a large catalogue each takes some milliseconds. */
export function* prepareSearch(index: SearchIndex): Generator<void> {
  yield void toSearchEntries(index)
  yield void getVocabulary(index)
  for (const name of LISTS) yield void index[name].flat
}

/** The same for many searches. A browser searches an index a few times, for which the positions do not pay. */
export function prepareSearches(index: SearchIndex): void {
  prepareSearch(index).toArray()
  positionsOf.set(index, createPositions(index))
}

/**
 * For each product 1 if a weight may be more than zero: the others need not be scored. Undefined if the index is
 * not prepared.
 */
function findCandidates(index: SearchIndex, weights: Weights[]): Uint8Array | undefined {
  const known = positionsOf.get(index)
  if (!known) return undefined
  const { words, materials } = known
  const found = new Uint8Array(index.slug.length)
  const add = (positions: Uint32Array) => {
    for (const position of positions) found[position] = 1
  }
  for (const { ids, byMaterial, byCategory } of weights) {
    for (const id of ids) add(words.at(id))
    for (const [number, weight] of byMaterial.entries()) if (weight > 0) add(materials.at(number))
    for (const [position, number] of index.category.entries())
      if ((byCategory[number] ?? 0) > 0) found[position] = 1
  }
  return found
}

interface Candidate extends Match {
  /** The score with the stones, which order the matches and leave none out. */
  rank: number
  /** The words that it has, without words for whom a piece is. */
  matched: number
  isNamed: boolean
  /** Whether it is of the kind that the query asks for. */
  isOfKind: boolean
  /** Whether the last word of its title is that kind itself, e.g. `band`, and no other word for it. */
  isExact: boolean
}

/** The products with the most words. Products of another kind follow only if none of the kind has all words. */
function keepMost(found: Candidate[], weights: Weights[]): Candidate[] {
  const count = weights.filter(({ isPurpose }) => !isPurpose).length
  const [most, mostOfKind] = [false, true].map((isOfKind) =>
    found.reduce((max, one) => (one.isOfKind === isOfKind ? Math.max(max, one.matched) : max), 0),
  )
  return found.filter(({ matched, isOfKind }) =>
    isOfKind ? matched === mostOfKind : matched === most && (mostOfKind ?? 0) < count,
  )
}

function findByWords(index: SearchIndex, query: string): Matches {
  const { range, size, byPrice, words, names, asksForNew } = parseQuery(query, getVocabulary(index))
  if (asksForNew) {
    const matches = index.publishedAt.map((publishedAt, position) => ({
      position,
      score: publishedAt,
    }))
    return { matches: matches.sort((a, b) => b.score - a.score), meant: [] }
  }
  const weights = weighWords(index, words)
  const areAll = (range !== null || size !== null || byPrice !== 0) && words.length === 0
  if (weights.length === 0 && !areAll) return { matches: [], meant: [] }
  // The word for a kind of piece says nothing about another kind: a ring shawl is not an emerald ring.
  const kinds =
    words.length > 1
      ? weights.filter((weight) => names.includes(weight.word) && namesKind(index, weight))
      : []
  // A typing error may be a word of its own: a `watch winder` is not a `watch for winter`.
  const kind = kinds.findLast(({ exact }) => exact >= 0) ?? kinds.at(-1)
  // Words that say for whom a piece is rank what the others find.
  const areAllPurposes = weights.every(({ isPurpose }) => isPurpose)
  const candidates = areAll ? undefined : findCandidates(index, weights)
  const found: Candidate[] = []
  const entries = toSearchEntries(index)
  const wordCount = new Set(words).size
  for (let position = 0; position < index.slug.length; position++) {
    if (candidates?.[position] === 0) continue
    const price = index.price[position] ?? 0
    if (range && (price < range.min || price > range.max)) continue
    if (size && !size.isOffered(entries[position]?.size ?? [])) continue
    const titleWords = index.titleWords.at(position)
    const titleNoun = titleWords.at(-1) ?? -1
    const mainWords = index.mainWords.at(position)
    let score = 0
    let stone = 0
    let matched = 0
    let isNamed = false
    let isOfKind = false
    let isExact = false
    let named = 0
    for (const weight of weights) {
      const { word, ids, exact, isPurpose, byWord, byCategory, byMaterial, byDetail } = weight
      const category = byCategory[index.category[position] ?? -1] ?? 0
      if (weight === kind) {
        isOfKind = category > 0 || (byWord[titleNoun] ?? 0) > 0
        // The word of a category says nothing of a title: `bag for a party`.
        isExact = category === 0 && titleNoun === exact
      }
      if (weight === kind && !isOfKind) continue
      if (category > 0) isNamed = true
      if (titleWords.includes(exact) || mainWords.includes(exact)) named += 1
      // Each perfume is one, whether or not its other texts say so.
      const beyond = (weight: number) => (weight > category * FIRST ? weight : 0)
      const titled =
        TITLE * bestWeight(index.titleWords, position, byWord) +
        TITLE_NOUN * (byWord[titleNoun] ?? 0)
      const best =
        // The word of a category says the same of all its pieces, whether or not it is in their titles.
        Math.max(titled, (TITLE + TITLE_NOUN) * category) +
        CATEGORY * category +
        MATERIAL * bestWeight(index.material, position, byMaterial) +
        MAIN * beyond(bestWeight(index.mainWords, position, byWord)) +
        OTHER * beyond(bestWeight(index.otherWords, position, byWord))
      // For whom it is says more than the occasion, and few answers more than many: `anniversary gift for my husband`.
      if (best > 0 && areAllPurposes) matched += (names.includes(word) ? 1 : 4) + 1 / ids.length
      else if (best > 0 && !isPurpose) matched += 1
      score += best
      stone += bestWeight(index.detail, position, byDetail)
    }
    if (matched > 0 || areAll) {
      isNamed ||= isOfKind || named === wordCount
      found.push({
        position,
        score,
        rank: score + STONE * stone,
        matched,
        isNamed,
        isOfKind,
        isExact,
      })
    }
  }
  // Words that say for whom a piece is have answers of their own, each.
  const complete = areAllPurposes ? found : keepMost(found, weights)
  const best = complete.reduce((max, { score }) => Math.max(max, score), 0)
  const matches = complete
    .filter(({ score, isNamed }) => isNamed || score >= best * MIN_SCORE_SHARE)
    .sort(
      (a, b) =>
        Number(b.isOfKind) - Number(a.isOfKind) ||
        b.matched - a.matched ||
        Number(b.isExact) - Number(a.isExact) ||
        b.rank - a.rank ||
        a.position - b.position,
    )
    .map(({ position, score }) => ({ position, score }))
  const priceOf = ({ position }: Match): number => index.price[position] ?? 0
  if (byPrice !== 0) matches.sort((a, b) => byPrice * (priceOf(a) - priceOf(b)))
  return { matches, meant: weights.flatMap(({ ids }) => ids) }
}

/** The functions that search an index. Browsers load them with the index, on the first search. */
export interface CatalogSearch {
  index: SearchIndex
  entries: SearchEntry[]
  find: (query: string) => Match[]
  findNearest: (query: string) => string | null
  findNotMade: (query: string) => string[]
  findCategory: typeof findNamedCategory
  findHelp: typeof findHelp
  listFacetOptions: typeof listFacetOptions
}

const searches = new WeakMap<SearchIndex, CatalogSearch>()

/** The same object for the same index. */
export function openSearch(index: SearchIndex): CatalogSearch {
  const known = searches.get(index)
  if (known) return known
  const created: CatalogSearch = {
    index,
    entries: toSearchEntries(index),
    find: (query) => searchIndex(index, query),
    findNearest: (query) => findNearestQuery(index, query),
    findNotMade: (query) => findNotMade(index, query),
    findCategory: findNamedCategory,
    findHelp,
    listFacetOptions,
  }
  searches.set(index, created)
  return created
}
