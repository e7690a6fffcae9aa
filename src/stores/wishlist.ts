import { atom, computed } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { SuccessResponse } from '#src/contract/endpoint.ts'
import type { SavedLine, WishlistEntry } from '#src/contract/wishlist.ts'
import { MAX_RETRIES } from '#src/rules/constants.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { type AddOptions, addToCart } from './cart.ts'
import { type Change, type ChangeResult, change } from './change.ts'
import type { ShopProduct } from './intent.ts'
import { promptLogin } from './navigation.ts'
import { createOwnList } from './own-list.ts'
import type { Fetched } from './remote.ts'
import { $sessionReady, $user, currentUser, sessionUnknown, userListEffect } from './session.ts'
import { isOnDevice, VISITOR_WISHLIST_KEY } from './storage.ts'
import { toast } from './toasts.ts'

const words = shopMessages.wishlist

/** A product that a visitor keeps. */
export type KeptProduct = Pick<ShopProduct, 'id' | 'slug'>

type Settle = Change<unknown, SuccessResponse>['onSettled']

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

const $ids = computed($user, (user) => user?.wishlist ?? [])

/** What a visitor keeps on this device (`visitor-wishlist.ts`), newest first. */
export const $visitorProducts = atom<readonly KeptProduct[]>([])

/** Ids of the products on the wishlist, confirmed and pending. */
export const $wishlistIds = computed(
  [$ids, $visitorProducts],
  (ids, kept): ReadonlySet<string> => new Set([...ids, ...kept.map(({ id }) => id)]),
)

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

/**
 * @param saved the cart line that is saved for later.
 * @returns whether the account has it on its wishlist.
 */
export async function addToWishlist(product: ShopProduct, saved?: SavedLine): Promise<boolean> {
  const reject = () => changeAsVisitor(words.addFailed, ({ keepOnDevice }) => keepOnDevice(product))
  if (!(await currentUser())) return reject()
  const onSettled: Settle = (outcome) => {
    if (outcome.kind === 'ok') toast.success(outcome.body.message || words.added)
    else if (outcome.kind === 'failed') toast.error(words.addFailed)
    else if (outcome.status === 401) void reject()
    else toast.error(outcome.message ?? words.addRejected)
  }
  const result = await addEntry(product.id, onSettled, saved)
  return result === 'ok'
}

/** Adds a product to the wishlist of the account, shown at once. */
export const addEntry = (id: string, onSettled: Settle, saved?: SavedLine): Promise<ChangeResult> =>
  changeEntry(id, {
    also: [userListEffect('wishlist', (ids) => [id, ...without(ids, id)])],
    send: () =>
      call('POST /wishlist/', {
        body: { productId: id, saved },
        retries: MAX_RETRIES,
        keepalive: true,
      }),
    onSettled,
  })

/**
 * @param quiet no toast on success, where removing is part of something else.
 * @returns whether it is off the wishlist.
 */
export async function removeFromWishlist(id: string, quiet = false): Promise<boolean> {
  const reject = () =>
    changeAsVisitor(words.removeFailed, ({ removeFromDevice }) => removeFromDevice(id))
  if (!(await currentUser())) return reject()
  const result = await changeEntry(id, {
    // The card stays until the server has removed it; its heart is empty at once.
    optimistic: false,
    apply: (entries) => entries.filter((entry) => entry.id !== id),
    also: [userListEffect('wishlist', (ids) => without(ids, id))],
    send: () => call('DELETE /wishlist/:id', { param: id, keepalive: true }),
    onSettled(outcome) {
      if (outcome.kind === 'ok') {
        if (!quiet) toast.success(outcome.body.message || words.removed)
      } else if (outcome.kind === 'failed') toast.error(words.removeFailed)
      else if (outcome.status === 401) void reject()
      else toast.error(outcome.message ?? words.removeRejected)
    },
  })
  return result === 'ok'
}

/** Adds to the cart, and only then removes from the wishlist (spec §4, wishlist to cart). */
export async function moveToCart(
  product: ShopProduct,
  chosen: Pick<AddOptions, 'variant' | 'quantity'>,
): Promise<void> {
  const { rowUpdated: added, updateRejected: rejected } = shopMessages.cart
  if (await addToCart(product, { ...chosen, words: { added, rejected } }))
    await removeFromWishlist(product.id, true)
}

/** Sends one change of a product at a time. */
async function changeEntry(
  id: string,
  options: Omit<Change<readonly WishlistEntry[], SuccessResponse>, 'key'>,
): Promise<ChangeResult> {
  if ($wishlistBusy.get().has(id)) return 'unsent'
  return change(list.remote, { key: KEY_PREFIX + id, ...options })
}

const without = (ids: readonly string[], id: string): string[] => ids.filter((one) => one !== id)

/** Most pages never load what is for visitors. */
const importVisitorWishlist = () => import('./visitor-wishlist.ts')

async function changeAsVisitor(
  failed: string,
  changeOnDevice: (visitor: Awaited<ReturnType<typeof importVisitorWishlist>>) => void,
): Promise<false> {
  const fail = () => void toast.error(failed)
  if (sessionUnknown()) fail()
  else await importVisitorWishlist().then(changeOnDevice).catch(fail)
  return false
}

/** Shows what is kept on this device, and adds it to the account of who is signed in. */
function loadVisitorWishlist(): void {
  if (isOnDevice(VISITOR_WISHLIST_KEY)) void importVisitorWishlist().catch(() => undefined)
}

$sessionReady.listen(loadVisitorWishlist)
// Another tab may keep the first one.
globalThis.addEventListener?.('storage', loadVisitorWishlist)
