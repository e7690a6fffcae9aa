import { type FocusEvent, useEffect, useRef } from 'react'
import type { Sort } from '#src/contract/values.ts'
import { FACETS } from '#src/rules/facets.ts'
import { type ActiveFilter, categoryLabel, type Filters, SORT_LABELS } from '#src/rules/listing.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { scrollToChip, scrollToMiddle } from './scroll-to-chip.ts'

const SORT_BUTTONS = ['price-low-high', 'price-high-low', 'new'] as const satisfies Sort[]

const SORT_NAMES = {
  'price-low-high': 'Price, Low→High',
  'price-high-low': 'Price, High→Low',
  new: 'Newest first',
} as const

const sharedClass =
  'inline-flex min-h-11 shrink-0 items-center border-b border-transparent text-body-sm whitespace-nowrap text-muted transition-colors duration-200 hover:text-ink aria-pressed:border-accent aria-pressed:text-ink'

interface Props {
  /** With the number of products of each. */
  chips: readonly [name: string, count: number][]
  filters: Filters
  /** Called with the changed filter; clicking the active sort resets it. */
  onChange: (change: Partial<Filters>) => void
  onOpenPanel: () => void
}

export function FilterBar({ chips, filters, onChange, onOpenPanel }: Props) {
  const row = useRef<HTMLDivElement>(null)
  const { category } = filters
  const chosenCount = FACETS.reduce((sum, facet) => sum + filters[facet].length, 0)

  useEffect(() => scrollToChip(row.current, category), [category])

  /** By keyboard alone: a row that scrolls under the pointer would lose the click. */
  function showFocused({ target }: FocusEvent<HTMLButtonElement>): void {
    if (row.current && target.matches(':focus-visible')) scrollToMiddle(row.current, target)
  }

  return (
    <div className="-mx-gutter flex items-center lg:mx-0 lg:gap-6">
      <div ref={row} className="filter-row grow items-center gap-6 max-lg:ps-gutter">
        <fieldset className="flex min-w-max gap-6 lg:min-w-0 lg:flex-wrap">
          <legend className="sr-only">Category</legend>
          {chips.map(([chip, count]) => {
            const pressed = chip === category
            return (
              <button
                key={chip}
                type="button"
                value={chip}
                // The first paint shows the count before the island has hydrated.
                data-count={count}
                aria-pressed={pressed}
                className={sharedClass}
                onFocus={showFocused}
                onClick={() => onChange({ category: chip })}
              >
                {categoryLabel(chip)}
              </button>
            )
          })}
        </fieldset>
        <fieldset className="flex min-w-max items-center gap-5 lg:ms-auto">
          <legend className="sr-only">Sort</legend>
          <span aria-hidden="true" className="shrink-0 label text-muted max-sm:hidden">
            Price
          </span>
          {SORT_BUTTONS.map((sort) => {
            const pressed = filters.sort === sort
            return (
              <button
                key={sort}
                type="button"
                // Screen readers would pause at the arrow's own element.
                aria-label={SORT_LABELS[sort]}
                aria-pressed={pressed}
                title={SORT_NAMES[sort]}
                className={sharedClass}
                value={sort}
                data-sort=""
                onFocus={showFocused}
                onClick={() => onChange({ sort: pressed ? 'default' : sort })}
              >
                <SortLabel text={SORT_LABELS[sort]} />
              </button>
            )
          })}
        </fieldset>
      </div>
      <button
        type="button"
        className={`${sharedClass} gap-2 max-lg:px-gutter max-lg:-outline-offset-4`}
        aria-haspopup="dialog"
        onClick={onOpenPanel}
      >
        Filter
        {chosenCount > 0 && (
          <span className="figures">
            ({chosenCount}
            <span className="sr-only"> chosen</span>)
          </span>
        )}
      </button>
    </div>
  )
}

const ARROW = '→'

/** A sort's label, its arrow in the font of the text (listing.css). */
function SortLabel({ text }: { text: string }) {
  const [from, to] = text.split(ARROW)
  if (to === undefined) return text
  return (
    <span>
      {from}
      <span className="arrow-right">{ARROW}</span>
      {to}
    </span>
  )
}

interface ActiveFiltersProps {
  active: ActiveFilter[]
  onRemove: (filter: ActiveFilter) => void
  onClear: () => void
}

/** One removable tag for each filter, and Clear All (spec §2, /shop). */
export function ActiveFilters({ active, onRemove, onClear }: ActiveFiltersProps) {
  if (active.length === 0) return null
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      <ul className="contents" aria-label="Active filters">
        {active.map((filter) => (
          <li key={`${filter.name}=${filter.value}`} className="flex min-w-0">
            <button
              type="button"
              aria-label={`Remove ${filter.name} ${filter.label}`}
              className="inline-flex min-h-11 max-w-full min-w-0 items-center gap-2 rounded-control border border-line ps-4 pe-3 text-sm transition-colors hover:border-ink"
              onClick={() => onRemove(filter)}
            >
              <span className="max-w-72 truncate">
                {filter.name === 'sort' ? <SortLabel text={filter.label} /> : filter.label}
              </span>
              <Icon name="close" className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="inline-flex min-h-11 items-center px-1 text-sm link"
        onClick={onClear}
      >
        Clear All
      </button>
    </div>
  )
}
