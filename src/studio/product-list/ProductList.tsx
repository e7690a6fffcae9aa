import { useStore } from '@nanostores/react'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { CatalogListItem } from '#src/contract/editor.ts'
import { count } from '#src/rules/count.ts'
import { buttonClass, LinkButton } from '#src/ui/Button.tsx'
import { LoadFailed } from '#src/ui/EmptyState.tsx'
import { useListState } from '../app/list-state.ts'
import { useRights } from '../app/rights.ts'
import { useLeaveGuard } from '../app/router.ts'
import { SearchEverythingLink } from '../search/SearchEverythingLink.tsx'
import { Page } from '../ui/controls.tsx'
import { BulkBar } from './BulkBar.tsx'
import { catalogQuery, NO_PRODUCTS } from './catalog.ts'
import { ListTools } from './ListTools.tsx'
import { $numbersKept, $unsavedCount, discardNumberDrafts } from './number-drafts.ts'
import { ProductTable } from './ProductTable.tsx'
import { SavedViews } from './SavedViews.tsx'
import { StockDialog } from './StockDialog.tsx'
import {
  countCategories,
  createProductSearch,
  filterProducts,
  isFiltered,
  PRODUCTS,
  sortProducts,
} from './view.ts'

/** Moves the focus out of the rows: to what can be done with the selected ones, or to the search. */
const leaveTable = () => {
  const bulkButton = document.querySelector<HTMLElement>('#selected-products button')
  const next = bulkButton ?? document.querySelector<HTMLElement>('search input')
  next?.focus()
}

/** Numbers that were typed and could not be saved, also on pages before: rows may be out of view. */
function UnsavedNumbers() {
  const unsaved = useStore($unsavedCount)
  const areKept = useStore($numbersKept)
  useLeaveGuard(unsaved > 0 && !areKept)
  return (
    unsaved > 0 && (
      <span role="alert" className="inline-flex items-center gap-3 text-danger">
        {count(unsaved, 'typed number')} not saved.
        <LinkButton onClick={discardNumberDrafts}>Discard</LinkButton>
      </span>
    )
  )
}

const listSelected = (rows: CatalogListItem[], selected: ReadonlySet<string>): CatalogListItem[] =>
  selected.size === 0 ? [] : rows.filter(({ id }) => selected.has(id))

export function ProductList() {
  const { data, error, refetch } = useQuery(catalogQuery)
  const products = data ?? NO_PRODUCTS
  // Numbers that are typed in rows are kept: nothing asks before the list changes.
  const { state: view, type: changeView } = useListState(PRODUCTS)
  const isEditable = useRights()('catalogue')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { search, category, state, stock, issue, reduced, sort } = view
  const sorted = useMemo(() => sortProducts(products, sort), [products, sort])
  const find = useMemo(
    () => createProductSearch(filterProducts(sorted, { category, state, stock, issue, reduced })),
    [sorted, category, state, stock, issue, reduced],
  )
  const rows = useMemo(() => find(search), [find, search])
  const archivedMatches = useMemo(
    () =>
      search && state === 'on-sale' && rows.length === 0
        ? createProductSearch(products.filter(({ archived }) => archived))(search).length
        : 0,
    [products, search, state, rows],
  )
  const categories = useMemo(() => countCategories(products), [products])

  const selectedCount = useMemo(() => listSelected(rows, selected).length, [rows, selected])
  // The frame of a press shows the boxes; what can be done with thousands of products follows.
  const laterSelected = useDeferredValue(selected)
  const shownSelection = useMemo(() => listSelected(rows, laterSelected), [rows, laterSelected])

  return (
    <Page
      title="Products"
      hasList={rows.length > 0}
      actions={
        isEditable && (
          <>
            <Link to="/csv" className={`${buttonClass('secondary')} max-sm:hidden`}>
              Import or export
            </Link>
            <Link to="/products/new" className={buttonClass('primary')}>
              New product
            </Link>
          </>
        )
      }
    >
      <SavedViews view={view} onChoose={changeView} />
      <ListTools view={view} categories={categories} onChange={changeView} />
      <p
        role="status"
        className="flex min-h-11 flex-wrap items-center gap-3 text-sm text-muted figures empty:hidden"
      >
        {data
          ? `${rows.length} of ${products.length} products`
          : !error && 'Loading the catalogue…'}
        {isFiltered(view) && (
          <LinkButton onClick={() => changeView({ ...PRODUCTS.first, sort, hide: view.hide })}>
            Clear all filters
          </LinkButton>
        )}
        {archivedMatches > 0 && (
          <LinkButton onClick={() => changeView({ ...PRODUCTS.first, search, state: 'archived' })}>
            {count(archivedMatches, 'archived product')} {archivedMatches === 1 ? 'has' : 'have'} it
          </LinkButton>
        )}
        <UnsavedNumbers />
        {data && search.trim() && rows.length === 0 && <SearchEverythingLink search={search} />}
      </p>
      {error && !data && (
        <LoadFailed inline message={error.message} onRetry={() => void refetch()} />
      )}
      {isEditable && shownSelection.length > 0 && (
        <BulkBar
          products={shownSelection}
          categories={categories.map(([category]) => category)}
          onLeft={(ids) => setSelected(new Set(ids))}
          onDone={() => {
            setSelected(new Set())
            // The button that had the focus is gone.
            document.querySelector<HTMLElement>('[role=table] input')?.focus()
          }}
        />
      )}
      <StockDialog />
      {data && (
        <ProductTable
          rows={rows}
          view={view}
          isEditable={isEditable}
          selected={selected}
          selectedCount={selectedCount}
          onSelect={setSelected}
          onSort={changeView}
          onLeave={leaveTable}
        />
      )}
    </Page>
  )
}
