import { DAY_MS, UNDO_DAYS } from '#src/rules/constants.ts'
import { IST_OFFSET_MS } from '#src/rules/dates.ts'
import { days, months, type Period } from '#src/rules/retention.ts'
import { getProgress, setProgress } from '../../core/cleanup/progress-queries.ts'
import { runSteps } from '../../core/cleanup/steps.ts'
import type { Deps } from '../../core/deps.ts'
import * as queries from './version-queries.ts'

/** Versions have some kilobytes each. */
const VERSIONS_PER_STEP = 100

/** Parts of the calendar in India. Times are milliseconds since 1970. */
interface Calendar {
  /** @returns when the part began that a time is in. */
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
  /** All versions of this time are kept, and then one of each part of the calendar. */
  period: Period
  calendar: Calendar
}

const RULES: Rule[] = [
  { name: 'days', period: days(UNDO_DAYS), calendar: DAYS },
  { name: 'months', period: months(12), calendar: MONTHS },
]

/**
 * Deletes the versions of products and records that a later one of the same day, or of the same month, replaced. The
 * first and the latest version of a record stay, and those that launches need.
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
  // A part of the calendar is over as a whole: undoing a change needs the versions before it, of the same day, too.
  const until = calendar.toStart(period.toStart(now()))
  const start = await getProgress(db, job)
  let after: queries.VersionPlace = { saved_at: start, record: '', revision: 0 }
  await runSteps(
    deps,
    async () => {
      const rows = await queries.listVersionsAfter(db, table, after, until, VERSIONS_PER_STEP)
      const last = rows.at(-1)
      if (!last) return 0
      const over = rows.filter(
        ({ saved_at, next_saved_at, is_first, is_needed }) =>
          !is_first &&
          !is_needed &&
          next_saved_at !== null &&
          next_saved_at < calendar.toEnd(saved_at),
      )
      if (over.length > 0) await queries.deleteVersions(db, table, over)
      after = last
      // Others of the same moment may follow.
      const isLast = rows.length < VERSIONS_PER_STEP
      await setProgress(db, job, isLast ? last.saved_at + 1 : last.saved_at)
      return rows.length
    },
    VERSIONS_PER_STEP,
  )
}
