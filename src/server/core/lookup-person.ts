import anyAscii from 'any-ascii'
import { hasName, hasPhone, type Lookup, parseLookup, toLookupText } from '#src/editing/lookup.ts'

const UMLAUTS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa' }

/** A name as it may be typed: also with its umlauts spelled out. */
function listSpellings(name: string): string[] {
  const lower = name.normalize('NFC').toLowerCase()
  const spelled = lower.replace(/[äöüå]/g, (letter) => UMLAUTS[letter] ?? letter)
  return spelled === lower ? [name] : [name, spelled]
}

/** A letter of another script than Latin. */
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}/u

/**
 * The consonants of a word in Latin letters: scripts that leave vowels out, and people who write their sounds as they
 * hear them, have these in common.
 */
const toConsonants = (word: string): string =>
  anyAscii(word)
    .toLowerCase()
    .replace(/[^a-z]|[aeiouyh]/g, '')
    .replace(/w/g, 'v')
    .replace(/[cq]/g, 'k')
    .replace(/z/g, 'j')
    .replace(/(.)\1+/g, '$1')

/** Whether a name has every word in the sounds of another script, e.g. “आशा” for “Asha”. */
function soundsAlike(name: string, { forms }: Lookup): boolean {
  const isOther = OTHER_SCRIPT.test(name)
  const compared = forms.filter(
    ({ words }) => isOther || words.some((word) => OTHER_SCRIPT.test(word)),
  )
  if (compared.length === 0) return false
  const spoken = name.split(/\s+/).map(toConsonants)
  return compared.some(({ words }) =>
    words.every(
      (word) => /^\p{L}[\p{L}\p{M}]+$/u.test(word) && spoken.includes(toConsonants(word)),
    ),
  )
}

export interface Person {
  name: string
  email: string
  phone: string
}

/** Whether name and address have every word, in any order, or the telephone number is the one looked for. */
export const hasPerson = ({ name, email, phone }: Person, lookup: Lookup): boolean =>
  hasPhone(phone, lookup) ||
  soundsAlike(name, lookup) ||
  hasName(toLookupText([...listSpellings(name), email].join(' ')), lookup)

/** The numbers of orders that a text may name, e.g. in `Order kv 7h3k 9qlm`. */
export const toOrderNumbers = (search: string): string[] => {
  const forms = parseLookup(search).forms.map(({ compact }) => compact.toUpperCase())
  const numbers = forms.map((compact) => `KV-${compact.replace(/^KV/, '')}`)
  return [...new Set([search.trim(), search.trim().toUpperCase(), ...numbers])]
}
