import type { SearchEntry } from './search.ts'

/** Filters beside category and search, in the order of the panel. Each is a list of values. */
export const FACETS = ['price', 'colour', 'material', 'size', 'availability'] as const
export type Facet = (typeof FACETS)[number]
export type FacetValues = Record<Facet, readonly string[]>

export const FACET_LABELS: Record<Facet, string> = {
  price: 'Price',
  colour: 'Colour',
  material: 'Material',
  size: 'Size',
  availability: 'Availability',
}

export const NO_FACETS: FacetValues = {
  price: [],
  colour: [],
  material: [],
  size: [],
  availability: [],
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

/** The values that a product has of a facet. Runs for every product at every change of a filter. */
function listValues(entry: SearchEntry, facet: Facet): readonly string[] {
  switch (facet) {
    case 'price':
      return BANDS.find(({ min, max }) => entry.price >= min && entry.price < max)?.values ?? NONE
    case 'availability':
      return entry.inStock ? AVAILABLE : NONE
    default:
      return entry[facet]
  }
}

const MAX_VALUES = 20
const MAX_VALUE_LENGTH = 80

/** The values of a URL's query. Unknown values of a fixed list count as absent. */
export function parseFacets(params: URLSearchParams): FacetValues {
  const parse = (facet: Facet): string[] => {
    const values = [...new Set(params.getAll(facet))].slice(0, MAX_VALUES)
    if (facet === 'price') return values.filter((value) => Object.hasOwn(PRICE_BANDS, value))
    if (facet === 'availability') return values.filter((value) => value === IN_STOCK)
    return values.filter((value) => value !== '' && value.length <= MAX_VALUE_LENGTH)
  }
  return {
    price: parse('price'),
    colour: parse('colour'),
    material: parse('material'),
    size: parse('size'),
    availability: parse('availability'),
  }
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
    facets.every((facet) => listValues(entry, facet).some((one) => chosen[facet].includes(one)))
}

export const hasFacets = (chosen: FacetValues): boolean =>
  FACETS.some((facet) => chosen[facet].length > 0)

/** True where the filters need what only the search index knows. */
export const needsIndex = ({ colour, material, size }: FacetValues): boolean =>
  colour.length + material.length + size.length > 0

export interface FacetOption {
  value: string
  label: string
  /** Number of products that choosing it would show. */
  count: number
  chosen: boolean
}

/** The values of a facet among the products that the other filters leave. */
export function listFacetOptions(
  entries: readonly SearchEntry[],
  chosen: FacetValues,
  facet: Facet,
): FacetOption[] {
  const counts = new Map<string, number>(chosen[facet].map((value) => [value, 0]))
  const isLeft = createFacetFilter(chosen, facet)
  for (const entry of entries)
    if (isLeft(entry))
      for (const value of listValues(entry, facet)) counts.set(value, (counts.get(value) ?? 0) + 1)
  if (counts.size === 0) return []
  // Not with the module: the first one takes a browser as long as a render.
  const collator = new Intl.Collator('en', { numeric: true })
  return [...counts]
    .map(([value, count]) => ({
      value,
      label: facetValueLabel(facet, value),
      count,
      chosen: chosen[facet].includes(value),
    }))
    .sort((a, b) => collator.compare(a.value, b.value))
}
