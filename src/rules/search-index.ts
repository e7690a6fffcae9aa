import type { Product } from '#src/contract/catalog.ts'
import {
  type DetailFacet,
  type Facet,
  listEntryValues,
  listFacets,
  listPromotedFacets,
  toDetail,
} from './facets.ts'
import {
  MAX_INDEXED_WORDS,
  type SearchEntry,
  type SearchIndex,
  toWordCode,
  toWordId,
} from './search.ts'
import { toStems } from './search-query.ts'
import { STOP_WORDS } from './synonyms.ts'

/** Colours of the filter, with the words of the catalogue that belong to them. */
const COLOURS: Record<string, string> = {
  Black: 'black smoke noir',
  Blue: 'blue sapphire midnight navy lapis indigo teal peacock',
  Brown: 'brown espresso cognac tan chestnut cocoa umber tortoise amber honey camel oxblood',
  Cream: 'ivory almond cream blonde natural pearl',
  Gold: 'gold',
  Green: 'green emerald pine forest bottle',
  Pink: 'rose blush pink',
  Red: 'red ruby madder garnet burgundy rust wine oxblood',
  Silver: 'steel silver platinum',
  White: 'white',
}

/** Materials of the filter, with the words of the catalogue that belong to them. */
const MATERIALS: Record<string, string> = {
  Acetate: 'acetate',
  Brass: 'brass',
  Cashmere: 'cashmere pashmina',
  Enamel: 'enamel',
  Glass: 'glass',
  Gold: '750 585',
  'Gold-tone': 'tone',
  Leather: 'leather calf lambskin goatskin saffiano',
  'Mother-of-pearl': 'mother',
  Pearl: 'pearl',
  Platinum: 'platinum',
  Silk: 'silk',
  Silver: 'sterling',
  Steel: 'steel',
  Titanium: 'titanium',
  Wool: 'lambswool wool',
}

/** Technical details that name what a product is mainly made of. */
const MATERIAL_DETAILS =
  /^(?:material|metal|upper|case|case material|frame|body|dial|enamel|pearls|dome|bottle)$/i

const SIZE_OPTION = /size/i

/** Where each detail facet stands in technical details, and the words that belong to its values. */
const DETAILS: Record<DetailFacet, { name: RegExp; values: Record<string, string> }> = {
  movement: {
    name: /^movement$/i,
    values: { Automatic: 'automatic', 'Hand-wound': 'wound', Quartz: 'quartz' },
  },
  strap: {
    name: /^(?:strap|bracelet)$/i,
    values: {
      Leather: 'calf leather lambskin goatskin alligator',
      Steel: 'steel',
      Titanium: 'titanium',
      Rubber: 'rubber',
      Textile: 'textile canvas nylon',
    },
  },
  metal: {
    name: /^metal$/i,
    values: { Gold: '750 585 916', Platinum: 'platinum', Silver: 'sterling', Brass: 'brass' },
  },
  stone: {
    name: /^(?:(?:centre |upper )?stones?|halo|emeralds|diamonds|pearls)$/i,
    values: {
      Diamond: 'diamond',
      Emerald: 'emerald',
      Garnet: 'garnet',
      Onyx: 'onyx',
      Pearl: 'pearl freshwater',
      Ruby: 'ruby',
      Sapphire: 'sapphire',
      Topaz: 'topaz',
    },
  },
  concentration: {
    name: /^concentration$/i,
    values: {
      'Eau de parfum': 'eau',
      'Extrait de parfum': 'extrait',
      'Perfume oil': 'oil',
    },
  },
  volume: { name: /^volume$/i, values: {} },
}

type Groups = Map<string, Set<string>>

const toGroups = (record: Record<string, string>): Groups =>
  new Map(Object.entries(record).map(([name, words]) => [name, new Set(words.split(' '))]))

const COLOUR_GROUPS = toGroups(COLOURS)
const MATERIAL_GROUPS = toGroups(MATERIALS)

function listGroups(groups: Groups, text: string): string[] {
  const words = toStems(text)
  return [...groups]
    .filter(([, members]) => words.some((word) => members.has(word)))
    .map(([name]) => name)
}

const listMaterialTexts = ({ technicalDetails }: Product): string =>
  Object.entries(technicalDetails)
    .filter(([name]) => MATERIAL_DETAILS.test(name))
    .map(([, value]) => value)
    .join(' ')

/** The colour that a product's variant or options name. */
const listColourTexts = ({ variant, options }: Product): string =>
  [
    ...Object.entries(variant),
    ...options.flatMap(({ name, values }) => values.map((value) => [name, value] as const)),
  ]
    .filter(([name]) => /colou?r/i.test(name))
    .map(([, value]) => value)
    .join(' ')

const MOTHER_OF_PEARL = /mother-of-pearl/gi

function listMaterials(product: Product): string[] {
  const text = listMaterialTexts(product)
  // Mother-of-pearl is not pearl.
  const found = listGroups(MATERIAL_GROUPS, text.replace(MOTHER_OF_PEARL, 'mother'))
  return product.category === 'perfumes' ? found.filter((name) => name === 'Glass') : found
}

const DETAIL_GROUPS = Object.entries(DETAILS).map(([facet, { name, values }]) => ({
  ...{ facet: facet as DetailFacet, name },
  groups: toGroups(values),
}))

/** The values of the detail facets that the category has. */
function listDetails({ category, technicalDetails }: Product): string[] {
  const facets = listFacets(category.toLowerCase())
  const details = Object.entries(technicalDetails)
  return DETAIL_GROUPS.flatMap(({ facet, name, groups }) => {
    const texts = facets.includes(facet)
      ? details.flatMap(([key, text]) => (name.test(key) ? text : []))
      : []
    // Without words, each text is a value.
    const values = groups.size > 0 ? listGroups(groups, texts.join(' ')) : texts
    return values.map((value) => toDetail(facet, value))
  })
}

const listSizes = ({ options }: Product): string[] =>
  options.filter(({ name }) => SIZE_OPTION.test(name)).flatMap(({ values }) => values)

/** Numbers the values that are added; the same value gets the same number. */
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

/** The characters of these words. Those beyond the last character are not found. */
const toCharacters = (ids: number[]): string =>
  String.fromCharCode(...ids.filter((id) => id < MAX_INDEXED_WORDS).map(toWordCode))

const isTelling = (word: string): boolean => word.length > 1 && !STOP_WORDS.has(word)

/** The words by which a product is found, as stems, and its values of the filters. */
export interface ProductTerms {
  title: string[]
  /** Of subtitle, slug, colour and material. */
  main: string[]
  /** Of tagline, highlights and technical details. */
  other: string[]
  colours: string[]
  materials: string[]
  sizes: string[]
  details: string[]
}

export function listTerms(product: Product): ProductTerms {
  const { title, subtitle, slug, tagline, highlights, technicalDetails, options } = product
  const values = options.flatMap((option) => option.values)
  const sale = product.price < product.originalPrice ? ['sale'] : []
  const [colour, material] = [listColourTexts(product), listMaterialTexts(product)]
  const toWords = (...texts: string[]) => [...new Set(toStems(texts.join(' ')))].filter(isTelling)
  return {
    title: toWords(title),
    main: toWords(subtitle, slug, colour, material),
    other: toWords(tagline, ...highlights, ...Object.values(technicalDetails), ...values, ...sale),
    colours: listGroups(COLOUR_GROUPS, colour),
    materials: listMaterials(product),
    sizes: listSizes(product),
    details: listDetails(product),
  }
}

/** The promoted facets of a category of which its products have less than two values. */
export const listEmptyFacets = (category: string, products: readonly Product[]): Facet[] =>
  listPromotedFacets(category).filter((facet) => {
    const values = new Set<string>()
    return !products.some((product) => {
      for (const value of listEntryValues(toFacetEntry(product), facet)) values.add(value)
      return values.size > 1
    })
  })

const toFacetEntry = (product: Product): SearchEntry => ({
  ...{ slug: product.slug, title: product.title, category: product.category },
  ...{ price: product.price, inStock: product.stock > 0, publishedAt: 0 },
  colour: listGroups(COLOUR_GROUPS, listColourTexts(product)),
  material: listMaterials(product),
  size: listSizes(product),
  detail: listDetails(product),
})

/** `ProductTerms` by the numbers of their values. */
interface IndexedTerms {
  titleWords: string
  mainWords: string
  otherWords: string
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
  stock: number
  /** Milliseconds since 1970. */
  publishedAt: number
  terms: IndexedTerms
}

/** Numbers the words and values of products, and makes indexes of them. */
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
      const known = new Set(titleWords)
      const mainWords = words.addAll(terms.main).filter((id) => !known.has(id))
      for (const id of mainWords) known.add(id)
      const otherWords = words.addAll(terms.other).filter((id) => !known.has(id))
      return {
        titleWords: toCharacters(titleWords),
        mainWords: toCharacters(mainWords),
        otherWords: toCharacters(otherWords),
        colour: colours.addAll(terms.colours),
        material: materials.addAll(terms.materials),
        size: sizes.addAll(terms.sizes),
        detail: details.addAll(terms.details),
      }
    },

    /** The index of these products, in their order. */
    toIndex(products: IndexedProduct[]): SearchIndex {
      const categories = createNumbering()
      const category = products.map((product) => categories.add(product.category.toLowerCase()))
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
        stock: products.map(({ stock }) => (stock > 0 ? 1 : 0)),
        publishedAt: products.map(({ publishedAt }) => Math.floor(publishedAt / 1_000)),
        colour: products.map(({ terms }) => terms.colour),
        material: products.map(({ terms }) => terms.material),
        size: products.map(({ terms }) => terms.size),
        detail: products.map(({ terms }) => terms.detail),
        titleWords: products.map(({ terms }) => terms.titleWords),
        mainWords: products.map(({ terms }) => terms.mainWords),
        otherWords: products.map(({ terms }) => terms.otherWords),
      }
    },
  }
}

/** The next publish has the same object for the same product. */
const termsOf = new WeakMap<Product, ProductTerms>()

function getTerms(product: Product): ProductTerms {
  const known = termsOf.get(product) ?? listTerms(product)
  termsOf.set(product, known)
  return known
}

/** The index of all products, in their order. Runs in the build. */
export function createSearchIndex(products: Product[]): SearchIndex {
  const indexer = createIndexer()
  return indexer.toIndex(
    products.map((product) => ({
      ...product,
      publishedAt: Date.parse(product.publishedAt),
      terms: indexer.addTerms(getTerms(product)),
    })),
  )
}

/**
 * The index of some products of an index, by their numbers.
 * @param meant numbers of the words that a query means: it means the same in the part.
 */
export function pickProducts(
  index: SearchIndex,
  picked: number[],
  meant: readonly number[],
): SearchIndex {
  const words: string[] = []
  const characters = new Map<string, string>()
  /** The characters of words in the part, by those in the whole. */
  function rename(known: string): string {
    let renamed = ''
    for (const character of known) {
      const added =
        characters.get(character) ??
        toCharacters([words.push(index.words[toWordId(character)] ?? '') - 1])
      characters.set(character, added)
      renamed += added
    }
    return renamed
  }
  rename(toCharacters([...meant]))
  const pick = <Value>(column: Value[]): Value[] => picked.map((at) => column[at] as Value)
  const pickWords = (column: string[]): string[] => pick(column).map(rename)
  return {
    ...index,
    titleWords: pickWords(index.titleWords),
    mainWords: pickWords(index.mainWords),
    otherWords: pickWords(index.otherWords),
    words,
    slug: pick(index.slug),
    title: pick(index.title),
    category: pick(index.category),
    price: pick(index.price),
    stock: pick(index.stock),
    publishedAt: pick(index.publishedAt),
    colour: pick(index.colour),
    material: pick(index.material),
    size: pick(index.size),
    detail: pick(index.detail),
  }
}
