// biome-ignore-all lint/a11y/useSemanticElements: a table whose rows are grids loses its roles in some browsers
// biome-ignore-all lint/a11y/useFocusableInteractive: the button in a header has the focus
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { CatalogListItem } from '#src/contract/editor.ts'
import { PlainButton } from '#src/ui/Button.tsx'
import { Tick } from '#src/ui/Field.tsx'
import { useRovingFocus } from '../ui/roving-focus.ts'
import { useMediaQuery } from '../ui/use-media-query.ts'
import { columnLabels } from './ListTools.tsx'
import { ProductRow } from './ProductRow.tsx'
import { COLUMNS, type Column, PRODUCTS, splitSort, type View } from './view.ts'

/** Heights in rem: a height that is known needs no measuring. */
const ROW_REM = 4.0625
/** A card of the list on a phone. */
const CARD_REM = 8.75
const NARROW = '(max-width: 63.99rem)'

const REM_PX = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

const WIDTHS: Record<Column, string> = {
  category: '8rem',
  price: '9rem',
  discount: '7rem',
  stock: '8rem',
  status: '8.5rem',
  updated: '8rem',
}
const SORT_OF: Partial<Record<Column, 'category' | 'price' | 'stock' | 'updated'>> = {
  category: 'category',
  price: 'price',
  stock: 'stock',
  updated: 'updated',
}

/** The cells of a card after its title. */
const CARD_HEADERS = ['Category, last change and status', 'Price', 'Stock']

interface Props {
  rows: CatalogListItem[]
  view: View
  /** Products can be changed, and not only counted. */
  isEditable: boolean
  selected: ReadonlySet<string>
  /** Number of the rows that are selected. */
  selectedCount: number
  onSelect: (update: (selected: ReadonlySet<string>) => ReadonlySet<string>) => void
  onSort: (change: Partial<View>) => void
  /** Escape was pressed in a row: Tab would go through all rows that follow. */
  onLeave: () => void
}

/** The list; only the rows in view are in the document. On a phone each row is a card. */
export function ProductTable({
  rows,
  view,
  isEditable,
  selected,
  selectedCount,
  onSelect,
  onSort,
  onLeave,
}: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  useRovingFocus(head)
  const areCards = useMediaQuery(NARROW)
  const rowHeight = (areCards ? CARD_REM : ROW_REM) * REM_PX
  const [focusedIndex, setFocusedIndex] = useState<number>()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 1,
    // A row that is scrolled out of view with the focus stays: what is typed in it is saved as it is left.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      return focusedIndex === undefined || indexes.includes(focusedIndex)
        ? indexes
        : [...indexes, focusedIndex].toSorted((a, b) => a - b)
    },
  })
  // The virtualizer keeps the heights that it has calculated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the height changes
  useLayoutEffect(() => {
    virtualizer.measure()
  }, [virtualizer, rowHeight])
  const query = PRODUCTS.toQuery({ ...view, hide: [] })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list starts at its top
  useLayoutEffect(() => {
    if (virtualizer.scrollOffset) virtualizer.scrollToOffset(0)
  }, [virtualizer, query])
  const columns = useMemo(
    () => COLUMNS.filter((column) => !view.hide.includes(column)),
    [view.hide],
  )
  const style = {
    '--columns': `${isEditable ? '2.75rem' : '0'} 3rem minmax(12rem, 1fr) ${columns.map((column) => WIDTHS[column]).join(' ')}`,
  } as CSSProperties
  /** The row that was pressed last, from which Shift selects a range. */
  const pressed = useRef<string>(undefined)
  const toggle = useCallback(
    (id: string, isSelected: boolean, isRange: boolean) => {
      const [from, to] = [pressed.current, id].map((rowId) =>
        rows.findIndex((row) => row.id === rowId),
      )
      const range =
        isRange && from !== undefined && to !== undefined && from >= 0
          ? rows.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id)
          : [id]
      pressed.current = id
      onSelect((before) => {
        const next = new Set(before)
        for (const rowId of range)
          if (isSelected) next.add(rowId)
          else next.delete(rowId)
        return next
      })
    },
    [onSelect, rows],
  )
  const areAllSelected = rows.length > 0 && selectedCount === rows.length
  if (rows.length === 0)
    return (
      <p className="border-y border-line py-16 text-center text-muted">
        No product matches these filters.
      </p>
    )
  return (
    <div
      role="table"
      aria-label="Products"
      aria-rowcount={rows.length + 1}
      style={style}
      className="flex flex-col"
    >
      <div role="rowgroup">
        <div
          ref={head}
          role="row"
          aria-rowindex={1}
          className="grid min-h-11 items-center gap-x-3 border-b border-edge pe-4 text-sm max-lg:flex lg:[grid-template-columns:var(--columns)]"
        >
          <span role="columnheader" className="grid place-items-center">
            {isEditable ? (
              <Tick
                aria-label="Select every product of the list"
                checked={areAllSelected}
                ref={(box) => {
                  if (box) box.indeterminate = selectedCount > 0 && !areAllSelected
                }}
                onChange={({ target: { checked } }) =>
                  onSelect(() => new Set(checked ? rows.map(({ id }) => id) : []))
                }
              />
            ) : (
              <span className="sr-only">Nothing to select</span>
            )}
          </span>
          <span role="columnheader" className="max-lg:sr-only">
            <span className="sr-only">Picture</span>
          </span>
          <SortHeader sort="title" label="Title" view={view} onSort={onSort} />
          {areCards
            ? // The cells of a card say by themselves to the eye what they are.
              CARD_HEADERS.map((label) => (
                <span key={label} role="columnheader" className="sr-only">
                  {label}
                </span>
              ))
            : columns.map((column) => (
                <SortHeader
                  key={column}
                  sort={SORT_OF[column]}
                  label={columnLabels[column]}
                  view={view}
                  onSort={onSort}
                />
              ))}
        </div>
      </div>
      <div
        ref={scroller}
        className="h-[max(20rem,calc(100dvh-21rem))] overflow-y-auto overscroll-contain bg-page"
      >
        <div
          role="rowgroup"
          id="list"
          tabIndex={-1}
          className="relative"
          onFocus={({ target }) => setFocusedIndex(readRowIndex(target))}
          onBlur={() => setFocusedIndex(undefined)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.defaultPrevented) onLeave()
          }}
          style={{ height: `${virtualizer.getTotalSize()}px` }}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const item = rows[index]
            return (
              item && (
                <ProductRow
                  // A search changes the rows in view in place: new ones take a fifth longer.
                  key={index}
                  item={item}
                  index={index}
                  top={start}
                  height={rowHeight}
                  columns={areCards ? undefined : columns}
                  isEditable={isEditable}
                  isSelected={selected.has(item.id)}
                  onSelect={toggle}
                />
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

/** The index of the product whose row contains an element. */
function readRowIndex(element: Element): number | undefined {
  const rowIndex = element.closest('[aria-rowindex]')?.getAttribute('aria-rowindex')
  return rowIndex ? Number(rowIndex) - 2 : undefined
}

interface HeaderProps {
  sort: (typeof SORT_OF)[Column] | 'title'
  label: string
  view: View
  onSort: (change: Partial<View>) => void
}

/** A header that sorts: ascending, descending, and back to the order of the shop. */
function SortHeader({ sort, label, view, onSort }: HeaderProps) {
  if (!sort)
    return (
      <span role="columnheader" className="text-muted">
        {label}
      </span>
    )
  const [by, isDescending] = splitSort(view.sort)
  const isSorted = by === sort
  const next = isSorted ? (isDescending ? 'position' : (`-${sort}` as const)) : sort
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <PlainButton
        className="min-h-11 text-muted hover:text-ink"
        onClick={() => onSort({ sort: next })}
      >
        {label}
        <span aria-hidden="true">{isSorted ? (isDescending ? ' ↓' : ' ↑') : ''}</span>
      </PlainButton>
    </span>
  )
}
