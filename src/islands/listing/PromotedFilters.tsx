import { type Facet, facetLabel } from '#src/rules/listing/facets.ts'
import type { Filters } from '#src/rules/listing/listing.ts'
import type { SearchEntry } from '#src/rules/search/search.ts'
import type { FacetMenu } from './FacetMenu.tsx'

interface Props {
  facets: readonly Facet[]
  filters: Filters
  /** Products that the facets choose from; undefined until they are known, null where they cannot be. */
  candidates: readonly SearchEntry[] | null | undefined
  /** Loaded with the first menu that is opened. */
  Menu: typeof FacetMenu | null | undefined
  /** Called when a menu is about to be opened. */
  onApproach: () => void
  onOpen: () => void
  onChange: (change: Partial<Filters>) => void
}

/** The filters that matter most for the category, each a disclosure above the list. */
export const PromotedFilters = ({ facets, onApproach, onOpen, Menu, ...props }: Props) => (
  <div className="flex scripting-only flex-wrap gap-x-6">
    {facets.map((facet) => (
      <details
        key={facet}
        className="promoted-filter"
        onToggle={({ currentTarget }) => currentTarget.open && onOpen()}
      >
        <summary onPointerEnter={onApproach}>
          {facetLabel(facet)}
          {props.filters[facet].length > 0 && ` (${props.filters[facet].length})`}
        </summary>
        {/* A press on it keeps the focus inside. */}
        <div className="promoted-values outline-none" tabIndex={-1}>
          {Menu && <Menu facet={facet} {...props} />}
        </div>
      </details>
    ))}
  </div>
)
