/**
 * Characters without a look of their own: soft hyphens, zero-width spaces and joiners of words, byte-order marks.
 * Those that join or part letters of Devanagari, Urdu or emoji are none of them.
 */
const INVISIBLE = /\u034f|[\u00ad\u180e\u200b\u2060-\u2064\ufeff]/g
/** Letters that join or part others: they change the look of some texts, never which text it is. */
const JOINERS = /\u200d|\ufe0e|\ufe0f|[\u200c\u200e\u200f\u061c]/g
const SPACES = /[\s\u1680\u2800\u3164]+/g

/** A text as it is stored: in NFC, without invisible characters and blanks at its ends. */
export const normalizeText = (text: string): string =>
  text.normalize('NFC').replace(INVISIBLE, '').trim()

/** A name as it is stored: a text whose blanks are single spaces. */
export const normalizeName = (text: string): string => normalizeText(text.replace(SPACES, ' '))

/** The same for names that read alike: whatever their case, their blanks, and the form of their letters. */
export const toCompareKey = (text: string): string =>
  normalizeName(text.normalize('NFKC').replace(JOINERS, '')).toLowerCase().normalize('NFC')

/** The one of these texts that reads like another one. */
export function findAlike(text: string, among: readonly string[]): string | undefined {
  if (among.includes(text)) return text
  const key = toCompareKey(text)
  return among.find((name) => toCompareKey(name) === key)
}

/** Whether two of these texts read alike. */
export const hasAlike = (texts: readonly string[]): boolean =>
  new Set(texts.map(toCompareKey)).size < texts.length
