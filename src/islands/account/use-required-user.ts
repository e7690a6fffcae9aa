import { useEffect } from 'react'
import { herePath } from '#src/stores/intent.ts'
import { askForLogin } from '#src/stores/need-user.ts'
import { type Account, useAccount } from './use-account.ts'

/** For pages that need a user: a visitor is sent to log in and brought back. */
export function useRequiredUser(): Account {
  const account = useAccount()
  const { user, sessionReady, error } = account
  const visitor = sessionReady && !user && !error
  useEffect(() => {
    if (visitor) askForLogin(herePath())
  }, [visitor])
  return account
}
