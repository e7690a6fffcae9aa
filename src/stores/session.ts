import { atom } from 'nanostores'
import { call, onUnauthorized } from '#src/api-client/call.ts'
import type { Outcome } from '#src/api-client/outcome.ts'
import type { User } from '#src/contract/account.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { dropOwn } from './cache.ts'
import { hasLogin, keepLastKnown } from './last-known.ts'
import { onTabs, tellTabs } from './tabs.ts'

/** The user, or null for a visitor (spec §3, client session state). */
export const $user = atom<User | null>(null)
export const $sessionLoading = atom(false)
export const $sessionError = atom<string | null>(null)

/** True once this page has the server's word on who is using it, or has failed to get it. */
export const $sessionSettled = atom(false)

/**
 * Whether somebody is signed in, as far as this tab knows: the last known state until the first
 * answer, so that the header does not change twice on every page.
 */
export const $signedIn = atom(false)

let asked = 0
let started: Promise<void> | undefined

/** A user counts as signed in when the object has at least one key; ours always has a uid (T35). */
export const isUser = (value: unknown): value is User =>
  typeof value === 'object' &&
  value !== null &&
  'uid' in value &&
  typeof value.uid === 'string' &&
  value.uid !== ''

/** Shows the last known state and asks the server who is signed in, once for each page. */
export function startSession(): Promise<void> {
  started ??= begin()
  return started
}

/** The user, once the server has been asked; after a failure it is asked again. */
export async function currentUser(): Promise<User | null> {
  if ($sessionSettled.get() && $sessionError.get() !== null && !$user.get()) await refreshUser()
  else await startSession()
  return $user.get()
}

/** The server could not say who this is: a failure, which is not taken for a visitor. */
export const whoIsUnknown = (): boolean =>
  !$user.get() && ($signedIn.get() || $sessionError.get() !== null)

async function begin(): Promise<void> {
  $signedIn.set(hasLogin())
  onUnauthorized(endedElsewhere)
  forgetOnReturn()
  onTabs('session', () => void refreshUser())
  await shown()
  await refreshUser()
}

/** Gone back to after logging out in this tab, a page shows nobody's, not even for a moment. */
function forgetOnReturn(): void {
  if (typeof addEventListener === 'undefined') return
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && !hasLogin()) clearUser()
  })
}

/** A page that is only being prepared asks nothing. */
const shown = (): Promise<void> =>
  new Promise((resolve) => {
    if (typeof document === 'undefined' || !document.prerendering) resolve()
    else document.addEventListener('prerenderingchange', () => resolve(), { once: true })
  })

/** Fetches the whole profile and holds it. An older answer never replaces a newer one. */
export async function refreshUser(): Promise<Outcome<{ user: User | null }>> {
  asked += 1
  const number = asked
  $sessionLoading.set(true)
  const outcome = await call('GET /users/getUserProfile', { retries: 1 })
  if (number !== asked) return outcome
  const user = outcome.kind === 'ok' ? outcome.body.user : undefined
  if (isUser(user)) holdUser(user)
  else if (user === null) holdUser(null)
  else
    $sessionError.set(
      (outcome.kind === 'rejected' && outcome.message) || shopMessages.session.fetchRejected,
    )
  $sessionLoading.set(false)
  $sessionSettled.set(true)
  return outcome
}

/** Replaces the user by what the server answered. */
export function holdUser(user: User | null): void {
  asked += 1
  dropOwn(user?.uid)
  $sessionError.set(null)
  $sessionLoading.set(false)
  $user.set(user)
  $signedIn.set(user !== null)
  $sessionSettled.set(true)
  keepLastKnown(user)
}

/** Merges fields into the local user; does nothing for a visitor. */
export function updateLocalUser(fields: Partial<User>): void {
  const user = $user.get()
  if (user) $user.set({ ...user, ...fields })
}

/** Forgets the user and with it loading and error (spec §3). */
export function clearUser(): void {
  holdUser(null)
}

function endedElsewhere(): void {
  if (!$user.get()) return
  clearUser()
  tellTabs('session')
}
