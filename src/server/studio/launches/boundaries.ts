import type { CatalogEntry } from '#src/contract/entry.ts'
import { ARCHIVED, type Patch } from '#src/editing/overlay.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError, isTransient } from '../../core/errors.ts'
import type { Job } from '../../core/job.ts'
import { describeError } from '../../core/log.ts'
import { ConflictError } from '../../core/retry-conflicts.ts'
import { releaseSlugs } from '../../core/slugs/queries.ts'
import type { Change } from '../save/change.ts'
import { runPlannedChange } from '../save/planned-change.ts'
import { writeRecords } from '../save/save-records.ts'
import * as draftQueries from './draft-queries.ts'
import { mailLeftOut } from './left-out-mail.ts'
import {
  type At,
  type BoundaryPlan,
  MAX_MESSAGE,
  planEnd,
  planKeep,
  planStart,
  type StartPlan,
  toMessage,
} from './plan-boundaries.ts'
import * as queries from './queries.ts'
import type { LaunchRow } from './tables.ts'

/**
 * Starts a launch: it lies over its records from now on. Records that would break a rule keep their own values, and
 * the message of the launch names them.
 * @throws HttpError 409 if it is live, or no record can start.
 */
export const startLaunch = (
  deps: Deps,
  id: string,
  editorId: string | null,
  { at, isDue }: At = { at: deps.now(), isDue: false },
): Promise<void> =>
  runPlannedChange(
    deps,
    ({ name }: StartPlan) => ({
      editorId,
      title: `Launched ${name}`,
      subject: 'launches' as const,
      movesLaunches: true,
    }),
    (db, now, known) => planStart(db, now, id, { at, isDue, known }),
    async (change, plan) => {
      const { db } = change
      const message = toMessage('Not in the launch:', plan.leftOut)
      const claimed = await queries.claimStart(db, id, { at, isDue, message })
      if (!claimed) {
        if (isDue) return
        throw new HttpError(409, 'This launch is live already.')
      }
      await writeBoundary(change, plan, claimed.revision, at)
      await writeStarted(change, claimed, plan, at)
      await acceptFewer(change, plan)
      const { leftOut } = plan
      await mailLeftOut(deps, db, claimed, 'has started', {
        leftOut,
        editorId: isDue ? null : editorId,
      })
    },
  )

/**
 * Shows records under drafts from now on.
 * @returns for each new record, its id by the id of its draft.
 */
export async function writeStarted(
  change: Change,
  { id, name }: Pick<LaunchRow, 'id' | 'name'>,
  plan: Pick<StartPlan, 'records' | 'started'>,
  at: number,
): Promise<Map<string, string>> {
  const { db } = change
  await releaseSlugs(db, id)
  const created = await writeRecords(change, plan.records)
  await keepCreated(db, plan, created)
  await draftQueries.insertEffects(
    db,
    plan.started.map(({ item, patch }) => ({
      record_id: created.get(item.record_id) ?? item.record_id,
      launch_id: id,
      name,
      patch: JSON.stringify(patch),
      from_at: at,
      to_at: null,
    })),
  )
  return created
}

async function writeBoundary(
  change: Change,
  { revision, dropped }: BoundaryPlan,
  claimed: number,
  at: number,
): Promise<void> {
  change.isLogged = true
  // The claim itself raises the revision by one.
  if (claimed !== revision + 1) throw new ConflictError('This launch')
  await queries.setProjectedUntil(change.db, at)
  for (const { problem, ...item } of dropped)
    await draftQueries.updateItem(change.db, item, { problem })
}

/** Publishes a start or an end also if many products leave the site with it: the editor of the launch has chosen them. */
async function acceptFewer(change: Change, { records }: BoundaryPlan): Promise<void> {
  const isFewer = records.products.saves.some(
    ({ before, row }) => before?.live.row.archived_at === null && row.archived_at !== null,
  )
  if (isFewer) change.acceptedProducts = await queries.countShownProducts(change.db)
}

/** Turns the drafts of new records into drafts of the created ones: their fields are those of the records now. */
async function keepCreated(
  db: Db,
  { records, started }: Pick<StartPlan, 'records' | 'started'>,
  created: ReadonlyMap<string, string>,
): Promise<void> {
  const bySlug = new Map<unknown, string>()
  for (const { item, record, body } of started) {
    if (record) continue
    const recordId = created.get(item.record_id) ?? item.record_id
    bySlug.set(body['slug'], recordId)
    const save = records.products.saves.find(({ draftId }) => draftId === item.record_id)
    const own = save && (JSON.parse(save.entry) as CatalogEntry)
    const patch: Patch = {
      [ARCHIVED]: { set: false },
      ...(own && own.slug !== body['slug'] && { slug: { set: body['slug'] } }),
    }
    await draftQueries.updateItem(db, item, {
      record_id: recordId,
      patch: JSON.stringify(patch),
    })
  }
  // Related products that were created, too, are named by their ids from now on.
  for (const { item, record, patch } of started) {
    const related = patch['related']
    if (!record || !related || !('set' in related)) continue
    const ids = (related.set as string[]).map((name) => bySlug.get(name) ?? name)
    if (ids.join() === (related.set as string[]).join()) continue
    const next = { ...patch, related: { set: ids } }
    await draftQueries.updateItem(db, item, { patch: JSON.stringify(next) })
  }
}

/**
 * Ends a launch: its records are as they are without it.
 * @param then runs in the same transaction.
 * @throws HttpError 409 if it is not live.
 */
export const endLaunch = (
  deps: Deps,
  id: string,
  editorId: string | null,
  { at, isDue }: At = { at: deps.now(), isDue: false },
  then: (db: Db) => Promise<void> = async () => {},
): Promise<void> =>
  runPlannedChange(
    deps,
    ({ name }: BoundaryPlan) => ({
      editorId,
      title: `Ended the launch ${name}`,
      subject: 'launches' as const,
      movesLaunches: true,
    }),
    (db, now, known) => planEnd(db, now, id, known),
    async (change, plan) => {
      const { db } = change
      const message = toMessage('Not as before the launch:', plan.leftOut)
      const claimed = await queries.claimEnd(db, id, { at, isDue, message })
      if (!claimed) {
        if (isDue) return
        throw new HttpError(409, 'This launch is not live.')
      }
      await writeBoundary(change, plan, claimed.revision, at)
      await endShown(db, id, at)
      await writeRecords(change, plan.records)
      await acceptFewer(change, plan)
      const { leftOut } = plan
      await mailLeftOut(deps, db, claimed, 'has ended', {
        leftOut,
        editorId: isDue ? null : editorId,
      })
      await then(db)
    },
  )

/** Notes that a launch shows nothing from now on, and forgets what it left out. */
async function endShown(db: Db, id: string, at: number): Promise<void> {
  await draftQueries.endEffects(db, id, at)
  await draftQueries.clearProblems(db, id)
}

/** Marks launches as ended whose records are planned by `planEnds`. */
export async function endLaunchesSince(
  { db, now }: Change,
  launches: readonly { id: string; revision: number }[],
): Promise<void> {
  for (const { id, revision } of launches) {
    const claimed = await queries.claimEnd(db, id, { at: now, isDue: false, message: '' })
    if (claimed?.revision !== revision + 1) throw new ConflictError('A launch')
    await endShown(db, id, now)
  }
}

/**
 * Saves what a live launch changes into its records, as one batch that can be undone, and ends the launch.
 * @throws HttpError 409 if it is not live, or a record would break a rule without the other launches over it.
 */
export const keepLaunch = (deps: Deps, id: string, editorId: string): Promise<void> =>
  runPlannedChange(
    deps,
    ({ name }: BoundaryPlan) => ({
      editorId,
      batch: `Kept the changes of ${name}`,
      subject: 'launches' as const,
      movesLaunches: true,
    }),
    (db, now, known) => planKeep(db, now, id, known),
    async (change, plan) => {
      const { db, now } = change
      const claimed = await queries.claimEnd(db, id, { at: now, isDue: false, message: '' })
      if (!claimed) throw new HttpError(409, 'This launch is not live.')
      await writeBoundary(change, plan, claimed.revision, now)
      await endShown(db, id, now)
      await writeRecords(change, plan.records)
    },
  )

/** Delay before a start or an end that failed unexpectedly is tried again. */
const RETRY_MS = 30_000

/** Starts and ends in one run. The others follow in the next run, one second later. */
const BOUNDARIES_PER_RUN = 40

/**
 * Applies the starts and ends that are due, in the order of their times, also those that the shop missed while it was
 * down. Each is marked in the transaction of its changes, so that it takes effect once, even with several processes
 * or after a crash. A slow clock undoes nothing, because the last time is stored.
 */
export async function applyDueLaunches(deps: Deps): Promise<void> {
  const now = deps.now()
  const until = Math.max(now, await queries.getProjectedUntil(deps.db))
  for (let count = 0; count < BOUNDARIES_PER_RUN; count++) {
    const [next] = await queries.listDue(deps.db, until, now)
    if (!next) return
    await applyBoundary(deps, next)
  }
}

async function applyBoundary(
  deps: Deps,
  { id, editor_id, at, isEnd }: queries.Boundary,
): Promise<void> {
  const apply = isEnd ? endLaunch : startLaunch
  try {
    await apply(deps, id, editor_id, { at, isDue: true })
  } catch (error) {
    // The next run, one second later, tries again.
    if (isTransient(error) || error instanceof ConflictError) throw error
    const reason = error instanceof HttpError ? error.message : 'Something unexpected went wrong.'
    deps.log('error', 'launch failed', { id, error: describeError(error) })
    const what = isEnd ? 'end' : 'start'
    const message = `It did not ${what} by itself: ${reason} It is tried again.`
    await queries.postpone(deps.db, id, deps.now() + RETRY_MS, message.slice(0, MAX_MESSAGE))
  }
}

export const launchJob: Job = {
  name: 'launches',
  process: 'desk',
  task: 'starts and ends the launches whose time has come',
  intervalMs: 1_000,
  bound: `${BOUNDARIES_PER_RUN} starts and ends, one a transaction`,
  tables: 'every table',
  open: (deps) => ({ run: () => applyDueLaunches(deps) }),
}
