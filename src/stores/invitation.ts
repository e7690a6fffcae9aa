import { computed } from 'nanostores'
import { call } from '#src/api-client/call.ts'
import type { ResponseBody } from '#src/contract/endpoints.ts'
import { accountMessages } from '#src/rules/messages/account.ts'
import { $linkToken } from './mailed-links.ts'
import { errorText, type FormResult, toFormResult } from './outcome.ts'
import { createQuery } from './query.ts'

const { account } = accountMessages

export type Invitation = ResponseBody<'POST /auth/invitation'>

export const {
  /** The invitation of a link; the error says why the link is not valid. */
  $state: $invitation,
} = createQuery<Invitation>({
  $key: computed($linkToken, (token) => token ?? null),
  async fetch(token) {
    const outcome = await call('POST /auth/invitation', { body: { token } })
    return outcome.kind === 'ok'
      ? { data: outcome.body }
      : { error: errorText(outcome, account.linkCheckFailed) }
  },
})

/** Accepts an invitation; name and password are for a new account. */
export const acceptInvitation = async (
  token: string,
  fields: { name?: string; password?: string },
): Promise<FormResult> =>
  toFormResult(
    await call('POST /auth/accept-invitation', { body: { token, ...fields } }),
    account.linkCheckFailed,
  )
