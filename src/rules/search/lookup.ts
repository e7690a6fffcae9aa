import { normalizePhone } from '../account/account-validation.ts'
import { toPlainDigits } from '../plain-digits.ts'
import { parseTypedAmount } from '../product/typed-price.ts'
import { foldText, stemWord } from './stems.ts'
import { countTypos } from './typing-errors.ts'

// How the studio compares what is looked for with names, codes, telephone numbers and texts.

/** Latin letters that are no other letter with an accent. */
const LATIN: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
}

/** A text in the form in which it is compared: lower case, plain letters, digits, hyphens and blanks. */
export function toLookupText(text: string): string {
  const isPlain = /^[\n\r\t\x20-\x7e]*$/.test(text)
  const folded = isPlain
    ? text.toLowerCase().replaceAll("'", '')
    : foldText(toPlainDigits(text))
        .replace(/[øłđðþßæœı]/g, (letter) => LATIN[letter] ?? letter)
        .replace(/[\p{Pd}\u2212]/gu, '-')
  return folded.replace(/\s+/g, ' ').trim()
}

/** Letters and digits alone: a code is the same with other blanks and hyphens. */
export const toCompact = (text: string): string =>
  toLookupText(text).replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** What people copy along with a code, a name or a number. */
const LABELS =
  /^(?:(?:order|sku|barcode|ean|gtin|upc|id|invoice|tracking|awb|customer|phone|telephone|tel|mobile|e-?mail|mailto|number|no|nr|mrs?|ms|dr|smt|shri)\b[\s.:#-]*|#)+/

/** The same after it, e.g. in `nath order`. */
const LAST_LABEL = /(?<=\S)\s+(?:orders?|reviews?|messages?|launch|customer)$/

/** An address of a page, also without its host or with a query. */
const ADDRESS = /^\S*\/[^\s/]+\/?$/

const trimPunctuation = (word: string): string =>
  word.replace(/^[^\p{L}\p{M}\p{N}@]+|[^\p{L}\p{M}\p{N}@]+$/gu, '')

interface LookupForm {
  words: string[]
  compact: string
}

/** What is looked for: as it was typed, and without what was copied along with it. */
export interface Lookup {
  forms: LookupForm[]
  /** Digits of a telephone number without its country code; empty for anything else. */
  phone: string
  /** An amount in rupees. */
  amount: number | undefined
}

function toForm(text: string): LookupForm {
  const words = text.split(/[\s,;]+/).map(trimPunctuation)
  const found = words.filter(Boolean)
  return { words: found.length > 0 ? found : [text], compact: toCompact(text) }
}

/** The last part of an address, e.g. the slug of a product; of a list, its category. */
function toLastPart(text: string): string {
  const category = /[?&]category=([^&#]+)/.exec(text)?.[1]
  if (category) return category
  const path = text.replace(/[?#].*$/, '').replace(/\/+$/, '')
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
}

const toUnique = (texts: string[]): string[] => [...new Set(texts.filter(Boolean))]

/** Digits of a part of a number that are enough to look for it. */
const MIN_PHONE_DIGITS = 5

function toPhone(text: string): string {
  if (!/^[+\d\s().\-/]+$/.test(text)) return ''
  const digits = normalizePhone(text).replace(/\D/g, '')
  const national = digits.replace(/^91(?=\d{10}$)/, '').replace(/^0+/, '')
  return national.length >= MIN_PHONE_DIGITS ? national : ''
}

export function parseLookup(search: string): Lookup {
  const text = toLookupText(search)
  const plain = text.replace(LABELS, '').replace(LAST_LABEL, '')
  const part = ADDRESS.test(text) ? toLastPart(text) : ''
  const amount = parseTypedAmount(search)
  return {
    forms: toUnique([text, plain, part]).map(toForm),
    phone: toPhone(plain),
    amount: amount > 0 ? amount : undefined,
  }
}

/** Spreadsheets drop the zeros that a barcode begins with. */
const toCode = (compact: string): string =>
  /^\d{8,}$/.test(compact) ? compact.replace(/^0+/, '') : compact

/** Whether one of these codes is what is looked for, whatever its blanks, hyphens and case. */
export function hasCode(codes: readonly string[], { forms }: Lookup): boolean {
  const wanted = new Set(forms.map(({ compact }) => toCode(compact)).filter(Boolean))
  return codes.some((code) => wanted.has(toCode(toCompact(code))))
}

/** Letters of a code or a name without blanks that are enough to look for it. */
const MIN_PART = 4

/** Whether a short text has each word, or what is looked for without its blanks and hyphens. */
export function hasName(text: string, lookup: Lookup): boolean {
  const compact = toCompact(text)
  return (
    hasWords(text, lookup) ||
    lookup.forms.some((form) => form.compact.length >= MIN_PART && compact.includes(form.compact))
  )
}

/** Whether a text in the form of `toLookupText` has each word, or its singular. */
export const hasWords = (text: string, { forms }: Lookup): boolean =>
  forms.some(({ words }) => words.every((word) => hasWord(text, word)))

export const hasWord = (text: string, word: string): boolean =>
  text.includes(word) ||
  text.includes(stemWord(word)) ||
  // `mon-sat` is `Mon – Sat`.
  (word.includes('-') && text.replaceAll(' - ', '-').includes(word))

/** Whether each word of a title is looked for, e.g. `About` by `about us`. */
export function isNamed(title: string, { forms }: Lookup): boolean {
  const own = title.match(/[\p{L}\p{M}\p{N}]+/gu)?.map(stemWord) ?? []
  return (
    own.length > 0 &&
    forms.some(({ words }) => {
      const wanted = new Set(words.map(stemWord))
      return own.every((word) => wanted.has(word))
    })
  )
}

/** Letters from which one typing error is forgiven, and from which two are. */
const MIN_ONE_TYPO = 4
const MIN_TWO_TYPOS = 8

const isAlmost = (word: string, wanted: string): boolean => {
  const limit = wanted.length >= MIN_TWO_TYPOS ? 2 : 1
  return word[0] === wanted[0] && countTypos(word, wanted, limit) <= limit
}

/**
 * How many of the words that are looked for a record has, as a share: those of its texts, and those of its title also
 * with a typing error. 0 where it has less than half of them, and for codes and addresses.
 */
export function countAlike(title: string, texts: string, { forms: [form] }: Lookup): number {
  const words = form?.words ?? []
  if (words.length === 0 || words.some((word) => /[\d@/]/.test(word))) return 0
  const own = title.match(/[\p{L}\p{M}]+/gu) ?? []
  const found = words.filter(
    (word) =>
      hasWord(texts, word) ||
      (word.length >= MIN_ONE_TYPO && own.some((other) => isAlmost(other, word))),
  )
  const share = found.length / words.length
  return share < 0.5 ? 0 : share
}

/** Whether a telephone number is what is looked for, or has it. */
export const hasPhone = (stored: string, { phone }: Lookup): boolean =>
  phone !== '' && stored.replace(/\D/g, '').includes(phone)
