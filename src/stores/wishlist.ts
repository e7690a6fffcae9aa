import { computed } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { Variant } from '#src/contract/catalog.ts'
import type { SuccessResponse } from '#src/contract/responses.ts'
import type { WishlistEntry } from '#src/contract/wishlist.ts'
import { MAX_RETRIES } from '#src/rules/constants.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { addToCart } from './add-to-cart.ts'
import { type Change, change } from './change.ts'
import type { ShopProduct } from './intent.ts'
import { promptLogin } from './navigation.ts'
import { createOwnList } from './own-list.ts'
import type { Fetched } from './remote.ts'
import { $user, currentUser, sessionUnknown, userListEffect } from './session.ts'
import { toast } from './toasts.ts'

const words = shopMessages.wishlist

const list = createOwnList<WishlistEntry>({
  name: 'wishlist',
  fetch: fetchEntries,
  toProductIds: (entries) => entries.map(({ id }) => id),
  unreachable: { error: words.fetchFailed },
  refetchesOnEveryPage: false,
  onVisitor: () => promptLogin(words.signInToView),
})

async function fetchEntries(): Promise<Fetched<WishlistEntry[]>> {
  const outcome = await call('GET /wishlist/', { retries: MAX_RETRIES })
  if (outcome.kind === 'ok' && Array.isArray(outcome.body.wishlist))
    return { data: outcome.body.wishlist }
  return { error: (outcome.kind === 'rejected' && outcome.message) || words.fetchFailed }
}

export const {
  $phase: $wishlistPhase,
  /** Shows the wishlist. A toast asks a visitor to log in (spec §6). */
  open: openWishlist,
  /** Fetches the wishlist again, e.g. after a failure. */
  reload: reloadWishlist,
} = list

/** Entries, newest first, and the state of their fetch. */
export const $wishlist = computed(list.$list, ({ items, ...state }) => ({
  ...state,
  entries: items,
}))

const $ids = computed($user, (user) => user?.wishlist)

/** Ids of the products on the wishlist, confirmed and pending. */
export const $wishlistIds = computed($ids, (ids): ReadonlySet<string> => new Set(ids))

const KEY_PREFIX = 'wishlist/'

/** Ids of the products whose change is pending: their buttons are disabled. */
export const $wishlistBusy = computed(
  list.remote.$pending,
  (pending): ReadonlySet<string> => new Set(pending.map(({ key }) => key.slice(KEY_PREFIX.length))),
)

/** Adds a product to the wishlist, or removes it: shown at once, rolled back on failure. */
export async function toggleWishlist(product: ShopProduct): Promise<void> {
  if ($wishlistIds.get().has(product.id)) await removeFromWishlist(product.id)
  else await addToWishlist(product)
}

/** @returns whether it is on the wishlist. */
export async function addToWishlist(product: ShopProduct): Promise<boolean> {
  const { id } = product
  const reject = () => rejectVisitor(words.signInToAdd, words.addFailed, product)
  if (!(await currentUser())) return reject()
  return changeEntry(id, {
    also: [userListEffect('wishlist', (ids) => [id, ...without(ids, id)])],
    send: () =>
      call('POST /wishlist/', { body: { productId: id }, retries: MAX_RETRIES, keepalive: true }),
    onSettled(outcome) {
      if (outcome.kind === 'ok') toast.success(outcome.body.message || words.added)
      else if (outcome.kind === 'failed') toast.error(words.addFailed)
      else if (outcome.status === 401) reject()
      else toast.error(outcome.message ?? words.addRejected)
    },
  })
}

/**
 * @param quiet no toast on success, where removing is part of something else.
 * @returns whether it is off the wishlist.
 */
export async function removeFromWishlist(id: string, quiet = false): Promise<boolean> {
  const reject = () => rejectVisitor(words.signInToManage, words.removeFailed)
  if (!(await currentUser())) return reject()
  return changeEntry(id, {
    // The card stays until the server has removed it; its heart is empty at once.
    optimistic: false,
    apply: (entries) => entries.filter((entry) => entry.id !== id),
    also: [userListEffect('wishlist', (ids) => without(ids, id))],
    send: () => call('DELETE /wishlist/:id', { param: id, keepalive: true }),
    onSettled(outcome) {
      if (outcome.kind === 'ok') {
        if (!quiet) toast.success(outcome.body.message || words.removed)
      } else if (outcome.kind === 'failed') toast.error(words.removeFailed)
      else if (outcome.status === 401) reject()
      else toast.error(outcome.message ?? words.removeRejected)
    },
  })
}

/** Adds to the cart, and only then removes from the wishlist (spec §4, wishlist to cart). */
export async function moveToCart(product: ShopProduct, variant: Variant): Promise<void> {
  const { rowUpdated: added, updateRejected: rejected } = shopMessages.cart
  if (await addToCart(product, { variant, words: { added, rejected } }))
    await removeFromWishlist(product.id, true)
}

/** Sends one change of a product at a time. */
async function changeEntry(
  id: string,
  options: Omit<Change<readonly WishlistEntry[], SuccessResponse>, 'key'>,
): Promise<boolean> {
  if ($wishlistBusy.get().has(id)) return false
  return (await change(list.remote, { key: KEY_PREFIX + id, ...options })) === 'ok'
}

const without = (ids: readonly string[], id: string): string[] => ids.filter((one) => one !== id)

function rejectVisitor(signIn: string, failed: string, product?: ShopProduct): false {
  if (sessionUnknown()) toast.error(failed)
  else promptLogin(signIn, product && { kind: 'wishlist', product })
  return false
}
