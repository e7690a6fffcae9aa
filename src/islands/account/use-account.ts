import { useStore } from '@nanostores/react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { User } from '#src/contract/account.ts'
import { leadOn, wantedPath } from '#src/stores/lead-on.ts'
import {
  $sessionError,
  $sessionLoading,
  $sessionSettled,
  $user,
  startSession,
} from '#src/stores/session.ts'

export interface Account {
  user: User | null
  /** False until the server has said who is here. */
  sessionReady: boolean
  error: string | null
}

/** Who uses this page; asks the server once for each page. */
export function useAccount(): Account {
  const user = useStore($user, { ssr: 'initial' })
  const settled = useStore($sessionSettled, { ssr: 'initial' })
  const error = useStore($sessionError, { ssr: 'initial' })
  useEffect(() => {
    void startSession()
  }, [])
  return { user, sessionReady: settled, error }
}

/**
 * Leads whoever is signed in on to where they wanted to be: on arrival, or when another tab or the
 * social sign-in has done it. Not while the full profile is still on its way, nor while `busy`.
 */
export function useRedirectAfterSignIn(busy: boolean): void {
  const { user } = useAccount()
  const loading = useStore($sessionLoading, { ssr: 'initial' })
  useEffect(() => {
    if (user && !loading && !busy) leadOn(user)
  }, [user, loading, busy])
}

const never = () => () => undefined

/** The page that is wanted in the end, once the island lives; null in the static page. */
export const useNextPath = (): string | null => useSyncExternalStore(never, wantedPath, () => null)

/** True when the browser says that it keeps no cookies (reliability F17). */
export function useCookiesDisabled(): boolean {
  const [off, setOff] = useState(false)
  useEffect(() => setOff(!navigator.cookieEnabled), [])
  return off
}
