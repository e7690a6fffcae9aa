import type { Launch } from '#src/contract/launches.ts'
import { toIso } from '#src/rules/dates.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { ConflictError } from '../../core/retry-conflicts.ts'
import * as queries from './queries.ts'
import type { LaunchRow } from './tables.ts'

const notFound = () => new HttpError(404, 'There is no such launch.')

export const toState = (
  row: Pick<LaunchRow, 'starts_at' | 'published_at' | 'undone_at'>,
): Launch['state'] => {
  if (row.undone_at !== null) return 'ended'
  if (row.published_at !== null) return 'live'
  return row.starts_at === null ? 'draft' : 'scheduled'
}

export const toTime = (time: number | null): string | null => (time === null ? null : toIso(time))

/** Returns when a launch that is not live will go live: at its start, or now. */
export const toStart = ({ starts_at }: Pick<LaunchRow, 'starts_at'>, now: number): number =>
  Math.max(now, starts_at ?? now)

/** @throws HttpError 404. */
export async function getLaunchRow(db: Db, id: string): Promise<queries.LaunchRowWithCount> {
  const row = await queries.findLaunch(db, id)
  if (!row) throw notFound()
  return row
}

/**
 * Locks a launch until the transaction ends.
 * @param isLive whether the caller has found it live.
 * @throws ConflictError if it has started or ended since.
 */
export async function lockLaunch(db: Db, id: string, isLive: boolean): Promise<void> {
  if (!(await queries.touch(db, id, isLive))) throw new ConflictError('This launch')
}
