const long = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric' })
const withTime = new Intl.DateTimeFormat('en-IN', {
  day: 'numeric',
  month: 'long',
  hour: 'numeric',
  minute: '2-digit',
})

const write = (format: Intl.DateTimeFormat, instant: number | string): string => {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? '' : format.format(date)
}

/** An instant (ISO 8601, or milliseconds since 1970) as "21 November 2026"; '' when it is none. */
export const formatDate = (instant: number | string): string => write(long, instant)

/** An instant as "21 November at 5:30 pm". */
export const formatDateTime = (instant: number | string): string => write(withTime, instant)
