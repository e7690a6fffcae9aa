import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { User } from '#src/contract/account.ts'
import { $account } from '#src/stores/account.ts'
import { currentPath } from '#src/stores/intent.ts'
import { nextPath, redirectAfterSignIn, redirectToLogin } from '#src/stores/navigation.ts'
import {
  $sessionError,
  $sessionLoading,
  $sessionReady,
  hasSessionEnded,
} from '#src/stores/session.ts'
import { useBrowserValue } from '../hooks/use-browser-value.ts'

export interface Account {
  /** The signed-in user; null for a visitor, and until the session is ready. */
  user: User | null
  /** Whether the server has answered who is signed in. */
  sessionReady: boolean
  /** Error of loading the session. */
  error: string | null
}

/** Returns the account of this page. */
export function useAccount(): Account {
  const user = useStore($account, { ssr: () => null })
  const sessionReady = useStore($sessionReady, { ssr: () => false })
  const error = useStore($sessionError, { ssr: 'initial' })
  return { user, sessionReady, error }
}

/** For pages that require a user: redirects a visitor to the login page, which leads back here. */
export function useRequiredUser(): Account {
  const account = useAccount()
  const { user, sessionReady, error } = account
  const visitor = sessionReady && !user && !error
  useEffect(() => {
    if (visitor) redirectToLogin(currentPath(), hasSessionEnded())
  }, [visitor])
  return account
}

/**
 * Redirects a signed-in user to the requested page: on page load, and after a sign-in by another tab
 * or by Google. Waits while the profile is loading and while `busy`.
 */
export function useRedirectAfterSignIn(busy: boolean): void {
  const { user } = useAccount()
  const loading = useStore($sessionLoading, { ssr: 'initial' })
  useEffect(() => {
    if (user && !loading && !busy) redirectAfterSignIn(user)
  }, [user, loading, busy])
}

/** Returns the path to open after signing in; null in the static page and before hydration. */
export const useNextPath = (): string | null => useBrowserValue(nextPath, null)

/** Returns whether the browser blocks cookies (F17). */
export const useCookiesDisabled = (): boolean =>
  useBrowserValue(() => !navigator.cookieEnabled, false)
