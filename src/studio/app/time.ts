/** The shop's time, which editors read and write wherever they are. */
const TIME_ZONE = 'Asia/Kolkata'
const IST_OFFSET = '+05:30'

const dateTime = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
})
const day = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: TIME_ZONE })
const parts = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
})

/** @returns '' for what is no time, e.g. of a draft. */
const format = (iso: string, by: Intl.DateTimeFormat): string =>
  Number.isNaN(Date.parse(iso)) ? '' : by.format(new Date(iso))

/** E.g. `22 Nov 2026, 7:30 am IST`. */
export const formatDateTime = (iso: string): string => `${format(iso, dateTime)} IST`

/** E.g. `22 Nov 2026`. */
export const formatDay = (iso: string): string => format(iso, day)

/** The value of a `datetime-local` field, e.g. `2026-11-22T07:30`. */
export const toLocalInput = (iso: string): string => format(iso, parts).replace(' ', 'T')

/** @returns the instant of a `datetime-local` value in IST; undefined for an incomplete one. */
export function fromLocalInput(value: string): string | undefined {
  const time = Date.parse(`${value}:00${IST_OFFSET}`)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
