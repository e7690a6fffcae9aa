import { useStore } from '@nanostores/react'
import {
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { brand } from '#src/rules/brand.ts'
import {
  type Filters,
  formatCount,
  listActiveFilters,
  listingHeading,
  NO_FILTERS,
  toQueryString,
  withoutFilter,
} from '#src/rules/listing.ts'
import {
  type FoundProducts,
  findProducts,
  isLarge,
  type ListingInput,
  type ListingView,
  needsFetch,
  needsSearchIndex,
  toListingView,
} from '#src/rules/listing-view.ts'
import {
  $cards,
  $cardsError,
  $filters,
  $listingOpen,
  $pressed,
  $products,
  $productsError,
  $shown,
  clearAll,
  loadCards,
  loadProducts,
  openListing,
  restoreScroll,
  retryProducts,
  setFilters,
  showMore,
} from '#src/stores/listing.ts'
import { $search, loadSearch } from '#src/stores/search-index.ts'
import { ActiveFilters, FilterBar } from './listing/FilterBar.tsx'
import { FilterPanel } from './listing/FilterPanel.tsx'
import { Results, ResultsStatus } from './listing/Results.tsx'

interface Props {
  /** Slugs of the products of this static page in the order of the API's listing, with spaces. */
  pageSlugs: string
  /** Hash of what their cards show. */
  pageHash: string
  /** Number of this static page, from 1. */
  page: number
  /** Number of products that this static page is a part of. */
  pageTotal: number
  /** Number of products in the catalogue. */
  total: number
  /** With the number of products of each. */
  chips: [name: string, count: number][]
  /** The category of the static page, or `all`. */
  category: string
  /** The cards of the static page; as a slot they add no script. */
  children: ReactNode
}

const unloaded = { data: undefined, error: null, loading: false }
const ssr = { ssr: 'initial' } as const

export function Listing(props: Props) {
  const { pageHash, page, pageTotal, total, category, children } = props
  const chips = useMemo(() => props.chips.map(([name]) => name), [props.chips])
  const open = useStore($listingOpen, ssr)
  const chosen = useStore($filters, ssr)
  const { data: products } = useStore($products, { ssr: () => unloaded })
  const productsError = useStore($productsError, ssr)
  // Rendered in slices that a press interrupts, not in the task of the answer.
  const cards = useDeferredValue(useStore($cards, ssr))
  const cardsError = useStore($cardsError, ssr)
  const search = useStore($search, ssr)
  const pressed = useStore($pressed, ssr)
  const shown = useStore($shown, ssr)
  const top = useRef<HTMLDivElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const [panelOpen, setPanelOpen] = useState(false)

  useEffect(() => openListing(chips), [chips])
  useEffect(hideBarOnScroll, [])

  const pageSlugs = useMemo(() => props.pageSlugs.split(' '), [props.pageSlugs])
  const pageFilters = useMemo(() => ({ ...NO_FILTERS, category }), [category])
  const filters = open ? chosen : pageFilters
  // The frame of a press shows what is pressed; its results are rendered after it.
  const laterFilters = useDeferredValue(filters)
  const laterShown = useDeferredValue(shown)
  const applied = pressed ? laterFilters : filters
  const limit = pressed ? laterShown : shown
  const large = isLarge({ total })
  const fetched = open ? (large ? cards : products) : undefined
  const error = large ? cardsError : productsError
  const input: ListingInput = useMemo(
    () => ({
      ...{ pageSlugs, pageHash, pageFilters, page, pageTotal, total, search, fetched, error },
      ...{ filters: applied, limit },
    }),
    [
      pageSlugs,
      pageHash,
      pageFilters,
      page,
      pageTotal,
      total,
      search,
      fetched,
      error,
      applied,
      limit,
    ],
  )
  const query = toQueryString(applied)
  const found = useFoundProducts(input, query)
  const view = useMemo(() => toListingView(input, found), [input, found])

  const shouldFetch = open && needsFetch(input)
  useEffect(() => {
    if (shouldFetch) void loadProducts()
  }, [shouldFetch])
  const shouldIndex = open && needsSearchIndex(input)
  useEffect(() => {
    if (shouldIndex) void loadSearch(query)
  }, [shouldIndex, query])

  const missing =
    large && view.kind === 'grid'
      ? [...view.list.slice(view.published), ...view.also]
          .flatMap(({ slug, item }) => (item ? [] : [slug]))
          .join()
      : ''
  useEffect(() => {
    if (missing !== '') void loadCards(missing.split(','))
  }, [missing])

  const filtered = query !== toQueryString(pageFilters)
  const count = countProducts(view)
  const heading = listingHeading(applied)
  const isLoaded = open && view.kind !== 'loading'
  useLayoutEffect(() => {
    if (open) showHeading(heading, count, filtered)
  }, [open, heading, count, filtered])
  useLayoutEffect(() => {
    if (isLoaded) restoreScroll()
  }, [isLoaded])

  const change = useCallback((filter: Partial<Filters>) => {
    setFilters(filter)
    const scrolledPast = (top.current?.getBoundingClientRect().top ?? 0) < 0
    if (scrolledPast) top.current?.scrollIntoView()
  }, [])
  // A removed tag loses the focus: it moves to the number of results.
  const removeFilter = (update: () => void) => {
    update()
    status.current?.focus()
  }

  // Show more: the focus moves from the button to the first added card.
  const previousCount = useRef<number>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when more cards are shown
  useEffect(() => {
    if (previousCount.current === undefined) return
    const cards = top.current?.querySelectorAll('.card-grid > li')
    cards?.[previousCount.current]?.querySelector('a')?.focus()
    previousCount.current = undefined
  }, [limit])

  const results = useMemo(
    () => (
      <Results
        view={view}
        published={children}
        filters={applied}
        named={search && applied.search !== '' ? search.findCategory(applied.search, chips) : null}
        categories={chips.filter((chip) => chip !== NO_FILTERS.category)}
        onRetry={() => void (large ? loadCards(missing.split(',')) : retryProducts())}
        onScrolled={showMore}
        onShowMore={() => {
          previousCount.current = top.current?.querySelectorAll('.card-grid > li').length
          showMore()
        }}
        onChange={change}
        onClear={clearAll}
      />
    ),
    [view, children, applied, search, chips, large, missing, change],
  )
  return (
    <div
      ref={top}
      className="listing"
      data-scrolls={open && (filtered || page === 1) ? '' : undefined}
    >
      <div className="listing-bar">
        <div className="container py-1.5">
          <FilterBar
            chips={props.chips}
            filters={filters}
            onChange={change}
            onOpenPanel={() => {
              void loadSearch(query)
              setPanelOpen(true)
            }}
          />
        </div>
      </div>
      <div className="container flex flex-col gap-6 pt-5 lg:pt-7">
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-8 gap-y-2">
          <ResultsStatus ref={status} view={view} />
          <ActiveFilters
            active={listActiveFilters(filters)}
            onRemove={(filter) => removeFilter(() => change(withoutFilter(filters, filter)))}
            onClear={() => removeFilter(clearAll)}
          />
        </div>
        <h2 className="sr-only">Pieces</h2>
        {results}
      </div>
      {panelOpen && (
        <FilterPanel
          filters={filters}
          candidates={found?.candidates ?? []}
          onClose={() => setPanelOpen(false)}
          indexFailed={search === null}
          count={view.kind === 'grid' ? view.count + view.alsoCount : 0}
          onChange={change}
          onClear={clearAll}
        />
      )}
    </div>
  )
}

/** The number of products in the heading; undefined while it is not known. */
function countProducts(view: ListingView): number | undefined {
  if (view.kind === 'grid') return view.count || view.alsoCount
  return view.kind === 'empty' ? 0 : undefined
}

/** Filters the catalogue again only when what it depends on has changed. */
function useFoundProducts(input: ListingInput, query: string): FoundProducts | null {
  const { fetched, search } = input
  const cards = isLarge(input) ? undefined : fetched
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of the input follows from these
  return useMemo(() => findProducts(input), [cards, search, query])
}

/**
 * Shows what the filters ask for in the static heading above the island and in the document's title.
 * `count` is undefined until it is known.
 */
function showHeading(heading: string, count: number | undefined, filtered: boolean): void {
  const section = document.querySelector<HTMLElement>('[data-listing]')
  const title = section?.querySelector('[data-heading]')?.firstChild
  const number = section?.querySelector<HTMLElement>('[data-heading-count]')
  if (!section || !title || !number) return
  section.removeAttribute('data-pending')
  section.toggleAttribute('data-filtered', filtered)
  if (title.nodeValue !== heading) title.nodeValue = heading
  const text = count === undefined ? '' : `, ${formatCount(count)}`
  if (number.textContent !== text) number.textContent = text
  document.title = `${heading}${text} · ${brand.name}`
}

/** Scrolled pixels that count as a direction. */
const SCROLL_STEP_PX = 8

/** Marks the bar of filters while the page is scrolled down; phones hide it then. */
function hideBarOnScroll(): () => void {
  let last = scrollY
  const onScroll = () => {
    if (Math.abs(scrollY - last) < SCROLL_STEP_PX) return
    const bar = document.querySelector('.listing-bar')
    bar?.toggleAttribute('data-hidden', scrollY > last)
    last = scrollY
  }
  addEventListener('scroll', onScroll, { passive: true })
  return () => removeEventListener('scroll', onScroll)
}
