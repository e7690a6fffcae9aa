import type { AppointmentWay } from '#src/contract/form-limits.ts'
import { DAY_MS } from './constants.ts'
import { formatDay, formatWeekday, toIndianDay } from './dates.ts'

/** Days from today on which one can be. */
export const APPOINTMENT_DAYS = 60

export const appointmentMessages = {
  ways: {
    boutique: 'At the boutique',
    video: 'By video',
    call: 'By telephone',
  } satisfies Record<AppointmentWay, string>,
  subject: 'An appointment',
  dayMissing: 'Please choose a day.',
  dayClosed: 'We are closed on Sundays. Please choose another day.',
  dayOutside: `Please choose a day within the next ${APPOINTMENT_DAYS} days, from tomorrow on.`,
  /** Used if the shopper writes nothing. */
  noMessage: 'No further words.',
} as const

/** The first and the last day on which an appointment can be, in India. */
export const listAppointmentDays = (now: number): { min: string; max: string } => ({
  min: toIndianDay(now + DAY_MS),
  max: toIndianDay(now + APPOINTMENT_DAYS * DAY_MS),
})

/** Why there is no appointment on a day such as `2026-12-01`; undefined if there can be one. */
export function validateAppointmentDay(day: string, now: number): string | undefined {
  if (day === '') return appointmentMessages.dayMissing
  const { min, max } = listAppointmentDays(now)
  const time = Date.parse(day)
  if (Number.isNaN(time) || day < min || day > max) return appointmentMessages.dayOutside
  return new Date(time).getUTCDay() === 0 ? appointmentMessages.dayClosed : undefined
}

/** 24 hours as "9 am" or "6 pm". */
export const formatHour = (hour: number): string =>
  `${hour > 12 ? hour - 12 : hour} ${hour < 12 ? 'am' : 'pm'}`

/** An appointment as the shopper asks for it. */
export interface Appointment {
  way: AppointmentWay
  /** In India, e.g. `2026-12-01`. */
  day: string
  hour: number
  /** The title of a piece; absent if it is about none. */
  piece?: string | undefined
  phone?: string | undefined
}

/** Describes the appointment, e.g. "At the boutique on 1 December 2026, 3 pm". */
export const formatAppointmentTime = ({
  way,
  day,
  hour,
}: Pick<Appointment, 'way' | 'day' | 'hour'>): string =>
  `${appointmentMessages.ways[way]} on ${formatDay(day)}, ${formatHour(hour)}`

/** The first lines of the message that the team reads. */
export function formatAppointment({ way, day, hour, piece, phone }: Appointment): string {
  return [
    `${appointmentMessages.ways[way]}: ${formatWeekday(day)} ${day.slice(0, 4)}, ${formatHour(hour)} IST`,
    piece && `Piece: ${piece}`,
    phone && `Telephone: ${phone}`,
  ]
    .filter(Boolean)
    .join('\n')
}
