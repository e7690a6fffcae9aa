import type { Deps } from '../deps.ts'
import { claimBatch } from '../editor/batch-queries.ts'
import { runChange } from '../editor/change.ts'
import { restoreBatch, type UndoneBatch } from '../editor/undo-batch.ts'
import { HttpError, isTransient } from '../errors.ts'
import { describeError } from '../log.ts'
import { ConflictError } from '../retry-conflicts.ts'
import { type CheckedDraft, checkDrafts, getTitle, saveDrafts } from './apply-drafts.ts'
import { getLaunchRow } from './launch-row.ts'
import * as queries from './queries.ts'

const count = (number: number): string => (number === 1 ? '1 draft' : `${number} drafts`)

/** @throws HttpError 409 that names the drafts which cannot go live. */
function assertReady(drafts: CheckedDraft[]): void {
  if (drafts.length === 0) throw new HttpError(409, 'This launch has no drafts.')
  const refused = drafts.filter(({ clashes, faults }) => clashes.length + faults.length > 0)
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
 * @param dueAt only when its start has come by then.
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
  const options = { editorId, batch: `Launched ${name}`, subject: 'launches' } as const
  await runChange(deps, options, async (change) => {
    const { db, now, batchId } = change
    if (!(await queries.claimLaunch(db, id, { now, batchId, dueAt }))) {
      if (dueAt !== undefined) return
      throw new HttpError(409, 'This launch is live already.')
    }
    const drafts = await checkDrafts(deps, db, await queries.listItems(db, id))
    assertReady(drafts)
    const created = await saveDrafts(deps, change, drafts)
    for (const [draftId, recordId] of created)
      await queries.rebaseItem(db, id, draftId, { record_id: recordId, based_on: 1 })
  })
}

/**
 * Gives the records of a live launch what they had before.
 * @param dueAt only when its end has come by then.
 * @returns the records that have a field of somebody else.
 */
export async function undoLaunch(
  deps: Deps,
  id: string,
  editorId: string | null,
  dueAt?: number,
): Promise<UndoneBatch['kept']> {
  const { name } = await getLaunchRow(deps.db, id)
  const batch = dueAt === undefined ? `Undid the launch ${name}` : `Ended the launch ${name}`
  return runChange(deps, { editorId, batch, subject: 'launches' }, async (change) => {
    const { db, now } = change
    const row = await queries.claimUndo(db, id, { now, dueAt })
    if (!row) {
      if (dueAt !== undefined) return []
      throw new HttpError(409, 'This launch is not live.')
    }
    await claimBatch(db, row.batch_id ?? '', now)
    const { restored, kept } = await restoreBatch(deps, change, row.batch_id ?? '')
    // Drafts of records without later saves are based on the restored version, if they go live again.
    for (const { id: recordId, revision, isUntouched, isTakenOff } of restored) {
      const action = isTakenOff ? { action: 'restore' as const } : {}
      if (isUntouched) await queries.rebaseItem(db, id, recordId, { based_on: revision, ...action })
    }
    return kept
  })
}

/**
 * Starts and ends the launches whose time has come. Each is marked in the transaction of its saves, so that it
 * takes effect once, with several processes and after a kill at any point. Ends come first: what starts when
 * another one ends may change the same fields.
 */
export async function applyDueLaunches(deps: Deps): Promise<void> {
  const now = deps.now()
  const { starts, ends } = await queries.listDueLaunches(deps.db, now)
  const run = async (id: string, job: () => Promise<unknown>, time: 'starts_at' | 'ends_at') => {
    try {
      await job()
    } catch (error) {
      // Tried again a second later.
      if (isTransient(error) || error instanceof ConflictError) throw error
      const reason = error instanceof HttpError ? error.message : 'Something unexpected went wrong.'
      deps.log('error', 'launch failed', { id, error: describeError(error) })
      const message = `It did not ${time === 'starts_at' ? 'start' : 'end'} by itself: ${reason}`
      await queries.stopWaiting(deps.db, id, { time, dueAt: now, message })
    }
  }
  for (const { id, editor_id } of ends) {
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
  for (const { id, editor_id } of starts)
    await run(id, () => publishLaunch(deps, id, editor_id, now), 'starts_at')
}
