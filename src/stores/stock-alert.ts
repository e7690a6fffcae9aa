import { call } from '#src/api-client/call.ts'
import { MAX_RETRIES } from '#src/rules/constants.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { type FormResult, toFormResult } from './form-result.ts'
import { promptLogin } from './navigation.ts'
import { currentUser } from './session.ts'
import { toast } from './toasts.ts'

const words = pageMessages.stockAlert

/** Asks for a mail when a sold-out product returns. @returns what to expect; empty on failure. */
export async function setStockAlert(productId: string): Promise<string> {
  if (!(await currentUser())) {
    promptLogin(words.signIn)
    return ''
  }
  const outcome = await call('POST /stock-alerts', { body: { productId }, retries: MAX_RETRIES })
  if (outcome.kind === 'ok') return outcome.body.message ?? words.set
  if (outcome.kind === 'rejected' && outcome.status === 401) promptLogin(words.signIn)
  else toast.error((outcome.kind === 'rejected' && outcome.message) || words.failed)
  return ''
}

/** Ends all such mails, by the token of a mailed link. */
export const endStockAlerts = async (token: string): Promise<FormResult> =>
  toFormResult(await call('POST /stock-alerts/unsubscribe', { body: { token } }), {
    rejected: words.failed,
  })
