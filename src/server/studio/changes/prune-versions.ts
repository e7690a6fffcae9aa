import { days, months, type Period } from '#src/content/retention.ts'
import { DAY_MS, UNDO_DAYS } from '#src/rules/constants.ts'
import { IST_OFFSET_MS } from '#src/rules/dates.ts'
import { getProgress, setProgress } from '../../core/cleanup/progress-queries.ts'
import { runSteps } from '../../core/cleanup/steps.ts'
import type { Deps } from '../../core/deps.ts'
import * as queries from './version-queries.ts'

/** Each version has some kilobytes. */
const VERSIONS_PER_STEP = 100

/** Periods of the Indian calendar. Times are in milliseconds since 1970. */
interface Calendar {
  /** Returns the start of the period that contains a time. */
  toStart: (time: number) => number
  toEnd: (time: number) => number
}

const toStartOfDay = (time: number): number =>
  Math.floor((time + IST_OFFSET_MS) / DAY_MS) * DAY_MS - IST_OFFSET_MS

const DAYS: Calendar = {
  toStart: toStartOfDay,
  toEnd: (time) => toStartOfDay(time) + DAY_MS,
}

function toStartOfMonth(time: number, later = 0): number {
  const date = new Date(time + IST_OFFSET_MS)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1) - IST_OFFSET_MS
}

const MONTHS: Calendar = {
  toStart: (time) => toStartOfMonth(time),
  toEnd: (time) => toStartOfMonth(time, 1),
}

interface Rule {
  name: string
  /** All versions of this time are kept, then one per period of the calendar. */
  period: Period
  calendar: Calendar
}

const RULES: Rule[] = [
  { name: 'days', period: days(UNDO_DAYS), calendar: DAYS },
  { name: 'months', period: months(12), calendar: MONTHS },
]

/**
 * Deletes versions that a later one of the same day or month replaced. The first and the latest
 * version of a record stay.
 */
async function pruneVersions(deps: Deps, table: queries.VersionTable): Promise<void> {
  for (const rule of RULES) await pruneByRule(deps, table, rule)
}

export const pruneProductVersions = (deps: Deps): Promise<void> =>
  pruneVersions(deps, { name: 'product_version', record: 'product_id', json: 'entry' })

export const pruneContentVersions = (deps: Deps): Promise<void> =>
  pruneVersions(deps, { name: 'content_version', record: 'record_id', json: 'body' })

async function pruneByRule(
  deps: Deps,
  table: queries.VersionTable,
  { name, period, calendar }: Rule,
): Promise<void> {
  const { db, now } = deps
  const job = `${table.name}.${name}`
  // Only whole periods are pruned, because undoing a change needs the previous version of the same day.
  const until = calendar.toStart(period.toStart(now()))
  const start = await getProgress(db, job)
  let after: queries.VersionPosition = { saved_at: start, record: '', revision: 0 }
  await runSteps(
    deps,
    async () => {
      const rows = await queries.listVersionsAfter(db, table, after, until, VERSIONS_PER_STEP)
      const last = rows.at(-1)
      if (!last) return 0
      const replaced = rows.filter(
        ({ saved_at, next_saved_at, is_first }) =>
          !is_first && next_saved_at !== null && next_saved_at < calendar.toEnd(saved_at),
      )
      if (replaced.length > 0) await queries.deleteVersions(db, table, replaced)
      after = last
      // Others of the same millisecond may follow.
      const isLast = rows.length < VERSIONS_PER_STEP
      await setProgress(db, job, isLast ? last.saved_at + 1 : last.saved_at)
      return rows.length
    },
    VERSIONS_PER_STEP,
  )
}
