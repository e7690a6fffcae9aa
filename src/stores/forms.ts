import { call } from '#src/api-client/call.ts'
import type { Variant } from '#src/contract/catalog.ts'
import { MAX_RETRIES } from '#src/rules/constants.ts'
import { stockAlertMessages } from '#src/rules/messages/stock-alerts.ts'
import { type FormResult, toFormResult } from './outcome.ts'
import { requireUser, toastError } from './user-action.ts'

const { set, signIn, failed } = stockAlertMessages.stockAlert
const texts = { signIn, rejected: failed, failed }

/** Asks for a mail when a sold-out product, or this choice, returns. @returns the text of success; empty on failure. */
export async function setStockAlert(productId: string, variant: Variant): Promise<string> {
  if (!(await requireUser(texts))) return ''
  const outcome = await call('POST /stock-alerts', {
    body: { productId, variant },
    retries: MAX_RETRIES,
  })
  if (outcome.kind === 'ok') return outcome.body.message ?? set
  toastError(outcome, texts)
  return ''
}

/** Ends all such mails, by the token of a mailed link. */
export const endStockAlerts = async (token: string): Promise<FormResult> =>
  toFormResult(await call('POST /stock-alerts/unsubscribe', { body: { token } }), failed)
