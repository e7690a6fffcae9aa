import type { LaunchDraft } from '#src/contract/launches.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { ConflictError, retryConflicts } from '../../core/retry-conflicts.ts'
import { snapshot } from '../../shop/catalog/service.ts'
import { runChange } from '../save/change.ts'
import { type MakePlan, runPlannedChange } from '../save/planned-change.ts'
import { writeRecords } from '../save/save-records.ts'
import { writeStarted } from './boundaries.ts'
import { type CheckedDraft, checkDrafts, getTitle } from './check-drafts.ts'
import * as draftQueries from './draft-queries.ts'
import {
  type DraftInput,
  deleteDraft,
  getDraft,
  type NewDraft,
  planDraft,
  recordDrafts,
  toOverlays,
  writeDrafts,
} from './drafts.ts'
import { getLaunchRow, lockLaunch, toState } from './launch-row.ts'
import { planStarted, planWithout, toMessage } from './plan-boundaries.ts'

const isLive = async ({ db }: Deps, id: string): Promise<boolean> =>
  toState(await getLaunchRow(db, id)) === 'live'

/** Drafts to save, and what the audit log says of them, before the name of the launch. */
export interface DraftsPlan {
  drafts: NewDraft[]
  summary: string
}

/**
 * Saves drafts of a launch in one transaction: all, or none. If the launch is live, shoppers see them at once.
 * @param makePlan may run several times: again after a conflict.
 * @returns the plan that is saved, and `created`: the id of a draft of a new record → the id that the record got.
 * @throws HttpError 409 if a record would break a rule in a live launch.
 */
export const saveDrafts = <Plan extends DraftsPlan>(
  deps: Deps,
  id: string,
  editorId: string,
  makePlan: MakePlan<Plan>,
): Promise<{ plan: Plan; created: Map<string, string> }> =>
  retryConflicts(async () =>
    (await isLive(deps, id))
      ? saveLive(deps, id, editorId, makePlan)
      : { plan: await savePlanned(deps, id, editorId, makePlan), created: new Map() },
  )

/** Saves drafts of a launch that is not live. They are planned before the transaction, which only writes them. */
async function savePlanned<Plan extends DraftsPlan>(
  deps: Deps,
  id: string,
  editorId: string,
  makePlan: MakePlan<Plan>,
): Promise<Plan> {
  const now = deps.now()
  const plan = await snapshot(deps, (db) => makePlan(db, now, new Map()))
  const { drafts, summary } = plan
  if (drafts.length > 0)
    await deps.db.transaction().execute(async (db) => {
      await lockLaunch(db, id, false)
      await writeDrafts(db, id, toOverlays(id, drafts, { editorId, now }))
      await recordDrafts(deps, db, id, editorId, summary)
    })
  return plan
}

/** Saves drafts of a live launch, and shows their records as a start would. */
const saveLive = <Plan extends DraftsPlan>(
  deps: Deps,
  id: string,
  editorId: string,
  makePlan: MakePlan<Plan>,
): Promise<{ plan: Plan; created: Map<string, string> }> =>
  runPlannedChange(
    deps,
    { editorId, subject: 'launches', movesLaunches: true },
    async (db, now, known) => {
      const launch = await getLaunchRow(db, id)
      if (toState(launch) !== 'live') throw new ConflictError('This launch')
      const plan = await makePlan(db, now, known)
      const items = toOverlays(id, plan.drafts, { editorId, now })
      const started = await checkDrafts(db, items, { launchId: id, liveAt: now, known })
      refuseErrors(started)
      const records = await planStarted(db, now, launch, started, Number(launch.published_at))
      return { plan, launch, items, started, records }
    },
    async (change, { plan, launch, items, ...shown }) => {
      const { db, now } = change
      if (items.length === 0) return { plan, created: new Map() }
      await lockLaunch(db, id, true)
      await writeDrafts(db, id, items)
      const ids = items.map(({ record_id }) => record_id)
      await draftQueries.endEffects(db, id, now, ids)
      const created = await writeStarted(change, launch, shown, now)
      change.isLogged = true
      change.title = `${plan.summary} the live launch ${launch.name}`
      return { plan, created }
    },
  )

/** @throws HttpError 409 that names the records, if there are several. */
function refuseErrors(drafts: CheckedDraft[]): void {
  const refused = drafts.filter(({ errors }) => errors.length > 0)
  if (refused.length === 0) return
  const reasons = refused.map((draft) => ({
    title: getTitle(draft),
    reason: draft.errors.join(' '),
  }))
  const message = toMessage('Nothing is saved.', reasons)
  throw new HttpError(409, drafts.length === 1 ? (reasons[0]?.reason ?? '') : message)
}

/** Saves the draft of one record. */
export async function saveDraft(
  deps: Deps,
  id: string,
  input: DraftInput,
  editorId: string,
): Promise<LaunchDraft> {
  const { created } = await saveDrafts(deps, id, editorId, async (db) => {
    const { title, draft } = await planDraft(db, id, input)
    return { drafts: [draft], summary: `Saved the draft of ${title} in` }
  })
  return getDraft(deps, id, created.get(input.record) ?? input.record)
}

/** Removes a draft. Shoppers see the record without it at once if the launch is live. */
export const removeDraft = (
  deps: Deps,
  id: string,
  recordId: string,
  editorId: string,
): Promise<void> =>
  retryConflicts(async () =>
    (await isLive(deps, id))
      ? removeLive(deps, id, recordId, editorId)
      : deps.db.transaction().execute(async (db) => {
          await lockLaunch(db, id, false)
          const { title } = await deleteDraft(db, id, recordId)
          await recordDrafts(deps, db, id, editorId, `Removed the draft of ${title} from`)
        }),
  )

const removeLive = (deps: Deps, id: string, recordId: string, editorId: string): Promise<void> =>
  runChange(deps, { editorId, subject: 'launches', movesLaunches: true }, async (change) => {
    const { db, now } = change
    await lockLaunch(db, id, true)
    const { title, record } = await deleteDraft(db, id, recordId)
    const { records, dropped } = await planWithout(db, now, record ? [record] : [], new Set([id]))
    for (const { problem, ...item } of dropped) await draftQueries.updateItem(db, item, { problem })
    await draftQueries.endEffects(db, id, now, [recordId])
    await writeRecords(change, records)
    change.isLogged = true
    const { name } = await getLaunchRow(db, id)
    change.title = `Removed the draft of ${title} from the live launch ${name}`
  })
