import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { Outcome } from '#src/api-client/outcome.ts'
import type { WishlistEntry } from '#src/contract/wishlist.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { askToLogIn } from './ask-login.ts'
import { cached, drop, ownKey, remember } from './cache.ts'
import { $sessionError, $user, currentUser, startSession, updateLocalUser } from './session.ts'
import { onTabs } from './tabs.ts'
import { say } from './toasts.ts'

export interface Wishlist {
  /** Newest first. */
  entries: readonly WishlistEntry[]
  /** False until the entries of this user have arrived once. */
  known: boolean
  loading: boolean
  error: string | null
}

const nothing: Wishlist = { entries: [], known: false, loading: false, error: null }

export const $wishlist = atom<Wishlist>(nothing)

/** Ids of the products on the wishlist: confirmed and under way. */
export const $wishlistIds = atom<ReadonlySet<string>>(new Set())

let open = false
/** The page has just come and sees to its first entries itself. */
let opening = false
let running = 0
let epoch = 0
let asked = 0

const wishlistKey = (uid: string): string => ownKey(uid, 'wishlist')

/**
 * Shows the wishlist and keeps it true while this page is open. A visitor's is empty, and a toast
 * asks them to log in (spec §6.2).
 */
export async function openWishlist(): Promise<void> {
  open = opening = true
  await startSession()
  opening = false
  const uid = $user.get()?.uid
  if (!uid && $sessionError.get() !== null) failFetch()
  else if (!uid) askToLogIn(shopMessages.wishlist.signInToView)
  if (uid && !$wishlist.get().known) await (showCached(uid) || fetchWishlist())
}

/** Asks the server for the wishlist again, e.g. after an error. */
export async function reloadWishlist(): Promise<void> {
  $wishlist.set({ ...$wishlist.get(), loading: true, error: null })
  if (await currentUser()) await fetchWishlist()
  else if ($sessionError.get() !== null) failFetch()
}

/** The kept entries while they are fresh, unless the profile tells of others. */
function showCached(uid: string): boolean {
  const entries = cached(wishlistKey(uid))
  const ids = $user.get()?.wishlist ?? []
  if (!Array.isArray(entries) || entries.length !== ids.length) return false
  if (!entries.every((entry: WishlistEntry) => ids.includes(entry.id))) return false
  $wishlist.set({ ...nothing, entries, known: true })
  return true
}

/** Fetches the entries; an answer that a change has overtaken is not used (see the cart's). */
async function fetchWishlist(): Promise<void> {
  const uid = $user.get()?.uid
  if (!uid || running > 0) return
  asked += 1
  const [number, since] = [asked, epoch]
  $wishlist.set({ ...$wishlist.get(), loading: true, error: null })
  const outcome = await call('GET /wishlist/', { retries: 1 })
  if (number !== asked || since !== epoch || $user.get()?.uid !== uid) return
  if (outcome.kind === 'ok' && Array.isArray(outcome.body.wishlist))
    holdEntries(uid, outcome.body.wishlist)
  else failFetch(outcome)
}

function holdEntries(uid: string, entries: WishlistEntry[]): void {
  remember(wishlistKey(uid), entries)
  $wishlist.set({ ...nothing, entries, known: true })
  markOnWishlist(entries.map(({ id }) => id))
}

/** Tells of it where the entries are shown. */
function failFetch(outcome?: Outcome<unknown>): void {
  const text =
    (outcome?.kind === 'rejected' && outcome.message) || shopMessages.wishlist.fetchFailed
  $wishlist.set({ ...$wishlist.get(), loading: false, error: text })
  if (open) say.error(text)
}

/** Sets the user's own list of product ids; the hearts follow it. */
export const markOnWishlist = (ids: string[]): void => updateLocalUser({ wishlist: ids })

export function changeBegins(): void {
  running += 1
  epoch += 1
  const uid = $user.get()?.uid
  if (uid) drop(wishlistKey(uid))
}

/** The last change to end is followed by the refetched list where it is shown. */
export async function changeEnds(): Promise<void> {
  running -= 1
  epoch += 1
  if (open) await fetchWishlist()
}

/** Takes an entry out of what is shown, as the server just did. */
export function takeOut(id: string): void {
  const wishlist = $wishlist.get()
  $wishlist.set({ ...wishlist, entries: wishlist.entries.filter((entry) => entry.id !== id) })
}

$user.listen((user, before) => {
  if (user?.wishlist !== before?.wishlist) $wishlistIds.set(new Set(user?.wishlist))
  if (user?.uid === before?.uid) return
  $wishlist.set(nothing)
  if (open && !opening && user) void fetchWishlist()
})

onTabs('wishlist', () => void hearChange())

/** Another tab changed the list: its entries tell the hearts too. */
async function hearChange(): Promise<void> {
  const uid = $user.get()?.uid
  if (!uid) return
  epoch += 1
  drop(wishlistKey(uid))
  await fetchWishlist()
}
