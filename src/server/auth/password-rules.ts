import { ACCOUNT_LIMITS } from '#src/contract/values.ts'
import { brand } from '#src/rules/brand.ts'
import { messages } from '#src/rules/messages.ts'
import { HttpError } from '../errors.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isMadeOf, isRepetitive, isSequential } from './password-patterns.ts'

/** The user whose data a password must not be made of. */
interface Owner {
  name: string
  email: string
  phone?: string
}

const BRAND_WORDS = [brand.name, 'kairavi.example', ...brand.tagline.split(/\W+/)]

/** A national number without its country code has ten digits in India. */
const NATIONAL_NUMBER_LENGTH = 10
const MIN_PHONE_DIGITS = 8

function toWords({ name, email, phone }: Owner): string[] {
  const [local = '', domain = ''] = email.split('@')
  const digits = (phone ?? '').replace(/\D/g, '')
  return [
    ...name.split(/[^\p{L}\p{N}]+/u),
    email,
    local,
    ...local.split(/[^\p{L}\p{N}]+/u),
    domain,
    ...domain.split('.').slice(0, -1),
    ...(digits.length >= MIN_PHONE_DIGITS ? [digits, digits.slice(-NATIONAL_NUMBER_LENGTH)] : []),
  ]
}

/** @returns the first rule that the password breaks, as a sentence; undefined when it is valid. */
function validatePassword(password: string, minLength: number, owner: Owner): string | undefined {
  const normalized = password.normalize('NFC')
  const length = [...normalized].length
  if (length < minLength) return messages.account.passwordShort(minLength)
  if (length > ACCOUNT_LIMITS.password)
    return messages.account.passwordLong(ACCOUNT_LIMITS.password)
  if (isRepetitive(normalized)) return 'Please do not repeat the same few characters.'
  if (isMadeOf(normalized, toWords(owner)))
    return 'Please choose a password that is not made of your name, email or phone number.'
  if (isMadeOf(normalized, BRAND_WORDS))
    return 'Please choose a password that is not made of the name of the house.'
  if (isSequential(normalized))
    return 'Please do not use a row of neighbouring keys, letters or digits.'
  if (isCommonPassword(normalized))
    return 'This password is one of the most common ones. Please choose another.'
  return undefined
}

/** @throws HttpError 400 with the first rule that the password breaks, at `field`. */
export function assertValidPassword(
  password: string,
  { minLength, owner, field }: { minLength: number; owner: Owner; field: string },
): void {
  const message = validatePassword(password, minLength, owner)
  if (message) throw new HttpError(400, message, { field })
}
