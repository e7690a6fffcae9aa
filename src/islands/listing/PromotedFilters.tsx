import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Facet, facetLabel } from '#src/rules/listing/facets.ts'
import type { Filters } from '#src/rules/listing/listing.ts'
import type { CatalogSearch } from '#src/rules/search/search.ts'
import type { SearchEntry } from '#src/rules/search/search-entry.ts'
import type { FacetMenu } from './FacetMenu.tsx'

interface Props {
  facets: readonly Facet[]
  filters: Filters
  /** Has most values; undefined until it is loaded, null if that fails. */
  search: CatalogSearch | null | undefined
  /** Products that the facets choose from; undefined until they are known. */
  candidates: readonly SearchEntry[] | undefined
  /** Loaded when the first menu is opened. */
  Menu: typeof FacetMenu | undefined
  /** Static: values of the price, which can be pressed until the menu is loaded. */
  priceValues: ReactNode
  onOpen: () => void
  onChange: (change: Partial<Filters>) => void
}

/** The most important filters of the category, each a disclosure above the list. */
export const PromotedFilters = ({ facets, ...props }: Props) => (
  <div className="flex scripting-only flex-wrap gap-x-6">
    {facets.map((facet) => (
      <PromotedFilter key={facet} facet={facet} {...props} />
    ))}
  </div>
)

interface FilterProps extends Omit<Props, 'facets'> {
  facet: Facet
}

function PromotedFilter({ facet, search, Menu, priceValues, onOpen, ...props }: FilterProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const chosen = props.filters[facet].length

  function readOpen() {
    const open = menu.current?.open === true
    setOpen(open)
    if (open) onOpen()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a press before hydration
  useEffect(readOpen, [])

  return (
    <details ref={menu} className="promoted-filter" onToggle={readOpen}>
      <summary>
        {facetLabel(facet)}
        {chosen > 0 && ` (${chosen})`}
      </summary>
      {/* A press on it keeps the focus inside. */}
      <div className="promoted-values outline-none" tabIndex={-1}>
        {Menu ? (
          // Counts only while it is visible.
          <Menu facet={facet} search={isOpen ? search : undefined} {...props} />
        ) : (
          facet === 'price' && priceValues
        )}
        <p role="status" className="text-body-sm text-muted empty:absolute">
          {isOpen && search === undefined && facet !== 'price' && 'Loading…'}
        </p>
      </div>
    </details>
  )
}
