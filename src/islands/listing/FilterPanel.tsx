import { facetLabel, hasFacets, listFacets } from '#src/rules/listing/facets.ts'
import { type Filters, formatCount } from '#src/rules/listing/listing.ts'
import type { SearchEntry } from '#src/rules/search/search.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { closeIcon } from '#src/ui/icons.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { FacetValues } from './FacetValues.tsx'

interface Props {
  filters: Filters
  /** Products that the facets choose from. */
  candidates: SearchEntry[]
  /** The search index, which knows most values, could not be fetched. */
  indexFailed: boolean
  /** Number of products that the filters leave. */
  count: number
  onChange: (change: Partial<Filters>) => void
  onClear: () => void
  onClose: () => void
}

/**
 * The filters beside category and search, as long as it is open: a sheet on phones, a panel at the side
 * on wide screens.
 */
export function FilterPanel({
  filters,
  candidates,
  indexFailed,
  count,
  onChange,
  onClear,
  onClose,
}: Props) {
  return (
    <Modal label="Filters" className="filter-panel" onClose={onClose}>
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-between border-b border-line px-[min(1.5rem,6vw)] py-3">
          <h2 className="text-title">Filters</h2>
          <IconButton className="-me-[10px]" label="Close filters" onClick={onClose}>
            <Icon path={closeIcon} />
          </IconButton>
        </div>
        <div className="flex grow flex-col gap-8 overflow-y-auto overscroll-contain px-[min(1.5rem,6vw)] py-6">
          {listFacets(filters.category).map((facet) => (
            <FacetValues
              key={facet}
              facet={facet}
              filters={filters}
              candidates={candidates}
              legend={<legend className="mb-3 label text-muted">{facetLabel(facet)}</legend>}
              onChange={onChange}
            />
          ))}
          {indexFailed && (
            <p className="text-body-sm text-muted">
              Some filters could not be loaded. Close the filters and open them again.
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-[min(1.5rem,6vw)] py-4">
          <Button
            variant="quiet"
            size="flush"
            aria-disabled={!hasFacets(filters)}
            onClick={onClear}
          >
            Clear All
          </Button>
          <Button onClick={onClose}>Show {formatCount(count)}</Button>
        </div>
      </div>
    </Modal>
  )
}
