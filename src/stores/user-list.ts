import { computed, onMount } from 'nanostores'
import { releaseKeys } from '#src/api-client/idempotency-key.ts'
import { userCacheKey } from './cache.ts'
import { createQuery, type Fetched } from './query.ts'
import {
  $sessionError,
  $sessionFailed,
  $sessionReady,
  $uid,
  $user,
  currentUser,
  updateLocalUser,
} from './session.ts'
import { toast } from './toasts.ts'

export interface UserListOptions<Item> {
  /** The list of the user object whose products these items are. */
  name: 'cart' | 'wishlist'
  /** Whether a fresh list of the previous page is shown without a call. */
  cached: boolean
  fetch(): Promise<Fetched<readonly Item[]>>
  /** The entries of the user's list, e.g. a product id for each item of a cart line. */
  toProductIds(items: readonly Item[]): string[]
  /** There was no answer. */
  failed: string
  /** The same in a toast. */
  failedToast: string
}

/** The state of the list for its page. */
export type ListPhase = 'loading' | 'failed' | 'visitor' | 'empty' | 'items'

const isSame = (ids: readonly string[], others: readonly string[]): boolean =>
  ids.length === others.length && ids.every((id, index) => id === others[index])

/** A list of the signed-in user: cart or wishlist. A visitor's is empty. */
export function createUserList<Item>(options: UserListOptions<Item>) {
  const { name, toProductIds, failed, failedToast } = options
  const getIds = (): readonly string[] => $user.get()?.[name] ?? []
  const toastFailed = (error: string) => toast.error(error === failed ? failedToast : error)

  const query = createQuery<readonly Item[]>({
    name,
    $key: $uid,
    fetch: options.fetch,
    ...(options.cached && { cacheKey: (uid: string) => userCacheKey(uid, name) }),
    // Only while fresh, and only if the profile has the same products.
    parseCached: (items, fresh) =>
      fresh && Array.isArray(items) && isSame(toProductIds(items).sort(), getIds().toSorted())
        ? items
        : undefined,
    onSuccess(items) {
      releaseKeys(`${$uid.get()} ${name}/`)
      const ids = toProductIds(items)
      if (!isSame(ids, getIds())) updateLocalUser({ [name]: ids })
    },
    onError(error) {
      if (query.isShown()) toastFailed(error)
    },
  })

  onMount(query.$data, () =>
    $sessionFailed.subscribe((sessionFailed) => {
      if (sessionFailed) toastFailed(failed)
    }),
  )

  /** No one is signed in, which an unknown session does not say. */
  const $isVisitor = computed(
    [$user, $sessionReady, $sessionError],
    (user, ready, error) => ready && !user && error === null,
  )

  /** Confirmed items with pending mutations, and the state of the fetch. */
  const $list = computed(
    [query.$state, $sessionFailed],
    ({ data, error, loading }, sessionFailed) => ({
      items: data ?? [],
      /** False until the items of this user have arrived once. */
      known: data !== undefined,
      loading,
      error: loading ? null : sessionFailed ? failed : error,
    }),
  )

  const $phase = computed([$list, $isVisitor], ({ items, known, error }, isVisitor): ListPhase => {
    if (items.length > 0) return 'items'
    if (error && !known) return 'failed'
    if (isVisitor) return 'visitor'
    return known ? 'empty' : 'loading'
  })

  /** Fetches the list again, e.g. after a failure. */
  async function reload(): Promise<void> {
    await currentUser()
    await query.refetch()
  }

  return { query, $list, $phase, $isVisitor, reload }
}
