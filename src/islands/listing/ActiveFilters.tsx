import type { ActiveFilter } from '#src/rules/listing.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { SortLabel } from './FilterBar.tsx'

interface Props {
  active: ActiveFilter[]
  onRemove: (filter: ActiveFilter) => void
  onClear: () => void
}

/** One removable tag for each filter, and Clear All (spec §2, /shop). */
export function ActiveFilters({ active, onRemove, onClear }: Props) {
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
