import { DAY_MS, DISPATCH_CUTOFF_HOUR, PERSONALISATION_DAYS } from '../constants.ts'
import { findState, type PincodeState } from './pincode-area.ts'

interface DeliveryDays {
  /** Where it applies, as texts name it. */
  where: string
  /** Working days from dispatch, Monday to Saturday. */
  min: number
  max: number
}

/** Delivery times from the workshop in Jaipur. */
export const DELIVERY_ZONES = {
  city: { where: 'Jaipur', min: 1, max: 2 },
  near: {
    where:
      'Rajasthan, Delhi, Haryana, Punjab, Chandigarh, Gujarat, Uttar Pradesh, Madhya Pradesh and the cities of Mumbai, Pune, Hyderabad, Bengaluru, Chennai and Kolkata',
    min: 2,
    max: 3,
  },
  mainland: { where: 'All other states of the mainland', min: 3, max: 4 },
  remote: { where: 'Jammu and Kashmir, Ladakh, Sikkim and the North East', min: 5, max: 7 },
  islands: {
    where: 'The Andaman and Nicobar Islands, Lakshadweep and Army Post Offices',
    min: 6,
    max: 9,
  },
} as const satisfies Record<string, DeliveryDays>

type Zone = keyof typeof DELIVERY_ZONES

const IST_OFFSET_MS = 5.5 * 60 * 60_000

/** Sorting districts of the city zone and of the cities in the near zone. */
const DISTRICT_ZONES: Record<string, Zone> = {
  302: 'city',
  400: 'near',
  411: 'near',
  500: 'near',
  560: 'near',
  600: 'near',
  700: 'near',
}

const STATE_ZONES: Partial<Record<PincodeState, Zone>> = {
  Rajasthan: 'near',
  Delhi: 'near',
  Haryana: 'near',
  Punjab: 'near',
  Chandigarh: 'near',
  Gujarat: 'near',
  'Uttar Pradesh': 'near',
  'Madhya Pradesh': 'near',
  'Jammu and Kashmir': 'remote',
  Ladakh: 'remote',
  Sikkim: 'remote',
  Assam: 'remote',
  'Arunachal Pradesh': 'remote',
  Manipur: 'remote',
  Meghalaya: 'remote',
  Mizoram: 'remote',
  Nagaland: 'remote',
  Tripura: 'remote',
  'Andaman and Nicobar Islands': 'islands',
  Lakshadweep: 'islands',
  'Army Postal Service': 'islands',
}

/** The delivery zone of a pincode; null for one that does not exist. */
export function findDeliveryZone(pincode: string): Zone | null {
  const state = findState(pincode)
  if (!state) return null
  return DISTRICT_ZONES[pincode.slice(0, 3)] ?? STATE_ZONES[state] ?? 'mainland'
}

export interface DeliveryEstimate {
  pincode: string
  /** First and last likely day in India, as midnight UTC in milliseconds since 1970. */
  from: number
  to: number
}

interface EstimateOptions {
  /** The piece is engraved, stamped or embroidered before dispatch. */
  personalised?: boolean
}

const isSunday = (day: number): boolean => new Date(day).getUTCDay() === 0

/** The day that is `count` working days after `day`; with 0, `day` or the Monday after it. */
function addWorkingDays(day: number, count: number): number {
  let result = isSunday(day) ? day + DAY_MS : day
  for (let left = count; left > 0; left--) {
    result += DAY_MS
    if (isSunday(result)) result += DAY_MS
  }
  return result
}

/**
 * The days on which an order placed at `now` arrives, in Indian time and without Sundays; null for a
 * pincode that does not exist.
 * @param now milliseconds since 1970.
 */
export function estimateDelivery(
  pincode: string,
  now: number,
  { personalised = false }: EstimateOptions = {},
): DeliveryEstimate | null {
  const zone = findDeliveryZone(pincode)
  if (!zone) return null
  const indianTime = now + IST_OFFSET_MS
  const today = Math.floor(indianTime / DAY_MS) * DAY_MS
  const isAfterCutoff = indianTime - today >= DISPATCH_CUTOFF_HOUR * 60 * 60_000
  const ready = addWorkingDays(today, isAfterCutoff && !isSunday(today) ? 1 : 0)
  const dispatch = addWorkingDays(ready, personalised ? PERSONALISATION_DAYS : 0)
  const { min, max } = DELIVERY_ZONES[zone]
  return { pincode, from: addWorkingDays(dispatch, min), to: addWorkingDays(dispatch, max) }
}

/** E.g. `Tue, 24 Nov – Thu, 26 Nov`. */
export function formatDeliveryRange({ from, to }: Pick<DeliveryEstimate, 'from' | 'to'>): string {
  // Not with the module: the first one takes a browser as long as a render.
  const { format } = new Intl.DateTimeFormat('en-IN', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  return from === to ? format(from) : `${format(from)} – ${format(to)}`
}
