import { type FieldError, validateEmail } from './account/account-validation.ts'

/** Texts of the contact and partner forms. Ships to browsers. */
export const contactMessages = {
  contact: {
    firstNameMissing: 'Please enter your first name.',
    lastNameMissing: 'Please enter your last name.',
    messageMissing: 'Please enter a message.',
    sent: 'Thank you. Your message is with the house.',
    failed: 'Your message could not be sent. Please try again in a moment.',
  },
} as const

const messages = contactMessages.contact

/** Errors of a contact message by field; `read` returns a field's value. */
export const validateContact = (read: (name: string) => string): Record<string, FieldError> => ({
  firstName: read('firstName').trim() ? undefined : messages.firstNameMissing,
  lastName: read('lastName').trim() ? undefined : messages.lastNameMissing,
  email: validateEmail(read('email')),
  message: read('message').trim() ? undefined : messages.messageMissing,
})
