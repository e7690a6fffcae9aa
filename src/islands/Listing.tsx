import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { brand } from '#src/rules/brand.ts'
import { listPromotedFacets } from '#src/rules/listing/facets.ts'
import {
  type Filters,
  formatCount,
  listActiveFilters,
  listingHeading,
  NO_FILTERS,
  withoutFilter,
} from '#src/rules/listing/listing.ts'
import type { ListingView } from '#src/rules/listing/listing-view.ts'
import {
  clearAll,
  openListing,
  restoreListScroll,
  setFilters,
  showMore,
} from '#src/stores/listing.ts'
import { ActiveFilters, FILTER_PANEL_ID, FilterBar } from './listing/FilterBar.tsx'
import { PendingList } from './listing/PendingList.tsx'
import { PromotedFilters } from './listing/PromotedFilters.tsx'
import { Results, ResultsStatus } from './listing/Results.tsx'
import { applyPressedBoxes, useFilterControls } from './listing/use-filter-controls.ts'
import { type StaticListing, useListingView } from './listing/use-listing-view.ts'
import { useSearchEvent } from './listing/use-search-event.ts'

interface Props extends StaticListing {
  /** Number of products of each chip, in their order. */
  counts: number[]
  /** The line below the heading of the unfiltered list. */
  introduction: string
  /** Whether `still` has content: a slot is a node in any case. */
  hasStill?: true | undefined
  /** Static: a wide picture among the pieces of the unfiltered list. */
  still?: ReactNode
  /** Static: a text below the unfiltered list. */
  prose?: ReactNode
  /** Static: shown without JavaScript. */
  noScript?: ReactNode
  /** Static: the filters, and the values of the price, until their script is loaded. */
  panel?: ReactNode
  priceValues?: ReactNode
  /** Static: the links to the pages of the list. */
  children?: ReactNode
}

/** /shop and the pages of its categories. */
export function Listing(props: Props) {
  const { page, category, chips, names, filtered } = props
  const counts = useMemo(
    () => Object.fromEntries(chips.map((chip, index) => [chip, props.counts[index] ?? 0])),
    [chips, props.counts],
  )
  const top = useRef<HTMLDivElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const close = openListing(counts)
    applyPressedBoxes(top.current)
    return close
  }, [counts])

  const { open, filters, applied, limit, isStatic, search, view, ...list } = useListingView(props)
  const { controls, load, panelOpen, setPanelOpen } = useFilterControls(top, list.query)

  const count = countProducts(view)
  const foundCount = view.kind === 'grid' ? view.count + view.alsoCount : 0
  const heading = listingHeading(applied, names)
  const headingCount = count === undefined ? '' : `, ${formatCount(count)}`
  const isLoaded = open && view.kind !== 'loading'
  useSearchEvent(applied, open && search ? count : undefined)
  const pageTitle = useRef<string>(undefined)
  useEffect(() => {
    if (!open) return
    pageTitle.current ??= document.title
    document.title = isStatic ? pageTitle.current : `${heading} · ${brand.name}`
  }, [open, heading, isStatic])
  useLayoutEffect(() => {
    if (isLoaded) restoreListScroll()
  }, [isLoaded])

  const change = useCallback((filter: Partial<Filters>) => {
    setFilters(filter)
    const scrolledPast = (top.current?.getBoundingClientRect().top ?? 0) < 0
    if (scrolledPast) top.current?.scrollIntoView()
  }, [])
  // Removing a tag would lose the focus, so it moves to the number of results.
  const removeFilter = (update: () => void) => {
    update()
    status.current?.focus()
  }

  // The focus moves from Show more to the first added card.
  const previousCount = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when more cards are shown
  useEffect(() => {
    if (previousCount.current === undefined) return
    const cards = top.current?.querySelectorAll('.card-grid > li')
    cards?.[previousCount.current]?.querySelector<HTMLElement>('h3 a')?.focus()
    previousCount.current = undefined
  }, [limit])

  const ofPage = isStatic ? filtered : undefined
  const still = props.hasStill && isStatic && props.still
  const { pressed, retry } = list
  const results = useMemo(
    () => (
      <Results
        view={view}
        pressed={pressed}
        still={still}
        filters={applied}
        named={search ? search.findCategory(applied.search, chips) : ofPage?.named}
        help={search ? search.findHelp(applied.search) : ofPage?.help}
        notMade={search ? search.findNotMade(applied.search) : ofPage?.notMade}
        names={names}
        categories={chips.filter((chip) => chip !== NO_FILTERS.category)}
        onRetry={retry}
        onShowMore={() => {
          previousCount.current = top.current?.querySelectorAll('.card-grid > li').length
          showMore()
        }}
        onChange={change}
        onClear={clearAll}
      />
    ),
    [view, pressed, still, applied, ofPage, names, search, chips, retry, change],
  )
  const isIntroduced = heading === listingHeading({ ...NO_FILTERS, category }, names)
  return (
    <section
      aria-labelledby="shop-title"
      className="listing-section"
      data-open={open ? '' : undefined}
    >
      {!open && <PendingList />}
      <header className="listing-header container">
        <h1 id="shop-title" className="text-heading wrap-anywhere">
          {heading}
          <span className="sr-only">{headingCount}</span>
        </h1>
        {isIntroduced && <p className="text-body-sm text-muted">{props.introduction}</p>}
        {props.noScript}
      </header>
      <div ref={top} className="listing">
        <FilterBar
          chips={chips}
          names={names}
          counts={counts}
          // Without JavaScript, the links lead to static pages.
          filters={open ? filters : { ...NO_FILTERS, category }}
          onChange={change}
          onOpenPanel={(event) => {
            void load(true)
            if (!controls) return
            event.preventDefault()
            setPanelOpen(true)
          }}
        />
        <div className="container flex flex-col gap-3 pt-2">
          <div className="relative flex min-h-11 flex-wrap items-center gap-x-6 gap-y-2">
            <PromotedFilters
              facets={listPromotedFacets(filters.category).filter(
                (facet) => !props.emptyFacets.includes(`${filters.category} ${facet}`),
              )}
              filters={filters}
              search={search}
              candidates={list.candidates}
              Menu={controls?.FacetMenu}
              priceValues={props.priceValues}
              onOpen={() => void load()}
              onChange={change}
            />
            <ResultsStatus ref={status} view={view} />
            <ActiveFilters
              active={listActiveFilters(filters, names)}
              onRemove={(filter) => removeFilter(() => change(withoutFilter(filters, filter)))}
              onClear={() => removeFilter(clearAll)}
            />
          </div>
          <h2 className="sr-only">Pieces</h2>
          {results}
        </div>
        {controls ? (
          <controls.FilterPanel
            id={FILTER_PANEL_ID}
            open={panelOpen}
            filters={filters}
            candidates={list.candidates}
            search={search}
            count={foundCount}
            onChange={change}
            onClear={clearAll}
            onClose={() => setPanelOpen(false)}
          />
        ) : (
          props.panel
        )}
      </div>
      {/* The first page continues with Show more. */}
      {!(open && (!isStatic || page === 1)) && props.children}
      {isIntroduced && props.prose}
    </section>
  )
}

/** The number of products in the heading; undefined while it is not known. */
function countProducts(view: ListingView): number | undefined {
  if (view.kind === 'grid') return view.count || view.alsoCount
  return view.kind === 'empty' ? 0 : undefined
}
