// Limits and choices of forms. Browsers load them with the forms only.

export const GENDERS = ['Male', 'Female', 'Other'] as const
export type Gender = (typeof GENDERS)[number]

export const CONTACT_TOPICS = ['contact', 'partner'] as const
export type ContactTopic = (typeof CONTACT_TOPICS)[number]

/** Shape of an email address after trimming. */
export const EMAIL_PATTERN = /^[^\s@<>"(),:;[\]\\\p{C}]+@[^\s@.\p{C}]+(?:\.[^\s@.\p{C}]+)+$/u

/** `password` counts code points after NFC. The server's password rules enforce it. */
export const ACCOUNT_LIMITS = { name: 80, email: 254, phone: 24, password: 128 } as const

/** Maximum lengths of an address, by field. */
export const ADDRESS_LIMITS = {
  address: 200,
  city: 80,
  state: 80,
  pincode: 12,
  country: 80,
} as const

/**
 * Patterns of bank accounts for repaid cash, for values in capitals without spaces, with the error for a wrong one.
 */
export const PAYOUT_FIELDS = {
  upi: {
    pattern: /^[\w.-]{2,256}@[a-z][a-z\d]{1,63}$/i,
    error: 'Please enter a UPI ID such as asha@okhdfc.',
  },
  holder: { pattern: /\S/, error: 'Please enter the name of the account.' },
  account: { pattern: /^\d{9,18}$/, error: 'Please enter the 9 to 18 digits of the account.' },
  ifsc: { pattern: /^[A-Z]{4}0[A-Z\d]{6}$/, error: 'Please enter a code such as HDFC0001234.' },
} as const

/** Fields of each kind of account for repaid cash. */
export const PAYOUT_KINDS = {
  upi: ['upi'],
  bank: ['holder', 'account', 'ifsc'],
} as const satisfies Record<string, readonly (keyof typeof PAYOUT_FIELDS)[]>

export const MAX_ADDRESSES = 20

/** Maximum lengths in the contact and partner forms. `name` applies to first and last name. */
export const CONTACT_LIMITS = {
  name: 80,
  company: 120,
  message: 5_000,
  orderNumber: 40,
  note: 1_000,
} as const

export const APPOINTMENT_WAYS = ['boutique', 'video', 'call'] as const
export type AppointmentWay = (typeof APPOINTMENT_WAYS)[number]

/** Business hours in which an appointment can start (spec §9). */
export const APPOINTMENT_HOURS = { first: 9, last: 18 } as const

export const CONTACT_SUBJECTS = [
  'An order',
  'A piece',
  'A return or repair',
  'A complaint',
  'Something else',
] as const

/** Why an admin deletes an account. It is chosen, not typed, so that the audit log has no data of the person. */
export const DELETION_REASONS = [
  'Request of the customer',
  'Second account of a person',
  'Misuse',
  'Test account',
] as const

/** Maximum lengths of a review. `reason` is why an editor rejects one. */
export const REVIEW_LIMITS = { title: 100, text: 2_000, reason: 300 } as const
