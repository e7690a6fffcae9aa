import type { Sort } from '#src/contract/values.ts'
import { categoryLabel } from '#src/rules/category-label.ts'
import { type Filters, SORT_LABELS } from '#src/rules/listing.ts'

const SORT_BUTTONS = ['price-low-high', 'price-high-low', 'new'] as const satisfies Sort[]

const SORT_NAMES = {
  'price-low-high': 'Price, Low→High',
  'price-high-low': 'Price, High→Low',
  new: 'Newest first',
} as const

const shared =
  'inline-flex min-h-11 shrink-0 items-center border-b text-[0.9375rem] whitespace-nowrap transition-colors duration-200'
const chosen = 'border-accent text-ink'
const free = 'border-transparent text-muted hover:text-ink'

interface Props {
  chips: readonly string[]
  filters: Filters
  /** Called with what was pressed; pressing the sort that is on turns it off. */
  onChoose: (choice: Partial<Filters>) => void
}

export function FilterBar({ chips, filters, onChoose }: Props) {
  return (
    <div className="flex flex-col gap-x-10 lg:flex-row lg:items-center lg:justify-between">
      <fieldset className="filter-row -mx-gutter gap-6 px-gutter lg:mx-0 lg:flex-wrap lg:px-0">
        <legend className="sr-only">Category</legend>
        {chips.map((category) => {
          const pressed = filters.category === category
          return (
            <button
              key={category}
              type="button"
              aria-pressed={pressed}
              className={`${shared} ${pressed ? chosen : free}`}
              onClick={() => onChoose({ category })}
            >
              {categoryLabel(category)}
            </button>
          )
        })}
      </fieldset>
      <fieldset className="filter-row -mx-gutter items-center gap-5 px-gutter lg:mx-0 lg:px-0">
        <legend className="sr-only">Sort</legend>
        <span aria-hidden="true" className="shrink-0 label text-muted">
          Price
        </span>
        {SORT_BUTTONS.map((sort) => {
          const pressed = filters.sort === sort
          return (
            <button
              key={sort}
              type="button"
              aria-pressed={pressed}
              title={SORT_NAMES[sort]}
              className={`${shared} ${pressed ? chosen : free}`}
              onClick={() => onChoose({ sort: pressed ? 'default' : sort })}
            >
              {SORT_LABELS[sort]}
            </button>
          )
        })}
      </fieldset>
    </div>
  )
}
