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
const complaintsOf = (given: Record<string, string>) => validateContact((name) => given[name] ?? '')

describe('the contact form (decisions, "Contact form")', () => {
  test('finds nothing wrong with a whole message', () => {
    expect(Object.values(complaintsOf(good)).filter(Boolean)).toEqual([])
  })
  test.each([
    ['firstName', '  ', messages.contact.firstNameMissing],
    ['lastName', '', messages.contact.lastNameMissing],
    ['email', '', messages.account.emailMissing],
    ['email', 'meera@', messages.account.emailInvalid],
    ['message', '\n ', messages.contact.messageMissing],
  ])('says at %s what is wrong with "%s"', (field, value, complaint) => {
    expect(complaintsOf({ ...good, [field]: value })[field]).toBe(complaint)
  })
  test.each([
    ['firstName', CONTACT_LIMITS.name],
    ['lastName', CONTACT_LIMITS.name],
    ['company', CONTACT_LIMITS.company],
    ['message', CONTACT_LIMITS.message],
  ])('takes as long a %s as the server does', (field, most) => {
    const takes = (length: number) =>
      contactRequest.safeParse({ ...good, [field]: 'a'.repeat(length) }).success
    expect([takes(most), takes(most + 1)]).toEqual([true, false])
  })
})
