import { atom } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { paths } from '#src/rules/paths.ts'
import { dropIntent } from './intent.ts'
import { leaveFor } from './leave.ts'
import { $sessionError, $sessionLoading, clearUser } from './session.ts'
import { tellTabs } from './tabs.ts'
import { say } from './toasts.ts'

/** True once a logout has succeeded (spec §4, logout). */
export const $signedOut = atom(false)

/** Ends the session; on failure the user stays signed in and where they are (spec §4, logout). */
export async function signOut(): Promise<void> {
  $sessionLoading.set(true)
  $sessionError.set(null)
  const outcome = await call('POST /auth/logout')
  if (outcome.kind === 'ok') {
    $signedOut.set(true)
    clearUser()
    dropIntent()
    tellTabs('session')
    leaveFor(paths.login)
  } else {
    const text = (outcome.kind === 'rejected' && outcome.message) || shopMessages.logout.failed
    $sessionError.set(text)
    say.error(text)
  }
  $sessionLoading.set(false)
}
