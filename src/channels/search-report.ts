import { CONTROL_PATTERN } from '#src/contract/values.ts'
import { foldText } from '#src/rules/search/stems.ts'

/** Maximum length of a stored search. */
const MAX_LENGTH = 60

/** Matches something on both sides of an at sign. */
const EMAIL = /\S\s*@\s*\S/
/** Matches six digits, also in groups: a telephone number, a card, a pincode. */
const LONG_NUMBER = /\p{Nd}(?:[\s().-]*\p{Nd}){5}/u

/**
 * Returns the form in which a search is counted: lower case, without accents, shortened. Null if it
 * may identify a person: an e-mail address, or more than five digits in a row.
 */
export function toCountedSearch(search: string): string | null {
  const plain = search.normalize('NFKC').split(CONTROL_PATTERN).join(' ')
  const text = plain.replace(/\s+/g, ' ').trim()
  if (EMAIL.test(text) || LONG_NUMBER.test(text)) return null
  return [...foldText(text)].slice(0, MAX_LENGTH).join('').trim() || null
}
