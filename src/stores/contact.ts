import { call } from '#src/api-client/call.ts'
import { keyFor, releaseKey } from '#src/api-client/idempotency-key.ts'
import type { ContactRequest, MessageState, MessageStateRequest } from '#src/contract/contact.ts'
import { contactMessages } from '#src/rules/contact.ts'
import { messageStateMessages } from '#src/rules/messages/message-state.ts'
import { type FormFailure, toFailure } from './outcome.ts'
import { toast } from './toasts.ts'

/** Sends a message to the shop and shows the result in a toast. @returns its number; empty if the API names none. */
export async function sendMessage(
  message: ContactRequest,
): Promise<{ ok: true; message: string; number: string } | FormFailure> {
  // A repeat without an answer to the first send gets the number of that one.
  const request = `contact ${JSON.stringify(message)}`
  const outcome = await call('POST /contact', { body: message, idempotencyKey: keyFor(request) })
  if (outcome.kind !== 'failed') releaseKey(request)
  if (outcome.kind !== 'ok') {
    const failure = toFailure(outcome, contactMessages.contact.failed)
    toast.error(failure.message)
    return failure
  }
  const text = outcome.body.message || contactMessages.contact.sent
  toast.success(text)
  return { ok: true, message: text, number: outcome.body.number ?? '' }
}

/** Looks up the state of a message by its number and the address of its sender. */
export async function findMessageState(
  request: MessageStateRequest,
): Promise<{ ok: true; message: string; state: MessageState } | FormFailure> {
  const outcome = await call('POST /contact/state', { body: request })
  return outcome.kind === 'ok'
    ? { ok: true, message: outcome.body.message, state: outcome.body }
    : toFailure(outcome, messageStateMessages.failed)
}
