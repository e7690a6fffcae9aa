import { type FocusEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import type { Sort } from '#src/contract/values.ts'
import { type CategoryNames, categoryLabel } from '#src/rules/categories.ts'
import { FACETS } from '#src/rules/listing/facets.ts'
import {
  type ActiveFilter,
  changeFilters,
  type Filters,
  listingPath,
  SORT_LABELS,
} from '#src/rules/listing/listing.ts'
import { LinkButton, PlainButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { closeIcon } from '#src/ui/icons.ts'

export const FILTER_PANEL_ID = 'filter-panel'

const SORTS = ['price-low-high', 'price-high-low', 'new'] as const satisfies Sort[]

interface Props {
  chips: readonly string[]
  names: CategoryNames | undefined
  /** Number of products of each chip. */
  counts: Record<string, number>
  filters: Filters
  /** Called with the changed filter; pressing the active sort resets it. */
  onChange: (change: Partial<Filters>) => void
  onOpenPanel: (event: MouseEvent) => void
}

/** Chips and sorts are links, so that they work before hydration and in a new tab. */
export function FilterBar({ chips, names, counts, filters, onChange, onOpenPanel }: Props) {
  const row = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)
  useHiddenBar(bar)
  const { category } = filters
  const chosenCount = FACETS.reduce((sum, facet) => sum + filters[facet].length, 0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the chip of the category has changed
  useEffect(() => {
    const chip = row.current?.querySelector('[aria-current]')
    if (row.current && chip) scrollToMiddle(row.current, chip)
  }, [category])

  const toHref = (change: Partial<Filters>) => listingPath(changeFilters(filters, change), counts)

  function toLink(change: Partial<Filters>, isCurrent: boolean) {
    return {
      'aria-current': isCurrent || undefined,
      className: 'listing-link',
      /** Only for the keyboard: a row that scrolls under the pointer would lose the press. */
      onFocus({ target }: FocusEvent<HTMLAnchorElement>) {
        if (row.current && target.matches(':focus-visible')) scrollToMiddle(row.current, target)
      },
      onClick(event: MouseEvent) {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        onChange(change)
      },
    }
  }

  return (
    <div ref={bar} className="listing-bar">
      <div className="container py-1.5">
        <div className="filter-rows">
          <div ref={row} className="filter-row">
            <nav aria-label="Category" className="flex gap-6">
              {chips.map((chip) => (
                <a
                  key={chip}
                  href={toHref({ category: chip })}
                  {...toLink({ category: chip }, chip === category)}
                >
                  {categoryLabel(chip, names)}
                </a>
              ))}
            </nav>
            <nav aria-label="Sort" className="flex scripting-only items-center gap-5">
              <span aria-hidden="true" className="shrink-0 label text-muted max-sm:hidden">
                Price
              </span>
              {SORTS.map((sort) => {
                const isCurrent = filters.sort === sort
                const change = { sort: isCurrent ? 'default' : sort } as const
                return (
                  <a
                    key={sort}
                    href={toHref(change)}
                    {...toLink(change, isCurrent)}
                    // Screen readers would pause at the element of the arrow.
                    aria-label={SORT_LABELS[sort]}
                  >
                    <SortLabel text={SORT_LABELS[sort]} />
                  </a>
                )
              })}
            </nav>
          </div>
          <PlainButton
            className="listing-link scripting-only gap-2"
            aria-haspopup="dialog"
            command="show-modal"
            commandfor={FILTER_PANEL_ID}
            onClick={onOpenPanel}
          >
            Filter
            {chosenCount > 0 && (
              <span className="figures">
                ({chosenCount}
                <span className="sr-only"> chosen</span>)
              </span>
            )}
          </PlainButton>
        </div>
      </div>
    </div>
  )
}

/**
 * Scrolls a link to the middle of its row in the next frame. scrollIntoView would also scroll the page, and within a
 * press the layout would be computed once more.
 */
function scrollToMiddle(row: HTMLElement, link: Element): void {
  requestAnimationFrame(() => {
    const offset = link.getBoundingClientRect().left - row.getBoundingClientRect().left
    row.scrollLeft += offset - (row.clientWidth - link.clientWidth) / 2
  })
}

/** Scrolled pixels that make a direction. */
const SCROLL_STEP_PX = 8

/** Marks the bar while the page was last scrolled down, without a render. Phones then hide it. */
function useHiddenBar(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last = scrollY
    const onScroll = () => {
      if (Math.abs(scrollY - last) < SCROLL_STEP_PX) return
      bar.current?.toggleAttribute('data-hidden', scrollY > last)
      last = scrollY
    }
    addEventListener('scroll', onScroll, { passive: true })
    return () => removeEventListener('scroll', onScroll)
  }, [bar])
}

const ARROW = '→'

/** Label of a sort, with its arrow in the font of the text (listing.css). */
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
    <div className="flex scripting-only min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      <ul className="contents" aria-label="Active filters">
        {active.map((filter) => (
          <li key={`${filter.name}=${filter.value}`} className="flex min-w-0">
            <PlainButton
              aria-label={`Remove ${filter.name} ${filter.label}`}
              className="filter-tag"
              onClick={() => onRemove(filter)}
            >
              <span>
                {filter.name === 'sort' ? <SortLabel text={filter.label} /> : filter.label}
              </span>
              <Icon path={closeIcon} className="size-3.5" />
            </PlainButton>
          </li>
        ))}
      </ul>
      <LinkButton className="px-1 text-sm" onClick={onClear}>
        Clear All
      </LinkButton>
    </div>
  )
}
