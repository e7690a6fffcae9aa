import { ACCOUNT_LIMITS, EMAIL_PATTERN } from '#src/contract/values.ts'
import { accountMessages } from './messages/account.ts'
import { shopMessages } from './messages/shop.ts'

/** The earliest date of birth that is believed. */
export const MIN_DOB = '1900-01-01'

const wrong = accountMessages.account

/** A complaint in words for the shopper, or nothing when the value will do. */
export type FieldError = string | undefined

const PHONE = /^\+?[\d\s().-]+$/

/** Spaces, brackets, dots, hyphens and a country code are fine; 8 to 15 digits are needed. */
export function validatePhone(given: string): FieldError {
  const phone = given.trim()
  if (!phone) return wrong.phoneMissing
  const digits = phone.replace(/\D/g, '').length
  return PHONE.test(phone) && digits >= 8 && digits <= 15 ? undefined : wrong.phoneInvalid
}

export function validateEmail(given: string): FieldError {
  const email = given.trim()
  if (!email) return wrong.emailMissing
  return email.length <= ACCOUNT_LIMITS.email && EMAIL_PATTERN.test(email)
    ? undefined
    : wrong.emailInvalid
}

export function validateName(given: string): FieldError {
  const name = given.trim()
  if (!name) return wrong.nameMissing
  return name.length > ACCOUNT_LIMITS.name ? wrong.tooLong(ACCOUNT_LIMITS.name) : undefined
}

/** Length in code points after NFC, as the server counts it. */
const lengthOf = (text: string): number => [...text.normalize('NFC')].length

/** What can be said of a new password before the server has seen it. */
export function validateNewPassword(given: string, least: number): FieldError {
  if (!given) return wrong.passwordMissing
  if (lengthOf(given) < least) return wrong.passwordShort(least)
  return lengthOf(given) > ACCOUNT_LIMITS.password
    ? wrong.passwordLong(ACCOUNT_LIMITS.password)
    : undefined
}

/** The second typing of a new password. */
export function validatePasswordConfirmation(password: string, again: string): FieldError {
  if (!again) return wrong.confirmMissing
  return again === password ? undefined : accountMessages.signup.passwordsDiffer
}

/** The day of the calendar, local time, as YYYY-MM-DD. */
export function toIsoDate(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** True for a day that the calendar has: 31 February is none. */
export function isValidDate(given: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(given)?.map(Number) ?? []
  if (!year || !month || !day) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** `today` is the shopper's own day, so that nobody is told that today is tomorrow. */
export function validateDob(given: string, today: string): FieldError {
  if (!given) return wrong.dobMissing
  if (!isValidDate(given)) return wrong.dobInvalid
  if (given > today) return wrong.dobFuture
  return given < MIN_DOB ? wrong.dobTooEarly : undefined
}

const inIndia = (country: string): boolean => ['', 'india', 'in', 'bharat'].includes(fold(country))
const fold = (text: string): string => text.trim().toLowerCase()

/** Six digits, the first not 0, in India (also when no country is given); free elsewhere. */
export function validatePincode(given: string, country: string): FieldError {
  const pincode = given.replaceAll(/\s/g, '')
  if (!pincode) return wrong.pincodeMissing
  return inIndia(country) && !/^[1-9]\d{5}$/.test(pincode)
    ? shopMessages.pincode.invalid
    : undefined
}

/** For texts that only have to be there and to fit. */
export function validateText(given: string, missing: string, most: number): FieldError {
  const text = given.trim()
  if (!text) return missing
  return text.length > most ? wrong.tooLong(most) : undefined
}
