import { DAY_MS } from '#src/rules/constants.ts'
import { toDay } from '#src/rules/dates.ts'

/** Days of a part of the list of appointments. */
export const WEEK_DAYS = 7

/** The day that comes a number of days after a day such as `2026-11-21`, or before it. */
export const addDays = (day: string, count: number): string =>
  toDay(Date.parse(day) + count * DAY_MS)
