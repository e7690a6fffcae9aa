/**
 * Characters without a look of their own: soft hyphens, zero-width spaces and joiners of words, byte-order marks, and
 * those that turn the direction of what follows.
 * Those that join or part letters of Devanagari, Urdu or emoji are none of them.
 */
const INVISIBLE = /\u034f|[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** Letters that join or part others: they change the look of some texts, never which text it is. */
const JOINERS = /\u200d|\ufe0e|\ufe0f|[\u200c\u200e\u200f\u061c]/g
/** Breaks of lines and pages other than a line feed, e.g. what is copied from a slide or a PDF file. */
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Characters that nobody types, and that a feed may not have; tabs and line feeds are none of them. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu
const SPACES = /[\s\u1680\u2800\u3164]+/g

/**
 * A text as it is stored: in NFC, with line feeds alone, and without invisible or control characters and blanks at its
 * ends.
 */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(LINE_BREAKS, '\n')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, '')
    .trim()

/** A part of a line as it is stored: blanks at its ends belong to it. */
export const normalizePart = (text: string): string =>
  text.normalize('NFC').replace(LINE_BREAKS, ' ').replace(CONTROLS, '').replace(INVISIBLE, '')

/** A text of one line as it is stored. Blanks that do not break a line stay. */
export const normalizeLine = (text: string): string =>
  normalizeText(text)
    .split(/[\t\n]+/)
    .map((part) => part.trim())
    .join(' ')

/** A name as it is stored: a text whose blanks are single spaces. */
export const normalizeName = (text: string): string => normalizeText(text.replace(SPACES, ' '))

/** Dashes and apostrophes as keyboards have them: word processors write others, e.g. `R–1` and `Men’s`. */
const toPlainSigns = (text: string): string =>
  text.replace(/[\p{Pd}\u2212]/gu, '-').replace(/[‘’ʼ`´]/g, "'")

/** The same for names that read alike: whatever their case, their blanks, their signs, and the form of their letters. */
export const toCompareKey = (text: string): string =>
  normalizeName(toPlainSigns(text).normalize('NFKC').replace(JOINERS, ''))
    .toLowerCase()
    .normalize('NFC')

/** The one of these texts that reads like another one. */
export function findAlike(text: string, among: readonly string[]): string | undefined {
  if (among.includes(text)) return text
  const key = toCompareKey(text)
  return among.find((name) => toCompareKey(name) === key)
}

/** Whether two of these texts read alike. */
export const hasAlike = (texts: readonly string[]): boolean =>
  new Set(texts.map(toCompareKey)).size < texts.length
