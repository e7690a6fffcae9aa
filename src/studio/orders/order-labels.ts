import type {
  OrderState,
  OrderView,
  PaymentMethod,
  PaymentState,
  RefundState,
  ReturnState,
} from '#src/contract/values.ts'
import { ORDER_RULES } from '#src/rules/orders/order-states.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'

type BadgeKind = 'neutral' | 'good' | 'bad' | 'note'

// How the order desk marks states of orders, payments, refunds and returns.

export function toStateBadge(state: OrderState): readonly [kind: BadgeKind, label: string] {
  const { waitsForStaff, isOver, isBought, label } = ORDER_RULES[state]
  if (waitsForStaff) return ['note', label]
  return [isOver && isBought ? 'good' : 'neutral', label]
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
  exchanged: ['good', 'Pays an exchange'],
}

/** What becomes of the price of pieces that the staff cancels before they arrive. */
export function toPiecesMoneyText({ method }: { method: PaymentMethod }): string {
  switch (METHOD_RULES[method].settles) {
    case 'before':
      return 'What was paid for these pieces is refunded.'
    case 'by_hand':
      return 'You then have to transfer what was paid for these pieces to the customer.'
    case 'on_delivery':
      return 'No cash is to be collected for these pieces.'
  }
}

export const returnBadges: Record<ReturnState, readonly [kind: BadgeKind, label: string]> = {
  requested: ['note', 'Asked for'],
  accepted: ['note', 'Accepted'],
  refused: ['neutral', 'Refused'],
  received: ['good', 'Came back'],
  withdrawn: ['neutral', 'Withdrawn'],
}

export const viewLabels: Record<OrderView, string> = {
  to_dispatch: 'To dispatch',
  packed: 'Packed',
  missing_hsn: 'Missing HSN',
  overdue: 'Overdue',
  transfers: 'Transfers to confirm',
  to_collect: 'Cash to collect',
  returns: 'Returns',
  to_pay_back: 'To pay back',
  refunds: 'Refunds',
}

/** Views that are empty in most shops: they are listed if an order waits there. */
export const RARE_VIEWS: readonly OrderView[] = ['packed', 'missing_hsn', 'transfers']
