/** What the contact and partner forms say; the sentences of spec §8 verbatim. Ships to browsers. */
export const contactMessages = {
  contact: {
    firstNameMissing: 'Please enter your first name.',
    lastNameMissing: 'Please enter your last name.',
    messageMissing: 'Please enter a message.',
    sent: 'Thank you. Your message is with the house.',
    failed: 'Your message could not be sent. Please try again in a moment.',
  },
} as const
