/** A time in ms since 1970 as ISO 8601. */
export const toIso = (time: number): string => new Date(time).toISOString()

/** A time as `toIso` writes it, or null without a time. */
export const toIsoOrNull = (time: number | null): string | null =>
  time === null ? null : toIso(time)

/** The day of a time in UTC, e.g. `2026-11-21`. */
export const toDay = (time: number): string => toIso(time).slice(0, 10)

export const IST_OFFSET_MS = 5.5 * 3_600_000

/** The day of a time in India, e.g. `2026-11-21`. */
export const toIndianDay = (time: number): string => toDay(time + IST_OFFSET_MS)

/** The formatter is created with the first date: it takes longer than the rest of a module's start. */
function createFormat(options: Intl.DateTimeFormatOptions): (instant: number | string) => string {
  let format: Intl.DateTimeFormat | undefined
  return (instant) => {
    const date = new Date(instant)
    if (Number.isNaN(date.getTime())) return ''
    format ??= new Intl.DateTimeFormat('en-IN', options)
    return format.format(date)
  }
}

/** An instant (ISO 8601, or milliseconds since 1970) as "21 November 2026"; '' when invalid. */
export const formatDate = createFormat({ day: 'numeric', month: 'long', year: 'numeric' })

/** An instant as the day that it is in India, whatever the machine's time zone; '' when invalid. */
export const formatIndianDate = createFormat({
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** An instant as "21 November at 5:30 pm"; '' when invalid. */
export const formatDateTime = createFormat({
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
})

const formatInIst = createFormat({
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** An instant in Indian time, whatever the machine's, as "1 Dec 2026, 12:00 am IST". */
export const formatIst = (instant: number | string): string => `${formatInIst(instant)} IST`
