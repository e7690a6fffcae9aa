import { Link } from 'wouter'
import type { OrderCounts } from '#src/contract/editor-orders.ts'
import { ORDER_VIEWS } from '#src/contract/values.ts'
import { formatInteger } from '#src/rules/money.ts'
import { useCall } from '../app/api.ts'
import { LinedList } from '../ui/LinedList.tsx'
import { Loaded } from '../ui/Loaded.tsx'
import { PageSection } from '../ui/PageSection.tsx'
import { TextLink } from '../ui/TextLink.tsx'
import { OrderRow } from './OrderRow.tsx'
import { viewLabels } from './order-labels.ts'

/** Orders that Today lists: more are packed from their own list. */
const LISTED = 5

/** What waits of the orders, and those that wait longest with their packing slips. */
export function WaitingOrders({ counts }: { counts: NonNullable<OrderCounts> }) {
  const listed = useCall('POST /editor/orders/search', { body: { view: 'to_dispatch' } })
  return (
    <PageSection title="Orders">
      <ul className="grid grid-cols-2 gap-px border border-line bg-line lg:grid-cols-5">
        {ORDER_VIEWS.map((view) => (
          <li key={view} className="bg-page max-lg:last:col-span-2">
            <Link
              to={`/orders?view=${view}`}
              className="flex min-h-16 items-baseline gap-3 p-4 underline-offset-4 hover:underline"
            >
              <span
                className={`text-2xl figures ${counts.views[view] > 0 ? 'text-accent' : 'text-muted'}`}
              >
                {formatInteger(counts.views[view])}
              </span>
              <span className="text-sm">{viewLabels[view]}</span>
            </Link>
          </li>
        ))}
      </ul>
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
