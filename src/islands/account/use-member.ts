import { useEffect } from 'react'
import { loginPath } from '#src/rules/paths.ts'
import { herePath } from '#src/stores/intent.ts'
import { leaveFor } from '#src/stores/leave.ts'
import { type Account, useAccount } from './use-account.ts'

/** For pages that need a user: a visitor is sent to log in and brought back. */
export function useMember(): Account {
  const account = useAccount()
  const { user, settled, error } = account
  const visitor = settled && !user && !error
  useEffect(() => {
    if (visitor) leaveFor(loginPath(herePath()))
  }, [visitor])
  return account
}
