import { call } from '#src/api-client/call.ts'
import { shopMessages } from '#src/rules/messages/shop.ts'
import { paths } from '#src/rules/paths.ts'
import { removeIntent } from './intent.ts'
import { navigate } from './navigation.ts'
import {
  $sessionError,
  $sessionLoading,
  $signedOut,
  broadcastSession,
  clearUser,
} from './session.ts'
import { deleteRecent } from './storage.ts'
import { toast } from './toasts.ts'

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
