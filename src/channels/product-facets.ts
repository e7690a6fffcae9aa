import type { Product } from '#src/contract/catalog.ts'
import {
  type DetailFacet,
  type Facet,
  listEntryValues,
  listFacets,
  listPromotedFacets,
  toDetail,
} from '#src/rules/listing/facets.ts'
import { isValueInStock } from '#src/rules/product/variants.ts'
import type { SearchEntry } from '#src/rules/search/search-entry.ts'
import { toStems } from '#src/rules/search/stems.ts'

/** Colours of the filter, with their words in the catalogue. */
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

/** Materials of the filter, with their words in the catalogue. */
const MATERIALS: Record<string, string> = {
  Acetate: 'acetate',
  Brass: 'brass',
  Cashmere: 'cashmere pashmina',
  Enamel: 'enamel',
  Glass: 'glass',
  Gold: '750 585',
  'Gold-tone': 'tone',
  Leather: 'leather calf lambskin goatskin saffiano',
  'Mother-of-pearl': 'motherpearl',
  Pearl: 'pearl freshwater',
  Platinum: 'platinum',
  Silk: 'silk',
  Silver: 'sterling',
  Steel: 'steel',
  Titanium: 'titanium',
  Wool: 'lambswool wool',
}

/** Technical details that name a main material. */
const MATERIAL_DETAILS =
  /^(?:material|metal|upper|case|case material|frame|body|dial|enamel|pearls|dome|bottle)$/i

const SIZE_OPTION = /size/i

/** The technical details that each detail facet reads, with the words of its values. */
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

/** Ignores the text after a semicolon, which names a lesser part, e.g. the tips of a frame. */
const listMaterialValues = ({ technicalDetails }: Product): string[] =>
  Object.entries(technicalDetails)
    .filter(([name]) => MATERIAL_DETAILS.test(name))
    .map(([, value]) => value.replace(/;.*/s, ''))

/**
 * Returns the visible materials. A finish covers the material below it: a gold-tone watch of steel
 * is not a `steel watch`.
 */
export const listMaterialTexts = (product: Product): string =>
  listMaterialValues(product)
    .map((value) => value.replace(/^.*(?:,| with) (?=[\w ]*-tone finish)/, ''))
    .join(' ')

const NOTES = /notes$|^(?:opening|heart|base|family)$/i

/** Returns the notes of a perfume. */
export const listNoteTexts = ({ category, technicalDetails }: Product): string[] =>
  category === 'perfumes'
    ? Object.entries(technicalDetails).flatMap(([name, value]) => (NOTES.test(name) ? value : []))
    : []

/** Returns the colours that a product's variant or options name. */
export const listColourTexts = ({ variant, options }: Product): string =>
  [
    ...Object.entries(variant),
    ...options.flatMap(({ name, values }) => values.map((value) => [name, value] as const)),
  ]
    .filter(([name]) => /colou?r/i.test(name))
    .map(([, value]) => value)
    .join(' ')

/** Removes `pearl` from mother-of-pearl, which is another material. */
export const withoutPearl = (text: string): string =>
  text.replace(/mother-of-pearl/gi, 'motherpearl')

/** Formats technical details. The sapphire of a watch crystal is not a blue stone. */
export const listDetailLines = ({ technicalDetails }: Product): string[] =>
  Object.entries(technicalDetails).map(
    ([name, value]) =>
      `${name} ${/crystal/i.test(name) ? value.replace(/sapphire/gi, 'sapphirecrystal') : value}`,
  )

export function listMaterials(product: Product): string[] {
  const found = listGroups(MATERIAL_GROUPS, withoutPearl(listMaterialValues(product).join(' ')))
  return product.category === 'perfumes' ? found.filter((name) => name === 'Glass') : found
}

const DETAIL_GROUPS = Object.entries(DETAILS).map(([facet, { name, values }]) => ({
  facet: facet as DetailFacet,
  name,
  groups: toGroups(values),
}))

/** Returns the detail facets of the category, each with the texts that contain its values. */
function listDetailSources(product: Product) {
  const { category, technicalDetails } = product
  const facets = listFacets(category.toLowerCase())
  const details = Object.entries(technicalDetails)
  return DETAIL_GROUPS.filter(({ facet }) => facets.includes(facet)).map(
    ({ facet, name, groups }) => ({
      facet,
      groups,
      texts: [
        ...details.flatMap(([key, text]) => (name.test(key) ? text : [])),
        ...listValuesInStock(product, name),
      ],
    }),
  )
}

/** Lists the values of the category's detail facets. */
export const listDetails = (product: Product): string[] =>
  listDetailSources(product).flatMap(({ facet, groups, texts }) => {
    // Without words, each text is a value.
    const values = groups.size > 0 ? listGroups(groups, texts.join(' ')) : texts
    return values.map((value) => toDetail(facet, value))
  })

/** Lists the texts that contain values of detail facets. The search finds a product by them too. */
export const listDetailTexts = (product: Product): string[] =>
  listDetailSources(product).flatMap(({ groups, texts }) => (groups.size > 0 ? texts : []))

/** Lists values in stock of options with a matching name, so that a filter leads to no sold-out size. */
const listValuesInStock = ({ options, variants }: Product, named: RegExp): string[] =>
  options
    .filter(({ name }) => named.test(name))
    .flatMap(({ name, values }) =>
      variants ? values.filter((value) => isValueInStock(variants, name, value)) : values,
    )

export const listSizes = (product: Product): string[] => listValuesInStock(product, SIZE_OPTION)

export const listColours = (product: Product): string[] =>
  listGroups(COLOUR_GROUPS, listColourTexts(product))

/** Lists the promoted facets of a category whose products have fewer than two values. */
export const listEmptyFacets = (category: string, products: readonly Product[]): Facet[] =>
  listPromotedFacets(category).filter((facet) => {
    const values = new Set<string>()
    return !products.some((product) => {
      for (const value of listFacetValues(product, facet)) values.add(value)
      return values.size > 1
    })
  })

type FacetValues = Partial<Record<Facet, readonly string[]>>

const cachedValues = new WeakMap<Product, FacetValues>()

/** Cached, because each publish asks again for products of a category with only one value of a facet. */
function listFacetValues(product: Product, facet: Facet): readonly string[] {
  const values = cachedValues.get(product) ?? {}
  cachedValues.set(product, values)
  values[facet] ??= listEntryValues(toFacetEntry(product), facet)
  return values[facet]
}

/** Computes the values of a facet on demand. */
const toFacetEntry = (product: Product): SearchEntry => ({
  slug: product.slug,
  title: product.title,
  category: product.category,
  price: product.price,
  inStock: product.stock > 0,
  publishedAt: 0,
  get colour() {
    return listColours(product)
  },
  get material() {
    return listMaterials(product)
  },
  get size() {
    return listSizes(product)
  },
  get detail() {
    return listDetails(product)
  },
})
