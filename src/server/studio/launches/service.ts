import { randomUUID } from 'node:crypto'
import type { Launch, LaunchDetail, LaunchItem } from '#src/contract/launches.ts'
import { ARCHIVED } from '#src/editing/overlay.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { formatInstant, toIso } from '#src/rules/dates.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { isContent } from '../save/records.ts'
import { endLaunch } from './boundaries.ts'
import { type CheckedDraft, checkDrafts, getTitle } from './check-drafts.ts'
import * as draftQueries from './draft-queries.ts'
import {
  type DraftInput,
  findLaterChange,
  pickTopLevelFields,
  planDraft,
  recordDrafts,
  toOverlays,
  writeDrafts,
} from './drafts.ts'
import { getLaunchRow, toStart, toState, toTime } from './launch-row.ts'
import * as linkQueries from './link-queries.ts'
import * as queries from './queries.ts'
import type { LaunchRow } from './tables.ts'

const MAX_AHEAD_MS = 366 * DAY_MS
const LISTED = 200

const toLaunch = (row: queries.LaunchRowWithCount): Launch => ({
  id: row.id,
  name: row.name,
  state: toState(row),
  message: row.message,
  startsAt: toTime(row.starts_at),
  endsAt: toTime(row.ends_at),
  publishedAt: toTime(row.published_at),
  undoneAt: toTime(row.undone_at),
  itemCount: Number(row.items),
})

export const listLaunches = async ({ db }: Deps): Promise<{ launches: Launch[] }> => ({
  launches: (await queries.listLaunches(db, LISTED)).map(toLaunch),
})

async function toItem(
  db: Db,
  draft: CheckedDraft<draftQueries.OverlayWithEditor>,
  isLive: boolean,
): Promise<Omit<LaunchItem, 'later'>> {
  const { item, record, before, body, archived, patch, fields, errors } = draft
  const isPlanned = !isLive || item.problem !== ''
  return {
    recordId: item.record_id,
    kind: isContent(item.record_id) ? 'content' : 'product',
    title: getTitle(draft),
    isNew: record === undefined,
    action: ARCHIVED in patch ? (archived ? 'archive' : 'restore') : 'update',
    archived: before?.archived ?? false,
    savedBy: item.display_name ?? '',
    savedAt: toIso(item.saved_at),
    fields,
    before: pickTopLevelFields(before?.body, fields),
    after: pickTopLevelFields(body, fields),
    changed: await findLaterChange(db, record, item.saved_at),
    errors: isPlanned ? errors : [],
  }
}

/** Starts and ends of other launches at which the drafts of one are checked. */
const CHECKED_TIMES = 20

/** Finds the rules that records would break at starts and ends of other launches while this one is live. */
async function findLaterErrors(
  db: Db,
  row: LaunchRow,
  drafts: CheckedDraft[],
  now: number,
): Promise<Map<string, LaunchItem['later']>> {
  const later = new Map<string, LaunchItem['later']>()
  const items = drafts.flatMap(({ errors, item }) => (errors.length === 0 ? item : []))
  const ids = items.map(({ record_id }) => record_id)
  const startsAt = row.published_at ?? toStart(row, now)
  const range = { from: Math.max(startsAt, now), until: row.ends_at ?? Number.MAX_SAFE_INTEGER }
  const times = await draftQueries.listOtherTimes(db, row.id, ids, range)
  for (const liveAt of times.slice(0, CHECKED_TIMES))
    for (const { item, errors } of await checkDrafts(db, items, {
      launchId: row.id,
      startsAt,
      liveAt,
    })) {
      const known = later.get(item.record_id) ?? []
      const message = errors.join(' ')
      if (message !== '' && known.at(-1)?.message !== message)
        later.set(item.record_id, [...known, { at: toIso(liveAt), message }])
    }
  return later
}

export async function getLaunch(deps: Deps, id: string): Promise<LaunchDetail> {
  const { db } = deps
  const row = await getLaunchRow(db, id)
  const isLive = toState(row) === 'live'
  const drafts = await checkDrafts(db, await draftQueries.listItems(db, id), {
    launchId: id,
    liveAt: isLive ? deps.now() : toStart(row, deps.now()),
  })
  const later = await findLaterErrors(db, row, drafts, deps.now())
  const items: LaunchItem[] = []
  for (const draft of drafts) {
    const { record_id } = draft.item
    items.push({ ...(await toItem(db, draft, isLive)), later: later.get(record_id) ?? [] })
  }
  const link = await linkQueries.findLinkOfLaunch(db, id, deps.now())
  return { ...toLaunch(row), items, link: link ? { expiresAt: toIso(link.expires_at) } : null }
}

const isLiveNow = () => new HttpError(409, 'This launch is live. End it first.')

interface Times {
  startsAt?: string | null | undefined
  endsAt?: string | null | undefined
}

export async function createLaunch(
  deps: Deps,
  {
    name,
    draft,
    ...times
  }: Times & {
    name: string
    draft?: Omit<DraftInput, 'revision'> | undefined
  },
  editorId: string,
): Promise<LaunchDetail> {
  const id = randomUUID()
  await deps.db.transaction().execute(async (db) => {
    await record(deps, db, editorId, `Created the launch ${name}`)
    await queries.insertLaunch(db, {
      id,
      name,
      starts_at: null,
      ends_at: null,
      published_at: null,
      undone_at: null,
      retry_at: null,
      message: '',
      revision: 1,
      created_at: deps.now(),
      editor_id: editorId,
    })
    if (draft) {
      const { title, draft: planned } = await planDraft(db, id, { ...draft, revision: 0 })
      await writeDrafts(db, id, toOverlays(id, [planned], { editorId, now: deps.now() }))
      await recordDrafts(deps, db, id, editorId, `Saved the draft of ${title} in`)
    }
    await setTimes(db, await getLaunchRow(db, id), times, deps.now())
  })
  return getLaunch(deps, id)
}

/** Writes an audit entry about a launch. */
const record = ({ now }: Deps, db: Db, editorId: string, subject: string): Promise<void> =>
  insertAuditEntry(db, { at: now(), actor_id: editorId, action: 'launches', subject })

const assertAhead = (now: number, time: number, field: string): void => {
  if (time <= now) throw new HttpError(400, 'The time must be in the future.', { field })
  if (time > now + MAX_AHEAD_MS)
    throw new HttpError(400, 'The time may be a year ahead at most.', { field })
}

/**
 * Sets the times of a launch. A start schedules an ended launch again.
 * @param row of a launch that is not live, unless only its end moves.
 */
async function setTimes(
  db: Db,
  row: LaunchRow,
  { startsAt, endsAt }: Times,
  now: number,
): Promise<void> {
  const change: Partial<LaunchRow> = {}
  if (startsAt !== undefined) {
    if (toState(row) === 'live') throw isLiveNow()
    change.starts_at = startsAt === null ? null : Date.parse(startsAt)
    if (change.starts_at !== null) {
      assertAhead(now, change.starts_at, 'startsAt')
      Object.assign(change, { published_at: null, undone_at: null, retry_at: null })
    }
  }
  if (endsAt !== undefined) {
    change.ends_at = endsAt === null ? null : Date.parse(endsAt)
    if (change.ends_at !== null) assertAhead(now, change.ends_at, 'endsAt')
  }
  const { starts_at, ends_at, published_at } = { ...row, ...change }
  if (published_at === null && starts_at && ends_at && ends_at <= starts_at)
    throw new HttpError(400, 'The end must be after the start.', { field: 'endsAt' })
  await queries.updateLaunch(db, row.id, change)
}

const describeTime = (what: string, time: string | null | undefined): string[] =>
  time === undefined ? [] : [time === null ? `no ${what}` : `${what} ${formatInstant(time)}`]

/** Renames a launch, or moves its times. A live launch that gets another start ends now, and starts then. */
export async function changeLaunch(
  deps: Deps,
  id: string,
  { name, ...times }: Times & { name?: string | undefined },
  editorId: string,
): Promise<LaunchDetail> {
  const before = await getLaunchRow(deps.db, id)
  const write = async (db: Db) => {
    // Locks the row, so that a running start or end commits before the row is read.
    await queries.updateLaunch(db, id, { message: '', ...(name === undefined ? {} : { name }) })
    await setTimes(db, await getLaunchRow(db, id), times, deps.now())
    const changes = [
      ...(name === undefined ? [] : [`name ${name}`]),
      ...describeTime('start', times.startsAt),
      ...describeTime('end', times.endsAt),
    ].join(', ')
    if (changes) await record(deps, db, editorId, `Changed the launch ${before.name}: ${changes}`)
  }
  const isMoved = toState(before) === 'live' && typeof times.startsAt === 'string'
  if (isMoved) await endLaunch(deps, id, editorId, { at: deps.now(), isDue: false }, write)
  else await deps.db.transaction().execute(write)
  return getLaunch(deps, id)
}

export async function deleteLaunch(deps: Deps, id: string, editorId: string): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    const isLocked = await queries.touch(db, id, false)
    const { name, items } = await getLaunchRow(db, id)
    if (!isLocked) throw isLiveNow()
    await linkQueries.endLinks(db, id, deps.now())
    await queries.deleteLaunch(db, id)
    await record(deps, db, editorId, `Deleted the launch ${name} with its drafts: ${items}`)
  })
}
