import { atom, computed } from 'nanostores'
import { releaseKeys } from '#src/api-client/idempotency-key.ts'
import { createRemote, type Fetched, type FetchFailure } from './remote.ts'
import {
  $sessionError,
  $sessionReady,
  $uid,
  $user,
  currentUser,
  startSession,
  updateLocalUser,
} from './session.ts'
import { privateKey } from './storage.ts'
import { toast } from './toasts.ts'

export interface OwnListOptions<Item> {
  /** The list of the user object whose products these items are. */
  name: 'cart' | 'wishlist'
  fetch(): Promise<Fetched<readonly Item[]>>
  /** The entries of the user's list, e.g. a product id for each item of a cart line. */
  toProductIds(items: readonly Item[]): string[]
  /** Shown when not even the session could be fetched. */
  unreachable: FetchFailure
  /** Whether a change is followed by a fetch on pages that do not show the list. */
  refetchesOnEveryPage: boolean
  /** Runs when a visitor opens the page of the list. */
  onVisitor?: () => void
}

/** What a page of the list shows. */
export type ListPhase = 'loading' | 'failed' | 'visitor' | 'empty' | 'items'

const isSame = (ids: readonly string[], others: readonly string[]): boolean =>
  ids.length === others.length && ids.every((id, at) => id === others[at])

/** A list of the signed-in user: cart or wishlist. A visitor's is empty. */
export function createOwnList<Item>(options: OwnListOptions<Item>) {
  const { name, toProductIds } = options
  /** A page shows the items, not only their number. */
  const $open = atom(false)

  const remote = createRemote<readonly Item[]>({
    name,
    $scope: $uid,
    fetch: options.fetch,
    cacheKey: (uid) => privateKey(uid, name),
    // Only while fresh, and only where the profile has the same products.
    parseCached(items, fresh) {
      const ids = $user.get()?.[name] ?? []
      const usable = fresh && Array.isArray(items)
      return usable && isSame(toProductIds(items).sort(), ids.toSorted()) ? items : undefined
    },
    shared: true,
    refetchesAfterChange: () => options.refetchesOnEveryPage || $open.get(),
    onConfirm(items) {
      releaseKeys(`${$uid.get()} ${name}/`)
      const ids = toProductIds(items)
      if (!isSame(ids, $user.get()?.[name] ?? [])) updateLocalUser({ [name]: ids })
    },
    onFail({ error, toast: text = error }) {
      if ($open.get()) toast.error(text)
    },
  })

  $uid.listen(() => {
    if ($open.get()) void remote.load()
  })

  /** Confirmed items with pending changes, and the state of the fetch. */
  const $list = computed(
    [remote.$shown, remote.$loading, remote.$error],
    (items, loading, error) => ({
      items: items ?? [],
      /** False until the items of this user have arrived once. */
      known: items !== undefined,
      loading,
      error: loading ? null : error,
    }),
  )

  const $phase = computed(
    [$list, $user, $sessionReady, $sessionError],
    ({ items, known, error }, user, ready, sessionError): ListPhase => {
      if (items.length > 0) return 'items'
      if (error && !known) return 'failed'
      // An unknown session is not taken for a visitor.
      if (ready && !user && sessionError === null) return 'visitor'
      return known ? 'empty' : 'loading'
    },
  )

  async function open(): Promise<void> {
    await startSession()
    $open.set(true)
    if ($uid.get()) await remote.load()
    else if ($sessionError.get() !== null) remote.fail(options.unreachable)
    else options.onVisitor?.()
  }

  /** Fetches the list again, e.g. after a failure. */
  async function reload(): Promise<void> {
    remote.$loading.set(true)
    if (await currentUser()) await remote.refetch()
    else if ($sessionError.get() !== null) remote.fail(options.unreachable)
    else remote.$loading.set(false)
  }

  return { remote, $list, $phase, open, reload }
}
