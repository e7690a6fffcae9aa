import type {
  OrderEventKind,
  OrderState,
  PaymentMethod,
  PaymentState,
  ShopperStep,
  StaffStep,
  UndoStep,
} from '#src/contract/values.ts'
import { UNDO_MS } from '../constants.ts'

/** What leads from one state of an order to another. */
export type Transition =
  | 'pay'
  | 'expire'
  | 'cancel'
  | 'dispatch'
  | 'deliver'
  | 'come_back'
  | 'undo_dispatch'
  | 'undo_deliver'

interface StateRule {
  /** As shopper and editors read it. */
  label: string
  next: Partial<Record<Transition, OrderState>>
  /** Why nothing else can be done with an order in this state. */
  refusal: string
}

/** The states of an order. A new one is a row here, and its name in `ORDER_STATES`. */
export const ORDER_RULES: Record<OrderState, StateRule> = {
  awaiting_payment: {
    label: 'Awaiting payment',
    next: { pay: 'placed', expire: 'cancelled', cancel: 'cancelled' },
    refusal: 'This order is not paid yet.',
  },
  placed: {
    label: 'Placed',
    next: { cancel: 'cancelled', dispatch: 'dispatched' },
    refusal: 'This order is not dispatched yet.',
  },
  dispatched: {
    label: 'On its way',
    next: { deliver: 'delivered', come_back: 'cancelled', undo_dispatch: 'placed' },
    refusal: 'This order is on its way already.',
  },
  delivered: {
    label: 'Delivered',
    next: { undo_deliver: 'dispatched' },
    refusal: 'This order has arrived already.',
  },
  cancelled: { label: 'Cancelled', next: { pay: 'placed' }, refusal: 'This order is cancelled.' },
}

/** @returns the state after a transition; undefined where the state does not have it. */
export const findNextState = (state: OrderState, transition: Transition): OrderState | undefined =>
  ORDER_RULES[state].next[transition]

/** The states of a payment in which the shop has money of the shopper. */
const PAID: readonly PaymentState[] = ['collected', 'captured', 'part_refunded']

export const isPaid = (state: PaymentState): boolean => PAID.includes(state)

/** What decides which steps can be taken. */
export interface OrderFacts {
  state: OrderState
  paymentState: PaymentState
  method: PaymentMethod
  /** Milliseconds since 1970. */
  now: number
  /** Until when it can be paid. */
  payBefore: number | null
  /** Until when pieces can be returned; null where none has arrived. */
  returnBefore: number | null
  /** Number of pieces that can be returned. */
  returnable: number
  /** Paise that can be refunded. */
  refundable: number
}

type Guard = (order: OrderFacts) => string | undefined

/** The sentence of the state where it does not have the transition. */
const needs =
  (transition: Transition): Guard =>
  ({ state }) =>
    findNextState(state, transition) ? undefined : ORDER_RULES[state].refusal

const SHOPPER_GUARDS: Record<ShopperStep, readonly Guard[]> = {
  pay: [
    ({ state }) => (state === 'awaiting_payment' ? undefined : toPayRefusal(state)),
    ({ payBefore, now }) =>
      payBefore !== null && payBefore > now
        ? undefined
        : 'The time to pay this order is over. Please order again.',
  ],
  cancel: [
    ({ state }) =>
      state === 'dispatched'
        ? 'This order is on its way. You can return it once it has arrived.'
        : undefined,
    needs('cancel'),
  ],
  return: [
    ({ state }) => (state === 'delivered' ? undefined : toReturnRefusal(state)),
    ({ returnBefore, now }) =>
      returnBefore !== null && returnBefore >= now
        ? undefined
        : 'The days in which this order can be returned are over.',
    ({ returnable }) => (returnable > 0 ? undefined : 'No piece of this order can be returned.'),
  ],
}

const toPayRefusal = (state: OrderState): string =>
  state === 'cancelled' ? 'This order is cancelled. Please order again.' : 'This order is paid for.'

const toReturnRefusal = (state: OrderState): string =>
  state === 'cancelled' ? ORDER_RULES[state].refusal : 'This order has not arrived yet.'

const STAFF_GUARDS: Record<StaffStep, readonly Guard[]> = {
  dispatch: [
    needs('dispatch'),
    ({ method, paymentState }) =>
      method === 'cod' || paymentState === 'captured' || paymentState === 'part_refunded'
        ? undefined
        : 'The payment of this order has not arrived, or was refunded.',
  ],
  deliver: [needs('deliver')],
  collect: [
    ({ method }) => (method === 'cod' ? undefined : 'This order is not paid in cash.'),
    ({ paymentState }) =>
      paymentState === 'none' ? undefined : 'The cash of this order was collected already.',
    ({ state }) =>
      state === 'dispatched' || state === 'delivered' ? undefined : ORDER_RULES[state].refusal,
  ],
  cancel: [
    ({ state }) =>
      findNextState(state, 'cancel') || findNextState(state, 'come_back')
        ? undefined
        : ORDER_RULES[state].refusal,
  ],
  refund: [
    ({ paymentState }) => (isPaid(paymentState) ? undefined : 'Nothing of this order is paid.'),
    ({ refundable }) =>
      refundable > 0 ? undefined : 'All that was paid is refunded, or is being refunded.',
  ],
}

const firstRefusal = (guards: readonly Guard[], order: OrderFacts): string | undefined => {
  for (const guard of guards) {
    const refusal = guard(order)
    if (refusal) return refusal
  }
  return undefined
}

/** Why the shopper cannot take a step now; undefined where that is possible. */
export const refuseShopperStep = (step: ShopperStep, order: OrderFacts): string | undefined =>
  firstRefusal(SHOPPER_GUARDS[step], order)

/** Why the staff cannot take a step now; undefined where that is possible. */
export const refuseStaffStep = (step: StaffStep, order: OrderFacts): string | undefined =>
  firstRefusal(STAFF_GUARDS[step], order)

/** What has happened with an order, the oldest first. */
interface HappenedEvent {
  kind: OrderEventKind
  /** Milliseconds since 1970. */
  at: number
}

const STEP_OF_EVENT: Partial<Record<OrderEventKind, UndoStep>> = {
  dispatched: 'dispatch',
  delivered: 'deliver',
  collected: 'collect',
}

/** @returns the last event that was not taken back. */
export function findLastEvent<Event extends Pick<HappenedEvent, 'kind'>>(
  events: readonly Event[],
): Event | undefined {
  const left: Event[] = []
  for (const event of events)
    if (event.kind === 'undone') left.pop()
    else left.push(event)
  return left.at(-1)
}

/**
 * @returns the last step of the staff, and until when it can be undone; undefined where something else has happened
 * since, or where the tax invoice has its number, which stays.
 */
export function findUndo(
  events: readonly HappenedEvent[],
  { now, hasInvoice }: { now: number; hasInvoice: boolean },
): { step: UndoStep; before: number } | undefined {
  const last = findLastEvent(events)
  const step = last && STEP_OF_EVENT[last.kind]
  if (!step || (step === 'dispatch' && hasInvoice)) return undefined
  const before = last.at + UNDO_MS
  return now < before ? { step, before } : undefined
}
