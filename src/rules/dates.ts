const dateFormat = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const dateTimeFormat = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
})

const istFormat = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

const formatInstant = (format: Intl.DateTimeFormat, instant: number | string): string => {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? '' : format.format(date)
}

/** An instant (ISO 8601, or milliseconds since 1970) as "21 November 2026"; '' when invalid. */
export const formatDate = (instant: number | string): string => formatInstant(dateFormat, instant)

/** An instant as "21 November at 5:30 pm"; '' when invalid. */
export const formatDateTime = (instant: number | string): string =>
  formatInstant(dateTimeFormat, instant)

/** An instant in Indian time, whatever the machine's, as "1 Dec 2026, 12:00 am IST". */
export const formatIst = (instant: number | string): string =>
  `${formatInstant(istFormat, instant)} IST`
