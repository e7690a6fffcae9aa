import type { Budget } from '../http/limits.ts'

// How often anybody may try. Per household (one address, or an IPv6 /64) unless said otherwise.

/** Guesses at one account, from everywhere together. */
export const GUESSES_AT_ACCOUNT: Budget = { name: 'guess', most: 10, minutes: 15, renews: true }
/** Guesses at one account from one household: half of the above is left for the owner. */
export const GUESSES_FROM_HOUSEHOLD: Budget = {
  name: 'guess-from',
  most: 5,
  minutes: 15,
  renews: true,
}
/** Guesses at one account from a browser that has signed in to it before. */
export const GUESSES_FROM_KNOWN: Budget = {
  name: 'guess-known',
  most: 10,
  minutes: 15,
  renews: true,
}
/** Failed sign-ins of one household, at whatever account. */
export const LOGINS: Budget = { name: 'login', most: 100, minutes: 15 }
/** Passwords given again by somebody signed in, per user. */
export const CONFIRMATIONS: Budget = { name: 'confirm', most: 10, minutes: 15, renews: true }

export const SIGNUPS: Budget = { name: 'signup', most: 60, minutes: 60 }
export const GOOGLE_LOGINS: Budget = { name: 'google', most: 60, minutes: 15 }
export const NONCES: Budget = { name: 'nonce', most: 120, minutes: 15 }
export const MAILED_TOKENS: Budget = { name: 'mailed-token', most: 60, minutes: 15 }
export const MAIL_REQUESTS: Budget = { name: 'mail-request', most: 30, minutes: 60 }
// Account mails to one address, whoever asks for them: one kind does not keep another back.
export const SIGNUP_MAILS: Budget = { name: 'signup-mail', most: 5, minutes: 60 }
export const VERIFICATION_MAILS: Budget = { name: 'verification-mail', most: 5, minutes: 60 }
export const RESET_MAILS: Budget = { name: 'reset-mail', most: 5, minutes: 60 }
