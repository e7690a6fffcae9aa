import { facetLabel, hasFacets, listFacets } from '#src/rules/listing/facets.ts'
import { type Filters, formatCount } from '#src/rules/listing/listing.ts'
import type { CatalogSearch } from '#src/rules/search/search.ts'
import type { SearchEntry } from '#src/rules/search/search-entry.ts'
import { Button, IconButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { closeIcon } from '#src/ui/icons.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { FacetValues } from './FacetValues.tsx'

interface Props {
  id: string
  open: boolean
  filters: Filters
  /** Products that the facets choose from; undefined until they are known. */
  candidates: readonly SearchEntry[] | undefined
  /** Has most values; undefined until it is loaded, null if that fails. */
  search: CatalogSearch | null | undefined
  /** Number of products that the filters leave; absent in the static panel. */
  count?: number
  onChange: (change: Partial<Filters>) => void
  onClear: () => void
  onClose: () => void
}

/**
 * Filters other than category and search: a sheet on phones, a panel at the side on wide screens. It is static until
 * its script is loaded; the browser opens and closes it.
 */
export function FilterPanel({
  id,
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
    <Modal id={id} label="Filters" className="filter-panel" open={open} onClose={onClose}>
      <header>
        <h2 className="text-title">Filters</h2>
        <IconButton
          className="-me-[10px]"
          label="Close filters"
          command="close"
          commandfor={id}
          onClick={(event) => {
            event.preventDefault()
            onClose()
          }}
        >
          <Icon path={closeIcon} />
        </IconButton>
      </header>
      <div>
        {listFacets(filters.category).map((facet) => (
          <FacetValues
            key={facet}
            facet={facet}
            filters={filters}
            // Counts only while it is visible.
            search={open ? search : undefined}
            candidates={candidates}
            legend={<legend className="mb-3 label text-muted">{facetLabel(facet)}</legend>}
            onChange={onChange}
          />
        ))}
        {/* The static panel has no such sentence, because readers without JavaScript see it, too. */}
        {count !== undefined && (
          <p role="status" className="text-body-sm text-muted empty:absolute">
            {search === undefined && 'Loading…'}
            {search === null &&
              'Some filters could not be loaded. Close the filters and open them again.'}
          </p>
        )}
      </div>
      {count !== undefined && (
        <footer>
          <Button
            variant="quiet"
            size="flush"
            aria-disabled={!hasFacets(filters)}
            onClick={onClear}
          >
            Clear All
          </Button>
          <Button onClick={onClose}>Show {formatCount(count)}</Button>
        </footer>
      )}
    </Modal>
  )
}
