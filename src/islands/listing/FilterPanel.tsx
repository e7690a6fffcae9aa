import { facetLabel, hasFacets, listFacets } from '#src/rules/listing/facets.ts'
import { type Filters, formatCount } from '#src/rules/listing/listing.ts'
import type { CatalogSearch, SearchEntry } from '#src/rules/search/search.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { closeIcon } from '#src/ui/icons.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { FacetValues } from './FacetValues.tsx'

export const FILTER_PANEL_ID = 'filter-panel'

interface Props {
  open: boolean
  filters: Filters
  /** Products that the facets choose from; undefined until they are known. */
  candidates: readonly SearchEntry[] | undefined
  /** Knows most values; undefined until it is loaded, null where it cannot be. */
  search: CatalogSearch | null | undefined
  /** Number of products that the filters leave; undefined before hydration. */
  count: number | undefined
  onChange: (change: Partial<Filters>) => void
  onClear: () => void
  onClose: () => void
}

/**
 * The filters beside category and search: a sheet on phones, a panel at the side on wide screens. The browser opens and
 * closes it before hydration.
 */
export function FilterPanel({
  open,
  filters,
  candidates,
  search,
  count,
  onChange,
  onClear,
  onClose,
}: Props) {
  return (
    <Modal
      id={FILTER_PANEL_ID}
      label="Filters"
      className="filter-panel"
      open={open}
      onClose={onClose}
    >
      <div className="flex h-full flex-col">
        <div className="flex items-center justify-between border-b border-line px-[min(1.5rem,6vw)] py-3">
          <h2 className="text-title">Filters</h2>
          <IconButton
            className="-me-[10px]"
            label="Close filters"
            command="close"
            commandfor={FILTER_PANEL_ID}
            onClick={(event) => {
              event.preventDefault()
              onClose()
            }}
          >
            <Icon path={closeIcon} />
          </IconButton>
        </div>
        <div className="flex grow flex-col gap-8 overflow-y-auto overscroll-contain px-[min(1.5rem,6vw)] py-6">
          {listFacets(filters.category).map((facet) => (
            <FacetValues
              key={facet}
              facet={facet}
              filters={filters}
              // Counted while they are seen.
              candidates={open ? candidates : undefined}
              legend={<legend className="mb-3 label text-muted">{facetLabel(facet)}</legend>}
              onChange={onChange}
            />
          ))}
          {!search && (
            <p role="status" className="text-body-sm text-muted">
              {search === undefined
                ? 'Loading…'
                : 'Some filters could not be loaded. Close the filters and open them again.'}
            </p>
          )}
        </div>
        {count !== undefined && (
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
        )}
      </div>
    </Modal>
  )
}
