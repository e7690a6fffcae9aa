import { expect, test } from 'vitest'
import { messages } from '#src/channels/messages.ts'
import { contactRequest } from '#src/contract/contact.ts'
import { CONTACT_LIMITS } from '#src/contract/form-limits.ts'
import { validateContact } from '#src/rules/contact.ts'

const good = {
  firstName: 'Meera',
  lastName: 'Nair',
  email: 'meera@visitor.example',
  message: 'Good evening.',
}

test.each([
  ['firstName', 'Asha', undefined],
  ['firstName', '  ', messages.contact.firstNameMissing],
  ['lastName', '', messages.contact.lastNameMissing],
  ['email', '', messages.account.emailMissing],
  ['email', 'meera@', messages.account.emailInvalid],
  ['message', '\n ', messages.contact.messageMissing],
])('a message with the %s "%s" has the error %s alone', (field, value, message) => {
  const input: Record<string, string> = { ...good, [field]: value }
  const errors = Object.entries(validateContact((name) => input[name] ?? ''))
  expect(errors.filter(([, text]) => text)).toEqual(message ? [[field, message]] : [])
})

test.each([
  ['firstName', CONTACT_LIMITS.name],
  ['lastName', CONTACT_LIMITS.name],
  ['company', CONTACT_LIMITS.company],
  ['message', CONTACT_LIMITS.message],
])('the contract limits %s to %i characters', (field, maxLength) => {
  const accepts = (length: number) =>
    contactRequest.safeParse({ ...good, [field]: 'a'.repeat(length) }).success
  expect([accepts(maxLength), accepts(maxLength + 1)]).toEqual([true, false])
})
