import { Link } from 'wouter'
import type { OrderCounts, OrderFigures } from '#src/contract/editor-orders.ts'
import { ORDER_VIEWS, type OrderView } from '#src/contract/values.ts'
import { formatInteger, formatRupees } from '#src/rules/money.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { useCall } from '../app/api.ts'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { PageSection } from '../ui/PageSection.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { OrderRow } from './OrderRow.tsx'
import { RARE_VIEWS, viewLabels } from './order-labels.ts'
import { useOrderQueue } from './order-numbers.ts'

/** Orders that Today lists: more are packed from their own list. */
const LISTED = 5

interface Props {
  counts: NonNullable<OrderCounts>
  figures: OrderFigures
}

/** What waits of the orders, and those that wait longest with their packing slips. */
export function WaitingOrders({ counts, figures }: Props) {
  const listed = useCall('POST /editor/orders/search', { body: { view: 'to_dispatch' } })
  useOrderQueue(listed.data?.orders)
  const sums: Partial<Record<OrderView, number>> = figures?.sums ?? {}
  const unpaid = counts.states.awaiting_payment
  return (
    <PageSection title="Orders">
      {/* The last row fills the width, whatever its number of cells. */}
      <ul className="flex flex-wrap gap-px border border-line bg-line">
        {ORDER_VIEWS.filter((view) => !RARE_VIEWS.includes(view) || counts.views[view] > 0).map(
          (view) => (
            <Tile
              key={view}
              label={viewLabels[view]}
              to={`/orders?view=${view}`}
              amount={counts.views[view]}
              sum={sums[view]}
            />
          ),
        )}
        {unpaid > 0 && (
          <Tile
            label={ORDER_RULES.awaiting_payment.label}
            to="/orders?state=awaiting_payment"
            amount={unpaid}
            sum={figures?.sums.awaiting_payment}
          />
        )}
      </ul>
      {figures && <MissingHsn pieces={figures.missingHsn} orders={counts.views.missing_hsn} />}
      <Loaded from={listed}>
        {({ orders, total }) =>
          orders.length === 0 ? (
            <p className="text-sm text-muted">Every order is dispatched.</p>
          ) : (
            <>
              <LinedList aria-label="Orders that wait longest">
                {orders.slice(0, LISTED).map((order) => (
                  <OrderRow key={order.number} order={order} hasSlip />
                ))}
              </LinedList>
              {total > LISTED && (
                <TextLink to="/orders?view=to_dispatch" className="self-start text-sm">
                  All {formatInteger(total)} to dispatch
                </TextLink>
              )}
            </>
          )
        }
      </Loaded>
    </PageSection>
  )
}

interface TileProps {
  label: string
  to: string
  amount: number
  /** In rupees. */
  sum: number | undefined
}

const Tile = ({ label, to, amount, sum = 0 }: TileProps) => (
  <li className="grow basis-[calc(50%-1px)] bg-page lg:basis-[calc(16%-1px)]">
    <Link
      to={to}
      className="flex min-h-16 flex-wrap items-baseline gap-x-3 p-4 underline-offset-4 hover:underline"
    >
      <span className={`text-2xl figures ${amount > 0 ? 'text-accent' : 'text-muted'}`}>
        {formatInteger(amount)}
      </span>
      <span className="text-sm">{label}</span>
      {sum > 0 && <span className="w-full text-sm amount text-muted">{formatRupees(sum)}</span>}
    </Link>
  </li>
)

interface MissingHsnProps {
  pieces: NonNullable<OrderFigures>['missingHsn']
  orders: number
}

/** What stops a dispatch in a shop with a GST number, with links to where it is corrected. */
const MissingHsn = ({ pieces, orders }: MissingHsnProps) =>
  pieces.length > 0 && (
    <div className="flex flex-col gap-2 text-sm">
      <p className="text-danger">
        {orders === 1 ? '1 order' : `${formatInteger(orders)} orders`} cannot be dispatched: the tax
        invoice needs an HSN code for these pieces. Enter it in the category, or in the piece.
      </p>
      <ul className="flex flex-col">
        {pieces.map(({ id, title, category }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2">
            <TextLink to={`/products/${id}`}>{title}</TextLink>
            <TextLink to={`/content/category:${category.id}`}>Category {category.name}</TextLink>
          </li>
        ))}
      </ul>
    </div>
  )
