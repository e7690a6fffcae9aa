/** The shop's time, which editors read and write wherever they are. */
const TIME_ZONE = 'Asia/Kolkata'
const IST_OFFSET = '+05:30'

const parts = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: TIME_ZONE,
})

/** The value of a `datetime-local` field, e.g. `2026-11-22T07:30`; '' for what is no time, e.g. of a draft. */
export const toLocalInput = (iso: string): string =>
  Number.isNaN(Date.parse(iso)) ? '' : parts.format(new Date(iso)).replace(' ', 'T')

/** @returns the instant of a `datetime-local` value in IST; undefined for an incomplete one. */
export function fromLocalInput(value: string): string | undefined {
  const time = Date.parse(`${value}:00${IST_OFFSET}`)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}
