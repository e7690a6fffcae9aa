import { inChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError, isTransient } from '../../core/errors.ts'
import type { Job } from '../../core/job.ts'
import { describeError } from '../../core/log.ts'
import { ConflictError } from '../../core/retry-conflicts.ts'
import { releaseSlugs } from '../../core/slugs/queries.ts'
import { listSavesOfBatch, planRestore, type UndoneBatch } from '../changes/undo-batch.ts'
import { claimBatch } from '../save/batch-queries.ts'
import type { ProductCache } from '../save/change.ts'
import { runPlannedChange } from '../save/planned-change.ts'
import { type PreparedRecords, prepareRecords, writeRecords } from '../save/save-records.ts'
import { type CheckedDraft, checkDrafts, getTitle, listChanges } from './apply-drafts.ts'
import * as draftQueries from './draft-queries.ts'
import { getLaunchRow, toState } from './launch-row.ts'
import * as queries from './queries.ts'

const count = (number: number): string => (number === 1 ? '1 draft' : `${number} drafts`)

/** @throws HttpError 409 that names the drafts that cannot go live. */
function assertReady(drafts: CheckedDraft[]): void {
  if (drafts.length === 0) throw new HttpError(409, 'This launch has no drafts.')
  const refused = drafts.filter(({ clashes, errors }) => clashes.length + errors.length > 0)
  if (refused.length === 0) return
  const names = refused.slice(0, 5).map(getTitle).join(', ')
  const more = refused.length > 5 ? ` and ${refused.length - 5} more` : ''
  throw new HttpError(
    409,
    `${count(refused.length)} cannot go live as saved: ${names}${more}. Nothing has changed on the shop.`,
  )
}

/**
 * Saves all drafts in one transaction with one publish.
 * @param dueAt publishes only if the start is not later than this.
 */
export async function publishLaunch(
  deps: Deps,
  id: string,
  editorId: string | null,
  dueAt?: number,
): Promise<void> {
  const { name, ends_at } = await getLaunchRow(deps.db, id)
  if (ends_at !== null && ends_at <= deps.now())
    throw new HttpError(409, 'The end of this launch has passed. Set another one, or none.')
  await runPlannedChange(
    deps,
    { editorId, batch: `Launched ${name}`, subject: 'launches', launch: id },
    (db, now, known) => planLaunch(db, now, id, known),
    async (change, plan) => {
      const { db, now, batchId } = change
      const claimed = await queries.claimLaunch(db, id, { now, batchId, dueAt })
      if (!claimed) {
        if (dueAt !== undefined) return
        throw new HttpError(409, 'This launch is live already.')
      }
      change.isLogged = true
      // The claim itself raises the revision by one.
      if (claimed.revision !== plan.revision + 1) throw new ConflictError('This launch')
      assertReady(plan.drafts)
      await releaseSlugs(db, id)
      const created = await writeRecords(change, plan.records)
      for (const ids of inChunks([...created])) await draftQueries.rebaseOnCreated(db, id, ids)
    },
  )
}

interface LaunchPlan {
  /** Raised by each change of the drafts. */
  revision: number
  drafts: CheckedDraft[]
  records: PreparedRecords
}

async function planLaunch(
  db: Db,
  now: number,
  id: string,
  known: ProductCache,
): Promise<LaunchPlan> {
  const { revision } = await getLaunchRow(db, id)
  const drafts = await checkDrafts(db, await draftQueries.listItems(db, id), {
    launchId: id,
    liveAt: now,
    known,
  })
  const isReady = drafts.every(({ clashes, errors }) => clashes.length + errors.length === 0)
  return {
    revision,
    drafts,
    records: await prepareRecords(db, now, isReady ? listChanges(drafts) : []),
  }
}

/**
 * Restores the records of a live launch.
 * @param dueAt undoes only if the end is not later than this.
 * @returns the records in which a field of another editor stays.
 */
export async function undoLaunch(
  deps: Deps,
  id: string,
  editorId: string | null,
  dueAt?: number,
): Promise<UndoneBatch['kept']> {
  const { name } = await getLaunchRow(deps.db, id)
  const batch = dueAt === undefined ? `Undid the launch ${name}` : `Ended the launch ${name}`
  return runPlannedChange(
    deps,
    { editorId, batch, subject: 'launches', launch: id },
    async (db, now, known) => {
      const launch = await getLaunchRow(db, id)
      // Versions of an earlier launch and undo may be pruned.
      const batchId = toState(launch) === 'live' ? launch.batch_id : null
      return {
        batchId,
        plan: await planRestore(db, now, await listSavesOfBatch(db, batchId ?? ''), known),
      }
    },
    async (change, { batchId, plan }) => {
      const { db, now } = change
      const row = await queries.claimUndo(db, id, { now, dueAt })
      if (!row) {
        if (dueAt !== undefined) return []
        throw new HttpError(409, 'This launch is not live.')
      }
      change.isLogged = true
      if (row.batch_id !== batchId) throw new ConflictError('This launch')
      await claimBatch(db, batchId ?? '', now)
      await queries.retryStarts(db, now)
      await writeRecords(change, plan.records)
      // If no one has saved a record since, its draft is based on the restored version, for another launch.
      const rebased = plan.restored.filter(({ isUntouched }) => isUntouched)
      for (const isArchived of [false, true]) {
        const ids = rebased.flatMap((record) => (record.isArchived === isArchived ? record.id : []))
        for (const chunk of inChunks(ids))
          await draftQueries.rebaseOnLive(db, id, chunk, isArchived ? { action: 'restore' } : {})
      }
      return plan.kept
    },
  )
}

/** Delay before a failed start is tried again. If a launch ends or a draft changes, it is tried at once. */
const RETRY_MS = 30_000

/** The others follow in the next run, one second later. */
const LAUNCHES_PER_RUN = 20

/**
 * Starts and ends launches that are due. Each is marked in the transaction of its saves, so that it
 * takes effect once, even with several processes or after a crash. Ends run first, because a launch
 * that starts at that moment may change the same fields.
 */
export async function applyDueLaunches(deps: Deps): Promise<void> {
  const now = deps.now()
  const run = async (id: string, job: () => Promise<unknown>, time: 'starts_at' | 'ends_at') => {
    try {
      await job()
    } catch (error) {
      // The next run, one second later, tries again.
      if (isTransient(error) || error instanceof ConflictError) throw error
      const reason = error instanceof HttpError ? error.message : 'Something unexpected went wrong.'
      deps.log('error', 'launch failed', { id, error: describeError(error) })
      const endsAt = (await queries.findLaunch(deps.db, id))?.ends_at ?? Number.POSITIVE_INFINITY
      if (time === 'starts_at' && endsAt > now) {
        const message = `It did not start by itself: ${reason} It starts as soon as it can.`
        const retryAt = now + RETRY_MS
        await queries.postponeStart(deps.db, id, { dueAt: now, retryAt, message })
        return
      }
      const message = `It did not ${time === 'starts_at' ? 'start' : 'end'} by itself: ${reason}`
      await queries.clearRefusedTime(deps.db, id, { time, dueAt: now, message })
    }
  }
  for (const { id, editor_id } of await queries.listDueEnds(deps.db, now, LAUNCHES_PER_RUN)) {
    const end = async () => {
      const kept = await undoLaunch(deps, id, editor_id, now)
      if (kept.length === 0) return
      const names = kept.map(({ title }) => title).join(', ')
      await queries.updateLaunch(deps.db, id, {
        message: `It ended. Fields that were changed since stay in ${names}.`.slice(0, 500),
      })
    }
    await run(id, end, 'ends_at')
  }
  for (const { id, editor_id } of await queries.listDueStarts(deps.db, now, LAUNCHES_PER_RUN))
    await run(id, () => publishLaunch(deps, id, editor_id, now), 'starts_at')
}

export const launchJob: Job = {
  name: 'launches',
  process: 'desk',
  task: 'starts and ends the launches whose time has come',
  intervalMs: 1_000,
  bound: `${LAUNCHES_PER_RUN} that start and ${LAUNCHES_PER_RUN} that end, one a transaction`,
  tables: 'every table',
  open: (deps) => ({ run: () => applyDueLaunches(deps) }),
}
