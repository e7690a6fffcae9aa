import { atom } from 'nanostores'
import type { User } from '#src/contract/account.ts'
import { getPathAfterSignIn, loginPath, parseNextPath, paths, withNext } from '#src/rules/paths.ts'
import { currentPath, type Intent, intentPath, keepIntent, keepPath } from './intent.ts'
import { toast } from './toasts.ts'

/** True once a logout has succeeded: the page is being left (spec §4, logout). */
export const $signedOut = atom(false)

/** Opens another page of this site. */
export const navigate = (path: string): void => location.assign(path)

/** Opens another page instead of this one: Back does not return here. */
export const replaceLocation = (path: string): void => location.replace(path)

/** Shows a toast with a link to log in. The intent is replayed when the visitor is back. */
export function promptLogin(text: string, intent?: Intent): void {
  toast.error(text, {
    label: 'Log in',
    onPress: () => {
      if (intent) keepIntent(intent)
      navigate(loginPath(currentPath()))
    },
  })
}

/**
 * Sends a visitor to log in and back to `path`. After a logout the page is being left already: the
 * redirect waits until it is restored from the back/forward cache.
 * @param hasEnded whether this device was signed in before, which the login says.
 */
export function redirectToLogin(path: string, hasEnded = false): void {
  const redirect = () => replaceLocation(loginPath(path, hasEnded && !$signedOut.get()))
  if (!$signedOut.get()) redirect()
  else addEventListener('pageshow', ({ persisted }) => persisted && redirect(), { once: true })
}

/** The page to open after signing in, or null. */
export const nextPath = (): string | null => parseNextPath(location.search) ?? intentPath()

/**
 * After any sign-in: to the next page, otherwise home, the profile form or the studio (spec §2, /login). The
 * log-in page leaves the history, because it would only redirect again.
 */
export const redirectAfterSignIn = (user: Pick<User, 'address' | 'role'>): void =>
  replaceLocation(getPathAfterSignIn(nextPath(), user))

/** From sign-up to the inbox page, with the next page. */
export function redirectToVerifyEmail(): void {
  const next = parseNextPath(location.search)
  if (next !== null) keepPath(next)
  navigate(withNext(paths.verifyEmail, next))
}

/** From the profile form, saved or skipped: to the next page, otherwise home. */
export const redirectAfterProfile = (): void => replaceLocation(nextPath() ?? paths.home)

const onBeforeUnload = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Makes the browser ask before the page is left with unsaved changes. */
export const warnOnLeave = (): void => addEventListener('beforeunload', onBeforeUnload)

export const allowLeave = (): void => removeEventListener('beforeunload', onBeforeUnload)
