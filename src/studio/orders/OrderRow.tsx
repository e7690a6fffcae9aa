import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { EditorOrderRow } from '#src/contract/editor-orders.ts'
import { count } from '#src/rules/count.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { formatRupees } from '#src/rules/money.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { buttonClass } from '#src/ui/Button.tsx'
import { Badge } from '../ui/controls.tsx'
import { OrderBadges } from './OrderBadges.tsx'

/** Longest title of a row: the rest is read on the order's page. */
const toPieces = ({ title, lineCount, quantity }: EditorOrderRow): string =>
  [lineCount > 1 ? `${title} and more` : title, quantity > 1 && count(quantity, 'piece')]
    .filter(Boolean)
    .join(', ')

interface Props {
  order: EditorOrderRow
  /** With the way to its packing slip. */
  hasSlip?: boolean | undefined
  /** Selects the order, at the start of its row. */
  tick?: ReactNode
}

/** An order in a list. */
export const OrderRow = ({ order, hasSlip, tick }: Props) => (
  <li className="relative flex items-center border-b border-line hover:bg-surface">
    {tick}
    <RowContent order={order} hasSlip={hasSlip} />
  </li>
)

function RowContent({ order, hasSlip }: Omit<Props, 'tick'>) {
  const { number, date, name, city, total, picture, state } = order
  return (
    <div className="grid flex-1 grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 py-3 text-sm lg:grid-cols-[3.5rem_12rem_minmax(0,1.2fr)_minmax(0,1fr)_9rem_auto]">
      <span className="row-span-2 block aspect-product w-14 overflow-hidden bg-frame lg:row-span-1">
        {picture && (
          <img
            src={picture}
            alt=""
            loading="lazy"
            decoding="async"
            className="size-full object-cover"
          />
        )}
      </span>
      <span className="flex min-w-0 flex-col">
        {/* The link covers the row: it is pressed standing. */}
        <Link
          to={`/orders/${number}`}
          className="font-medium figures underline-offset-4 after:absolute after:inset-0 hover:underline"
        >
          {number}
        </Link>
        <span className="text-muted">{formatInstant(date)}</span>
      </span>
      <span className="flex min-w-0 flex-col max-lg:col-span-2 max-lg:col-start-2">
        <span className="wrap-anywhere">
          {name}
          {city && `, ${city}`}
        </span>
        <span className="truncate text-muted">{toPieces(order)}</span>
      </span>
      <span className="flex flex-wrap gap-1.5 max-lg:order-last max-lg:col-span-3">
        <OrderBadges order={order} />
        {order.isPacked && <Badge kind="good">Packed</Badge>}
        {order.isOverdue && <Badge kind="bad">Overdue</Badge>}
        {order.isMissingHsn && <Badge kind="bad">No HSN code</Badge>}
        {order.hasOpenReturn && <Badge kind="bad">Return asked for</Badge>}
      </span>
      <span className="text-end amount font-medium max-lg:col-start-3 max-lg:row-start-1">
        {formatRupees(total)}
      </span>
      {hasSlip && ORDER_RULES[state].next.dispatch && (
        <Link
          to={`/orders/${number}/slip`}
          className={`${buttonClass('secondary')} z-1 max-lg:order-last max-lg:col-span-3`}
        >
          Packing slip<span className="sr-only"> of {number}</span>
        </Link>
      )}
    </div>
  )
}
