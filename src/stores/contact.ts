import { call } from '#src/api-client/call.ts'
import type { ContactRequest } from '#src/contract/contact.ts'
import { contactMessages } from '#src/rules/contact.ts'
import { type Answer, answerOf } from './answer.ts'
import { say } from './toasts.ts'

/** Sends a message to the house and says in a toast how it went. */
export async function sendMessage(message: ContactRequest): Promise<Answer> {
  const answer = answerOf(await call('POST /contact', { body: message }), {
    refused: contactMessages.contact.failed,
  })
  if (answer.ok) say.success(answer.message || contactMessages.contact.sent)
  else say.error(answer.message)
  return answer
}
