/** Codes of states in GST returns, by their names in lower case (GST portal, list of state codes). */
const CODES: Record<string, string> = {
  'jammu and kashmir': '01',
  'himachal pradesh': '02',
  punjab: '03',
  chandigarh: '04',
  uttarakhand: '05',
  haryana: '06',
  delhi: '07',
  rajasthan: '08',
  'uttar pradesh': '09',
  bihar: '10',
  sikkim: '11',
  'arunachal pradesh': '12',
  nagaland: '13',
  manipur: '14',
  mizoram: '15',
  tripura: '16',
  meghalaya: '17',
  assam: '18',
  'west bengal': '19',
  jharkhand: '20',
  odisha: '21',
  chhattisgarh: '22',
  'madhya pradesh': '23',
  gujarat: '24',
  'dadra and nagar haveli and daman and diu': '26',
  maharashtra: '27',
  karnataka: '29',
  goa: '30',
  lakshadweep: '31',
  kerala: '32',
  'tamil nadu': '33',
  puducherry: '34',
  'andaman and nicobar islands': '35',
  telangana: '36',
  'andhra pradesh': '37',
  ladakh: '38',
}

/** The code of a place of supply outside India. */
const OUTSIDE_INDIA = '96'

/** The code of a state of India; empty for another name. */
export const findStateCode = (state: string): string =>
  CODES[
    state
      .trim()
      .toLowerCase()
      .replace(/\s*&\s*/g, ' and ')
  ] ?? ''

/** @param isIndian of the country of the address. */
export const toStateCode = (state: string, isIndian: boolean): string =>
  isIndian ? findStateCode(state) : OUTSIDE_INDIA
