import { HOUR_MS } from './constants.ts'

/** A time in ms since 1970 as ISO 8601. */
export const toIso = (time: number): string => new Date(time).toISOString()

/** A time as `toIso` writes it, or null without a time. */
export const toIsoOrNull = (time: number | null): string | null =>
  time === null ? null : toIso(time)

/** The day of a time in UTC, e.g. `2026-11-21`. */
export const toDay = (time: number): string => toIso(time).slice(0, 10)

export const IST_OFFSET_MS = 5.5 * HOUR_MS

/** The day of an instant (ms since 1970, or ISO 8601) in India, e.g. `2026-11-21`. */
export const toIndianDay = (instant: number | string): string =>
  toDay(new Date(instant).getTime() + IST_OFFSET_MS)

const DAY = /^\d{4}-\d\d-\d\d$/

/** The formatter is created with the first date: it takes longer than the rest of a module's start. */
function createFormat(
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): (time: number) => string {
  let format: Intl.DateTimeFormat | undefined
  return (time) => {
    if (Number.isNaN(time)) return ''
    format ??= new Intl.DateTimeFormat('en-IN', { timeZone, ...options })
    return format.format(time)
  }
}

// A day has no time zone. An instant is shown in the shop's. So no function takes both: the day of an instant is
// `formatDay(toIndianDay(instant))`.

const createDayFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = createFormat('UTC', options)
  return (day: string): string => format(DAY.test(day) ? Date.parse(day) : Number.NaN)
}

/** A day such as `2026-11-21` as "21 November 2026"; '' for anything else. */
export const formatDay = createDayFormat({ day: 'numeric', month: 'long', year: 'numeric' })

/** A day such as `2026-11-21` as "21 Nov 2026"; '' for anything else. */
export const formatShortDay = createDayFormat({ day: 'numeric', month: 'short', year: 'numeric' })

/** A day such as `2026-11-21` as "Sat, 21 Nov"; '' for anything else. */
export const formatWeekday = createDayFormat({ weekday: 'short', day: 'numeric', month: 'short' })

const formatInIst = createFormat('Asia/Kolkata', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** An instant (ms since 1970, or ISO 8601) as "1 Dec 2026, 12:00 am IST"; '' for anything else. */
export function formatInstant(instant: number | string): string {
  const isDay = typeof instant === 'string' && DAY.test(instant)
  const text = isDay ? '' : formatInIst(new Date(instant).getTime())
  return text && `${text} IST`
}
