import {
  ORDER_STATES,
  type OrderEventKind,
  type OrderState,
  type PaymentMethod,
  type PaymentState,
  type ReturnState,
  type ShopperStep,
  type StaffStep,
  type UndoStep,
} from '#src/contract/values.ts'
import { UNDO_MS } from '../constants.ts'
import { METHOD_RULES } from './payment-methods.ts'

/** Events that lead from one state of an order to another. */
export type Transition =
  | 'pay'
  | 'charge'
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
  /** Nothing more happens with the order, apart from a return. */
  isOver: boolean
  /** The pieces belong to the buyer, or will: a step of the way that the shopper sees. */
  isBought: boolean
  /** The staff takes the next step. */
  waitsForStaff: boolean
  /** The next states of an order with one parcel. The parcels decide if there are several (`deriveState`). */
  next: Partial<Record<Transition, OrderState>>
  /** Why nothing else can be done with an order in this state. */
  refusal: string
}

/** The states of an order. Every list of states is derived from these rows. */
export const ORDER_RULES: Record<OrderState, StateRule> = {
  awaiting_return: {
    label: 'Awaiting the return',
    isOver: false,
    isBought: false,
    waitsForStaff: false,
    next: { pay: 'placed', charge: 'awaiting_payment', expire: 'cancelled', cancel: 'cancelled' },
    refusal: 'This order waits for the pieces that come back.',
  },
  awaiting_payment: {
    label: 'Awaiting payment',
    isOver: false,
    isBought: false,
    waitsForStaff: false,
    next: { pay: 'placed', expire: 'cancelled', cancel: 'cancelled' },
    refusal: 'This order is not paid yet.',
  },
  placed: {
    label: 'Placed',
    isOver: false,
    isBought: true,
    waitsForStaff: true,
    next: { cancel: 'cancelled', dispatch: 'dispatched' },
    refusal: 'This order is not dispatched yet.',
  },
  part_dispatched: {
    label: 'Partly sent',
    isOver: false,
    isBought: true,
    waitsForStaff: true,
    next: {
      cancel: 'dispatched',
      dispatch: 'dispatched',
      deliver: 'part_dispatched',
      come_back: 'placed',
      undo_dispatch: 'placed',
      undo_deliver: 'part_dispatched',
    },
    refusal: 'A part of this order has left already.',
  },
  dispatched: {
    label: 'On its way',
    isOver: false,
    isBought: true,
    waitsForStaff: true,
    next: {
      deliver: 'delivered',
      come_back: 'cancelled',
      undo_dispatch: 'placed',
      undo_deliver: 'dispatched',
    },
    refusal: 'This order is on its way already.',
  },
  delivered: {
    label: 'Delivered',
    isOver: true,
    isBought: true,
    waitsForStaff: false,
    next: { undo_deliver: 'dispatched' },
    refusal: 'This order has arrived already.',
  },
  cancelled: {
    label: 'Cancelled',
    isOver: true,
    isBought: false,
    waitsForStaff: false,
    next: { pay: 'placed' },
    refusal: 'This order is cancelled.',
  },
}

/** The reason of an order that was not paid in time. A late payment can place it again. */
export const EXPIRED = 'It was not paid in time'

/** The reason of an exchange whose pieces did not come back in time. They can still be returned. */
export const NOT_RETURNED = 'The returned pieces did not reach us in time'

/** The states whose rule fits, in the order in which an order passes them. */
export const listStates = (isListed: (rule: StateRule) => boolean): OrderState[] =>
  ORDER_STATES.filter((state) => isListed(ORDER_RULES[state]))

/** States in which the parcel is awaited. */
export const UNDER_WAY_STATES = listStates(({ waitsForStaff }) => waitsForStaff)

/** States in which a parcel has left the shop. */
export const SENT_STATES = listStates(({ isOver, isBought, next }) =>
  Boolean(isBought && (isOver || next.deliver)),
)

/** @returns the state after a transition; undefined if the state does not have it. */
export const findNextState = (state: OrderState, transition: Transition): OrderState | undefined =>
  ORDER_RULES[state].next[transition]

/** Pieces of an order that is bought, without those that were cancelled. */
interface PieceCounts {
  /** They have not left. */
  toSend: number
  /** Parcels that are under way, and those that have arrived. */
  underWay: number
  arrived: number
}

/** @returns the state that an order has by its parcels. */
export function deriveState({ toSend, underWay, arrived }: PieceCounts): OrderState {
  if (toSend > 0) return underWay + arrived > 0 ? 'part_dispatched' : 'placed'
  if (underWay > 0) return 'dispatched'
  return arrived > 0 ? 'delivered' : 'cancelled'
}

/** The states of a payment in which the shop has money of the shopper. */
const PAID: readonly PaymentState[] = ['collected', 'captured', 'part_refunded']

export const isPaid = (state: PaymentState): boolean => PAID.includes(state)

const settles = ({ method }: OrderFacts) => METHOD_RULES[method].settles

/** Facts that decide which steps can be taken. */
export interface OrderFacts {
  state: OrderState
  paymentState: PaymentState
  method: PaymentMethod
  /** Milliseconds since 1970. */
  now: number
  /** Until when it can be paid. */
  payBefore: number | null
  /** Until when pieces can be returned; null if none has arrived. */
  returnBefore: number | null
  /** Until when pieces can be exchanged; null if none has arrived. */
  exchangeBefore: number | null
  /** Whether its pieces replace others that came back. */
  isReplacement: boolean
  /** Number of pieces that can be returned or exchanged. */
  returnable: number
  /** Paise that can be refunded. */
  refundable: number
  /** Paise of the order that returned pieces have paid. */
  credited: number
  /** Cash is to be paid back, or will be if the pieces of an open return arrive. */
  mayOweCash: boolean
  /** The shop can store where cash is paid back. */
  canSeal: boolean
  /** Paise that the courier collects: of cash that is not recorded yet, without what came back. */
  toCollect: number
  /** Its part for parcels that have left. */
  collectable: number
  /** Number of parcels that are under way. */
  underWay: number
  /** What is still to be sent is packed. */
  isPacked: boolean
}

type Guard = (order: OrderFacts) => string | undefined

/** The sentence of a state that does not have the transition. */
const needs =
  (transition: Transition): Guard =>
  ({ state }) =>
    findNextState(state, transition) ? undefined : ORDER_RULES[state].refusal

const SHOPPER_GUARDS: Record<ShopperStep, readonly Guard[]> = {
  pay: [
    (order) =>
      order.state === 'awaiting_payment' && settles(order) === 'by_hand'
        ? 'Please transfer the total to our bank account. Its details are on this page.'
        : undefined,
    ({ state }) => (state === 'awaiting_payment' ? undefined : toPayRefusal(state)),
    ({ payBefore, now }) =>
      payBefore !== null && payBefore > now
        ? undefined
        : 'The time to pay this order is over. Please order again.',
  ],
  correct: [needs('cancel')],
  // A payment that is awaited is for all pieces.
  reduce: [needs('dispatch')],
  cancel: [
    ({ state }) =>
      state === 'part_dispatched'
        ? 'A part of this order has left. You can take off the pieces that have not.'
        : undefined,
    ({ state }) =>
      state === 'dispatched'
        ? 'This order is on its way. You can return it once it has arrived.'
        : undefined,
    ({ state }) =>
      state === 'awaiting_return'
        ? 'Please withdraw the exchange on the page of the order that you send back.'
        : undefined,
    needs('cancel'),
  ],
  return: [
    ({ state }) => (state === 'delivered' ? undefined : toReturnRefusal(state)),
    ({ returnBefore, now }) =>
      returnBefore !== null && returnBefore >= now
        ? undefined
        : 'The days in which this order can be returned are over.',
    ({ returnable }) =>
      returnable > 0 ? undefined : 'No other piece of this order can be returned.',
  ],
  exchange: [
    ({ state }) => (state === 'delivered' ? undefined : toReturnRefusal(state)),
    // The policies promise one exchange.
    ({ isReplacement }) =>
      isReplacement
        ? 'We exchange a piece once, and this one replaces another. Please return it, or write to us.'
        : undefined,
    ({ exchangeBefore, now }) =>
      exchangeBefore !== null && exchangeBefore >= now
        ? undefined
        : 'The days in which this order can be exchanged are over.',
    ({ returnable }) =>
      returnable > 0 ? undefined : 'No other piece of this order can be exchanged.',
  ],
  payout: [
    (order) =>
      settles(order) === 'on_delivery'
        ? undefined
        : 'What you paid for this order goes back to the account that paid.',
    ({ mayOweCash }) =>
      mayOweCash ? undefined : 'Nothing of this order is to be paid back in cash.',
    ({ canSeal }) => (canSeal ? undefined : 'We will ask you where to send the money.'),
  ],
  again: [({ state }) => (state === 'cancelled' ? undefined : 'This order is not cancelled.')],
}

/** Why the shopper cannot withdraw a return; undefined if that is possible. @param today a day in India. */
export function refuseWithdrawal(
  { state, dueOn }: { state: ReturnState; dueOn: string | null },
  today: string,
): string | undefined {
  if (state === 'requested') return undefined
  if (state !== 'accepted') return `This return is ${state} already.`
  return dueOn === null || today < dueOn
    ? undefined
    : 'The courier comes today, or was there. Please write to us.'
}

function toPayRefusal(state: OrderState): string {
  if (state === 'awaiting_return') return ORDER_RULES[state].refusal
  return state === 'cancelled'
    ? 'This order is cancelled. Please order again.'
    : 'This order is paid for.'
}

const toReturnRefusal = (state: OrderState): string =>
  state === 'cancelled' ? ORDER_RULES[state].refusal : 'This order has not arrived yet.'

/** What returned pieces have paid can be refunded once no other payment is awaited. */
const isCreditFree = ({ credited, toCollect, state }: Omit<OrderFacts, 'paymentState'>): boolean =>
  credited > 0 && toCollect === 0 && state !== 'awaiting_payment'

const CAN_DISPATCH: readonly Guard[] = [
  needs('dispatch'),
  // The state of the payment follows a refund later, so the sum decides.
  (order) =>
    settles(order) === 'on_delivery' || order.refundable > 0
      ? undefined
      : 'The payment of this order has not arrived, or is refunded, or is being refunded.',
]

const STAFF_GUARDS: Record<StaffStep, readonly Guard[]> = {
  receive: [
    (order) =>
      settles(order) === 'by_hand' ? undefined : 'This order is not paid by bank transfer.',
    ({ state }) => (state === 'awaiting_return' ? ORDER_RULES[state].refusal : undefined),
    // The transfer of a cancelled order is recorded too, so that it is paid back.
    ({ paymentState }) =>
      paymentState === 'pending' || paymentState === 'failed'
        ? undefined
        : 'The transfer for this order is recorded already.',
  ],
  dispatch: CAN_DISPATCH,
  pack: [
    ...CAN_DISPATCH,
    ({ isPacked }) => (isPacked ? 'This order is packed already.' : undefined),
  ],
  unpack: [
    needs('dispatch'),
    ({ isPacked }) => (isPacked ? undefined : 'This order is not packed.'),
  ],
  deliver: [
    needs('deliver'),
    ({ state, underWay }) =>
      state === 'part_dispatched' && underWay === 0
        ? 'The parcels that have left have arrived already.'
        : undefined,
  ],
  collect: [
    (order) => (settles(order) === 'on_delivery' ? undefined : 'This order is not paid in cash.'),
    ({ paymentState }) =>
      paymentState === 'none' ? undefined : 'The cash of this order was collected already.',
    ({ state }) => (SENT_STATES.includes(state) ? undefined : ORDER_RULES[state].refusal),
    ({ toCollect }) =>
      toCollect > 0
        ? undefined
        : 'All pieces of this order came back: there is nothing to collect.',
    ({ collectable }) =>
      collectable > 0 ? undefined : 'The cash of the parcels that have left was collected already.',
  ],
  correct: [needs('cancel')],
  correct_parcel: [needs('deliver')],
  reduce: SHOPPER_GUARDS.reduce,
  cancel: [
    ({ state }) =>
      findNextState(state, 'cancel') || findNextState(state, 'come_back')
        ? undefined
        : ORDER_RULES[state].refusal,
  ],
  refund: [
    ({ paymentState, ...order }) =>
      isPaid(paymentState) || isCreditFree(order) ? undefined : 'Nothing of this order is paid.',
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

/** Why the shopper cannot take a step now; undefined if that is possible. */
export const refuseShopperStep = (step: ShopperStep, order: OrderFacts): string | undefined =>
  firstRefusal(SHOPPER_GUARDS[step], order)

/** Why the staff cannot take a step now; undefined if that is possible. */
export const refuseStaffStep = (step: StaffStep, order: OrderFacts): string | undefined =>
  firstRefusal(STAFF_GUARDS[step], order)

/** The events of an order, the oldest first. */
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

/** The events that were not taken back. */
function listLasting<Event extends Pick<HappenedEvent, 'kind'>>(events: readonly Event[]): Event[] {
  const left: Event[] = []
  for (const event of events)
    if (event.kind === 'undone') left.pop()
    else left.push(event)
  return left
}

/** @returns the last event that was not taken back. @param kind by default, of any kind. */
export const findLastEvent = <Event extends Pick<HappenedEvent, 'kind'>>(
  events: readonly Event[],
  kind?: OrderEventKind,
): Event | undefined =>
  listLasting(events).findLast((event) => kind === undefined || event.kind === kind)

/**
 * @returns the last step of the staff, and until when it can be undone; undefined if something else has happened
 * since, or if the tax invoice has its number.
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
