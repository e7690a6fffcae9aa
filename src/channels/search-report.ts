import { CONTROL_PATTERN } from '#src/contract/values.ts'
import { foldText } from '#src/rules/search/stems.ts'

/** Letters of a search that are kept. */
const MAX_LENGTH = 60

/** Something on both sides of an at sign. */
const EMAIL = /\S\s*@\s*\S/
/** Six digits, also in groups: a telephone number, a card, a pincode. */
const LONG_NUMBER = /\p{Nd}(?:[\s().-]*\p{Nd}){5}/u

/**
 * A search as it is counted: lower case, without accents, cut. Null for what may name a person: an
 * e-mail address, or more than five digits in a row.
 */
export function toCountedSearch(search: string): string | null {
  const plain = search.normalize('NFKC').split(CONTROL_PATTERN).join(' ')
  const text = plain.replace(/\s+/g, ' ').trim()
  if (EMAIL.test(text) || LONG_NUMBER.test(text)) return null
  return [...foldText(text)].slice(0, MAX_LENGTH).join('').trim() || null
}
