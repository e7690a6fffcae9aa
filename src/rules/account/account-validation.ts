import { ACCOUNT_LIMITS, EMAIL_PATTERN } from '#src/contract/form-limits.ts'
import { accountMessages } from '../messages/account.ts'
import { deliveryMessages } from '../messages/delivery.ts'
import { isIndia, parsePincode } from './pincode.ts'

/** Earliest accepted date of birth. */
export const MIN_DOB = '1900-01-01'
/** The age at which a person can have an account. */
const ADULT_YEARS = 18

const messages = accountMessages.account

/** The message for the shopper, or undefined for a valid value. */
export type FieldError = string | undefined

const PHONE = /^\+?[\d\s().-]+$/

/** Accepts 8 to 15 digits with spaces, brackets, dots, hyphens and a country code. */
export function validatePhone(input: string): FieldError {
  const phone = input.trim()
  if (!phone) return messages.phoneMissing
  const digits = phone.replace(/\D/g, '').length
  return PHONE.test(phone) && digits >= 8 && digits <= 15 ? undefined : messages.phoneInvalid
}

/**
 * The stored form of a number: `+91 98290 12345` for Indian ones, `+` and digits for others.
 * Without a country code, ten digits after an optional 0 are an Indian number; other numbers are
 * stored as their digits.
 */
export function normalizePhone(input: string): string {
  // Only a leading plus is a country code.
  const compact = input
    .replace(/[^\d+]/g, '')
    .replace(/(?!^)\+/g, '')
    .replace(/^00/, '+')
  const digits = compact.replace(/\D/g, '')
  const indian =
    /^(?:\+910?|91|0)?([1-9]\d{9})$/.exec(compact)?.[1] ?? /^\+910?([1-9]\d{9})$/.exec(compact)?.[1]
  if (indian) return `+91 ${indian.slice(0, 5)} ${indian.slice(5)}`
  return compact.startsWith('+') ? `+${digits}` : digits
}

export function validateEmail(input: string): FieldError {
  const email = input.trim()
  if (!email) return messages.emailMissing
  return email.length <= ACCOUNT_LIMITS.email && EMAIL_PATTERN.test(email)
    ? undefined
    : messages.emailInvalid
}

export function validateName(input: string): FieldError {
  const name = input.trim()
  if (!name) return messages.nameMissing
  return name.length > ACCOUNT_LIMITS.name ? messages.tooLong(ACCOUNT_LIMITS.name) : undefined
}

/** Length in code points after NFC normalization, as the server counts it. */
const lengthOf = (text: string): number => [...text.normalize('NFC')].length

/** Checks length only; the server also checks the list of common passwords. */
export function validateNewPassword(input: string, minLength: number): FieldError {
  if (!input) return messages.passwordMissing
  if (lengthOf(input) < minLength) return messages.passwordShort(minLength)
  return lengthOf(input) > ACCOUNT_LIMITS.password
    ? messages.passwordLong(ACCOUNT_LIMITS.password)
    : undefined
}

export function validatePasswordConfirmation(password: string, confirmation: string): FieldError {
  if (!confirmation) return messages.confirmMissing
  return confirmation === password ? undefined : accountMessages.signup.passwordsDiffer
}

/** The date in local time as YYYY-MM-DD. */
export function toIsoDate(date: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

/** True for an existing date as YYYY-MM-DD, so not for 31 February. */
export function isValidDate(input: string): boolean {
  const [, year = NaN, month = NaN, day = NaN] =
    /^(\d{4})-(\d{2})-(\d{2})$/.exec(input)?.map(Number) ?? []
  // A day that the month does not have is in another one.
  return new Date(Date.UTC(year, month - 1, day)).getUTCMonth() === month - 1
}

/** The latest accepted date of birth, which the calendar may not have. @param today YYYY-MM-DD in the shopper's time zone. */
export const toMaxDob = (today: string): string =>
  Number(today.slice(0, 4)) - ADULT_YEARS + today.slice(4)

/** `today` is as in `toMaxDob`. */
export function validateDob(input: string, today: string): FieldError {
  if (!input) return messages.dobMissing
  if (!isValidDate(input)) return messages.dobInvalid
  if (input > toMaxDob(today)) return messages.dobTooLate
  return input < MIN_DOB ? messages.dobTooEarly : undefined
}

/** Requires an Indian pincode for India, which an empty country means too; any text elsewhere. */
export function validatePincode(input: string, country: string): FieldError {
  if (!input.trim()) return messages.pincodeMissing
  return isIndia(country) && parsePincode(input) === null
    ? deliveryMessages.pincode.invalid
    : undefined
}

/** For required texts with a maximum length. */
export function validateText(input: string, missingMessage: string, maxLength: number): FieldError {
  const text = input.trim()
  if (!text) return missingMessage
  return text.length > maxLength ? messages.tooLong(maxLength) : undefined
}

/**
 * A permanent account number of the Income-tax Department, e.g. `ABCPE1234F`. Its fourth letter names the kind of
 * holder, such as P for a person or C for a company.
 */
export const isPan = (text: string): boolean =>
  /^[A-Z]{3}[ABCFGHJLPT][A-Z](?!0000)\d{4}[A-Z]$/.test(text.trim())
