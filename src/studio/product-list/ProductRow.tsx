// biome-ignore-all lint/a11y/useSemanticElements: a table whose rows are grids loses its roles in some browsers
// biome-ignore-all lint/a11y/useFocusableInteractive: the button in a header has the focus
import { useStore } from '@nanostores/react'
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { CatalogListItem } from '#src/contract/editor.ts'
import { hasOddCommas, parseTypedAmount } from '#src/editing/typed-price.ts'
import { formatInstant, formatShortDay, toIndianDay } from '#src/rules/dates.ts'
import { discountPercent, formatInteger, formatRupees } from '#src/rules/money.ts'
import { PlainButton } from '#src/ui/Button.tsx'
import { Input, Tick } from '#src/ui/Field.tsx'
import { Badge } from '../ui/controls.tsx'
import { type QuickField, saveQuickField } from './catalog.ts'
import { useCategoryName } from './categories.ts'
import {
  $editedNumber,
  $numberDrafts,
  setNumberDraft,
  toDraftName,
  useNumberDraft,
} from './number-drafts.ts'
import { $stockOf } from './stock-of.ts'
import { type Column, isLowStock } from './view.ts'

interface Props {
  item: CatalogListItem
  /** Its place in the list. */
  index: number
  /** Distance from the start of the list, and height, in pixels. */
  top: number
  height: number
  /** The columns of a line; without them the product is a card with every field. */
  columns: Column[] | undefined
  /** It can be changed, and not only counted. */
  isEditable: boolean
  isSelected: boolean
  /** With Shift, all rows from the one that was pressed before. */
  onSelect: (id: string, isSelected: boolean, isRange: boolean) => void
}

const lineShape = '[grid-template-columns:var(--columns)]'
const cardShape = 'grid-cols-[2.75rem_3.5rem_1fr_auto] gap-y-1 py-2'

/** A product of the list: a line of the table, or a card on a phone. */
export const ProductRow = memo(function ProductRow({
  item,
  index,
  top,
  height,
  columns,
  isEditable,
  isSelected,
  onSelect,
}: Props) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      style={{ top, height }}
      className={`absolute inset-x-0 grid items-center gap-x-3 border-b border-line pe-4 text-sm contain-strict ${columns ? lineShape : cardShape}`}
    >
      <span
        role="cell"
        className={`grid min-h-11 place-items-center ${columns ? '' : 'row-span-3'}`}
      >
        {isEditable && (
          <Tick
            aria-label={`Select ${item.title}`}
            checked={isSelected}
            onChange={({ target, nativeEvent }) =>
              onSelect(item.id, target.checked, (nativeEvent as MouseEvent).shiftKey)
            }
          />
        )}
      </span>
      <span
        role="cell"
        className={`block aspect-product bg-frame ${columns ? 'w-10' : 'row-span-3 w-14'}`}
      >
        {item.thumbnail && (
          <img
            // Otherwise it shows the product before until its own picture is there.
            key={item.thumbnail}
            src={item.thumbnail}
            alt=""
            width={56}
            height={70}
            decoding="async"
            className="size-full object-cover"
          />
        )}
      </span>
      <span role="cell" className={`min-w-0 ${columns ? '' : 'col-span-2'}`}>
        <TitleOf item={item} isLink={isEditable} className={columns ? '' : 'min-h-11 py-2.5'} />
      </span>
      {columns ? (
        columns.map((column) => (
          <span key={column} role="cell" className={cellClass[column]}>
            {renderCell[column](item, isEditable)}
          </span>
        ))
      ) : (
        <>
          <span role="cell" className="col-span-2 flex min-w-0 items-center justify-between gap-2">
            <span className="truncate text-[0.8125rem] text-muted">
              <CategoryName category={item.category} /> ·{' '}
              {formatShortDay(toIndianDay(item.updatedAt))}
            </span>
            {renderCell.status(item, isEditable)}
            {/* Beside the stock there is no room on a narrow phone. */}
            <StockButton item={item} className="-my-3 min-[24rem]:hidden" />
          </span>
          <span role="cell" className={priceCell}>
            {renderCell.price(item, isEditable)}
          </span>
          <span role="cell">{renderCell.stock(item, isEditable)}</span>
        </>
      )}
    </div>
  )
})

/** The sign stands in the field. */
const priceCell =
  'relative flex items-center lg:-ms-2.5 before:pointer-events-none before:absolute before:start-2.5 before:text-muted before:content-["₹"]'

const cellClass: Record<Column, string> = {
  category: 'truncate',
  price: priceCell,
  discount: 'figures',
  stock: 'lg:-ms-2.5',
  status: 'flex',
  updated: 'truncate text-muted',
}

const renderCell: Record<Column, (item: CatalogListItem, isEditable: boolean) => ReactNode> = {
  category: ({ category }) => <CategoryName category={category} />,
  price: (item, isEditable) => (
    <span className="flex flex-col">
      <QuickCell item={item} field="price" isEditable={isEditable} />
      <LaunchPrice item={item} />
    </span>
  ),
  discount: (item) => <Discount item={item} />,
  stock: (item, isEditable) => (
    <span className="flex items-center">
      <QuickCell item={item} field="stock" isEditable={isEditable} />
      <StockButton item={item} className="max-[24rem]:hidden" />
    </span>
  ),
  status: (item) => <Status item={item} />,
  updated: ({ updatedAt }) => formatShortDay(toIndianDay(updatedAt)),
}

const StockButton = ({ item, className }: { item: CatalogListItem; className: string }) => (
  <PlainButton
    aria-label={`Pieces of ${item.title} that come or go`}
    title="Pieces that come or go, with a reason"
    className={`min-h-11 min-w-9 text-muted hover:text-ink ${className}`}
    onClick={() => $stockOf.set({ id: item.id, title: item.title })}
  >
    ±
  </PlainButton>
)

const CategoryName = ({ category }: { category: string }) => useCategoryName()(category)

const TitleOf = ({
  item,
  isLink,
  className,
}: {
  item: CatalogListItem
  isLink: boolean
  className: string
}) => {
  const shared = `block truncate text-[0.9375rem] font-medium ${className}`
  if (!isLink) return <span className={shared}>{item.title}</span>
  return (
    <Link to={`/products/${item.id}`} className={`${shared} underline-offset-4 hover:underline`}>
      {item.title}
    </Link>
  )
}

interface QuickCellProps {
  item: CatalogListItem
  field: QuickField
  isEditable: boolean
}

/** Variants have numbers of their own, which the form has. */
const QuickCell = ({ item, field, isEditable }: QuickCellProps) => {
  if (isEditable && !item.hasVariants) return <QuickNumber item={item} field={field} />
  const shared = `inline-flex min-h-11 items-center figures ${field === 'price' ? 'ps-[1.5625rem]' : 'w-20 ps-[0.8125rem] max-sm:w-14'}`
  const number = formatAmount(item[field])
  if (!isEditable) return <span className={shared}>{number}</span>
  return (
    <Link
      to={`/products/${item.id}#variants`}
      aria-label={`${limits[field].label} of the variants of ${item.title}`}
      title="Of the variants: change them in the form."
      className={`${shared} underline-offset-4 hover:underline`}
    >
      {number}
    </Link>
  )
}

/** The price that shoppers see while a launch is live. The cell has the product's own. */
function LaunchPrice({ item: { launch, price } }: { item: CatalogListItem }) {
  if (!launch || launch.price === price) return null
  const until = launch.endsAt ? ` until ${formatInstant(launch.endsAt)}` : ''
  return (
    <Link
      to={`/launches/${launch.id}`}
      title={`In the launch ${launch.name}${until}`}
      className="block truncate text-[0.8125rem] link"
    >
      ₹{formatAmount(launch.price)} now
      <span className="sr-only">
        {' '}
        in {launch.name}
        {until}
      </span>
    </Link>
  )
}

function Discount({ item: { price, listPrice } }: { item: CatalogListItem }) {
  const percent = discountPercent(price, listPrice)
  if (percent === 0) return null
  return (
    <>
      {percent}% off
      <s className="block truncate text-[0.8125rem] text-muted">₹{formatAmount(listPrice)}</s>
    </>
  )
}

function Status({ item }: { item: CatalogListItem }) {
  if (item.archived) return <Badge>Archived</Badge>
  if (item.available === 0)
    return <Badge kind="bad">{item.stock > 0 ? 'Sold, not sent' : 'Sold out'}</Badge>
  if (isLowStock(item)) return <Badge kind="note">Low stock</Badge>
  if (item.pictureCount === 0) return <Badge kind="bad">No picture</Badge>
  if (item.unpublished) return <Badge kind="note">Not live yet</Badge>
  return <Badge kind="good">On sale</Badge>
}

const limits = {
  price: {
    label: 'Price in rupees',
    error: 'Enter an amount from ₹0.01 to ₹99,99,99,999, with at most two decimals.',
    min: 0.01,
    max: 999_999_999,
    step: 0.01,
  },
  stock: {
    label: 'Stock',
    error: 'Enter a whole number from 0 to 1,00,000.',
    min: 0,
    max: 100_000,
    step: 1,
  },
} as const

/** An amount as the shop shows it, without its sign, and without paise if it has none. */
const formatAmount = (amount: number): string =>
  Number.isInteger(amount) ? formatInteger(amount) : formatRupees(amount).slice(1)

/** The number in a text with Indian grouping; undefined outside the limits. */
function parseNumber(text: string, field: QuickField): number | undefined {
  const { min, max, step } = limits[field]
  const value = parseTypedAmount(text)
  // Fewer decimals would be another number than the one that was typed.
  const isValid = value >= min && value <= max && Math.round(value / step) / (1 / step) === value
  return isValid ? value : undefined
}

/**
 * A number that is changed in place: Enter or leaving saves, Escape restores. What cannot be saved stays, and is marked.
 * The row may show another product later; then it is left, so that what is typed next does not change that one.
 */
function QuickNumber({ item, field }: { item: CatalogListItem; field: QuickField }) {
  const { id } = item
  const input = useRef<HTMLInputElement>(null)
  /** A text that was asked about and is not saved: leaving the field asks no second time. */
  const asked = useRef<string>(undefined)
  const [pendingId, setPendingId] = useState<string>()
  const draft = useNumberDraft(id, field)
  const value = draft ?? formatAmount(item[field])
  const isEdited = useStore($editedNumber) === toDraftName(id, field)
  const isInvalid = draft !== undefined && parseNumber(draft, field) === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the product changes
  useLayoutEffect(() => () => input.current?.blur(), [id])
  const endEditing = () => {
    if ($editedNumber.get() === toDraftName(id, field)) $editedNumber.set('')
  }
  const save = async () => {
    if (draft === undefined) return
    const number = parseNumber(draft, field)
    if (number === undefined) {
      input.current?.setCustomValidity(limits[field].error)
      input.current?.reportValidity()
      return
    }
    if (asked.current === draft) return
    // The dialog of a question takes the focus, and gives it back.
    asked.current = draft
    setPendingId(id)
    const isSaved = await saveQuickField(item, field, number, hasOddCommas(draft))
    setPendingId(undefined)
    if (document.activeElement !== input.current) endEditing()
    if (!isSaved) return
    asked.current = undefined
    // What was typed meanwhile stays.
    if ($numberDrafts.get()[toDraftName(id, field)] === draft) setNumberDraft(id, field, undefined)
  }
  const leave = () => {
    if (draft === undefined || isInvalid || (asked.current === draft && pendingId !== id))
      endEditing()
    else void save()
  }
  return (
    <Input
      ref={input}
      aria-label={`${limits[field].label} of ${item.title}`}
      aria-invalid={isInvalid || undefined}
      aria-busy={pendingId === id || undefined}
      title={
        draft === undefined
          ? undefined
          : isInvalid
            ? limits[field].error
            : 'Not saved yet: press Enter, or Escape to discard it.'
      }
      inputMode="decimal"
      value={value}
      onFocus={(event) => {
        $editedNumber.set(toDraftName(id, field))
        event.target.select()
      }}
      onChange={({ target }) => {
        target.setCustomValidity('')
        asked.current = undefined
        setNumberDraft(id, field, target.value)
      }}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          // Asked for, or tried, once more.
          asked.current = undefined
          void save()
        }
        if (event.key !== 'Escape' || draft === undefined) return
        event.preventDefault()
        event.currentTarget.setCustomValidity('')
        setNumberDraft(id, field, undefined)
      }}
      className={`border-transparent figures hover:border-edge focus:border-edge aria-busy:text-muted max-lg:border-edge ${draft === undefined ? '' : isEdited ? 'border-accent!' : 'border-danger! text-danger'} ${field === 'price' ? 'w-32 ps-6 max-sm:w-28' : 'w-20 max-sm:w-14'}`}
    />
  )
}
