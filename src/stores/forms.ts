import { call, type Outcome } from '#src/api-client/call.ts'
import type { ContactRequest } from '#src/contract/contact.ts'
import { MAX_RETRIES } from '#src/rules/constants.ts'
import { contactMessages } from '#src/rules/contact.ts'
import { pageMessages } from '#src/rules/messages/pages.ts'
import { promptLogin } from './navigation.ts'
import { currentUser } from './session.ts'
import { toast } from './toasts.ts'

/** How a submitted form ended, with the text for its reader. */
export type FormResult =
  | { ok: true; message: string }
  /** `field` is the contract's name of the wrong field; absent for the form as a whole. */
  | { ok: false; message: string; field?: string | undefined }

/** The shop's texts where the server sends none. */
export interface Fallbacks {
  rejected: string
  /** No answer, or none that can be read; `rejected` where absent. */
  failed?: string
}

export function toFormResult(
  outcome: Outcome<{ message?: string | undefined }>,
  { rejected, failed = rejected }: Fallbacks,
): FormResult {
  switch (outcome.kind) {
    case 'ok':
      return { ok: true, message: outcome.body.message ?? '' }
    case 'rejected':
      return { ok: false, message: outcome.message ?? rejected, field: outcome.field }
    case 'failed':
      return { ok: false, message: failed }
  }
}

/** Sends a message to the shop and shows the result in a toast. */
export async function sendMessage(message: ContactRequest): Promise<FormResult> {
  const result = toFormResult(await call('POST /contact', { body: message }), {
    rejected: contactMessages.contact.failed,
  })
  if (result.ok) toast.success(result.message || contactMessages.contact.sent)
  else toast.error(result.message)
  return result
}

const stockAlertWords = pageMessages.stockAlert

/** Asks for a mail when a sold-out product returns. @returns what to expect; empty on failure. */
export async function setStockAlert(productId: string): Promise<string> {
  if (!(await currentUser())) {
    promptLogin(stockAlertWords.signIn)
    return ''
  }
  const outcome = await call('POST /stock-alerts', { body: { productId }, retries: MAX_RETRIES })
  if (outcome.kind === 'ok') return outcome.body.message ?? stockAlertWords.set
  if (outcome.kind === 'rejected' && outcome.status === 401) promptLogin(stockAlertWords.signIn)
  else toast.error((outcome.kind === 'rejected' && outcome.message) || stockAlertWords.failed)
  return ''
}

/** Ends all such mails, by the token of a mailed link. */
export const endStockAlerts = async (token: string): Promise<FormResult> =>
  toFormResult(await call('POST /stock-alerts/unsubscribe', { body: { token } }), {
    rejected: stockAlertWords.failed,
  })
