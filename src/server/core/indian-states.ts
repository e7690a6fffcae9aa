import { isIndia, parsePincode } from '#src/rules/account/pincode.ts'
import { findState, type PincodeState } from '#src/rules/account/pincode-area.ts'
import { countTypos } from '#src/rules/search/typing-errors.ts'

// For the server: the pages of shoppers load no more than the table of pincodes.

export type IndianState = Exclude<PincodeState, 'Army Postal Service'>

interface StateRow {
  /** Digits of the state in GST numbers and returns (GST portal, list of state codes). */
  code: string
  /** Former, short and Indian names and codes; in Latin script letters only, in lower case. */
  aliases: string
  /** A union territory without a legislature: its tax is UTGST. */
  isUnionTerritory?: true
}

/** The states and union territories. Their pincodes are in `pincode-area.ts`, which browsers load. */
const STATES: Record<IndianState, StateRow> = {
  'Andaman and Nicobar Islands': {
    code: '35',
    aliases:
      'andamanandnicobar andamannicobar andaman nicobar an अंडमानऔरनिकोबारद्वीपसमूह अंडमानऔरनिकोबार',
    isUnionTerritory: true,
  },
  'Andhra Pradesh': { code: '37', aliases: 'andhra ap ad आंध्रप्रदेश ఆంధ్రప్రదేశ్' },
  'Arunachal Pradesh': { code: '12', aliases: 'arunachal ar अरुणाचलप्रदेश' },
  Assam: { code: '18', aliases: 'asom as असम অসম' },
  Bihar: { code: '10', aliases: 'br बिहार' },
  Chandigarh: { code: '04', aliases: 'ch चंडीगढ़ ਚੰਡੀਗੜ੍ਹ', isUnionTerritory: true },
  Chhattisgarh: { code: '22', aliases: 'chattisgarh cg ct छत्तीसगढ़' },
  'Dadra and Nagar Haveli and Daman and Diu': {
    code: '26',
    aliases:
      'dadraandnagarhaveli dadranagarhaveli damananddiu damandiu daman diu silvassa dh dn dd दमनऔरदीव दादराऔरनगरहवेली',
    isUnionTerritory: true,
  },
  Delhi: {
    code: '07',
    aliases:
      'newdelhi nct nctofdelhi ncr delhincr nationalcapitalterritoryofdelhi dl दिल्ली नईदिल्ली',
  },
  Goa: { code: '30', aliases: 'ga गोवा' },
  Gujarat: { code: '24', aliases: 'gj गुजरात ગુજરાત' },
  Haryana: { code: '06', aliases: 'hr हरियाणा' },
  'Himachal Pradesh': { code: '02', aliases: 'himachal hp हिमाचलप्रदेश' },
  'Jammu and Kashmir': {
    code: '01',
    aliases: 'jammukashmir jammu kashmir jandk jk जम्मूऔरकश्मीर جموںوکشمیر',
  },
  Jharkhand: { code: '20', aliases: 'jh झारखंड' },
  Karnataka: { code: '29', aliases: 'ka kn कर्नाटक ಕರ್ನಾಟಕ' },
  Kerala: { code: '32', aliases: 'kl केरल കേരളം' },
  Ladakh: { code: '38', aliases: 'la leh लद्दाख', isUnionTerritory: true },
  Lakshadweep: { code: '31', aliases: 'laccadives ld लक्षद्वीप', isUnionTerritory: true },
  'Madhya Pradesh': { code: '23', aliases: 'mp मध्यप्रदेश' },
  Maharashtra: { code: '27', aliases: 'mh महाराष्ट्र' },
  Manipur: { code: '14', aliases: 'mn मणिपुर' },
  Meghalaya: { code: '17', aliases: 'ml मेघालय' },
  Mizoram: { code: '15', aliases: 'mz मिज़ोरम' },
  Nagaland: { code: '13', aliases: 'nl नागालैंड' },
  Odisha: { code: '21', aliases: 'orissa od or ओडिशा ଓଡ଼ିଶା' },
  Puducherry: { code: '34', aliases: 'pondicherry pondy py पुडुचेरी புதுச்சேரி' },
  Punjab: { code: '03', aliases: 'pb पंजाब ਪੰਜਾਬ' },
  Rajasthan: { code: '08', aliases: 'rj राजस्थान' },
  Sikkim: { code: '11', aliases: 'sk सिक्किम' },
  'Tamil Nadu': { code: '33', aliases: 'tn तमिलनाडु தமிழ்நாடு' },
  Telangana: { code: '36', aliases: 'ts tg tl तेलंगाना తెలంగాణ' },
  Tripura: { code: '16', aliases: 'tr त्रिपुरा' },
  'Uttar Pradesh': { code: '09', aliases: 'up उत्तरप्रदेश' },
  Uttarakhand: { code: '05', aliases: 'uttaranchal uk ua उत्तराखंड' },
  'West Bengal': { code: '19', aliases: 'bengal wb पश्चिमबंगाल পশ্চিমবঙ্গ' },
}

/**
 * A prefix of pincodes that two states share: villages near a border, or a part that moved in 2014. Both states are
 * right.
 */
const SHARED_DISTRICTS: Record<string, IndianState> = {
  160: 'Punjab',
  194: 'Jammu and Kashmir',
  396: 'Dadra and Nagar Haveli and Daman and Diu',
  507: 'Andhra Pradesh',
  605: 'Puducherry',
  607: 'Puducherry',
  533: 'Puducherry',
  673: 'Puducherry',
}

/** Letters alone, without the accents of Latin ones. */
const toStateKey = (state: string): string =>
  state
    .toLowerCase()
    .replaceAll('&', 'and')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]|[^\p{L}\p{M}]/gu, '')

const PREFIXES = /^(?:in|stateof|unionterritoryof)(?=.)/

const NAMES = new Map(
  (Object.entries(STATES) as [IndianState, StateRow][]).flatMap(([name, { aliases }]) =>
    [name, ...aliases.split(' ')].map((alias) => [toStateKey(alias), name] as const),
  ),
)

/** Longer names are forgiven one typing error, the longest ones two. */
const toMaxTypos = ({ length }: string): number => (length < 5 ? 0 : length < 7 ? 1 : 2)

/**
 * The state that a typed text names, also by a former or short name, in an Indian script or with a typing error.
 * @returns undefined for a text that names none, or several equally well.
 */
export function parseState(typed: string): IndianState | undefined {
  const key = toStateKey(typed)
  const exact = NAMES.get(key) ?? NAMES.get(key.replace(PREFIXES, ''))
  if (exact) return exact
  const best = { typos: Number.POSITIVE_INFINITY, names: new Set<IndianState>() }
  for (const [known, name] of NAMES) {
    const max = toMaxTypos(known)
    const typos = max === 0 ? 1 : countTypos(key, known, max)
    if (typos > max || typos > best.typos) continue
    if (typos < best.typos) best.names.clear()
    best.typos = typos
    best.names.add(name)
  }
  return best.names.size === 1 ? [...best.names][0] : undefined
}

/** The code of a place of supply outside India. */
const OUTSIDE_INDIA = '96'

/** The code of a state in GST returns; empty for a text that names none. */
export function toStateCode(state: string, country: string): string {
  if (!isIndia(country)) return OUTSIDE_INDIA
  const name = parseState(state)
  return name ? STATES[name].code : ''
}

/** Whether the tax of a state is UTGST: a union territory without a legislature. */
export const isUnionTerritory = (code: string): boolean =>
  Object.values(STATES).some((row) => row.code === code && row.isUnionTerritory)

/** @returns why state and pincode of an Indian address cannot both be right; undefined if they agree. */
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
 * The state of a pincode if the typed one is another.
 * @returns undefined if they agree, and for pincodes of no state, e.g. of the army.
 */
function findOtherState(pincode: string, typed: string): IndianState | undefined {
  const state = findState(pincode)
  if (!state || state === 'Army Postal Service' || typed.trim() === '') return undefined
  const given = parseState(typed)
  // A name in a script that the table does not have is not compared.
  if (!given && !/[a-z]/.test(toStateKey(typed))) return undefined
  return given === state || (given && given === SHARED_DISTRICTS[pincode.slice(0, 3)])
    ? undefined
    : state
}

/**
 * The canonical state of an address to which an order goes, or whose bill it has.
 * @returns an error for a text that is not a state of India, and for a pincode of another state. An address in another
 * country keeps its text.
 */
export function resolveState({
  state,
  pincode: typedPincode,
  country,
}: {
  state: string
  pincode: string
  country: string
}): { state: string } | { error: string; field: 'state' | 'pincode' } {
  if (!isIndia(country)) return { state }
  const name = parseState(state)
  if (!name)
    return {
      error: `“${state}” is no state of India. Please enter its name, such as Rajasthan.`,
      field: 'state',
    }
  const mismatch = validateState(name, typedPincode, country)
  if (mismatch) return { error: mismatch, field: 'state' }
  const pincode = parsePincode(typedPincode)
  const area = pincode && findState(pincode)
  if (area === 'Army Postal Service')
    return {
      error: `The pincode ${pincode} belongs to the Army Postal Service, not to ${name}. Please enter the pincode of a place in ${name}.`,
      field: 'pincode',
    }
  return area
    ? { state: name }
    : { error: `There is no pincode like ${typedPincode}. Please check it.`, field: 'pincode' }
}
