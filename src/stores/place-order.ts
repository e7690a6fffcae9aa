import { atom } from 'nanostores'
import { call, type Outcome } from '#src/api-client/call.ts'
import { createKey } from '#src/api-client/idempotency-key.ts'
import type { CartItem } from '#src/contract/cart.ts'
import type {
  OrderChange,
  PlacedOrder,
  PlaceOrderRequest,
  placeOrderConflict,
} from '#src/contract/orders.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { orderMessages } from '#src/rules/messages/orders.ts'
import { orderPath } from '#src/rules/paths.ts'
import { cart, reloadCart } from './cart.ts'
import { navigate, replaceLocation } from './navigation.ts'
import { type FormFailure, toFailure } from './outcome.ts'
import { $uid, broadcastSession, refreshUser } from './session.ts'
import { readItem, removeItem, setItem } from './storage.ts'
import { broadcast } from './tabs.ts'

const messages = orderMessages.place

/** What differs from what was seen, and the total of now in rupees. */
export interface PlaceConflict {
  message: string
  changes: readonly OrderChange[]
  total: number
}

/** How the last press ended that placed nothing. */
export const $placeFailure = atom<FormFailure | null>(null)
export const $placeConflict = atom<PlaceConflict | null>(null)
export const $placing = atom(false)
/** The order that was placed on this page, which is being left. */
export const $placed = atom<PlacedOrder | null>(null)

/**
 * A press whose outcome is not known yet, kept in this tab over a reload: with the same key it takes effect once. It
 * is removed with the answer.
 */
interface Attempt {
  uid: string
  key: string
  body: PlaceOrderRequest
}

const KEY = 'kairavi-order'

const isAttempt = (value: unknown): value is Attempt =>
  isRecord(value) &&
  typeof value['uid'] === 'string' &&
  typeof value['key'] === 'string' &&
  isRecord(value['body'])

const readAttempt = (): Attempt | undefined => {
  const attempt = readItem(KEY, isAttempt)
  return attempt?.uid === $uid.get() ? attempt : undefined
}

/** The attempt with the same content, or a new one. */
function toAttempt(body: PlaceOrderRequest): Attempt {
  const known = readAttempt()
  if (known && JSON.stringify(known.body) === JSON.stringify(body)) return known
  const attempt = { uid: $uid.get() ?? '', key: createKey(), body }
  setItem(KEY, attempt)
  return attempt
}

/** Whether a press before a reload may have placed an order. */
export const hasAttempt = (): boolean => readAttempt() !== undefined

type Conflict = ReturnType<(typeof placeOrderConflict)['parse']>

const isConflict = (body: unknown): body is Conflict =>
  isRecord(body) && Array.isArray(body['changes']) && typeof body['total'] === 'number'

const send = ({ key, body }: Attempt): Promise<Outcome<{ order: PlacedOrder }>> =>
  call('POST /orders', { body, idempotencyKey: key })

/** Empties the cart of every tab: the order has it. This page is left, and fetches nothing more. */
function clearCart(): void {
  cart.markStale()
  cart.confirm([])
  broadcast('cart')
  // The gift of the cart is part of the user.
  broadcastSession()
}

/** Opens the provider's page where it takes the payment, else the order. Back does not return to the checkout. */
async function openPlaced(placed: PlacedOrder): Promise<void> {
  const { number, state } = placed
  $placed.set(placed)
  const page = `${orderPath(number)}#placed`
  if (state !== 'awaiting_payment') return replaceLocation(page)
  const outcome = await call('POST /orders/:number/payment', { param: number })
  if (outcome.kind !== 'ok') return replaceLocation(page)
  // Back from the provider leads to the order, on which it can be paid.
  history.replaceState(history.state, '', page)
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload(), { once: true })
  navigate(outcome.body.url)
}

/** A line that has left the cart is named as the shopper saw it. */
function withTitle(change: OrderChange): OrderChange {
  const line = cart.$confirmed.get()?.find(({ id }) => id === change.id)
  return change.title === '' && line ? { ...change, ...pick(line) } : change
}

const pick = ({ title, variant }: CartItem) => ({ title, variant })

async function settle(outcome: Outcome<{ order: PlacedOrder }>): Promise<void> {
  // Without an answer, or with one of a server in trouble, the order may be placed: the key is kept.
  const isKnown = outcome.kind === 'ok' || (outcome.kind === 'rejected' && outcome.status < 500)
  if (isKnown) removeItem(KEY)
  if (outcome.kind === 'ok') {
    clearCart()
    return openPlaced(outcome.body.order)
  }
  const isRefused = outcome.kind === 'rejected' && outcome.status === 409
  if (isRefused && isConflict(outcome.body)) {
    const { changes, total } = outcome.body
    $placeConflict.set({
      message: changes.length > 0 ? messages.conflict : (outcome.message ?? messages.conflict),
      changes: changes.map(withTitle),
      total,
    })
    // The gift is part of the user.
    void refreshUser()
  } else $placeFailure.set(toFailure(outcome, messages.rejected, messages.unknown))
  // It may be empty by now.
  if (isRefused) return reloadCart()
}

/** Places the order of the cart as it was seen. A second press while the first is under way joins it. */
export async function placeOrder(body: PlaceOrderRequest): Promise<void> {
  if ($placing.get() || $placed.get() !== null) return
  $placing.set(true)
  $placeFailure.set(null)
  $placeConflict.set(null)
  await settle(await send(toAttempt(body)))
  $placing.set(false)
}

/**
 * Asks for the outcome of a press before a reload. It is called with an empty cart alone: what is repeated then returns
 * the order that was placed, and cannot place another one.
 */
export async function findPlacedOrder(): Promise<void> {
  const attempt = readAttempt()
  if (!attempt || $placing.get()) return
  $placing.set(true)
  const outcome = await send(attempt)
  if (outcome.kind === 'ok') await settle(outcome)
  else if (outcome.kind === 'rejected' && outcome.status < 500) removeItem(KEY)
  $placing.set(false)
}
