import { ACCOUNT_LIMITS } from '#src/contract/values.ts'
import { brand } from '#src/rules/brand.ts'
import { messages } from '#src/rules/messages.ts'
import { HttpError } from '../errors.ts'
import { isCommonPassword } from './common-passwords.ts'
import { isMadeOf, isRepetitive, isSequential } from './password-patterns.ts'

/** Whose password it is: nothing of theirs makes a good one. */
export interface Owner {
  name: string
  email: string
  phone?: string
}

const BRAND_WORDS = [brand.name, 'kairavi.example', ...brand.tagline.split(/\W+/)]

function wordsOf({ name, email, phone }: Owner): string[] {
  const [local = '', domain = ''] = email.split('@')
  const digits = (phone ?? '').replace(/\D/g, '')
  return [
    ...name.split(/[^\p{L}\p{N}]+/u),
    email,
    local,
    ...local.split(/[^\p{L}\p{N}]+/u),
    domain,
    ...domain.split('.').slice(0, -1),
    ...(digits.length >= 8 ? [digits, digits.slice(-10)] : []),
  ]
}

/** The rule a new password breaks, in words; nothing when it will do. */
export function validatePassword(
  password: string,
  { min, owner }: { min: number; owner: Owner },
): string | undefined {
  const given = password.normalize('NFC')
  const length = [...given].length
  if (length < min) return messages.account.passwordShort(min)
  if (length > ACCOUNT_LIMITS.password)
    return messages.account.passwordLong(ACCOUNT_LIMITS.password)
  if (isRepetitive(given)) return 'Please do not repeat the same few characters.'
  if (isMadeOf(given, wordsOf(owner)))
    return 'Please choose a password that is not made of your name, email or phone number.'
  if (isMadeOf(given, BRAND_WORDS))
    return 'Please choose a password that is not made of the name of the house.'
  if (isSequential(given)) return 'Please do not use a row of neighbouring keys, letters or digits.'
  if (isCommonPassword(given))
    return 'This password is one of the most common ones. Please choose another.'
  return undefined
}

/** @throws HttpError 400 saying which rule the password breaks, at `field`. */
export function assertValidPassword(
  password: string,
  given: { min: number; owner: Owner; field: string },
): void {
  const complaint = validatePassword(password, given)
  if (complaint) throw new HttpError(400, complaint, { field: given.field })
}
