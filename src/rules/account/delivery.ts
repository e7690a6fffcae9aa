import { DAY_MS, DISPATCH_CUTOFF_HOUR, HOUR_MS, PERSONALISATION_DAYS } from '../constants.ts'
import { formatWeekday, IST_OFFSET_MS, toDay, toIndianDay } from '../dates.ts'
import { findState, type PincodeState } from './pincode-area.ts'

interface DeliveryDays {
  /** The area to which it applies, as texts name it. */
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
  /** First and last likely day in India, e.g. `2026-11-21`. */
  from: string
  to: string
}

/**
 * The day that is `count` working days after `day`, without Sundays and closed days; with 0, `day` or the next working day.
 * @param day milliseconds.
 */
function addWorkingDays(day: number, count: number, closedDays: readonly string[]): number {
  if (new Date(day).getUTCDay() === 0 || closedDays.includes(toDay(day)))
    return addWorkingDays(day + DAY_MS, count, closedDays)
  return count === 0 ? day : addWorkingDays(day + DAY_MS, count - 1, closedDays)
}

/** The day in India that is `count` working days after `now`, in milliseconds since 1970. */
export const toWorkingDay = (now: number, count: number, closedDays: readonly string[]): string =>
  toDay(addWorkingDays(Date.parse(toIndianDay(now)), count, closedDays))

interface EstimateOptions {
  /** The piece is engraved, stamped or embroidered before dispatch. */
  personalised?: boolean
  /** Days without dispatch and delivery beside Sundays, e.g. `2027-01-26`. */
  closedDays?: readonly string[]
}

/**
 * The days on which an order placed at `now` arrives, in Indian time and without Sundays and closed days; null for a
 * pincode that does not exist.
 * @param now milliseconds since 1970.
 */
export function estimateDelivery(
  pincode: string,
  now: number,
  { personalised = false, closedDays = [] }: EstimateOptions = {},
): DeliveryEstimate | null {
  const zone = findDeliveryZone(pincode)
  if (!zone) return null
  const add = (day: number, count: number): number => addWorkingDays(day, count, closedDays)
  const indianTime = now + IST_OFFSET_MS
  const today = Math.floor(indianTime / DAY_MS) * DAY_MS
  const isAfterCutoff = indianTime - today >= DISPATCH_CUTOFF_HOUR * HOUR_MS
  const isOpenToday = add(today, 0) === today
  const ready = add(today, isAfterCutoff && isOpenToday ? 1 : 0)
  const dispatch = add(ready, personalised ? PERSONALISATION_DAYS : 0)
  const { min, max } = DELIVERY_ZONES[zone]
  return {
    pincode,
    from: toDay(add(dispatch, min)),
    to: toDay(add(dispatch, max)),
  }
}

/** E.g. `Tue, 24 Nov – Thu, 26 Nov`. */
export const formatDeliveryRange = ({ from, to }: Pick<DeliveryEstimate, 'from' | 'to'>): string =>
  from === to ? formatWeekday(from) : `${formatWeekday(from)} – ${formatWeekday(to)}`
