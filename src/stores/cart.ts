import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { Outcome } from '#src/api-client/outcome.ts'
import type { CartItem } from '#src/contract/cart.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { cached, drop, ownKey, remember } from './cache.ts'
import { $cartCount, resetCartCount, setCartCount, setCartCountFrom } from './cart-count.ts'
import { allAnswered } from './gesture.ts'
import { keepPieces, lastPieces } from './last-known.ts'
import {
  $sessionError,
  $signedIn,
  $user,
  currentUser,
  startSession,
  updateLocalUser,
} from './session.ts'
import { onTabs } from './tabs.ts'
import { say } from './toasts.ts'

export interface Cart {
  /** What the server confirmed. */
  lines: readonly CartItem[]
  /** False until the lines of this user have arrived once. */
  known: boolean
  loading: boolean
  error: string | null
}

const nothing: Cart = { lines: [], known: false, loading: false, error: null }

export const $cart = atom<Cart>(nothing)

/** A page shows the lines themselves, not only their count. */
let open = false
/** The page has just come and sees to its first lines itself. */
let opening = false
/** Changes that are being made now. */
let running = 0
/** Grows with every change, ours or another tab's: an answer asked for before is an old one. */
let epoch = 0

const cartKey = (uid: string): string => ownKey(uid, 'cart')

/** Shows the cart and keeps it true while this page is open. A visitor's is empty. */
export async function openCart(): Promise<void> {
  open = opening = true
  await startSession()
  opening = false
  const uid = $user.get()?.uid
  if (!uid && $sessionError.get() !== null) failFetch()
  if (uid && !$cart.get().known) await (showCached(uid) || fetchCart())
}

/** Asks the server for the cart again, e.g. after an error. */
export async function reloadCart(): Promise<void> {
  $cart.set({ ...$cart.get(), loading: true, error: null })
  if (await currentUser()) await fetchCart()
  else if ($sessionError.get() !== null) failFetch()
}

/** The kept lines while they are fresh, unless the profile tells of another number of pieces. */
function showCached(uid: string): boolean {
  const lines = cached(cartKey(uid))
  if (!Array.isArray(lines) || sumOf(lines) !== $user.get()?.cart.length) return false
  $cart.set({ ...nothing, lines, known: true })
  return true
}

const sumOf = (lines: readonly CartItem[]): number =>
  lines.reduce((sum, line) => sum + line.quantity, 0)

interface Fetching {
  uid: string
  since: number
  ending: Promise<void>
}

let fetching: Fetching | undefined

/** Fetches the lines; joins the fetch under way unless something has changed since it began. */
function fetchCart(): Promise<void> {
  const uid = $user.get()?.uid
  if (!uid || running > 0) return Promise.resolve()
  if (fetching?.uid === uid && fetching.since === epoch) return fetching.ending
  const begun = { uid, since: epoch, ending: fetchLines(uid, epoch) }
  fetching = begun
  return begun.ending.finally(() => {
    if (fetching === begun) fetching = undefined
  })
}

/** The answer counts only if nothing has changed meanwhile; then a newer one is on its way. */
async function fetchLines(uid: string, since: number): Promise<void> {
  $cart.set({ ...$cart.get(), loading: true, error: null })
  const outcome = await call('GET /cart', { retries: 1 })
  if (since !== epoch || $user.get()?.uid !== uid) return
  if (outcome.kind === 'ok' && Array.isArray(outcome.body.cart)) holdLines(uid, outcome.body.cart)
  else failFetch(outcome)
}

function holdLines(uid: string, lines: CartItem[]): void {
  remember(cartKey(uid), lines)
  allAnswered()
  $cart.set({ ...nothing, lines, known: true })
  setCartCount(sumOf(lines))
  markInCart(lines.flatMap((line) => Array<string>(line.quantity).fill(line.productId)))
}

/** Tells of it where the lines are shown. */
function failFetch(outcome?: Outcome<unknown>): void {
  const refused = outcome?.kind === 'rejected'
  const text = refused
    ? (outcome.message ?? shopMessages.cart.fetchRejected)
    : shopMessages.cart.fetchFailed
  $cart.set({ ...$cart.get(), loading: false, error: text })
  if (open) say.error(refused ? text : shopMessages.cart.fetchFailedToast)
}

let marked: readonly string[] | undefined

/** Sets the user's own list of product ids, one for each piece (spec §3, User). */
export function markInCart(ids: string[]): void {
  marked = ids
  updateLocalUser({ cart: ids })
}

export function changeBegins(): void {
  running += 1
  epoch += 1
  const uid = $user.get()?.uid
  if (uid) drop(cartKey(uid))
}

/** The last change to end is followed by the refetched cart, whose sum is what stays. */
export async function changeEnds(): Promise<void> {
  running -= 1
  epoch += 1
  await fetchCart()
}

/** Changes the confirmed lines as the server just did. */
export function changeLines(change: (lines: readonly CartItem[]) => CartItem[]): void {
  $cart.set({ ...$cart.get(), lines: change($cart.get().lines) })
}

// Until the first answer the badge shows what the page before knew.
$signedIn.listen((signedIn) => {
  if (signedIn && !$user.get()) setCartCount(lastPieces())
})

$user.listen((user, before) => {
  if (!user) {
    resetCartCount()
    $cart.set(nothing)
    marked = undefined
  } else if (user.cart !== marked && user.cart !== before?.cart) {
    const another = user.uid !== before?.uid
    if (running === 0) setCartCountFrom(user.cart)
    if (another) $cart.set(nothing)
    if (open && !opening && another) void fetchCart()
  }
})

$cartCount.listen(keepPieces)

onTabs('cart', () => {
  const uid = $user.get()?.uid
  if (!uid) return
  epoch += 1
  drop(cartKey(uid))
  void fetchCart()
})
