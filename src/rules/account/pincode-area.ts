/**
 * Sorting districts (the first three digits) by state, from the All India Pincode Directory of the
 * Department of Posts (data.gov.in, read in November 2025; 19,586 pincodes). If a district spans
 * a border, the longer prefixes of `BORDERS` decide.
 */
const DISTRICTS = [
  ['110', 'Delhi'],
  ['121-136', 'Haryana'],
  ['140-159', 'Punjab'],
  ['160', 'Chandigarh'],
  ['171-177', 'Himachal Pradesh'],
  ['180-193', 'Jammu and Kashmir'],
  ['194', 'Ladakh'],
  ['201-245,247,250-261,271-285', 'Uttar Pradesh'],
  ['246,248-249,262-263', 'Uttarakhand'],
  ['301-345', 'Rajasthan'],
  ['360-396', 'Gujarat'],
  ['400-402,410-445', 'Maharashtra'],
  ['403', 'Goa'],
  ['450-488', 'Madhya Pradesh'],
  ['490-497', 'Chhattisgarh'],
  ['500-509', 'Telangana'],
  ['515-535', 'Andhra Pradesh'],
  ['560-591', 'Karnataka'],
  ['600-643', 'Tamil Nadu'],
  ['670-695', 'Kerala'],
  ['700-736,741-743', 'West Bengal'],
  ['737', 'Sikkim'],
  ['744', 'Andaman and Nicobar Islands'],
  ['751-770', 'Odisha'],
  ['781-788', 'Assam'],
  ['790-792', 'Arunachal Pradesh'],
  ['793-794', 'Meghalaya'],
  ['795', 'Manipur'],
  ['796', 'Mizoram'],
  ['797-798', 'Nagaland'],
  ['799', 'Tripura'],
  ['800-813,821,823-824,841-855', 'Bihar'],
  ['814-818,822,825-835', 'Jharkhand'],
  ['900-999', 'Army Postal Service'],
] as const

type District = (typeof DISTRICTS)[number]

/** Prefixes of a sorting district that lie in another state than the rest of it. */
const BORDERS: Record<string, PincodeState> = {
  16005: 'Punjab',
  16006: 'Punjab',
  16007: 'Punjab',
  16010: 'Punjab',
  24471: 'Uttarakhand',
  24472: 'Uttarakhand',
  2467: 'Uttar Pradesh',
  24765: 'Uttarakhand',
  24766: 'Uttarakhand',
  24767: 'Uttarakhand',
  26200: 'Uttar Pradesh',
  2621: 'Uttar Pradesh',
  2622: 'Uttar Pradesh',
  26230: 'Uttar Pradesh',
  26240: 'Uttar Pradesh',
  2627: 'Uttar Pradesh',
  2628: 'Uttar Pradesh',
  2629: 'Uttar Pradesh',
  60500: 'Puducherry',
  60501: 'Puducherry',
  60960: 'Puducherry',
  68255: 'Lakshadweep',
  36252: 'Dadra and Nagar Haveli and Daman and Diu',
  36254: 'Dadra and Nagar Haveli and Daman and Diu',
  36257: 'Dadra and Nagar Haveli and Daman and Diu',
  3962: 'Dadra and Nagar Haveli and Daman and Diu',
}

/** A state or union territory as the directory names it. */
export type PincodeState =
  | District[1]
  | 'Puducherry'
  | 'Lakshadweep'
  | 'Dadra and Nagar Haveli and Daman and Diu'

/** The states and union territories in alphabetical order. */
export const INDIAN_STATES: PincodeState[] = [
  ...new Set<PincodeState>([...DISTRICTS.map(([, state]) => state), ...Object.values(BORDERS)]),
]
  .filter((state) => state !== 'Army Postal Service')
  .sort()

/** Cities whose pincodes are a sorting district of their own, by its prefix. */
const CITIES: Record<string, string> = {
  110: 'New Delhi',
  121: 'Faridabad',
  122: 'Gurugram',
  141: 'Ludhiana',
  143: 'Amritsar',
  160: 'Chandigarh',
  208: 'Kanpur',
  211: 'Prayagraj',
  221: 'Varanasi',
  226: 'Lucknow',
  248: 'Dehradun',
  282: 'Agra',
  302: 'Jaipur',
  313: 'Udaipur',
  342: 'Jodhpur',
  380: 'Ahmedabad',
  390: 'Vadodara',
  395: 'Surat',
  400: 'Mumbai',
  411: 'Pune',
  440: 'Nagpur',
  452: 'Indore',
  462: 'Bhopal',
  492: 'Raipur',
  500: 'Hyderabad',
  520: 'Vijayawada',
  530: 'Visakhapatnam',
  560: 'Bengaluru',
  570: 'Mysuru',
  575: 'Mangaluru',
  600: 'Chennai',
  625: 'Madurai',
  641: 'Coimbatore',
  682: 'Kochi',
  695: 'Thiruvananthapuram',
  700: 'Kolkata',
  751: 'Bhubaneswar',
  781: 'Guwahati',
  800: 'Patna',
  834: 'Ranchi',
}

function isInRanges(district: number, ranges: string): boolean {
  return ranges.split(',').some((range) => {
    const [from, to = from] = range.split('-').map(Number)
    return from !== undefined && to !== undefined && from <= district && district <= to
  })
}

/** The state of a pincode; null if the directory has no such sorting district. */
export function findState(pincode: string): PincodeState | null {
  for (const length of [5, 4]) {
    const state = BORDERS[pincode.slice(0, length)]
    if (state) return state
  }
  const district = Number(pincode.slice(0, 3))
  return DISTRICTS.find(([ranges]) => isInRanges(district, ranges))?.[1] ?? null
}

/** The city to suggest for a pincode; '' if its sorting district is not a single city. */
export const suggestCity = (pincode: string): string =>
  findState(pincode) === 'Lakshadweep' ? '' : (CITIES[pincode.slice(0, 3)] ?? '')
