import { atom, computed, onMount } from 'nanostores'
import { call, onUnauthorized } from '#src/api-client/call.ts'
import type { User } from '#src/contract/account.ts'
import { isRecord } from '#src/rules/is-record.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { paths } from '#src/rules/paths.ts'
import { SESSION_HINT_KEY } from '#src/rules/session-hint.ts'
import { clearCache, deleteUserCache } from './cache.ts'
import { createEffect, type Effect } from './mutation.ts'
import { $signedOut, navigate } from './navigation.ts'
import { errorText } from './outcome.ts'
import { createQuery, type Fetched } from './query.ts'
import { clearStorage, defineKey, readItem, removeItem, setItem } from './storage.ts'
import { broadcast, LOGOUT, onChangedElsewhere, onMessage } from './tabs.ts'
import { toast } from './toasts.ts'

const NAME = 'session'

const session = createQuery<User | null>({
  $key: atom('user'),
  fetch: fetchUser,
  // Cart and wishlist are fetched, and say which products the user has.
  refetchesAfterMutations: false,
  onSuccess: (user) => deleteUserCache(user?.uid),
})

onChangedElsewhere(NAME, () => {
  // Signed out meanwhile: the page must not show the user while it fetches.
  if (!readSessionHint()) clearUser()
  void session.invalidate()
})

onMessage(LOGOUT, () => {
  clearUser()
  forgetPerson()
})

/** The user, or null for a visitor (spec §3, client session state), with pending mutations. */
export const $user = computed(session.$data, (user) => user ?? null)
export const $uid = computed(session.$confirmed, (user) => user?.uid ?? null)
export const { $loading: $sessionLoading, $error: $sessionError } = session

/** True once the server has answered who is signed in, or the fetch has failed. */
export const $sessionReady = computed(
  [session.$confirmed, $sessionError],
  (user, error) => user !== undefined || error !== null,
)

/** The session could not be fetched: it is unknown who is signed in. */
export const $sessionFailed = computed(
  [$user, $sessionError, $sessionLoading],
  (user, error, loading) => !user && error !== null && !loading,
)

/**
 * The session as the last page on this device knew it. Header and cart show it until the first answer. It identifies
 * no one.
 */
interface SessionHint {
  itemCount: number
  /** Views of people who look after the shop are not counted. */
  isStaff: boolean
}

const isSessionHint = (value: unknown): value is SessionHint =>
  isRecord(value) &&
  typeof value['isStaff'] === 'boolean' &&
  Number.isInteger(value['itemCount']) &&
  Number(value['itemCount']) >= 0

const HINT_KEY = defineKey(SESSION_HINT_KEY, 'until logout')

const readSessionHint = (): SessionHint | undefined => readItem(HINT_KEY, isSessionHint)

function saveSessionHint(user: User | null | undefined): void {
  const hint: SessionHint | null | undefined = user && {
    itemCount: user.cart.length,
    isStaff: (user.role ?? 'customer') !== 'customer',
  }
  if (hint) setItem(HINT_KEY, hint)
  else removeItem(HINT_KEY)
}

/** The hint as it was when this page fetched its session. */
export const $sessionHint = atom<SessionHint | undefined>()

/** Whether this device was signed in when the page was opened, and is not any more. */
export const hasSessionEnded = (): boolean => Boolean($sessionHint.get()) && !$user.get()

/** Whether a user is signed in, as far as this tab knows: the hint until the first answer. */
export const $signedIn = computed([session.$confirmed, $sessionHint], (user, hint) =>
  user === undefined ? hint !== undefined : user !== null,
)

/** A user counts as signed in when the object has at least one key; ours always has a uid. */
export const isUser = (value: unknown): value is User =>
  isRecord(value) && typeof value['uid'] === 'string' && value['uid'] !== ''

async function fetchUser(): Promise<Fetched<User | null>> {
  $sessionHint.set(readSessionHint())
  await untilShown()
  const outcome = await call('GET /users/getUserProfile')
  const user = outcome.kind === 'ok' ? outcome.body.user : undefined
  if (user === null || isUser(user)) return { data: withLists(user) }
  const { fetchRejected, noDetails } = shopMessages.session
  return { error: isRecord(user) ? noDetails : errorText(outcome, fetchRejected) }
}

/** Values that are not lists leave the known lists as they are (spec §5). `$account` has the other fields. */
function withLists(user: User | null): User | null {
  if (!user) return null
  const known = session.$confirmed.get()
  const listOf = (list: 'cart' | 'wishlist') =>
    Array.isArray(user[list]) ? user[list] : (known?.[list] ?? [])
  return { ...user, cart: listOf('cart'), wishlist: listOf('wishlist') }
}

/** A prerendered page fetches nothing until it is shown. */
async function untilShown(): Promise<void> {
  if (globalThis.document?.prerendering)
    await new Promise((resolve) =>
      document.addEventListener('prerenderingchange', resolve, { once: true }),
    )
}

onMount(session.$data, () => session.$data.listen(saveSessionHint))
onUnauthorized(endSession)

/** The session ended elsewhere. */
function endSession(): void {
  if (!$user.get()) return
  clearUser()
  broadcastSession()
}

/** The user, once the session is fetched; after a failure it is fetched again. */
export async function currentUser(): Promise<User | null> {
  const failed = !$user.get() && $sessionError.get() !== null
  await (failed ? session.refetch() : session.load())
  return $user.get()
}

/** Fetches the profile. An older answer never replaces a newer one. */
export const refreshUser = (): Promise<void> => session.invalidate()

/** Replaces the user by an answer of the server. */
export const setUser = (user: User | null): void => session.confirm(withLists(user))

/** Merges fields into the local user (spec §3); does nothing for a visitor. */
export function updateLocalUser(fields: Partial<User>): void {
  const user = session.$confirmed.get()
  if (!user) return
  session.markStale()
  session.$confirmed.set(withLists({ ...user, ...fields }))
}

/** Clears the user and with it loading and error (spec §3). */
export const clearUser = (): void => setUser(null)

/** Tells the other tabs that another user, or none, is signed in. */
export const broadcastSession = (): void => broadcast(NAME)

/** The effect of a mutation on the signed-in user. */
export function userEffect(
  apply: (user: User, delta: number) => User,
  optimistic?: boolean,
): Effect {
  const uid = $uid.get()
  return createEffect(
    session,
    (user, delta) => (user && user.uid === uid ? apply(user, delta) : user),
    optimistic,
  )
}

/** Removes the data of the person from this tab and this device. */
function forgetPerson(): void {
  clearCache()
  clearStorage()
}

/** Ends the session; on failure the user stays signed in, on the same page (spec §4, logout). */
export async function signOut(): Promise<void> {
  $sessionLoading.set(true)
  $sessionError.set(null)
  const outcome = await call('POST /auth/logout')
  if (outcome.kind === 'ok') {
    $signedOut.set(true)
    clearUser()
    forgetPerson()
    broadcast(LOGOUT)
    broadcastSession()
    navigate(paths.login)
  } else {
    const text = errorText(outcome, shopMessages.logout.failed)
    $sessionError.set(text)
    toast.error(text)
  }
  $sessionLoading.set(false)
}
