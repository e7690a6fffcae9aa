import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
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
import { flushSync } from 'react-dom'
import { brand } from '#src/rules/brand.ts'
import { isFacet, listPromotedFacets } from '#src/rules/listing/facets.ts'
import { fromColumns, type ItemColumns } from '#src/rules/listing/listed-item.ts'
import {
  type FilteredListing,
  type Filters,
  formatCount,
  inCategory,
  type ListingPage,
  listActiveFilters,
  listingHeading,
  NO_FILTERS,
  toggleFacet,
  toQueryString,
  withoutFilter,
} from '#src/rules/listing/listing.ts'
import {
  findProducts,
  isLarge,
  type ListingInput,
  type ListingView,
  type MatchingProducts,
  needsFetch,
  needsSearchIndex,
  toListingView,
} from '#src/rules/listing/listing-view.ts'
import { productMessages } from '#src/rules/messages/products.ts'
import {
  $filters,
  $listingOpen,
  $listPressed,
  $products,
  $productsError,
  $visibleCount,
  clearAll,
  openListing,
  restoreListScroll,
  retryProducts,
  setFilters,
  showMore,
} from '#src/stores/listing.ts'
import { $cards, $cardsError, loadCards } from '#src/stores/product-cards.ts'
import { unloaded } from '#src/stores/query.ts'
import { $search, loadSearch } from '#src/stores/search-index.ts'
import { toast } from '#src/stores/toasts.ts'
import { usePainted } from './hooks/use-painted.ts'
import { ActiveFilters, FILTER_PANEL_ID, FilterBar } from './listing/FilterBar.tsx'
import { PendingList } from './listing/PendingList.tsx'
import { PromotedFilters } from './listing/PromotedFilters.tsx'
import { Results, ResultsStatus } from './listing/Results.tsx'
import { useSearchEvent } from './listing/use-search-event.ts'

interface Props extends Omit<ListingPage, 'items' | 'pageCount' | 'counts' | 'filtered'> {
  items: Partial<ItemColumns>
  /** Number of products of each chip, in their order. */
  counts: number[]
  filtered?:
    (Omit<FilteredListing, 'also' | 'options'> & { also: Partial<ItemColumns> }) | undefined
  /** The line below the heading of the unfiltered list. */
  introduction: string
  /** A slot is a node, whether or not it has content. */
  hasStill?: true | undefined
  /** Static: a wide picture among the pieces of the unfiltered list. */
  still?: ReactNode
  /** Static: what is said below the unfiltered list. */
  prose?: ReactNode
  /** Static: shown where there is no JavaScript. */
  noScript?: ReactNode
  /** Static: the filters, and the values of the price, until their script is loaded. */
  panel?: ReactNode
  priceValues?: ReactNode
  /** Static: the links to the pages of the list. */
  children?: ReactNode
}

/** Stands for the API's list where a page does not need it. */
const $noProducts = atom(unloaded)
const ssr = { ssr: 'initial' } as const

/** The controls that are loaded with the first use of a filter; null where they cannot be. */
const loadControls = () => import('./listing/controls.ts').catch(() => null)

/** /shop and the pages of its categories: the static list until the address or the API has another. */
export function Listing(props: Props) {
  const { items, page, pageTotal, total, category, chips } = props
  const { filtered, names } = props
  const pageItems = useMemo(() => fromColumns(items), [items])
  const counts = useMemo(
    () => Object.fromEntries(chips.map((chip, index) => [chip, props.counts[index] ?? 0])),
    [chips, props.counts],
  )
  const pageAlso = useMemo(() => fromColumns(filtered?.also ?? {}), [filtered])
  const open = useStore($listingOpen, ssr)
  const chosen = useStore($filters, ssr)
  const productsError = useStore($productsError, ssr)
  // Rendered in slices that a press interrupts, not in the task of the answer.
  const cards = useDeferredValue(useStore($cards, ssr))
  const cardItems = useMemo(() => [...cards.values()].filter((item) => item !== null), [cards])
  const cardsError = useStore($cardsError, ssr)
  const search = useStore($search, ssr)
  const pressed = useStore($listPressed, ssr)
  const shown = useStore($visibleCount, ssr)
  const top = useRef<HTMLDivElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const [panelOpen, setPanelOpen] = useState(false)
  const [controls, setControls] = useState<Awaited<ReturnType<typeof loadControls>>>()

  useEffect(() => {
    const close = openListing(counts)
    applyPressedBoxes(top.current)
    return close
  }, [counts])

  const pageFilters = useMemo(
    () => filtered?.filters ?? { ...NO_FILTERS, category },
    [filtered, category],
  )
  const filters = open ? chosen : pageFilters
  // The frame of a press shows what is pressed; its results are rendered after it.
  const wanted = useMemo(() => ({ applied: filters, limit: shown }), [filters, shown])
  const painted = usePainted(wanted)
  const { applied, limit } = pressed ? painted : wanted
  const large = isLarge({ total })
  const shouldFetch = open && needsFetch({ page, filters: applied, pageFilters, total })
  const { data: products } = useStore(shouldFetch ? $products : $noProducts, {
    ssr: () => unloaded,
  })
  const laterProducts = useDeferredValue(products)
  const fetched = open ? (large ? cardItems : laterProducts) : undefined
  const error = large ? cardsError : productsError
  const input: ListingInput = useMemo(
    () => ({
      pageItems,
      pageFilters,
      page,
      pageTotal,
      total,
      search,
      fetched,
      error,
      pageAlso,
      pageAlsoCount: filtered?.alsoCount,
      filters: applied,
      limit,
    }),
    [
      pageItems,
      pageAlso,
      filtered,
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
  // A later page shows what was published, and finds nothing itself.
  const candidates =
    found?.candidates ?? search?.entries.filter((entry) => inCategory(entry, filters.category))
  const view = useMemo(() => toListingView(input, found), [input, found])

  const shouldIndex = open && needsSearchIndex(input)
  useEffect(() => {
    if (shouldIndex) void loadSearch(query)
  }, [shouldIndex, query])

  const missing =
    large && view.kind === 'grid'
      ? [...view.list, ...view.also].flatMap(({ slug, item }) => (item ? [] : [slug])).join()
      : ''
  useEffect(() => {
    if (missing !== '') void loadCards(missing.split(','))
  }, [missing])

  const isChanged = query !== toQueryString(pageFilters)
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
    document.title = isChanged ? `${heading} · ${brand.name}` : pageTitle.current
  }, [open, heading, isChanged])
  useLayoutEffect(() => {
    if (isLoaded) restoreListScroll()
  }, [isLoaded])

  const change = useCallback((filter: Partial<Filters>) => {
    setFilters(filter)
    const scrolledPast = (top.current?.getBoundingClientRect().top ?? 0) < 0
    if (scrolledPast) top.current?.scrollIntoView()
  }, [])
  /** Until their script is loaded, the browser itself opens the panel and the menus. */
  async function loadFilters(opensPanel = false): Promise<void> {
    void loadSearch(query)
    if (controls) return
    const loaded = await loadControls()
    // Their boxes take the place of the static ones.
    applyPressedBoxes(top.current)
    const panel = top.current?.querySelector<HTMLDialogElement>(`#${FILTER_PANEL_ID}`)
    const hasCommands = 'commandForElement' in HTMLButtonElement.prototype
    const wasOpen = panel?.open === true
    // The focus returns to the button, from which the panel that follows takes it.
    panel?.close()
    flushSync(() => {
      setPanelOpen(loaded !== null && (wasOpen || (opensPanel && !hasCommands)))
      setControls(loaded)
    })
    if (!loaded) toast.error(productMessages.filtersFailed)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for a press before hydration
  useEffect(() => {
    if (top.current?.querySelector(`#${FILTER_PANEL_ID}[open]`)) void loadFilters()
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
    cards?.[previousCount.current]?.querySelector<HTMLElement>('h3 a')?.focus()
    previousCount.current = undefined
  }, [limit])

  const ofPage = isChanged ? undefined : filtered
  const still = props.hasStill && !isChanged && props.still
  const results = useMemo(
    () => (
      <Results
        view={view}
        pressed={pressed}
        still={still}
        filters={applied}
        named={search ? search.findCategory(applied.search, chips) : ofPage?.named}
        help={search ? search.findHelp(applied.search) : ofPage?.help}
        names={names}
        categories={chips.filter((chip) => chip !== NO_FILTERS.category)}
        onRetry={() => {
          if (search === null) void loadSearch(query)
          if (missing !== '') void loadCards(missing.split(','))
          else if (!large && error !== null) void retryProducts()
        }}
        onShowMore={() => {
          previousCount.current = top.current?.querySelectorAll('.card-grid > li').length
          showMore()
        }}
        onChange={change}
        onClear={clearAll}
      />
    ),
    [
      view,
      pressed,
      still,
      applied,
      ofPage,
      names,
      search,
      chips,
      query,
      large,
      missing,
      error,
      change,
    ],
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
            void loadFilters(true)
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
              candidates={candidates}
              Menu={controls?.FacetMenu}
              priceValues={props.priceValues}
              onOpen={() => void loadFilters()}
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
            candidates={candidates}
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
      {!(open && (isChanged || page === 1)) && props.children}
      {isIntroduced && props.prose}
    </section>
  )
}

/** Applies the static boxes of filters that were pressed, each once. */
function applyPressedBoxes(list: HTMLElement | null): void {
  for (const box of list?.querySelectorAll<HTMLInputElement>('astro-slot input') ?? []) {
    const { name, value, checked } = box
    const filters = $filters.get()
    const isPressed = checked !== box.defaultChecked
    box.defaultChecked = checked
    if (isPressed && isFacet(name) && filters[name].includes(value) !== checked)
      setFilters(toggleFacet(filters, name, value))
  }
}

/** The number of products in the heading; undefined while it is not known. */
function countProducts(view: ListingView): number | undefined {
  if (view.kind === 'grid') return view.count || view.alsoCount
  return view.kind === 'empty' ? 0 : undefined
}

/** Filters the catalogue again only when what it depends on has changed. */
function useFoundProducts(input: ListingInput, query: string): MatchingProducts | null {
  const { fetched, search } = input
  const cards = isLarge(input) ? undefined : fetched
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of the input follows from these
  return useMemo(() => findProducts(input), [cards, search, query])
}
