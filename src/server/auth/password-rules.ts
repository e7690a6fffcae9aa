import { LIMITS } from '#src/rules/account-rules.ts'
import { house } from '#src/rules/house.ts'
import { messages } from '#src/rules/messages.ts'
import { Refused } from '../http/refused.ts'
import { isCommon } from './common-passwords.ts'
import { isMadeOf, isRepeated, isWalked } from './password-patterns.ts'

/** Whose password it is: nothing of theirs makes a good one. */
export interface Owner {
  name: string
  email: string
  phone?: string
}

const HOUSE_WORDS = [house.name, 'kairavi.example', ...house.tagline.split(/\W+/)]

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
export function passwordComplaint(
  password: string,
  { min, owner }: { min: number; owner: Owner },
): string | undefined {
  const given = password.normalize('NFC')
  const length = [...given].length
  if (length < min) return messages.account.passwordShort(min)
  if (length > LIMITS.password) return messages.account.passwordLong(LIMITS.password)
  if (isRepeated(given)) return 'Please do not repeat the same few characters.'
  if (isMadeOf(given, wordsOf(owner)))
    return 'Please choose a password that is not made of your name, email or phone number.'
  if (isMadeOf(given, HOUSE_WORDS))
    return 'Please choose a password that is not made of the name of the house.'
  if (isWalked(given)) return 'Please do not use a row of neighbouring keys, letters or digits.'
  if (isCommon(given)) return 'This password is one of the most common ones. Please choose another.'
  return undefined
}

/** @throws Refused 400 saying which rule the password breaks, at `field`. */
export function assertGoodPassword(
  password: string,
  given: { min: number; owner: Owner; field: string },
): void {
  const complaint = passwordComplaint(password, given)
  if (complaint) throw new Refused(400, complaint, { field: given.field })
}
