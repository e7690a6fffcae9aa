import type { SearchEntry } from '../search/search.ts'
import {
  createFacetFilter,
  type Facet,
  type FacetValues,
  facetValueLabel,
  listEntryValues,
  PRICE_BANDS,
} from './facets.ts'

export interface FacetOption {
  value: string
  label: string
  /** Number of products that choosing it would show; 0 where other filters exclude all. */
  count?: number
  chosen: boolean
}

const SIZES = 'XXS XS S SMALL M MEDIUM STANDARD L LARGE LONG XL XXL XXXL'.split(' ')

/** Sizes by letters come before those by numbers. */
function rankSize(value: string): number {
  const position = SIZES.indexOf(value.toUpperCase())
  return position === -1 ? SIZES.length : position
}

const toOption = (chosen: FacetValues, facet: Facet, value: string): FacetOption => ({
  value,
  label: facetValueLabel(facet, value),
  chosen: chosen[facet].includes(value),
})

/** The values of a facet that a page has before its products are known: all of the price, else those chosen. */
export const listKnownOptions = (chosen: FacetValues, facet: Facet): FacetOption[] =>
  (facet === 'price' ? Object.keys(PRICE_BANDS) : chosen[facet]).map((value) =>
    toOption(chosen, facet, value),
  )

/** The values of a facet, each with its count among the products that the other filters leave. */
export function listFacetOptions(
  entries: readonly SearchEntry[],
  chosen: FacetValues,
  facet: Facet,
): FacetOption[] {
  const counts = new Map<string, number>(chosen[facet].map((value) => [value, 0]))
  const isLeft = createFacetFilter(chosen, facet)
  for (const entry of entries)
    for (const value of listEntryValues(entry, facet))
      counts.set(value, (counts.get(value) ?? 0) + (isLeft(entry) ? 1 : 0))
  if (counts.size === 0) return []
  // Not with the module: the first one takes a browser as long as a render.
  const collator = new Intl.Collator('en', { numeric: true })
  return [...counts]
    .map(([value, count]) => ({ ...toOption(chosen, facet, value), count }))
    .sort((a, b) => rankSize(a.value) - rankSize(b.value) || collator.compare(a.value, b.value))
}
