import { categoryLabel } from '../categories.ts'
import type { SearchEntry } from '../search/search-entry.ts'

/** Facets of some categories alone, whose values stand in technical details. */
const DETAIL_FACETS = ['movement', 'strap', 'metal', 'stone', 'concentration', 'volume'] as const
export type DetailFacet = (typeof DETAIL_FACETS)[number]

/** Filters beside category and search, in the order of the panel. Each is a list of values. */
export const FACETS = [
  'price',
  'colour',
  'material',
  'size',
  ...DETAIL_FACETS,
  'availability',
] as const
export type Facet = (typeof FACETS)[number]
export type FacetValues = Record<Facet, readonly string[]>

/** The facets that stand above the list, by category. */
const PROMOTED_FACETS: Record<string, readonly Facet[]> = {
  all: ['price', 'colour'],
  clothing: ['size', 'material', 'colour'],
  jewelry: ['metal', 'stone'],
  shoes: ['size', 'colour'],
  watches: ['movement', 'strap'],
  perfumes: ['concentration', 'volume'],
}

export const listPromotedFacets = (category: string): readonly Facet[] =>
  PROMOTED_FACETS[category] ?? ['material', 'colour']

const isDetailFacet = (facet: Facet): facet is DetailFacet =>
  DETAIL_FACETS.some((detail) => detail === facet)

/** The facets that filter a category, in the order of the panel. If there is a metal, it is the material. */
export function listFacets(category: string): Facet[] {
  const promoted = listPromotedFacets(category)
  return FACETS.filter((facet) =>
    facet === 'material'
      ? !promoted.includes('metal')
      : !isDetailFacet(facet) || promoted.includes(facet),
  )
}

export const facetLabel: (facet: Facet) => string = categoryLabel

const toFacetValues = (listValues: (facet: Facet) => readonly string[]): FacetValues =>
  Object.fromEntries(FACETS.map((facet) => [facet, listValues(facet)])) as FacetValues

export const NO_FACETS = toFacetValues(() => [])

/** The values of the facets that a category offers. */
export function keepOffered(chosen: FacetValues, category: string): FacetValues {
  const offered = listFacets(category)
  return toFacetValues((facet) => (offered.includes(facet) ? chosen[facet] : []))
}

export const PRICE_BANDS: Record<string, { min: number; max: number; label: string }> = {
  '0-25000': { min: 0, max: 25_000, label: 'Under ₹25,000' },
  '25000-50000': { min: 25_000, max: 50_000, label: '₹25,000 – ₹50,000' },
  '50000-100000': { min: 50_000, max: 1_00_000, label: '₹50,000 – ₹1,00,000' },
  '100000-250000': { min: 1_00_000, max: 2_50_000, label: '₹1,00,000 – ₹2,50,000' },
  '250000-': { min: 2_50_000, max: Number.POSITIVE_INFINITY, label: 'Over ₹2,50,000' },
}

const IN_STOCK = 'in-stock'

export function facetValueLabel(facet: Facet, value: string): string {
  if (facet === 'price') return PRICE_BANDS[value]?.label ?? value
  return value === IN_STOCK && facet === 'availability' ? 'In stock' : value
}

const BANDS = Object.entries(PRICE_BANDS).map(([key, band]) => ({ ...band, values: [key] }))
const AVAILABLE: readonly string[] = [IN_STOCK]
const NONE: readonly string[] = []

/** A value of a detail facet, as `SearchEntry` has it. */
export const toDetail = (facet: DetailFacet, value: string): string => `${facet}=${value}`

/** The values that a product has of a facet. Runs for every product at every change of a filter. */
export function listEntryValues(entry: SearchEntry, facet: Facet): readonly string[] {
  switch (facet) {
    case 'price':
      return BANDS.find(({ min, max }) => entry.price >= min && entry.price < max)?.values ?? NONE
    case 'availability':
      return entry.inStock ? AVAILABLE : NONE
    case 'colour':
    case 'material':
    case 'size':
      return entry[facet]
    default: {
      const prefix = toDetail(facet, '')
      return entry.detail.flatMap((pair) =>
        pair.startsWith(prefix) ? pair.slice(prefix.length) : [],
      )
    }
  }
}

export interface FacetOption {
  value: string
  label: string
  /** Number of products that choosing it would show; 0 if other filters exclude all. */
  count?: number
  chosen: boolean
}

export const toFacetOption = (chosen: FacetValues, facet: Facet, value: string): FacetOption => ({
  value,
  label: facetValueLabel(facet, value),
  chosen: chosen[facet].includes(value),
})

/** The values of a facet that a page has before its products are known: all prices, or the chosen values. */
export const listKnownOptions = (chosen: FacetValues, facet: Facet): FacetOption[] =>
  (facet === 'price' ? Object.keys(PRICE_BANDS) : chosen[facet]).map((value) =>
    toFacetOption(chosen, facet, value),
  )

const MAX_VALUES = 20
const MAX_VALUE_LENGTH = 80

/** The values of a URL's query. Unknown values of a fixed list count as absent. */
export function parseFacets(params: URLSearchParams): FacetValues {
  return toFacetValues((facet) => {
    const values = [...new Set(params.getAll(facet))].slice(0, MAX_VALUES)
    if (facet === 'price') return values.filter((value) => Object.hasOwn(PRICE_BANDS, value))
    if (facet === 'availability') return values.filter((value) => value === IN_STOCK)
    return values.filter((value) => value !== '' && value.length <= MAX_VALUE_LENGTH)
  })
}

/**
 * Whether a product has, for each facet with chosen values, one of them.
 * @param except a facet that does not count.
 */
export function createFacetFilter(
  chosen: FacetValues,
  except?: Facet,
): (entry: SearchEntry) => boolean {
  const facets = FACETS.filter((facet) => facet !== except && chosen[facet].length > 0)
  return (entry) =>
    facets.every((facet) =>
      listEntryValues(entry, facet).some((listed) => chosen[facet].includes(listed)),
    )
}

export const hasFacets = (chosen: FacetValues): boolean =>
  FACETS.some((facet) => chosen[facet].length > 0)

/** True if the filters need what only the search index knows. */
export const needsIndex = (chosen: FacetValues): boolean =>
  FACETS.some((facet) => facet !== 'price' && facet !== 'availability' && chosen[facet].length > 0)

export const isFacet = (name: string): name is Facet => FACETS.some((facet) => facet === name)
