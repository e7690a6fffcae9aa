import { describe, expect, test } from 'vitest'
import { contactRequest } from '#src/contract/contact.ts'
import { CONTACT_LIMITS } from '#src/contract/values.ts'
import { validateContact } from '#src/rules/contact.ts'
import { messages } from '#src/rules/messages.ts'

const good = {
  firstName: 'Meera',
  lastName: 'Nair',
  email: 'meera@visitor.example',
  message: 'Good evening.',
}
const errorsOf = (given: Record<string, string>) => validateContact((name) => given[name] ?? '')

describe('validateContact', () => {
  test('accepts a complete message', () => {
    expect(Object.values(errorsOf(good)).filter(Boolean)).toEqual([])
  })
  test.each([
    ['firstName', '  ', messages.contact.firstNameMissing],
    ['lastName', '', messages.contact.lastNameMissing],
    ['email', '', messages.account.emailMissing],
    ['email', 'meera@', messages.account.emailInvalid],
    ['message', '\n ', messages.contact.messageMissing],
  ])('rejects the %s "%s"', (field, value, message) => {
    expect(errorsOf({ ...good, [field]: value })[field]).toBe(message)
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
})
