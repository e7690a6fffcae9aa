import type { Product } from '#src/contract/catalog.ts'
import type { CategoryNames } from '#src/rules/categories.ts'
import { isPriceFrom } from '#src/rules/product/price-from.ts'
import { NumberLists } from '#src/rules/search/number-lists.ts'
import { LISTS, type SearchIndex } from '#src/rules/search/search-index.ts'
import { toStems } from '#src/rules/search/stems.ts'
import { type SearchRules, STOP_WORDS } from '#src/rules/search/synonyms.ts'
import {
  listColours,
  listColourTexts,
  listDetailLines,
  listDetails,
  listDetailTexts,
  listMaterials,
  listMaterialTexts,
  listNoteTexts,
  listSizes,
  withoutPearl,
} from './product-facets.ts'

/** Numbers added values. Equal values get the same number. */
function createNumbering() {
  const ids = new Map<string, number>()
  const add = (value: string): number => {
    const id = ids.get(value) ?? ids.size
    ids.set(value, id)
    return id
  }
  const addAll = (values: Iterable<string>) => [...new Set(values)].map(add)
  return { add, addAll, values: () => [...ids.keys()] }
}

const isSignificant = (word: string): boolean => word.length > 1 && !STOP_WORDS.has(word)

/** The word stems by which a product is found, and its filter values. */
export interface ProductTerms {
  title: string[]
  /** Words of subtitle, slug, colour, material, notes, facet details and personal additions. */
  main: string[]
  /** Words of tagline, highlights and technical details. */
  other: string[]
  colours: string[]
  materials: string[]
  sizes: string[]
  details: string[]
}

export function listTerms(product: Product): ProductTerms {
  const { title, subtitle, slug, tagline, highlights, options, offers } = product
  const values = options.flatMap((option) => option.values)
  const sale = product.price < product.originalPrice ? ['sale'] : []
  const facets = [listColourTexts(product), listMaterialTexts(product), ...listDetailTexts(product)]
  // An offer with a shopper's text, e.g. an engraving.
  const personal = offers.flatMap(({ title: name, field }) => (field ? [name, field.name] : []))
  const toWords = (...texts: string[]) =>
    [...new Set(toStems(withoutPearl(texts.join(' '))))].filter(isSignificant)
  return {
    title: toWords(title),
    main: toWords(subtitle, slug, ...facets, ...listNoteTexts(product), ...personal),
    other: toWords(tagline, ...highlights, ...listDetailLines(product), ...values, ...sale),
    colours: listColours(product),
    materials: listMaterials(product),
    sizes: listSizes(product),
    details: listDetails(product),
  }
}

/** `ProductTerms` as numbers of their values. */
interface IndexedTerms {
  titleWords: number[]
  mainWords: number[]
  otherWords: number[]
  colour: number[]
  material: number[]
  size: number[]
  detail: number[]
}

export interface IndexedProduct {
  slug: string
  title: string
  category: string
  price: number
  /** Whether the price is the lowest of several. */
  isFrom: boolean
  stock: number
  /** Milliseconds since 1970. */
  publishedAt: number
  terms: IndexedTerms
}

/** Creates an indexer, which numbers the words and values of products. */
export function createIndexer() {
  const [words, colours, materials, sizes, details] = [
    createNumbering(),
    createNumbering(),
    createNumbering(),
    createNumbering(),
    createNumbering(),
  ]
  return {
    addTerms(terms: ProductTerms): IndexedTerms {
      const titleWords = words.addAll(terms.title)
      const usedWords = new Set(titleWords)
      const mainWords = words.addAll(terms.main).filter((id) => !usedWords.has(id))
      for (const id of mainWords) usedWords.add(id)
      const otherWords = words.addAll(terms.other).filter((id) => !usedWords.has(id))
      return {
        titleWords,
        mainWords,
        otherWords,
        colour: colours.addAll(terms.colours),
        material: materials.addAll(terms.materials),
        size: sizes.addAll(terms.sizes),
        detail: details.addAll(terms.details),
      }
    },

    /** Builds the index of these products, in their order. */
    makeIndex(
      products: IndexedProduct[],
      rules: SearchRules,
      names: CategoryNames = {},
    ): SearchIndex {
      const categories = createNumbering()
      const category = products.map((product) => categories.add(product.category.toLowerCase()))
      const lists: Partial<Record<keyof IndexedTerms, NumberLists>> = {}
      for (const name of LISTS)
        lists[name] = NumberLists.from(products.map(({ terms }) => terms[name]))
      return {
        words: words.values(),
        categories: categories.values(),
        colours: colours.values(),
        materials: materials.values(),
        sizes: sizes.values(),
        details: details.values(),
        slug: products.map(({ slug }) => slug),
        title: products.map(({ title }) => title),
        category,
        price: products.map(({ price }) => price),
        ...(products.some(({ isFrom }) => isFrom) && {
          from: products.map(({ isFrom }) => (isFrom ? 1 : 0)),
        }),
        ...(Object.keys(names).length > 0 && { names }),
        stock: products.map(({ stock }) => (stock > 0 ? 1 : 0)),
        publishedAt: products.map(({ publishedAt }) => Math.floor(publishedAt / 1_000)),
        ...(lists as Record<keyof IndexedTerms, NumberLists>),
        rules,
      }
    },
  }
}

/** Builds the index of all products, in their order. Runs in the build. */
export function createSearchIndex(
  products: Product[],
  rules: SearchRules,
  names?: CategoryNames,
): SearchIndex {
  const indexer = createIndexer()
  return indexer.makeIndex(
    products.map((product) => ({
      ...product,
      isFrom: isPriceFrom(product),
      publishedAt: Date.parse(product.publishedAt),
      terms: indexer.addTerms(listTerms(product)),
    })),
    rules,
    names,
  )
}

/**
 * Returns the index of some products.
 * @param queryWords numbers of the words that a query means, so that it means the same in the part.
 */
export function pickProducts(
  index: SearchIndex,
  picked: number[],
  queryWords: readonly number[],
): SearchIndex {
  const words = createNumbering()
  /** Returns the number of a word in the part. */
  const renumber = (id: number): number => words.add(index.words[id] ?? '')
  for (const id of queryWords) renumber(id)
  const pick = <Value>(column: Value[]): Value[] =>
    picked.map((position) => column[position] as Value)
  const pickLists = (column: NumberLists, toNumber = (id: number) => id) =>
    NumberLists.from(picked.map((position) => Array.from(column.at(position), toNumber)))
  return {
    ...index,
    titleWords: pickLists(index.titleWords, renumber),
    mainWords: pickLists(index.mainWords, renumber),
    otherWords: pickLists(index.otherWords, renumber),
    words: words.values(),
    slug: pick(index.slug),
    title: pick(index.title),
    category: pick(index.category),
    price: pick(index.price),
    from: index.from && pick(index.from),
    stock: pick(index.stock),
    publishedAt: pick(index.publishedAt),
    colour: pickLists(index.colour),
    material: pickLists(index.material),
    size: pickLists(index.size),
    detail: pickLists(index.detail),
  }
}
