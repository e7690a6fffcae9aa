// What forms take and offer. Ships to browsers, with the forms alone.

export const GENDERS = ['Male', 'Female', 'Other'] as const
export type Gender = (typeof GENDERS)[number]

export const CONTACT_TOPICS = ['contact', 'partner'] as const
export type ContactTopic = (typeof CONTACT_TOPICS)[number]

/** Shape of an e-mail address after trimming. */
export const EMAIL_PATTERN = /^[^\s@<>"(),:;[\]\\\p{C}]+@[^\s@.\p{C}]+(?:\.[^\s@.\p{C}]+)+$/u

/** `password` counts code points after NFC and is enforced by the server's password rules. */
export const ACCOUNT_LIMITS = { name: 80, email: 254, phone: 24, password: 128 } as const

/** Longest texts of an address, by field. */
export const ADDRESS_LIMITS = {
  address: 200,
  city: 80,
  state: 80,
  pincode: 12,
  country: 80,
} as const

/** Most addresses of one account. */
export const MAX_ADDRESSES = 20

/** Longest texts of the contact and partner forms; `name` is the limit of first and last name. */
export const CONTACT_LIMITS = {
  name: 80,
  company: 120,
  message: 5_000,
  orderNumber: 40,
  note: 1_000,
} as const

/** Ways of an appointment. */
export const APPOINTMENT_WAYS = ['boutique', 'video', 'call'] as const
export type AppointmentWay = (typeof APPOINTMENT_WAYS)[number]

/** The business hours of the specification in which an appointment can begin (spec §9). */
export const APPOINTMENT_HOURS = { first: 9, last: 18 } as const

/** What a message of the contact form may be about. */
export const CONTACT_SUBJECTS = [
  'An order',
  'A piece',
  'A return or repair',
  'Something else',
] as const

/**
 * Why an admin deletes an account: chosen, not typed, so that the audit log keeps nothing of the person.
 */
export const DELETION_REASONS = [
  'Request of the customer',
  'Second account of a person',
  'Misuse',
  'Test account',
] as const

/** Longest texts of a review; `reason` is why an editor rejects one. */
export const REVIEW_LIMITS = { title: 100, text: 2_000, reason: 300 } as const
