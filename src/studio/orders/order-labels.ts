import type {
  OrderState,
  OrderView,
  PaymentState,
  RefundState,
  ReturnState,
} from '#src/contract/values.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'

type BadgeKind = 'neutral' | 'good' | 'bad' | 'note'

// How the order desk marks states of orders, payments, refunds and returns.

/** States in which nothing waits for the staff; any other is marked. */
const stateKinds: Partial<Record<OrderState, BadgeKind>> = {
  awaiting_payment: 'neutral',
  delivered: 'good',
  cancelled: 'neutral',
}

export const toStateBadge = (state: OrderState): readonly [kind: BadgeKind, label: string] => [
  stateKinds[state] ?? 'note',
  ORDER_RULES[state].label,
]

export const paymentBadges: Record<PaymentState, readonly [kind: BadgeKind, label: string]> = {
  none: ['neutral', 'Cash not collected'],
  collected: ['good', 'Cash collected'],
  pending: ['note', 'Payment pending'],
  authorized: ['note', 'Payment authorized'],
  captured: ['good', 'Paid'],
  part_refunded: ['neutral', 'Refunded in part'],
  refunded: ['neutral', 'Refunded'],
  failed: ['bad', 'Payment failed'],
}

export const refundBadges: Record<RefundState, readonly [kind: BadgeKind, label: string]> = {
  pending: ['note', 'Under way'],
  processed: ['good', 'Paid back'],
  failed: ['bad', 'Failed'],
}

export const returnBadges: Record<ReturnState, readonly [kind: BadgeKind, label: string]> = {
  requested: ['note', 'Asked for'],
  accepted: ['note', 'Accepted'],
  refused: ['neutral', 'Refused'],
  received: ['good', 'Came back'],
}

export const viewLabels: Record<OrderView, string> = {
  to_dispatch: 'To dispatch',
  overdue: 'Overdue',
  to_collect: 'Cash to collect',
  returns: 'Returns',
  failed_refunds: 'Failed refunds',
}
