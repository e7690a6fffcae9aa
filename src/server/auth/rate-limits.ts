import type { RateLimit } from '../http/rate-limit.ts'

// How often anybody may try. Per household (one address, or an IPv6 /64) unless said otherwise.

/** Guesses at one account, from everywhere together. */
export const LOGIN_ATTEMPTS_PER_ACCOUNT: RateLimit = {
  name: 'login-account',
  limit: 10,
  windowMinutes: 15,
  slidingExpiration: true,
}
/** Guesses at one account from one household: half of the above is left for the owner. */
export const LOGIN_ATTEMPTS_PER_ACCOUNT_AND_SUBNET: RateLimit = {
  name: 'login-account-subnet',
  limit: 5,
  windowMinutes: 15,
  slidingExpiration: true,
}
/** Guesses at one account from a browser that has signed in to it before. */
export const LOGIN_ATTEMPTS_FROM_KNOWN_DEVICE: RateLimit = {
  name: 'login-known-device',
  limit: 10,
  windowMinutes: 15,
  slidingExpiration: true,
}
/** Failed sign-ins of one household, at whatever account. */
export const LOGIN_ATTEMPTS_PER_SUBNET: RateLimit = {
  name: 'login-subnet',
  limit: 100,
  windowMinutes: 15,
}
/** Passwords given again by somebody signed in, per user. */
export const REAUTHENTICATIONS: RateLimit = {
  name: 'reauthentication',
  limit: 10,
  windowMinutes: 15,
  slidingExpiration: true,
}

export const SIGNUPS: RateLimit = { name: 'signup', limit: 60, windowMinutes: 60 }
export const GOOGLE_LOGINS: RateLimit = { name: 'google', limit: 60, windowMinutes: 15 }
export const GOOGLE_NONCES: RateLimit = { name: 'nonce', limit: 120, windowMinutes: 15 }
export const MAIL_TOKEN_ATTEMPTS: RateLimit = { name: 'mail-token', limit: 60, windowMinutes: 15 }
export const MAIL_REQUESTS: RateLimit = { name: 'mail-request', limit: 30, windowMinutes: 60 }
// Account mails to one address, whoever asks for them: one kind does not keep another back.
export const SIGNUP_MAILS: RateLimit = { name: 'signup-mail', limit: 5, windowMinutes: 60 }
export const VERIFICATION_MAILS: RateLimit = {
  name: 'verification-mail',
  limit: 5,
  windowMinutes: 60,
}
export const RESET_MAILS: RateLimit = { name: 'reset-mail', limit: 5, windowMinutes: 60 }
