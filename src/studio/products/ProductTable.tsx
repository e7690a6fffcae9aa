// biome-ignore-all lint/a11y/useSemanticElements: a table whose rows are grids loses its roles in some browsers
// biome-ignore-all lint/a11y/useFocusableInteractive: the button in a header has the focus
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { CatalogueListItem } from '#src/contract/studio.ts'
import { columnLabels } from './ListTools.tsx'
import { ProductRow } from './ProductRow.tsx'
import { COLUMNS, type Column, type Sort, type View } from './view.ts'

const ROW_PX = 65
/** A card of the list on a phone. */
const CARD_PX = 149
const PHONE = matchMedia('(max-width: 63.99rem)')

function subscribeToWidth(onChange: () => void): () => void {
  PHONE.addEventListener('change', onChange)
  return () => PHONE.removeEventListener('change', onChange)
}

const WIDTHS: Record<Column, string> = {
  category: '8rem',
  price: '9rem',
  discount: '7rem',
  stock: '6rem',
  status: '8.5rem',
  updated: '8rem',
}
const SORT_OF: Partial<Record<Column, Sort>> = {
  category: 'category',
  price: 'price',
  stock: 'stock',
  updated: 'updated',
}

interface Props {
  rows: CatalogueListItem[]
  view: View
  selected: ReadonlySet<string>
  onSelect: (update: (selected: ReadonlySet<string>) => ReadonlySet<string>) => void
  onSort: (change: Partial<View>) => void
}

/** The list; only the rows in view are in the document. On a phone each row is a card. */
export function ProductTable({ rows, view, selected, onSelect, onSort }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = useSyncExternalStore(subscribeToWidth, () => (PHONE.matches ? CARD_PX : ROW_PX))
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    // With another function, every row is measured again.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? index, [rows]),
    overscan: 6,
  })
  const columns = useMemo(
    () => COLUMNS.filter((column) => !view.hidden.includes(column)),
    [view.hidden],
  )
  const style = {
    '--columns': `2.75rem 3rem minmax(12rem, 1fr) ${columns.map((column) => WIDTHS[column]).join(' ')}`,
  } as CSSProperties
  const toggle = useCallback(
    (id: string, isSelected: boolean) =>
      onSelect((before) => {
        const next = new Set(before)
        if (isSelected) next.add(id)
        else next.delete(id)
        return next
      }),
    [onSelect],
  )
  const shownSelected = useMemo(
    () => (selected.size === 0 ? 0 : rows.filter(({ id }) => selected.has(id)).length),
    [rows, selected],
  )
  const areAllSelected = rows.length > 0 && shownSelected === rows.length
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
          role="row"
          aria-rowindex={1}
          className="grid min-h-11 items-center gap-x-3 border-b border-edge pe-4 text-sm max-lg:flex lg:[grid-template-columns:var(--columns)]"
        >
          <span role="columnheader" className="grid place-items-center">
            <input
              type="checkbox"
              aria-label="Select every product of the list"
              className="size-5 accent-accent"
              checked={areAllSelected}
              ref={(box) => {
                if (box) box.indeterminate = shownSelected > 0 && !areAllSelected
              }}
              onChange={({ target: { checked } }) =>
                onSelect(() => new Set(checked ? rows.map(({ id }) => id) : []))
              }
            />
          </span>
          <span role="columnheader" className="max-lg:hidden">
            <span className="sr-only">Picture</span>
          </span>
          <SortHeader sort="title" label="Title" view={view} onSort={onSort} />
          {columns.map((column) => (
            <SortHeader
              key={column}
              sort={SORT_OF[column]}
              label={columnLabels[column]}
              view={view}
              onSort={onSort}
              className="max-lg:hidden"
            />
          ))}
        </div>
      </div>
      <div
        ref={scroller}
        className="h-[max(20rem,calc(100dvh-21rem))] overflow-y-auto overscroll-contain"
      >
        <div
          role="rowgroup"
          className="relative"
          style={{ height: `${virtualizer.getTotalSize()}px` }}
        >
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const item = rows[index]
            if (!item) return null
            return (
              <div
                key={item.id}
                role="row"
                aria-rowindex={index + 2}
                data-index={index}
                ref={virtualizer.measureElement}
                className="absolute inset-x-0 border-b border-line"
                style={{ transform: `translateY(${start}px)` }}
              >
                <ProductRow
                  item={item}
                  columns={columns}
                  isSelected={selected.has(item.id)}
                  onSelect={toggle}
                />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

interface HeaderProps {
  sort: Sort | undefined
  label: string
  view: View
  onSort: (change: Partial<View>) => void
  className?: string
}

/** A header that sorts: ascending, descending, and back to the order of the shop. */
function SortHeader({ sort, label, view, onSort, className }: HeaderProps) {
  if (!sort)
    return (
      <span role="columnheader" className={`text-muted ${className ?? ''}`}>
        {label}
      </span>
    )
  const isSorted = view.sort === sort
  const next = !isSorted
    ? { sort, descending: false }
    : view.descending
      ? { sort: 'position' as const, descending: false }
      : { descending: true }
  return (
    <span
      role="columnheader"
      aria-sort={isSorted ? (view.descending ? 'descending' : 'ascending') : 'none'}
      className={className}
    >
      <button
        type="button"
        className="min-h-11 text-muted hover:text-ink"
        onClick={() => onSort(next)}
      >
        {label}
        <span aria-hidden="true">{isSorted ? (view.descending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </span>
  )
}
