import { atom, computed } from 'nanostores'
import { call, onUnauthorized } from '#src/api-client/call.ts'
import type { User } from '#src/contract/account.ts'
import { MAX_RETRIES } from '#src/rules/constants.ts'
import { SESSION_HINT_KEY } from '#src/rules/inline-script.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { paths } from '#src/rules/paths.ts'
import { removeIntent } from './intent.ts'
import { $signedOut, navigate } from './navigation.ts'
import { broadcast, createRemote, type Effect, type Fetched } from './remote.ts'
import {
  deletePrivateCache,
  deleteRecent,
  isRecord,
  readItem,
  removeItem,
  setItem,
} from './storage.ts'
import { toast } from './toasts.ts'

/** Null until this page fetches the session. */
const $scope = atom<string | null>(null)

/** True once the server has answered who is signed in, or the fetch has failed. */
export const $sessionReady = atom(false)

const session = createRemote<User | null>({
  name: 'session',
  $scope,
  fetch: fetchUser,
  // Cart and wishlist are fetched after their changes: an older profile says nothing about them.
  reconcile: (user, current) =>
    user && user.uid === current?.uid
      ? { ...user, cart: current.cart, wishlist: current.wishlist }
      : user,
  shared: true,
  onRestore() {
    // Signed out meanwhile: the page must not show the user while it fetches.
    if (!readSessionHint()) clearUser()
  },
  onConfirm(user) {
    deletePrivateCache(user?.uid)
    $sessionReady.set(true)
  },
  onFail: () => $sessionReady.set(true),
})

/** The user, or null for a visitor (spec §3, client session state), with pending changes. */
export const $user = computed(session.$shown, (user) => user ?? null)
export const $uid = computed(session.$data, (user) => user?.uid ?? null)
export const { $loading: $sessionLoading, $error: $sessionError } = session

/**
 * What the last page on this device knew: header and cart show it until the first answer. It identifies
 * no one.
 */
interface SessionHint {
  itemCount: number
}

const isSessionHint = (value: unknown): value is SessionHint =>
  isRecord(value) && Number.isInteger(value['itemCount']) && Number(value['itemCount']) >= 0

const readSessionHint = (): SessionHint | undefined =>
  readItem(SESSION_HINT_KEY, isSessionHint, 'localStorage')

/** The hint as it was when this page fetched its session. */
export const $sessionHint = atom<SessionHint | undefined>()

session.$shown.listen((user) => {
  const hint = user && ({ itemCount: user.cart.length } satisfies SessionHint)
  if (hint) setItem(SESSION_HINT_KEY, hint, 'localStorage')
  else removeItem(SESSION_HINT_KEY)
})

/** Whether a user is signed in, as far as this tab knows: the hint until the first answer. */
export const $signedIn = computed([session.$data, $sessionHint], (user, hint) =>
  user === undefined ? hint !== undefined : user !== null,
)

/** A user counts as signed in when the object has at least one key; ours always has a uid. */
export const isUser = (value: unknown): value is User =>
  isRecord(value) && typeof value['uid'] === 'string' && value['uid'] !== ''

async function fetchUser(): Promise<Fetched<User | null>> {
  const outcome = await call('GET /users/getUserProfile', { retries: MAX_RETRIES })
  const user = outcome.kind === 'ok' ? outcome.body.user : undefined
  if (user === null || isUser(user)) return { data: withLists(user) }
  const message = outcome.kind === 'rejected' ? outcome.message : undefined
  return { error: message || shopMessages.session.fetchRejected }
}

/** Lists that are none leave the known ones as they are (spec §5). */
function withLists(user: User | null): User | null {
  if (!user) return null
  const known = session.$data.get()
  const listOf = (list: 'cart' | 'wishlist') =>
    Array.isArray(user[list]) ? user[list] : (known?.[list] ?? [])
  return { ...user, cart: listOf('cart'), wishlist: listOf('wishlist') }
}

let started: Promise<void> | undefined

/** Shows the session hint and fetches the user, once for each page. */
export function startSession(): Promise<void> {
  started ??= start()
  return started
}

async function start(): Promise<void> {
  $sessionHint.set(readSessionHint())
  onUnauthorized(endSession)
  await activated()
  await refreshUser()
}

/** A prerendered page fetches nothing until it is shown. */
const activated = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof document === 'undefined' || !document.prerendering) resolve()
    else document.addEventListener('prerenderingchange', () => resolve(), { once: true })
  })

/** The session ended elsewhere. */
function endSession(): void {
  if (!$user.get()) return
  clearUser()
  broadcastSession()
}

/** The user, once the session is fetched; after a failure it is fetched again. */
export async function currentUser(): Promise<User | null> {
  if ($sessionReady.get() && $sessionError.get() !== null && !$user.get()) await refreshUser()
  else await startSession()
  return $user.get()
}

/** The session could not be fetched: that is a failure, and no visitor. */
export const sessionUnknown = (): boolean =>
  !$user.get() && ($signedIn.get() || $sessionError.get() !== null)

/** Fetches the profile. An older answer never replaces a newer one. */
export function refreshUser(): Promise<void> {
  $scope.set('user')
  return session.invalidate()
}

/** Replaces the user by an answer of the server. */
export const setUser = (user: User | null): void => session.confirm(withLists(user))

/** Merges fields into the local user (spec §3); does nothing for a visitor. */
export function updateLocalUser(fields: Partial<User>): void {
  const user = session.$data.get()
  if (user) session.update(withLists({ ...user, ...fields }))
}

/** Clears the user and with it loading and error (spec §3). */
export const clearUser = (): void => setUser(null)

/** Tells the other tabs that another user, or none, is signed in. */
export const broadcastSession = (): void => broadcast('session')

/** What a change does to the signed-in user. */
export function userEffect(
  apply: (user: User, delta: number) => User,
  optimistic?: boolean,
): Effect {
  const uid = $uid.get()
  return session.effect(
    (user, delta) => (user && user.uid === uid ? apply(user, delta) : user),
    optimistic,
  )
}

/** What a change does to a list of the signed-in user. */
export const userListEffect = (
  list: 'cart' | 'wishlist',
  apply: (ids: readonly string[], delta: number) => string[],
  optimistic?: boolean,
): Effect =>
  userEffect((user, delta) => ({ ...user, [list]: apply(user[list], delta) }), optimistic)

/** Ends the session; on failure the user stays signed in, on the same page (spec §4, logout). */
export async function signOut(): Promise<void> {
  $sessionLoading.set(true)
  $sessionError.set(null)
  const outcome = await call('POST /auth/logout')
  if (outcome.kind === 'ok') {
    $signedOut.set(true)
    clearUser()
    removeIntent()
    deleteRecent()
    broadcastSession()
    navigate(paths.login)
  } else {
    const text = (outcome.kind === 'rejected' && outcome.message) || shopMessages.logout.failed
    $sessionError.set(text)
    toast.error(text)
  }
  $sessionLoading.set(false)
}
