import type { Launch } from '#src/contract/launches.ts'
import { toIso } from '#src/rules/dates.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import * as queries from './queries.ts'
import type { LaunchRow } from './tables.ts'

const notFound = () => new HttpError(404, 'There is no such launch.')
export const isLiveNow = () =>
  new HttpError(409, 'This launch is live. Change its drafts one by one, or end it first.')

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
 * @throws HttpError 404, or 409 if it is live.
 */
export async function lockNotLive(db: Db, id: string): Promise<void> {
  if (await queries.touch(db, id, false)) return
  await getLaunchRow(db, id)
  throw isLiveNow()
}

/**
 * Locks a live launch until the transaction ends.
 * @throws HttpError 404, or 409 if it is not live.
 */
export async function lockLive(db: Db, id: string): Promise<queries.LaunchRowWithCount> {
  const isLocked = await queries.touch(db, id, true)
  const row = await getLaunchRow(db, id)
  if (!isLocked) throw new HttpError(409, 'This launch is not live.')
  return row
}
