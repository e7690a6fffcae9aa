import { computed, onMount } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { SuccessResponse } from '#src/contract/endpoint.ts'
import type { SavedLine, WishlistEntry } from '#src/contract/wishlist.ts'
import { MAX_RETRIES } from '#src/rules/constants.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { isAuthPath } from '#src/rules/paths.ts'
import { type AddOptions, addToCart } from './cart.ts'
import { $guestWishlist, addAsGuest, removeAsGuest, removeFromDevice } from './guest-wishlist.ts'
import { currentPath, type ShopProduct } from './intent.ts'
import { type Mutation, mutate } from './mutation.ts'
import { $signedOut, promptLogin } from './navigation.ts'
import { errorText } from './outcome.ts'
import { $uid, $user, userEffect } from './session.ts'
import { GUEST_WISHLIST_KEY } from './storage.ts'
import { toast } from './toasts.ts'
import { requireUser, toastError } from './user-action.ts'
import { createUserList } from './user-list.ts'

const messages = shopMessages.wishlist

const list = createUserList<WishlistEntry>({
  name: 'wishlist',
  cached: true,
  async fetch() {
    const outcome = await call('GET /wishlist/')
    if (outcome.kind !== 'ok' || !Array.isArray(outcome.body.wishlist))
      return { error: errorText(outcome, messages.fetchFailed) }
    // A page that shows a wishlist has it already.
    const { parseListingItem } = await import('#src/rules/listing/listing-item.ts')
    const entries = outcome.body.wishlist.flatMap((entry): WishlistEntry[] => {
      const product = parseListingItem(entry?.product)
      return product ? [{ ...entry, id: entry.id ?? product.id, product }] : []
    })
    return { data: entries }
  },
  toProductIds: (entries) => entries.map(({ id }) => id),
  failed: messages.fetchFailed,
  failedToast: messages.fetchFailed,
})

export const {
  $phase: $wishlistPhase,
  /** Fetches the wishlist again, e.g. after a failure. */
  reload: reloadWishlist,
} = list

// A toast asks a visitor to log in (spec §6).
onMount(list.$list, () =>
  list.$isVisitor.subscribe((isVisitor) => {
    if (isVisitor && !$signedOut.get()) promptLogin(messages.signInToView)
  }),
)

/** Entries, newest first, and the state of their fetch. */
export const $wishlist = computed(list.$list, ({ items, ...state }) => ({
  ...state,
  entries: items,
}))

const $ids = computed($user, (user) => user?.wishlist ?? [])

/** Ids of the products on the wishlist of account and device, confirmed and pending. */
export const $wishlistIds = computed(
  [$ids, $guestWishlist],
  (ids, kept): ReadonlySet<string> => new Set([...ids, ...kept.map(({ id }) => id)]),
)

const KEY_PREFIX = 'wishlist/'

/** Ids of the products whose mutation is pending: their buttons are disabled. */
export const $wishlistBusy = computed(
  list.query.$pending,
  (pending): ReadonlySet<string> => new Set(pending.map(({ key }) => key.slice(KEY_PREFIX.length))),
)

/**
 * Adds a product to the wishlist, or removes it: shown at once, rolled back on failure.
 * @param wasAdded what the pressed heart showed. If the wishlist has changed since, it is as the press asked.
 */
export async function toggleWishlist(
  product: ShopProduct,
  wasAdded = $wishlistIds.get().has(product.id),
): Promise<void> {
  const isAdded = $wishlistIds.get().has(product.id)
  if (isAdded !== wasAdded) return
  if (isAdded) await removeFromWishlist(product.id)
  else await addToWishlist(product)
}

interface SaveOptions {
  /** The cart line that is saved for later. */
  line?: SavedLine
  /** No toast on success, if adding is part of something else. */
  quiet?: boolean
}

/** @returns whether the account has it on its wishlist. */
export async function addToWishlist(
  product: ShopProduct,
  { line, quiet }: SaveOptions = {},
): Promise<boolean> {
  const asVisitor = () => addAsGuest(product)
  if (!(await requireUser(messages.addErrors, asVisitor))) return false
  const onSettled: OnSettled = (outcome) => {
    if (outcome.kind !== 'ok') toastError(outcome, messages.addErrors, asVisitor)
    else if (!quiet) toast.success(outcome.body.message || messages.added)
  }
  return addEntry(product.id, onSettled, line)
}

/**
 * @param quiet no toast on success, if removing is part of something else.
 * @returns whether it is off the wishlist.
 */
export async function removeFromWishlist(id: string, quiet = false): Promise<boolean> {
  const asVisitor = () => removeAsGuest(id)
  if (!(await requireUser(messages.removeErrors, asVisitor))) return false
  return mutateEntry(id, {
    // The card stays until the server has removed it; its heart is empty at once.
    optimistic: false,
    apply: (entries) => entries.filter((entry) => entry.id !== id),
    effects: [userEffect((user) => ({ ...user, wishlist: without(user.wishlist, id) }))],
    send: () => call('DELETE /wishlist/:id', { param: id, keepalive: true }),
    onSettled(outcome) {
      if (outcome.kind !== 'ok') toastError(outcome, messages.removeErrors, asVisitor)
      else if (!quiet) toast.success(outcome.body.message || messages.removed)
    },
  })
}

/** Adds to the cart, and only then removes from the wishlist (spec §4, wishlist to cart). */
export async function moveToCart(
  product: ShopProduct,
  chosen: Pick<AddOptions, 'variant' | 'quantity'>,
): Promise<void> {
  const { rowUpdated: added, updateErrors } = shopMessages.cart
  if (await addToCart(product, { ...chosen, texts: { added, rejected: updateErrors.rejected } }))
    await removeFromWishlist(product.id, true)
}

type OnSettled = Mutation<unknown, SuccessResponse>['onSettled']

/** Adds a product to the wishlist of the account, shown at once. */
const addEntry = (id: string, onSettled: OnSettled, saved?: SavedLine): Promise<boolean> =>
  mutateEntry(id, {
    effects: [userEffect((user) => ({ ...user, wishlist: [id, ...without(user.wishlist, id)] }))],
    send: () =>
      call('POST /wishlist/', {
        body: { productId: id, saved },
        retries: MAX_RETRIES,
        keepalive: true,
      }),
    onSettled,
  })

/** Sends one mutation of a product at a time. */
async function mutateEntry(
  id: string,
  mutation: Omit<Mutation<readonly WishlistEntry[], SuccessResponse>, 'key'>,
): Promise<boolean> {
  if ($wishlistBusy.get().has(id)) return false
  return mutate(list.query, { key: KEY_PREFIX + id, ...mutation })
}

const without = (ids: readonly string[], id: string): string[] =>
  ids.filter((known) => known !== id)

/** Adds what a guest kept to the wishlist of the account, oldest first, and ends keeping it here. */
async function joinAccount(): Promise<void> {
  for (const { id } of $guestWishlist.get().toReversed()) {
    let archived = false
    const added =
      $user.get()?.wishlist.includes(id) ||
      (await addEntry(id, (outcome) => {
        archived = outcome.kind === 'rejected' && outcome.status === 404
      }))
    if (!$user.get()) return
    if (added || archived) removeFromDevice(id)
  }
}

$uid.subscribe((uid) => {
  // A sign-in page is left at once, and a call would be aborted: the next page adds them.
  if (!uid || $guestWishlist.get().length === 0 || isAuthPath(currentPath())) return
  // One tab after the other, and after the list of the former user is reset.
  const { locks } = navigator as Partial<Pick<Navigator, 'locks'>>
  void (locks
    ? locks.request(GUEST_WISHLIST_KEY, joinAccount)
    : Promise.resolve().then(joinAccount))
})
