import type { CategoryNames } from '../categories.ts'
import { NumberLists } from './number-lists.ts'
import type { SearchEntry } from './search-entry.ts'
import type { SearchRules } from './synonyms.ts'

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
  /** 1 for products whose price is the lowest of several; absent if none is. */
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
