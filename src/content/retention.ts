import {
  DAY_MS,
  KNOWN_DEVICE_DAYS,
  SEARCHES_DAYS,
  UNVERIFIED_DAYS,
  WEB_VITALS_DAYS,
} from '#src/rules/constants.ts'
import { count } from '#src/rules/count.ts'
import { IST_OFFSET_MS } from '#src/rules/dates.ts'

// How long the shop keeps personal data: the words of the privacy notice beside the figures by which the
// server deletes (src/server/jobs/retention-table.ts).

/** A time for which something is kept. */
export interface Period {
  /** For the documents, e.g. `30 days`. */
  text: string
  /** @returns the time before which something has expired at `now`. Both are milliseconds since 1970. */
  toStart: (now: number) => number
}

export const days = (amount: number): Period => ({
  text: count(amount, 'day'),
  toStart: (now) => now - amount * DAY_MS,
})

/** Months of the calendar in India. */
export const months = (count: number): Period => ({
  text: `${count} months`,
  toStart(now) {
    const date = new Date(now + IST_OFFSET_MS)
    const day = date.getUTCDate()
    date.setUTCMonth(date.getUTCMonth() - count)
    // E.g. 31 March less a month: the last day of February.
    if (date.getUTCDate() !== day) date.setUTCDate(0)
    return date.getTime() - IST_OFFSET_MS
  },
})

/** The financial years before the current one, which begin on 1 April in India (Companies Act 2013, section 128(5)). */
export const financialYears = (count: number): Period => ({
  text: `${count} financial years`,
  toStart(now) {
    const date = new Date(now + IST_OFFSET_MS)
    const year = date.getUTCFullYear() - (date.getUTCMonth() < 3 ? 1 : 0)
    return Date.UTC(year - count, 3, 1) - IST_OFFSET_MS
  },
})

/** Times that the privacy notice promises, each with the words that stand for its token there. */
export const PROMISED_PERIODS = {
  unverifiedKept: { period: days(UNVERIFIED_DAYS), words: 'seven days' },
  ordersKept: { period: financialYears(8), words: 'Eight financial years' },
  messagesKept: { period: months(24), words: 'Two years' },
  mailsKept: { period: days(30), words: 'thirty days' },
  devicesKept: { period: days(KNOWN_DEVICE_DAYS), words: 'half a year' },
  accessKept: { period: months(13), words: 'thirteen months' },
  viewsKept: { period: months(13), words: 'Thirteen months' },
  speedKept: { period: days(WEB_VITALS_DAYS), words: 'Ninety days' },
  searchesKept: { period: days(SEARCHES_DAYS), words: 'Thirty days' },
} as const satisfies Record<string, { period: Period; words: string }>

export type PeriodToken = keyof typeof PROMISED_PERIODS

/** Texts for the tokens of the privacy notice. */
export const KEPT_WORDS = Object.fromEntries(
  Object.entries(PROMISED_PERIODS).map(([token, { words }]) => [token, words]),
) as Record<PeriodToken, string>
