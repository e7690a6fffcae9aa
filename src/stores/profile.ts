import { call } from '#src/api-client/call.ts'
import type { Address, DeleteAccountRequest, PersonField, User } from '#src/contract/account.ts'
import type { ChangePasswordRequest } from '#src/contract/auth.ts'
import type { RequestBody } from '#src/contract/endpoints.ts'
import type { OpenOrder } from '#src/contract/orders.ts'
import { findPrimaryAddress } from '#src/rules/account/addresses.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { errorText, type FormResult, toFormResult } from './outcome.ts'
import { $user, broadcastSession, clearUser, isUser, setUser } from './session.ts'
import { toast, toastOnNextPage } from './toasts.ts'

const { profile, account } = accountMessages

/** The orders with which something is still to happen. */
export async function listOpenOrders(): Promise<{ orders?: OpenOrder[]; error?: string }> {
  const outcome = await call('GET /users/open-orders')
  return outcome.kind === 'ok'
    ? { orders: outcome.body.orders }
    : { error: errorText(outcome, account.openOrdersFailed) }
}

export interface FirstDetails
  extends Pick<RequestBody<'POST /users/complete-profile'>, PersonField> {
  address: Omit<Address, 'isDefault'>
}

/** Fills the profile after the first sign-in. Without a user it logs an error and sends nothing (spec §5). */
export async function completeProfile(details: FirstDetails): Promise<FormResult> {
  const uid = $user.get()?.uid
  if (!uid) {
    console.error('The profile cannot be completed: no user is signed in.')
    return { ok: false, message: '' }
  }
  const { address, ...rest } = details
  const first: Address = { ...address, isDefault: true }
  const outcome = await call('POST /users/complete-profile', {
    body: { uid, ...rest, addresses: [first], primary_address: first },
  })
  if (outcome.kind === 'ok') setSavedUser(outcome.body.user)
  return toFormResult(outcome, profile.completeRejected)
}

/** @throws TypeError when the answer has no user: it is unknown what was saved. */
function setSavedUser(user: unknown, staysHere = false): void {
  if (!isUser(user)) throw new TypeError('The answer to a saved profile has no user.')
  setUser(user)
  broadcastSession()
  if (staysHere) toast.success(profile.updated)
  else toastOnNextPage('success', profile.updated)
}

export type Details = Pick<User, 'displayName' | PersonField | 'addresses'>

/**
 * Saves the profile and replaces the stored user. The next page shows the success toast, or this one
 * if the user stays here; this one shows the error toast (spec §7, §8). The primary address is the default one,
 * otherwise the first, otherwise null (spec §4).
 * @throws TypeError when the answer has no user.
 */
export async function updateProfile(
  details: Details,
  { staysHere = false } = {},
): Promise<FormResult> {
  const { email } = $user.get() ?? {}
  const outcome = await call('PUT /users/update', {
    body: { ...details, email, primary_address: findPrimaryAddress(details.addresses) },
  })
  const result = toFormResult(outcome, profile.updateRejected, profile.updateFailed)
  if (outcome.kind !== 'ok') toast.error(result.message)
  else setSavedUser(outcome.body.user, staysHere)
  return result
}

/** Saves other addresses or another telephone number, and the user stays on the page. */
export const saveDelivery = (
  { displayName, phone, gender, dob, addresses }: User,
  change: Partial<Pick<Details, 'addresses' | 'phone'>>,
): Promise<FormResult> =>
  updateProfile(
    { displayName, phone, gender, dob, addresses, ...change },
    { staysHere: true },
  ).catch(() => ({ ok: false, message: profile.saveFailed }))

/** Changes the password; every other session of the user ends. */
export const changePassword = async (change: ChangePasswordRequest): Promise<FormResult> =>
  toFormResult(await call('PUT /auth/password', { body: change }), account.passwordChangeFailed)

export type Export = { ok: true; text: string } | { ok: false; message: string }

/** Everything the shop stores about the user, as indented JSON. */
export async function exportAccount(): Promise<Export> {
  const outcome = await call('GET /users/export')
  return outcome.kind === 'ok'
    ? { ok: true, text: JSON.stringify(outcome.body, null, 2) }
    : { ok: false, message: errorText(outcome, account.exportFailed) }
}

/** Deletes the account and ends the session. */
export async function deleteAccount(body: DeleteAccountRequest): Promise<FormResult> {
  const outcome = await call('DELETE /users/account', { body })
  if (outcome.kind === 'ok') {
    clearUser()
    broadcastSession()
    toastOnNextPage('success', outcome.body.message)
  }
  return toFormResult(outcome, account.deleteFailed)
}
