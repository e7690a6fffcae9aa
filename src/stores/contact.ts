import { call } from '#src/api-client/call.ts'
import type { ContactRequest } from '#src/contract/contact.ts'
import { contactMessages } from '#src/rules/contact.ts'
import { type FormResult, toFormResult } from './form-result.ts'
import { toast } from './toasts.ts'

/** Sends a message to the shop and shows the result in a toast. */
export async function sendMessage(message: ContactRequest): Promise<FormResult> {
  const result = toFormResult(await call('POST /contact', { body: message }), {
    rejected: contactMessages.contact.failed,
  })
  if (result.ok) toast.success(result.message || contactMessages.contact.sent)
  else toast.error(result.message)
  return result
}
