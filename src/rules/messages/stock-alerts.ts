/** Texts of mails about sold-out pieces. Ships to browsers. */
export const stockAlertMessages = {
  stockAlert: {
    signIn: 'Please log in, so that we know where to write to.',
    failed: 'This did not work just now. Please try again in a moment.',
    set: 'We will write to you when it returns.',
    inStock: 'This piece is in stock.',
    ended: 'You will receive no more mails about sold-out pieces.',
    unknownLink: 'This link was used already, or is not complete.',
  },
} as const
