import type { CategoryNames } from '../categories.ts'
import { listFacetOptions } from '../listing/facet-options.ts'
import { findHelp } from './help-search.ts'
import { NumberLists } from './number-lists.ts'
import type { SearchEntry } from './search-entry.ts'
import {
  findNamedCategory,
  listAlikeWords,
  matchWord,
  parseQuery,
  toStems,
  Vocabulary,
} from './search-query.ts'
import { listCategoryWords, type SearchRules } from './synonyms.ts'

/**
 * The searchable catalogue: columns with one value for each product, in the order of the API. Words are stems; a
 * product names each by its number in `words`.
 */
export interface SearchIndex {
  words: string[]
  categories: string[]
  colours: string[]
  materials: string[]
  sizes: string[]
  details: string[]
  slug: string[]
  title: string[]
  category: number[]
  price: number[]
  /** 1 for products whose price is the lowest of several; absent where none is. */
  from?: number[] | undefined
  /** The names of categories whose addresses do not say them. */
  names?: CategoryNames | undefined
  /** 1 for products in stock. */
  stock: number[]
  /** Seconds since 1970. */
  publishedAt: number[]
  colour: NumberLists
  material: NumberLists
  size: NumberLists
  detail: NumberLists
  /** Words of the title. */
  titleWords: NumberLists
  /** Words of the subtitle, the colour and the material. */
  mainWords: NumberLists
  /** Words of highlights, tagline and technical details. */
  otherWords: NumberLists
  rules: SearchRules
  /**
   * The number of products that the filters leave, the search term aside; an index with a part of the
   * catalogue has it.
   */
  total?: number | undefined
}

/** The columns with several values for each product. */
export const LISTS = [
  'colour',
  'material',
  'size',
  'detail',
  'titleWords',
  'mainWords',
  'otherWords',
] as const satisfies (keyof SearchIndex)[]

type ListName = (typeof LISTS)[number]

const mapLists = <Value>(toValue: (name: ListName) => Value) =>
  Object.fromEntries(LISTS.map((name) => [name, toValue(name)])) as Record<ListName, Value>

/** The columns of texts. */
const TEXTS = ['words', 'slug', 'title'] as const satisfies (keyof SearchIndex)[]

type TextName = (typeof TEXTS)[number]

const mapTexts = <Value>(toValue: (name: TextName) => Value) =>
  Object.fromEntries(TEXTS.map((name) => [name, toValue(name)])) as Record<TextName, Value>

/** The index as one file: a column of lists or of texts is one text, which JSON reads in a tenth of the time. */
export type PackedIndex = Omit<SearchIndex, ListName | TextName> &
  Record<ListName | TextName, string>

export const packIndex = (index: SearchIndex): PackedIndex => ({
  ...index,
  ...mapLists((name) => index[name].pack()),
  ...mapTexts((name) => index[name].map((text) => text.replaceAll('\n', ' ')).join('\n')),
})

export const unpackIndex = (index: PackedIndex): SearchIndex => ({
  ...index,
  ...mapLists((name) => NumberLists.unpack(index[name])),
  ...mapTexts((name) => (index[name] === '' ? [] : index[name].split('\n'))),
})

const pick = (values: string[], ids: Uint32Array): string[] =>
  Array.from(ids, (id) => values[id] ?? '')

/** A product of an index. Most searches need no lists: 30,000 of them would delay the first one. */
class IndexedEntry implements SearchEntry {
  readonly slug: string
  readonly title: string
  readonly category: string
  readonly price: number
  readonly isFrom: boolean
  readonly inStock: boolean
  readonly publishedAt: number
  readonly #index: SearchIndex
  readonly #position: number

  constructor(index: SearchIndex, position: number) {
    this.slug = index.slug[position] ?? ''
    this.title = index.title[position] ?? ''
    this.category = index.categories[index.category[position] ?? 0] ?? ''
    this.price = index.price[position] ?? 0
    this.isFrom = index.from?.[position] === 1
    this.inStock = index.stock[position] === 1
    this.publishedAt = (index.publishedAt[position] ?? 0) * 1_000
    this.#index = index
    this.#position = position
  }

  get colour(): string[] {
    return pick(this.#index.colours, this.#index.colour.at(this.#position))
  }

  get material(): string[] {
    return pick(this.#index.materials, this.#index.material.at(this.#position))
  }

  get size(): string[] {
    return pick(this.#index.sizes, this.#index.size.at(this.#position))
  }

  get detail(): string[] {
    return pick(this.#index.details, this.#index.detail.at(this.#position))
  }
}

const entriesOf = new WeakMap<SearchIndex, SearchEntry[]>()

/** The products of an index; the same array for the same index. */
export function toSearchEntries(index: SearchIndex): SearchEntry[] {
  const known = entriesOf.get(index)
  if (known) return known
  const entries = index.slug.map((_, position) => new IndexedEntry(index, position))
  entriesOf.set(index, entries)
  return entries
}

const TITLE = 10
/** The last word of a title is what the piece is: a `ring shawl` is no ring. */
const TITLE_NOUN = 5
const CATEGORY = 8
/** What the piece is made of, beside the words about it. */
const MATERIAL = 6
const MAIN = 5
const OTHER = 2
/**
 * Share of the best score below which a match says too little, unless the query names its category, or all its
 * words are those of its title, its colour, its material, a detail of facets or what is made personal.
 */
const MIN_SCORE_SHARE = 0.5

const vocabularies = new WeakMap<SearchIndex, Vocabulary>()

/** The same object for the same index. */
function getVocabulary(index: SearchIndex): Vocabulary {
  const known = vocabularies.get(index) ?? new Vocabulary(index.words, index.rules)
  vocabularies.set(index, known)
  return known
}

/**
 * Weights of one query word by the numbers of words, categories and materials; null where it matches
 * nothing.
 */
function weighWord(index: SearchIndex, word: string) {
  const vocabulary = getVocabulary(index)
  const matches = matchWord(word, vocabulary)
  if (matches.size === 0) return null
  const byWord = new Float32Array(index.words.length)
  const ids: number[] = []
  const exact = vocabulary.words.get(word) ?? -1
  const byCategory = new Float32Array(index.categories.length)
  const byMaterial = new Float32Array(index.materials.length)
  const materials = index.materials.map((name) => name.toLowerCase())
  for (const [other, weight] of matches) {
    const id = vocabulary.words.get(other)
    // Words of categories and of synonyms come after those of the index.
    if (id !== undefined && id < index.words.length) {
      ids.push(id)
      byWord[id] = weight
    }
    const material = materials.indexOf(other)
    if (material >= 0) byMaterial[material] = Math.max(byMaterial[material] ?? 0, weight)
    const category = index.categories.findIndex((known) => listCategoryWords(known).includes(other))
    if (category >= 0) byCategory[category] = Math.max(byCategory[category] ?? 0, weight)
  }
  const isPurpose = exact >= index.words.length && vocabulary.isPurpose(word)
  return { word, ids, exact, isPurpose, byWord, byCategory, byMaterial }
}

type Weights = NonNullable<ReturnType<typeof weighWord>>

/** Words that mean the same count once, e.g. both of `birthday gift`. */
function weighWords(index: SearchIndex, words: string[]): Weights[] {
  const weights = words.flatMap((word) => weighWord(index, word) ?? [])
  return [...new Map(weights.map((weight) => [weight.ids.join(), weight])).values()]
}

/** Whether a word is the kind of some pieces: a category, or the last word of a title. */
const namesKind = (index: SearchIndex, { isPurpose, byWord, byCategory }: Weights): boolean =>
  !isPurpose && (byCategory.some((weight) => weight > 0) || endsTitle(index.titleWords, byWord))

function endsTitle({ flat: { numbers, starts } }: NumberLists, byWord: Float32Array): boolean {
  return starts.some((end) => (byWord[numbers[end - 1] ?? -1] ?? 0) > 0)
}

/** The best weight of what a product has. */
function bestWeight({ flat }: NumberLists, position: number, weights: Float32Array): number {
  const { numbers, starts } = flat
  const end = starts[position + 1] ?? 0
  let best = 0
  for (let place = starts[position] ?? 0; place < end; place++) {
    const weight = weights[numbers[place] ?? 0] ?? 0
    if (weight > best) best = weight
  }
  return best
}

/** The query that a shopper may have meant where `query` finds nothing; null without a likely one. */
export const findNearestQuery = (index: SearchIndex, query: string): string | null =>
  listAlikeWords(getVocabulary(index), query).find((word) => searchIndex(index, word).length > 0) ??
  null

const toPinKey = (query: string): string => toStems(query).join(' ')

const pinsOf = new WeakMap<SearchIndex, Map<string, number[]>>()

/** The numbers of the products that editors have pinned to a query. Those that are not on sale are skipped. */
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
 * highlights and synonyms, with accents folded and typing errors forgiven. Where no product has all
 * words, those with the most words.
 */
export const searchIndex = (index: SearchIndex, query: string): Match[] =>
  findMatches(index, query).matches

/** @returns also the numbers of the words that the query means. What is pinned to it comes first. */
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
export function* prepareSearches(index: SearchIndex): Generator<void> {
  yield* prepareSearch(index)
  yield void positionsOf.set(index, createPositions(index))
}

/**
 * For each product 1 where a weight may be more than zero: the others need not be scored. Undefined where the index is
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
  /** The words that it has, but for those that say for whom a piece is. */
  matched: number
  isNamed: boolean
  /** Whether it is of the kind that the query asks for. */
  isOfKind: boolean
}

/** Those with the most words. Those of another kind follow only where none of the kind has all words. */
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
  const { range, byPrice, words, names, asksForNew } = parseQuery(query, getVocabulary(index))
  if (asksForNew) {
    const matches = index.publishedAt.map((publishedAt, position) => ({
      position,
      score: publishedAt,
    }))
    return { matches: matches.sort((a, b) => b.score - a.score), meant: [] }
  }
  const weights = weighWords(index, words)
  const areAll = (range !== null || byPrice !== 0) && words.length === 0
  if (weights.length === 0 && !areAll) return { matches: [], meant: [] }
  // The kind of piece that is asked for says nothing of another kind: a ring shawl is no emerald ring.
  const kind =
    words.length > 1
      ? weights.findLast((weight) => names.includes(weight.word) && namesKind(index, weight))
      : undefined
  // Words that say for whom a piece is rank what the others find.
  const areAllPurposes = weights.every(({ isPurpose }) => isPurpose)
  const candidates = areAll ? undefined : findCandidates(index, weights)
  const found: Candidate[] = []
  const wordCount = new Set(words).size
  for (let position = 0; position < index.slug.length; position++) {
    if (candidates?.[position] === 0) continue
    const price = index.price[position] ?? 0
    if (range && (price < range.min || price > range.max)) continue
    const titleWords = index.titleWords.at(position)
    const titleNoun = titleWords.at(-1) ?? -1
    const mainWords = index.mainWords.at(position)
    let score = 0
    let matched = 0
    let isNamed = false
    let isOfKind = false
    let named = 0
    for (const weight of weights) {
      const { word, exact, isPurpose, byWord, byCategory, byMaterial } = weight
      const category = byCategory[index.category[position] ?? -1] ?? 0
      if (weight === kind) isOfKind = category > 0 || (byWord[titleNoun] ?? 0) > 0
      if (weight === kind && !isOfKind) continue
      if (category > 0) isNamed = true
      if (titleWords.includes(exact) || mainWords.includes(exact)) named += 1
      const titled =
        TITLE * bestWeight(index.titleWords, position, byWord) +
        TITLE_NOUN * (byWord[titleNoun] ?? 0)
      const best =
        // The word of a category says the same of all its pieces, whether or not it is in their titles.
        Math.max(titled, (TITLE + TITLE_NOUN) * category) +
        MAIN * bestWeight(index.mainWords, position, byWord) +
        CATEGORY * category +
        MATERIAL * bestWeight(index.material, position, byMaterial) +
        OTHER * bestWeight(index.otherWords, position, byWord)
      // For whom it is says more than the occasion: `anniversary gift for my husband`.
      if (best > 0 && areAllPurposes) matched += names.includes(word) ? 1 : 2
      else if (best > 0 && !isPurpose) matched += 1
      score += best
    }
    if (matched > 0 || areAll) {
      isNamed ||= isOfKind || named === wordCount
      found.push({ position, score, matched, isNamed, isOfKind })
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
        b.score - a.score ||
        a.position - b.position,
    )
    .map(({ position, score }) => ({ position, score }))
  const priceOf = ({ position }: Match): number => index.price[position] ?? 0
  if (byPrice !== 0) matches.sort((a, b) => byPrice * (priceOf(a) - priceOf(b)))
  return { matches, meant: weights.flatMap(({ ids }) => ids) }
}

/** What searches an index. Browsers load it with the index, on the first search. */
export interface CatalogSearch {
  index: SearchIndex
  entries: SearchEntry[]
  find: (query: string) => Match[]
  findNearest: (query: string) => string | null
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
    findCategory: findNamedCategory,
    findHelp,
    listFacetOptions,
  }
  searches.set(index, created)
  return created
}
