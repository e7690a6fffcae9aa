import type { OrderSummary } from '#src/contract/orders.ts'
import { Badge } from '../ui/controls.tsx'
import { paymentBadges, toStateBadge } from './order-labels.ts'

type Badged = Pick<OrderSummary, 'state' | 'paymentState' | 'method'>

/** The payment says nothing more of an order that ended before money moved, or that waits for it. */
const showsPayment = ({ state, paymentState }: Badged): boolean =>
  state !== 'awaiting_payment' &&
  state !== 'awaiting_return' &&
  !(state === 'cancelled' && paymentState === 'none')

/** Where an order and its money are. */
export function OrderBadges({ order }: { order: Badged }) {
  const [kind, label] = toStateBadge(order.state)
  const [paymentKind, paymentLabel] = paymentBadges[order.paymentState]
  return (
    <>
      <Badge kind={kind}>{label}</Badge>
      {showsPayment(order) && <Badge kind={paymentKind}>{paymentLabel}</Badge>}
    </>
  )
}
