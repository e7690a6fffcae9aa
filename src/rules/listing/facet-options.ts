import type { SearchEntry } from '../search/search-entry.ts'
import {
  createFacetFilter,
  type Facet,
  type FacetOption,
  type FacetValues,
  listEntryValues,
  toFacetOption,
} from './facets.ts'

const SIZES = 'XXS XS S SMALL M MEDIUM STANDARD L LARGE LONG XL XXL XXXL'.split(' ')

/** Sizes in letters come before sizes in numbers. */
function rankSize(value: string): number {
  const position = SIZES.indexOf(value.toUpperCase())
  return position === -1 ? SIZES.length : position
}

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
    .map(([value, count]) => ({ ...toFacetOption(chosen, facet, value), count }))
    .sort((a, b) => rankSize(a.value) - rankSize(b.value) || collator.compare(a.value, b.value))
}
