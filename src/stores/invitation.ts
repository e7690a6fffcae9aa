import { call } from '#src/api-client/call.ts'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { type FormResult, toFormResult } from './form-result.ts'

export type Invitation = ResponseBody<'POST /auth/invitation'>

const { account } = accountMessages

/** What the link of an invitation is for; the text says why a link is not valid. */
export async function findInvitation(
  token: string,
): Promise<{ ok: true; invitation: Invitation } | { ok: false; message: string }> {
  const outcome = await call('POST /auth/invitation', { body: { token } })
  if (outcome.kind === 'ok') return { ok: true, invitation: outcome.body }
  const message = outcome.kind === 'rejected' ? outcome.message : undefined
  return { ok: false, message: message ?? account.linkCheckFailed }
}

/** Accepts an invitation; name and password are those of a new account. */
export const acceptInvitation = async (
  token: string,
  fields: { name?: string; password?: string },
): Promise<FormResult> =>
  toFormResult(await call('POST /auth/accept-invitation', { body: { token, ...fields } }), {
    rejected: account.linkCheckFailed,
  })
