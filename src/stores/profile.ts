import { call } from '#src/api-client/call.ts'
import type { Address } from '#src/contract/account.ts'
import type { Gender } from '#src/contract/values.ts'
import { findPrimaryAddress } from '#src/rules/addresses.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { type Answer, answerOf } from './answer.ts'
import { $user, clearUser, holdUser, isUser } from './session.ts'
import { tellTabs } from './tabs.ts'
import { say, sayOnNextPage } from './toasts.ts'

const { profile, account } = accountMessages

export interface FirstDetails {
  phone: string
  gender: Gender
  /** YYYY-MM-DD. */
  dob: string
  address: Omit<Address, 'isDefault'>
}

/** Nothing happened, and there is nothing to say under the form. */
const NOTHING: Answer = { ok: false, message: '' }

/** Fills the profile after the first sign-in. Without a user it logs so and does nothing (spec §5). */
export async function completeProfile(details: FirstDetails): Promise<Answer> {
  const uid = $user.get()?.uid
  if (!uid) {
    console.error('The profile cannot be completed: nobody is signed in.')
    return NOTHING
  }
  const { address, ...rest } = details
  const first: Address = { ...address, isDefault: true }
  const outcome = await call('POST /users/complete-profile', {
    body: { uid, ...rest, addresses: [first], primary_address: first },
  })
  if (outcome.kind === 'ok') hold(outcome.body.user)
  return answerOf(outcome, { refused: profile.completeRejected })
}

/** @throws TypeError when the answer holds no user: nothing is known of what was saved. */
function hold(user: unknown): void {
  if (!isUser(user)) throw new TypeError('The answer to a saved profile holds no user.')
  holdUser(user)
  tellTabs('session')
  sayOnNextPage('success', profile.updated)
}

export interface Details {
  displayName: string
  phone: string
  gender: Gender | ''
  /** YYYY-MM-DD, or empty. */
  dob: string
  addresses: Address[]
}

/**
 * Saves the profile and replaces the stored user; what went well is said on the next page, what
 * went wrong at once (spec §7, §8). The primary address is the default one, else the first, else
 * none (spec §4).
 * @throws TypeError when the server says yes without a user.
 */
export async function updateProfile(details: Details): Promise<Answer> {
  const { email } = $user.get() ?? {}
  const outcome = await call('PUT /users/update', {
    body: { ...details, email, primary_address: findPrimaryAddress(details.addresses) },
  })
  const answer = answerOf(outcome, { refused: profile.updateRejected, broke: profile.updateFailed })
  if (outcome.kind === 'ok') hold(outcome.body.user)
  else say.error(answer.message)
  return answer
}

/** Changes the password; every other session of the user ends. */
export async function changePassword(
  currentPassword: string,
  newPassword: string,
): Promise<Answer> {
  const outcome = await call('PUT /auth/password', { body: { currentPassword, newPassword } })
  return answerOf(outcome, { refused: account.passwordChangeFailed })
}

export type Export = { ok: true; text: string } | { ok: false; message: string }

/** Everything the shop keeps about the user, as readable JSON. */
export async function exportAccount(): Promise<Export> {
  const outcome = await call('GET /users/export')
  if (outcome.kind === 'ok') return { ok: true, text: JSON.stringify(outcome.body, null, 2) }
  const said = outcome.kind === 'rejected' ? outcome.message : undefined
  return { ok: false, message: said ?? account.exportFailed }
}

/** `confirmation` is the password, or the e-mail address of an account without one. */
export async function deleteAccount(confirmation: string): Promise<Answer> {
  const outcome = await call('DELETE /users/account', { body: { confirmation } })
  if (outcome.kind === 'ok') {
    clearUser()
    tellTabs('session')
    sayOnNextPage('success', outcome.body.message)
  }
  return answerOf(outcome, { refused: account.deleteFailed })
}
