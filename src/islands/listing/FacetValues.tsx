import type { ReactNode } from 'react'
import { type Facet, facetLabel, listKnownOptions } from '#src/rules/listing/facets.ts'
import { type Filters, toggleFacet } from '#src/rules/listing/listing.ts'
import type { CatalogSearch } from '#src/rules/search/search.ts'
import type { SearchEntry } from '#src/rules/search/search-entry.ts'

interface Props {
  facet: Facet
  filters: Filters
  /** Counts the values; absent until it is loaded. */
  search: CatalogSearch | null | undefined
  /** Products that the facets choose from; undefined until they are known. */
  candidates: readonly SearchEntry[] | undefined
  /** Visible name of the facet, if it is inside. */
  legend?: ReactNode
  onChange: (change: Partial<Filters>) => void
}

/** Values of a facet as checkboxes, which stay in their places. They can be pressed before hydration. */
export function FacetValues({ facet, filters, search, candidates, legend, onChange }: Props) {
  const options =
    search && candidates
      ? search.listFacetOptions(candidates, filters, facet)
      : listKnownOptions(filters, facet)
  if (options.length === 0) return null
  return (
    <fieldset className="min-w-0" aria-label={legend ? undefined : facetLabel(facet)}>
      {legend}
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label, count, chosen }) => (
          <label key={value} className="facet-value">
            <input
              type="checkbox"
              className="sr-only"
              name={facet}
              value={value}
              checked={chosen}
              disabled={count === 0 && !chosen}
              onChange={() => onChange(toggleFacet(filters, facet, value))}
            />
            {label}
            {count !== undefined && (
              <span className="text-sm text-muted figures">
                {count}
                <span className="sr-only"> {count === 1 ? 'piece' : 'pieces'}</span>
              </span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
