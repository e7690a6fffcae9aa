import { countTypos } from '../search/typing-errors.ts'
import { isIndia, parsePincode } from './pincode.ts'
import { findState, type PincodeState } from './pincode-area.ts'

// For the server: the pages of shoppers load no more than the table of pincodes.

/** Other names of states: former ones, short ones and codes. Letters only, in lower case. */
const STATE_ALIASES: Partial<Record<PincodeState, string>> = {
  'Andaman and Nicobar Islands': 'andamanandnicobar andamannicobar an',
  'Andhra Pradesh': 'andhra ap ad',
  'Arunachal Pradesh': 'arunachal ar',
  Assam: 'as',
  Bihar: 'br',
  Chandigarh: 'ch',
  Chhattisgarh: 'chattisgarh cg ct',
  'Dadra and Nagar Haveli and Daman and Diu':
    'dadraandnagarhaveli dadranagarhaveli damananddiu damandiu daman diu silvassa dh dn dd',
  Delhi: 'newdelhi nct nctofdelhi ncr delhincr nationalcapitalterritoryofdelhi dl',
  Goa: 'ga',
  Gujarat: 'gj',
  Haryana: 'hr',
  'Himachal Pradesh': 'himachal hp',
  'Jammu and Kashmir': 'jammukashmir jammu kashmir jk',
  Jharkhand: 'jh',
  Karnataka: 'ka kn',
  Kerala: 'kl',
  Ladakh: 'la',
  Lakshadweep: 'laccadives ld',
  'Madhya Pradesh': 'mp',
  Maharashtra: 'mh',
  Manipur: 'mn',
  Meghalaya: 'ml',
  Mizoram: 'mz',
  Nagaland: 'nl',
  Odisha: 'orissa od or',
  Puducherry: 'pondicherry py',
  Punjab: 'pb',
  Rajasthan: 'rj',
  Sikkim: 'sk',
  'Tamil Nadu': 'tn',
  Telangana: 'ts tg tl',
  Tripura: 'tr',
  'Uttar Pradesh': 'up',
  Uttarakhand: 'uttaranchal uk ua',
  'West Bengal': 'bengal wb',
}

/** Villages near a border that another state serves, or that moved in 2014 and kept their pincode. */
const SHARED_DISTRICTS: Record<string, PincodeState> = {
  160: 'Punjab',
  194: 'Jammu and Kashmir',
  396: 'Dadra and Nagar Haveli and Daman and Diu',
  507: 'Andhra Pradesh',
  605: 'Puducherry',
  607: 'Puducherry',
  533: 'Puducherry',
  673: 'Puducherry',
}

const toStateKey = (state: string): string =>
  state
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '')

const isStateName = (state: PincodeState, typed: string): boolean => {
  const key = toStateKey(typed)
  const own = toStateKey(state)
  const known = [own, ...(STATE_ALIASES[state]?.split(' ') ?? [])]
  return (
    known.some((name) => name === key || `in${name}` === key || `stateof${name}` === key) ||
    (own.length > 4 && countTypos(key, own, 2) <= 2)
  )
}

/** @returns why state and pincode of an Indian address cannot both be right; undefined where they agree. */
export function validateState(
  state: string,
  typedPincode: string,
  country: string,
): string | undefined {
  const pincode = isIndia(country) ? parsePincode(typedPincode) : null
  const other = pincode && findOtherState(pincode, state)
  return other
    ? `The pincode ${pincode} is in ${other}. Please correct the state or the pincode.`
    : undefined
}

/**
 * The state of a pincode where the given one is another.
 * @returns undefined where they agree, and for pincodes of no state, e.g. of the army.
 */
function findOtherState(pincode: string, typed: string): PincodeState | undefined {
  const state = findState(pincode)
  const shared = SHARED_DISTRICTS[pincode.slice(0, 3)]
  if (!state || state === 'Army Postal Service' || typed.trim() === '') return undefined
  // In another script, e.g. राजस्थान, a name is not compared.
  if (/\p{L}/u.test(typed) && toStateKey(typed) === '') return undefined
  return isStateName(state, typed) || (shared && isStateName(shared, typed)) ? undefined : state
}
