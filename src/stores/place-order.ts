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
import { DAY_MS } from '#src/rules/constants.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { orderMessages } from '#src/rules/messages/orders.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { orderPath } from '#src/rules/paths.ts'
import { cart, reloadCart } from './cart.ts'
import { navigate, replaceLocation } from './navigation.ts'
import { type FormFailure, toFailure } from './outcome.ts'
import { $uid, broadcastSession, refreshUser } from './session.ts'
import { defineKey, readItem, removeItem, setItem } from './storage.ts'
import { broadcast } from './tabs.ts'

const messages = orderMessages.place

/** Changes since the shopper saw the order, and the current total in rupees. */
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
 * A press whose outcome is unknown. It stays in this tab over a reload, until the answer comes: with the same key it
 * takes effect once. Nothing that was typed is stored.
 */
interface Attempt {
  uid: string
  key: string
  /** A checksum of the body without its PAN, which the shopper enters again. */
  hash: number
  /** Rupees. */
  total: number
  /** Milliseconds since 1970. */
  at: number
}

const KEY = defineKey('kairavi-order', 'tab')

const isAttempt = (value: unknown): value is Attempt =>
  isRecord(value) &&
  typeof value['uid'] === 'string' &&
  typeof value['key'] === 'string' &&
  [value['hash'], value['total'], value['at']].every(Number.isFinite)

const readAttempt = (): Attempt | undefined => {
  const attempt = readItem(KEY, isAttempt)
  return attempt?.uid === $uid.get() ? attempt : undefined
}

function toHash(text: string): number {
  let hash = 5381
  for (let index = 0; index < text.length; index++)
    hash = (Math.imul(hash, 33) ^ text.charCodeAt(index)) >>> 0
  return hash
}

/** The PAN that this page has sent. */
let sentPan: string | undefined

/** The attempt with the same content, or a new one. */
function toAttempt({ pan, ...body }: PlaceOrderRequest): Attempt {
  const hash = toHash(JSON.stringify(body))
  const known = readAttempt()
  if (known?.hash === hash && (sentPan ?? pan) === pan) return known
  const { total } = body.seen
  const attempt = { uid: $uid.get() ?? '', key: createKey(), hash, total, at: Date.now() }
  setItem(KEY, attempt)
  return attempt
}

/** Whether a press before a reload may have placed an order. */
export const hasAttempt = (): boolean => readAttempt() !== undefined

type Conflict = ReturnType<(typeof placeOrderConflict)['parse']>

const isPlaced = (order: unknown): order is PlacedOrder =>
  isRecord(order) && typeof order['number'] === 'string'

const isConflict = (body: unknown): body is Conflict =>
  isRecord(body) && Array.isArray(body['changes']) && typeof body['total'] === 'number'

/** Empties the cart of every tab: the order has it. This page is left, and fetches nothing more. */
function clearCart(): void {
  cart.markStale()
  cart.confirm([])
  broadcast('cart')
  // The gift of the cart is part of the user.
  broadcastSession()
}

/** Whether the page of the provider follows. An answer that an earlier version stored names no method: it took no transfer. */
export const isPaidOnline = ({
  state,
  method,
}: Pick<PlacedOrder, 'state'> & Partial<Pick<PlacedOrder, 'method'>>): boolean =>
  state === 'awaiting_payment' &&
  (method === undefined || METHOD_RULES[method].settles === 'before')

/** Opens the provider's page if it takes the payment, otherwise the order. Back does not return to the checkout. */
async function openPlaced(placed: PlacedOrder): Promise<void> {
  const { number } = placed
  $placed.set(placed)
  const page = `${orderPath(number)}#placed`
  if (!isPaidOnline(placed)) return replaceLocation(page)
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
  const placed = outcome.kind === 'ok' && isPlaced(outcome.body.order) && outcome.body.order
  // Without an answer, or with one of a server in trouble, the order may be placed: the key stays.
  if (placed || (outcome.kind === 'rejected' && outcome.status < 500)) removeItem(KEY)
  if (placed) {
    clearCart()
    return openPlaced(placed)
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
  // It may be empty meanwhile.
  if (isRefused) return reloadCart()
}

/** Places the order of the cart as it was seen. A second press while the first is under way joins it. */
export async function placeOrder(body: PlaceOrderRequest): Promise<void> {
  if ($placing.get() || $placed.get() !== null) return
  $placing.set(true)
  $placeFailure.set(null)
  $placeConflict.set(null)
  try {
    const { key } = toAttempt(body)
    sentPan = body.pan
    await settle(await call('POST /orders', { body, idempotencyKey: key }))
  } finally {
    $placing.set(false)
  }
}

/** The most that the clocks of device and server may differ. */
const CLOCK_DIFFERENCE_MS = DAY_MS

/**
 * Finds the order of a press before a reload, and opens it. It is called with an empty cart alone: the order has
 * emptied it. Otherwise the next press repeats the one before.
 */
export async function findPlacedOrder(): Promise<void> {
  const attempt = readAttempt()
  if (!attempt || $placing.get()) return
  $placing.set(true)
  $placeFailure.set(null)
  try {
    await openLatest(attempt)
  } finally {
    $placing.set(false)
  }
}

async function openLatest(attempt: Attempt): Promise<void> {
  const outcome = await call('GET /orders')
  if (outcome.kind === 'ok') {
    removeItem(KEY)
    const [latest] = outcome.body.orders
    if (
      latest?.total === attempt.total &&
      Date.parse(latest.date) > attempt.at - CLOCK_DIFFERENCE_MS
    )
      await openPlaced(latest)
  } else $placeFailure.set(toFailure(outcome, messages.notFound, messages.notFound))
}
