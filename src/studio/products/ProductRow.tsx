// biome-ignore-all lint/a11y/useSemanticElements: a table whose rows are grids loses its roles in some browsers
// biome-ignore-all lint/a11y/useFocusableInteractive: the button in a header has the focus
import { useStore } from '@nanostores/react'
import { memo, useState } from 'react'
import type { CatalogueListItem } from '#src/contract/studio.ts'
import { discountPercent, formatRupees } from '#src/rules/money.ts'
import { formatDay } from '../time.ts'
import { Badge, Link, smallControl } from '../ui/controls.tsx'
import { $pendingFields, type QuickField, saveQuickField } from './catalogue.ts'
import { type Column, isLowStock } from './view.ts'

interface Props {
  item: CatalogueListItem
  columns: Column[]
  isSelected: boolean
  onSelect: (id: string, isSelected: boolean) => void
}

/** The cells of a product: a line of the table, or a card on a phone. */
export const ProductRow = memo(function ProductRow({ item, columns, isSelected, onSelect }: Props) {
  const has = (column: Column) => (columns.includes(column) ? '' : 'lg:hidden')
  const percent = discountPercent(item.price, item.listPrice)
  return (
    <div className="grid min-h-16 grid-cols-[2.75rem_3.5rem_1fr_auto] items-center gap-x-3 gap-y-1 pe-4 text-sm max-lg:py-3 lg:[grid-template-columns:var(--columns)]">
      <span role="cell" className="grid min-h-11 place-items-center max-lg:row-span-3">
        <input
          type="checkbox"
          aria-label={`Select ${item.title}`}
          className="size-5 accent-accent"
          checked={isSelected}
          onChange={(event) => onSelect(item.id, event.target.checked)}
        />
      </span>
      <span role="cell" className="max-lg:row-span-3">
        <span className="block aspect-product w-10 overflow-hidden bg-frame max-lg:w-14">
          {item.thumbnail && (
            <img
              src={item.thumbnail}
              alt=""
              width={56}
              height={70}
              loading="lazy"
              decoding="async"
              className="size-full object-cover"
            />
          )}
        </span>
      </span>
      <span role="cell" className="min-w-0 max-lg:col-span-2">
        <Link
          to={`/products/${item.id}`}
          className="block truncate text-[0.9375rem] font-medium underline-offset-4 hover:underline max-lg:min-h-8 max-lg:py-1"
        >
          {item.title}
        </Link>
        <span className="block truncate text-[0.8125rem] text-muted lg:hidden">
          {item.category} · {formatDay(item.updatedAt)}
        </span>
      </span>
      <span role="cell" className={`truncate max-lg:hidden ${has('category')}`}>
        {item.category}
      </span>
      <span
        role="cell"
        className={`max-lg:col-span-2 max-lg:flex max-lg:items-center max-lg:gap-2 ${has('price')}`}
      >
        <QuickNumber item={item} field="price" />
        <span className="lg:hidden">
          <QuickNumber item={item} field="stock" />
        </span>
      </span>
      <span role="cell" className={`figures max-lg:hidden ${has('discount')}`}>
        {percent > 0 && (
          <>
            {percent}% off
            <s className="block truncate text-[0.8125rem] text-muted">
              {formatRupees(item.listPrice)}
            </s>
          </>
        )}
      </span>
      <span role="cell" className={`max-lg:hidden ${has('stock')}`}>
        <QuickNumber item={item} field="stock" />
      </span>
      <span role="cell" className={`flex flex-wrap gap-1 max-lg:col-span-2 ${has('status')}`}>
        <Status item={item} />
      </span>
      <span role="cell" className={`truncate text-muted max-lg:hidden ${has('updated')}`}>
        {formatDay(item.updatedAt)}
      </span>
    </div>
  )
})

function Status({ item }: { item: CatalogueListItem }) {
  if (item.archived) return <Badge>Archived</Badge>
  if (item.stock === 0) return <Badge kind="bad">Sold out</Badge>
  if (isLowStock(item)) return <Badge kind="note">Low stock</Badge>
  if (item.pictureCount === 0) return <Badge kind="bad">No picture</Badge>
  if (item.unpublished) return <Badge kind="note">Not live yet</Badge>
  return <Badge kind="good">On sale</Badge>
}

const limits = {
  price: { label: 'Price in rupees', min: 0.01, max: 999_999_999, step: 0.01 },
  stock: { label: 'Stock', min: 0, max: 100_000, step: 1 },
} as const

const plain = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 2 })

/** The number in a text with Indian grouping; undefined outside the limits. */
function parseNumber(text: string, field: QuickField): number | undefined {
  const { min, max, step } = limits[field]
  const value = Number(text.replaceAll(/[₹,\s]/g, ''))
  const isValid = text.trim() !== '' && value >= min && value <= max
  return isValid ? Math.round(value / step) / (1 / step) : undefined
}

/** A number that is changed in place: Enter or leaving saves, Escape restores. */
function QuickNumber({ item, field }: { item: CatalogueListItem; field: QuickField }) {
  const [draft, setDraft] = useState<string>()
  const isPending = useStore($pendingFields).has(`${item.id} ${field}`)
  const value = draft ?? plain.format(item[field])
  const isInvalid = draft !== undefined && parseNumber(draft, field) === undefined
  const save = () => {
    if (draft === undefined) return
    const number = parseNumber(draft, field)
    if (number === undefined) return
    setDraft(undefined)
    void saveQuickField(item, field, number)
  }
  return (
    <span className="relative flex items-center lg:-ms-2.5">
      {field === 'price' && (
        <span aria-hidden="true" className="pointer-events-none absolute start-2.5 text-muted">
          ₹
        </span>
      )}
      <input
        aria-label={`${limits[field].label} of ${item.title}`}
        aria-invalid={isInvalid || undefined}
        aria-busy={isPending || undefined}
        inputMode="decimal"
        value={value}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => (isInvalid ? setDraft(undefined) : save())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save()
          if (event.key === 'Escape') setDraft(undefined)
        }}
        className={`${smallControl} border-transparent figures hover:border-edge focus:border-edge aria-busy:text-muted max-lg:border-edge ${field === 'price' ? 'w-32 ps-6' : 'w-20'}`}
      />
    </span>
  )
}
