import type { LaunchDraft } from '#src/contract/launches.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { type Change, runChange } from '../save/change.ts'
import { writeRecords } from '../save/save-records.ts'
import { writeStarted } from './boundaries.ts'
import { checkDrafts } from './check-drafts.ts'
import * as draftQueries from './draft-queries.ts'
import { type DraftInput, deleteDraft, getDraft, recordDrafts, writeDraft } from './drafts.ts'
import { getLaunchRow, lockLive, lockNotLive, toState } from './launch-row.ts'
import { planStarted, planWithout } from './plan-boundaries.ts'
import type { LaunchRow } from './tables.ts'

/** Changes the drafts of a launch that is not live. @param write returns what the audit log says of it. */
const changePlanned = (
  deps: Deps,
  id: string,
  editorId: string,
  write: (db: Db) => Promise<string>,
): Promise<void> =>
  deps.db.transaction().execute(async (db) => {
    await lockNotLive(db, id)
    await recordDrafts(deps, db, id, editorId, await write(db))
  })

/** Changes the drafts of a live launch, and shows shoppers the record as it then is, in one transaction. */
const changeLive = <T>(
  deps: Deps,
  id: string,
  editorId: string,
  write: (change: Change, launch: LaunchRow) => Promise<{ summary: string; result: T }>,
): Promise<T> =>
  runChange(deps, { editorId, subject: 'launches', movesLaunches: true }, async (change) => {
    const launch = await lockLive(change.db, id)
    const { summary, result } = await write(change, launch)
    change.isLogged = true
    change.title = `${summary} the live launch ${launch.name}`
    return result
  })

const isLive = async ({ db }: Deps, id: string): Promise<boolean> =>
  toState(await getLaunchRow(db, id)) === 'live'

/**
 * Saves a draft. If its launch is live, shoppers see the change at once.
 * @throws HttpError 409 if the record would break a rule in a live launch.
 */
export async function saveDraft(
  deps: Deps,
  id: string,
  input: DraftInput,
  editorId: string,
): Promise<LaunchDraft> {
  const { record } = input
  const write = async (db: Db) =>
    `Saved the draft of ${await writeDraft(deps, db, id, input, editorId)} in`
  if (!(await isLive(deps, id))) {
    await changePlanned(deps, id, editorId, write)
    return getDraft(deps, id, record)
  }
  const recordId = await changeLive(deps, id, editorId, async (change, launch) => {
    const summary = await write(change.db)
    return { summary, result: await showDraft(change, launch, record) }
  })
  return getDraft(deps, id, recordId)
}

/** Shows a record under the draft of a live launch, as a start would. @returns its id, which a new one gets now. */
async function showDraft(change: Change, launch: LaunchRow, recordId: string): Promise<string> {
  const { db, now } = change
  const { id, published_at } = launch
  const items = await draftQueries.listItemsOfRecords(db, id, [recordId])
  const started = await checkDrafts(db, items, { launchId: id, liveAt: now })
  const errors = started.flatMap((draft) => draft.errors)
  if (errors.length > 0) throw new HttpError(409, errors.join(' '))
  const records = await planStarted(db, now, launch, started, Number(published_at))
  await draftQueries.endEffects(db, id, now, recordId)
  const created = await writeStarted(change, launch, { records, started }, now)
  return created.get(recordId) ?? recordId
}

/** Removes a draft. Shoppers see the record without it at once if the launch is live. */
export async function removeDraft(
  deps: Deps,
  id: string,
  recordId: string,
  editorId: string,
): Promise<void> {
  if (!(await isLive(deps, id))) {
    await changePlanned(
      deps,
      id,
      editorId,
      async (db) => `Removed the draft of ${(await deleteDraft(db, id, recordId)).title} from`,
    )
    return
  }
  await changeLive(deps, id, editorId, async (change) => {
    const { db, now } = change
    const { title, record } = await deleteDraft(db, id, recordId)
    const { records, dropped } = await planWithout(db, now, record ? [record] : [], new Set([id]))
    for (const { problem, ...item } of dropped) await draftQueries.updateItem(db, item, { problem })
    await draftQueries.endEffects(db, id, now, recordId)
    await writeRecords(change, records)
    return { summary: `Removed the draft of ${title} from`, result: undefined }
  })
}
