/** Texts about the state of a message of the contact form, for its sender. */
export const messageStateMessages = {
  new: 'We have received your message.',
  open: 'We are looking into it.',
  done: 'It is settled.',
  unknown:
    'We know no message with this number from this address. Please check both: they are in the mail that we sent you.',
  failed: 'The state cannot be looked up just now. Please try again in a moment.',
  numberMissing: 'Please enter the number of your message, such as KT-7F3K9QXM.',
} as const
