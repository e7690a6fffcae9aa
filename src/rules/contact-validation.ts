import { type FieldError, validateEmail } from './account-validation.ts'
import { contactMessages } from './messages/contact.ts'

const wrong = contactMessages.contact

/** What is wrong with a message to the house, by field; nothing where a field will do. */
export const validateContact = (read: (name: string) => string): Record<string, FieldError> => ({
  firstName: read('firstName').trim() ? undefined : wrong.firstNameMissing,
  lastName: read('lastName').trim() ? undefined : wrong.lastNameMissing,
  email: validateEmail(read('email')),
  message: read('message').trim() ? undefined : wrong.messageMissing,
})
