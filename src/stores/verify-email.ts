import { computed } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { $linkToken, removeLinkToken } from './mailed-links.ts'
import { createQuery } from './query.ts'
import { broadcastSession, refreshUser } from './session.ts'
import { removePendingSignup, setLoginEmail } from './sign-in.ts'

type Verification =
  | { kind: 'verified'; message: string; signedIn: boolean }
  /** The link is used, expired or wrong; the message says which. */
  | { kind: 'rejected'; message: string }

export const {
  /** The result of the mailed link that led to this page. After an error it may still be valid. */
  $state: $verification,
  refetch: retryVerification,
} = createQuery<Verification>({
  $key: computed($linkToken, (token) => token ?? null),
  async fetch(token) {
    const outcome = await call('POST /auth/verify-email', { body: { token } })
    if (outcome.kind === 'ok') {
      removeLinkToken()
      removePendingSignup()
      const { message, email, signedIn = false } = outcome.body
      if (signedIn) {
        await refreshUser()
        broadcastSession()
      } else if (email) setLoginEmail(email)
      return { data: { kind: 'verified', message, signedIn } }
    }
    if (outcome.kind === 'rejected' && outcome.status < 500 && outcome.message) {
      removeLinkToken()
      return { data: { kind: 'rejected', message: outcome.message } }
    }
    return { error: accountMessages.account.linkCheckFailed }
  },
})
