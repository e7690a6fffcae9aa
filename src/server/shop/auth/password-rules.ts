import { readFileSync } from 'node:fs'
import { messages } from '#src/channels/messages.ts'
import { ACCOUNT_LIMITS } from '#src/contract/form-limits.ts'
import { brand } from '#src/rules/brand.ts'
import { HttpError } from '../../core/errors.ts'

/** The user whose data must not form a password. */
interface Owner {
  name: string
  email: string
  phone?: string
}

const BRAND_WORDS = [brand.name, 'kairavi.example', ...brand.tagline.split(/\W+/)]

/** A national number without country code has ten digits in India. */
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

/** Returns the first rule that the password breaks, as a sentence; undefined if it is valid. */
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

/** Lower-case passwords and words that guessing tools try first, one per line. */
const commonPasswords = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean),
)

const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const replaceLeet = (text: string) =>
  text.replace(/[013457@$!]/g, (character) => LEET[character] ?? character)

/** Removes up to six digits and signs at both ends: `Sunshine@2024!` becomes `Sunshine`. */
const stripAffixes = (text: string) =>
  text.replace(/^[^\p{L}]{1,6}(?=\p{L})/u, '').replace(/(?<=\p{L})[^\p{L}]{1,6}$/u, '')

/** Returns whether a password is on the list, also with leet characters, separators and affixes. */
function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  const joined = lower.replace(/[\s._-]+/g, '')
  const forms = [lower, joined].flatMap((form) => [form, stripAffixes(form)])
  return forms.some(
    (form) =>
      commonPasswords.has(form) ||
      commonPasswords.has(replaceLeet(form)) ||
      commonPasswords.has(stripAffixes(replaceLeet(form))),
  )
}

/** Rows and columns of keyboards, the alphabet and the digits, forwards and backwards. */
const KEYBOARD_SEQUENCES = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  '!@#$%^&*()',
  '147258369',
  '741852963',
].flatMap((sequence) => [sequence, [...sequence].reverse().join('')])

const MIN_SEQUENCE_LENGTH = 3
/** A password with at least this many characters outside sequences is not sequential. */
const MIN_OTHER_CHARACTERS = 5
const MIN_DISTINCT_CHARACTERS = 4
/** Shorter words are ignored, because every password contains some. */
const MIN_WORD_LENGTH = 3
const MIN_OTHER_LETTERS = 4

/** Returns whether a password repeats one unit (`abcabcabc`) or has fewer than four distinct characters. */
function isRepetitive(password: string): boolean {
  const lower = password.toLowerCase()
  return new Set(lower).size < MIN_DISTINCT_CHARACTERS || /^(.+?)\1+$/su.test(lower)
}

/** Returns the length of the longest sequence that starts at `start`. */
function sequenceLengthAt(text: string, start: number): number {
  let length = 0
  while (
    start + length < text.length &&
    KEYBOARD_SEQUENCES.some((sequence) => sequence.includes(text.slice(start, start + length + 1)))
  )
    length++
  return length
}

/** Returns whether fewer than five characters are outside sequences. */
function isSequential(password: string): boolean {
  const lower = password.toLowerCase()
  let others = 0
  for (let index = 0; index < lower.length; ) {
    const length = sequenceLengthAt(lower, index)
    if (length < MIN_SEQUENCE_LENGTH) others++
    index += length < MIN_SEQUENCE_LENGTH ? 1 : length
  }
  return others < MIN_OTHER_CHARACTERS && others < lower.length
}

/** Returns whether fewer than four letters remain without `words`, e.g. in `asha1991!`. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  const lower = password.toLowerCase()
  const rest = words
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .toSorted((a, b) => b.length - a.length)
    .reduce((text, word) => text.replaceAll(word, ''), lower)
  return rest !== lower && [...rest.replace(/[^\p{L}]/gu, '')].length < MIN_OTHER_LETTERS
}
