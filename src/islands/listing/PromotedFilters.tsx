import { useEffect, useRef, useState } from 'react'
import { type Facet, facetLabel } from '#src/rules/listing/facets.ts'
import type { Filters } from '#src/rules/listing/listing.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'
import type { SearchEntry } from '#src/rules/search/search.ts'
import { FacetValues } from './FacetValues.tsx'

interface Props {
  facets: readonly Facet[]
  filters: Filters
  /** Products that the facets choose from; undefined until they are known, null where they cannot be. */
  candidates: readonly SearchEntry[] | null | undefined
  onOpen: () => void
  onChange: (change: Partial<Filters>) => void
}

/** The filters that matter most for the category, each a disclosure above the list. */
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

function PromotedFilter({ facet, filters, candidates, onOpen, onChange }: FilterProps) {
  const menu = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  const chosen = filters[facet].length

  function readOpen() {
    const open = menu.current?.open === true
    setOpen(open)
    if (open) onOpen()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a press before hydration
  useEffect(readOpen, [])
  useEffect(() => (isOpen && menu.current ? closeFromOutside(menu.current) : undefined), [isOpen])

  return (
    <details ref={menu} className="promoted-filter" onToggle={readOpen}>
      <summary>
        {facetLabel(facet)}
        {chosen > 0 && ` (${chosen})`}
      </summary>
      {/* A press on it keeps the focus inside. */}
      <div className="promoted-values outline-none" tabIndex={-1}>
        <FacetValues
          facet={facet}
          filters={filters}
          // Counted while they are seen.
          candidates={isOpen ? candidates : undefined}
          onChange={onChange}
        />
        {!candidates && facet !== 'price' && (
          <p role="status" className="text-body-sm text-muted">
            {candidates === null ? pageMessages.products.filtersFailed : 'Loading…'}
          </p>
        )}
      </div>
    </details>
  )
}

/** Escape, and a press or the focus outside, close the menu. */
function closeFromOutside(menu: HTMLDetailsElement): () => void {
  const listening = new AbortController()
  const { signal } = listening
  function close({ target }: Event) {
    if (target instanceof Node && !menu.contains(target)) menu.open = false
  }
  function closeByKey({ key }: KeyboardEvent) {
    if (key !== 'Escape') return
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
  addEventListener('pointerdown', close, { signal })
  addEventListener('focusin', close, { signal })
  menu.addEventListener('keydown', closeByKey, { signal })
  return () => listening.abort()
}
