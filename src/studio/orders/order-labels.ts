import type {
  HouseStep,
  OrderState,
  OrderView,
  PaymentMethod,
  PaymentState,
  RefundState,
  ReturnState,
} from '#src/contract/values.ts'

export type BadgeKind = 'neutral' | 'good' | 'bad' | 'note'

// What the order desk calls states and steps. A new state does not compile until it is named here.

export const stateBadges: Record<OrderState, readonly [kind: BadgeKind, label: string]> = {
  awaiting_payment: ['neutral', 'Awaits payment'],
  placed: ['note', 'To dispatch'],
  dispatched: ['note', 'Dispatched'],
  delivered: ['good', 'Delivered'],
  cancelled: ['neutral', 'Cancelled'],
}

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

export const methodLabels: Record<PaymentMethod, string> = {
  cod: 'Cash on delivery',
  razorpay: 'Online, by Razorpay',
}

export const viewLabels: Record<OrderView, string> = {
  to_dispatch: 'To dispatch',
  overdue: 'Overdue',
  to_collect: 'Cash to collect',
  returns: 'Returns',
  failed_refunds: 'Failed refunds',
}

export const stepLabels: Record<HouseStep, string> = {
  dispatch: 'Mark as dispatched',
  deliver: 'Mark as delivered',
  collect: 'Cash is collected',
  cancel: 'Cancel the order',
  refund: 'Refund',
}
