import { normalizePhone } from '#src/rules/account/account-validation.ts'
import { foldText, stemWord } from '#src/rules/search/stems.ts'
import { toPlainDigits } from './plain-digits.ts'
import { parseTypedAmount } from './typed-price.ts'

// How the studio compares what is looked for with names, codes, telephone numbers and texts.

/** Latin letters that are not another letter with an accent. */
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
export const toCompact = (text: string): string => withoutSigns(toLookupText(text))

const withoutSigns = (text: string): string =>
  /^[a-z\d]*$/.test(text) ? text : text.replace(/[^\p{L}\p{M}\p{N}]/gu, '')

/** Words that people copy along with a code, a name or a number. */
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
  /** The singulars of the words. */
  stems: string[]
  compact: string
}

/** The text to look for: as it was typed, and without the words that were copied along with it. */
export interface Lookup {
  forms: LookupForm[]
  /** It as a whole, as codes are compared. */
  codes: ReadonlySet<string>
  /** Digits of a telephone number without its country code; empty for anything else. */
  phone: string
  /** An amount in rupees. */
  amount: number | undefined
}

function toForm(text: string): LookupForm {
  const words = text.split(/[\s,;]+/).map(trimPunctuation)
  const found = words.filter(Boolean)
  const all = found.length > 0 ? found : [text]
  return { words: all, stems: all.map(stemWord), compact: toCompact(text) }
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
  const forms = toUnique([text, plain, part]).map(toForm)
  return {
    forms,
    codes: new Set(forms.map(({ compact }) => toLookupCode(compact)).filter(Boolean)),
    phone: toPhone(plain),
    amount: amount > 0 ? amount : undefined,
  }
}

/** Returns the form in which codes are compared. Spreadsheets drop the zeros at the start of a barcode. */
export function toLookupCode(text: string): string {
  const compact = toCompact(text)
  return /^\d{8,}$/.test(compact) ? compact.replace(/^0+/, '') : compact
}

/** Whether one of these codes is what is looked for, whatever its blanks, hyphens and case. */
export const hasCode = (codes: readonly string[], lookup: Lookup): boolean =>
  codes.some((code) => lookup.codes.has(toLookupCode(code)))

/** Letters of a code or a name without blanks that are enough to look for it. */
const MIN_PART = 4

/**
 * Whether a short text in the form of `toLookupText` has each word, or what is looked for without its blanks and hyphens.
 * @param toOwn the text without them.
 */
export const hasName = (
  text: string,
  lookup: Lookup,
  toOwn: () => string = () => withoutSigns(text),
): boolean =>
  hasWords(text, lookup) ||
  lookup.forms.some(({ compact }) => compact.length >= MIN_PART && toOwn().includes(compact))

/** Whether a text in the form of `toLookupText` has each word, or its singular. */
export const hasWords = (text: string, { forms }: Lookup): boolean =>
  forms.some(({ words, stems }) => words.every((word, index) => hasWord(text, word, stems[index])))

export const hasWord = (text: string, word: string, stem = stemWord(word)): boolean =>
  text.includes(word) ||
  text.includes(stem) ||
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

/** Whether a telephone number is what is looked for, or has it. */
export const hasPhone = (stored: string, { phone }: Lookup): boolean =>
  phone !== '' && stored.replace(/\D/g, '').includes(phone)
