import type { RateLimit } from '../../core/http/rate-limit.ts'

// Counted per client subnet (an IPv4 address or an IPv6 /64), unless a docstring says otherwise.

/** Login attempts at one account from all clients together. */
export const LOGIN_ATTEMPTS_PER_ACCOUNT: RateLimit = {
  name: 'login-account',
  limit: 10,
  windowMinutes: 15,
  slidingExpiration: true,
}
/** Login attempts at one account from one subnet: half of the above stays for the owner. */
export const LOGIN_ATTEMPTS_PER_ACCOUNT_AND_SUBNET: RateLimit = {
  name: 'login-account-subnet',
  limit: 5,
  windowMinutes: 15,
  slidingExpiration: true,
}
/** Login attempts at one account from browsers that have signed in to it before. */
export const LOGIN_ATTEMPTS_FROM_KNOWN_DEVICE: RateLimit = {
  name: 'login-known-device',
  limit: 10,
  windowMinutes: 15,
  slidingExpiration: true,
}
/** Failed login attempts of one subnet at all accounts. */
export const LOGIN_ATTEMPTS_PER_SUBNET: RateLimit = {
  name: 'login-subnet',
  limit: 100,
  windowMinutes: 15,
}
/** Wrong current passwords of one signed-in user. */
export const REAUTHENTICATIONS: RateLimit = {
  name: 'reauthentication',
  limit: 10,
  windowMinutes: 15,
  slidingExpiration: true,
}

/** Wrong codes of the second factor of one account. */
export const SECOND_FACTOR_CODES: RateLimit = {
  name: 'second-factor',
  limit: 10,
  windowMinutes: 15,
  slidingExpiration: true,
}

/** Sign-ups of one subnet. */
export const SIGNUPS: RateLimit = { name: 'signup', limit: 60, windowMinutes: 60 }
/** Sign-ins with Google of one subnet. */
export const GOOGLE_LOGINS: RateLimit = { name: 'google', limit: 60, windowMinutes: 15 }
/** Nonces for a sign-in with Google of one subnet. */
export const GOOGLE_NONCES: RateLimit = { name: 'nonce', limit: 120, windowMinutes: 15 }
/** Tokens of mailed links that one subnet tries. */
export const MAIL_TOKEN_ATTEMPTS: RateLimit = { name: 'mail-token', limit: 60, windowMinutes: 15 }
/** Mails that one subnet requests. */
export const MAIL_REQUESTS: RateLimit = { name: 'mail-request', limit: 30, windowMinutes: 60 }
