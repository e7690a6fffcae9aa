/**
 * Invisible characters: soft hyphens, zero-width spaces, word joiners, byte-order marks, and
 * direction controls. Letter joiners of Devanagari, Urdu or emoji are not included.
 */
const INVISIBLE = /\u034f|[\u00ad\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** Joiners and non-joiners of letters. They change only the look of a text. */
const JOINERS = /\u200d|\ufe0e|\ufe0f|[\u200c\u200e\u200f\u061c]/g
/** Line and page breaks other than a line feed, e.g. copied from a slide or a PDF file. */
const LINE_BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/g
/** Control characters that feeds must not contain, except tabs and line feeds. */
const CONTROLS = /[^\P{Cc}\t\n]/gu
const SPACES = /[\s\u1680\u2800\u3164]+/g

/** Normalises a text for storage: NFC, only line feeds, no invisible or control characters, trimmed. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(LINE_BREAKS, '\n')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, '')
    .trim()

/** Normalises a part of a line for storage. Spaces at both ends are kept. */
export const normalizePart = (text: string): string =>
  text.normalize('NFC').replace(LINE_BREAKS, ' ').replace(CONTROLS, '').replace(INVISIBLE, '')

/** Normalises a single-line text for storage. Inner spaces are kept. */
export const normalizeLine = (text: string): string =>
  normalizeText(text)
    .split(/[\t\n]+/)
    .map((part) => part.trim())
    .join(' ')

/** Normalises a name for storage: all white space becomes single spaces. */
export const normalizeName = (text: string): string => normalizeText(text.replace(SPACES, ' '))

/** Replaces typographic dashes and apostrophes of word processors, e.g. in `R–1` and `Men’s`. */
const toPlainSigns = (text: string): string =>
  text.replace(/[\p{Pd}\u2212]/gu, '-').replace(/[‘’ʼ`´]/g, "'")

/** Returns an equal key for names that look alike, regardless of case, spaces, signs and letter forms. */
export const toCompareKey = (text: string): string =>
  normalizeName(toPlainSigns(text).normalize('NFKC').replace(JOINERS, ''))
    .toLowerCase()
    .normalize('NFC')

/** Finds the name that looks like this one. */
export function findAlike(text: string, among: readonly string[]): string | undefined {
  if (among.includes(text)) return text
  const key = toCompareKey(text)
  return among.find((name) => toCompareKey(name) === key)
}

/** Returns whether two of these texts look alike. */
export const hasAlike = (texts: readonly string[]): boolean =>
  new Set(texts.map(toCompareKey)).size < texts.length
