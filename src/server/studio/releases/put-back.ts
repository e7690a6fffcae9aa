import type { z } from 'zod'
import type { changedRecordsResponse } from '#src/contract/editor-publish.ts'
import { formatIst } from '#src/rules/dates.ts'
import type { CountChange } from '#src/rules/product/stock-counts.ts'
import { listFormerCategories } from '../../core/content/queries.ts'
import { isMail } from '../../core/content/read-content.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { listPublishRequests, updatePublishResult } from '../../core/publish-requests/queries.ts'
import {
  type KeepOfNow,
  planRestore,
  type SaveToUndo,
  toUndoneBatch,
  type UndoneBatch,
} from '../changes/undo-batch.ts'
import { type CategoryRename, listMovedCategories } from '../save/categories.ts'
import { runPlannedChange } from '../save/planned-change.ts'
import { loadRecords } from '../save/records.ts'
import { withRenamedCategory } from '../save/rename-category.ts'
import { writeRecords } from '../save/save-records.ts'
import * as queries from './queries.ts'
import type { StoredChanges } from './releases.ts'

// Records that were saved after a release, and the way back to what they were then.

/** Titles that a question names. */
const NAMED_RECORDS = 20

/** @throws HttpError 404. */
async function findReleaseTime(db: Db, id: string): Promise<number> {
  const release = await queries.findRelease(db, id)
  if (!release) throw new HttpError(404, 'There is no such release.')
  return Number(release.published_at)
}

/** @returns the time of the first save that a release lacks; undefined where it has all. */
async function findFirstLaterSave(db: Db, publishedAt: number): Promise<number | undefined> {
  const later = await queries.listChangesAfter(db, publishedAt)
  const published = later.flatMap(
    ({ changes }) => (JSON.parse(changes) as StoredChanges).changes[0]?.at ?? [],
  )
  const [waiting] = await listPublishRequests(db)
  const times = waiting ? [...published, Number(waiting.created_at)] : published
  return times.length > 0 ? Math.min(...times) : undefined
}

/**
 * What was saved after a release, of each record as one save. A mail is no part of the site, and the record of a category
 * that was renamed is not created again.
 */
async function listLaterSaves(db: Db, publishedAt: number): Promise<SaveToUndo[]> {
  const from = await findFirstLaterSave(db, publishedAt)
  if (from === undefined) return []
  const former = await listFormerCategories(db)
  const renamed = new Set([...former.values()].map((name) => `category:${name}`))
  const saves = new Map<string, SaveToUndo>()
  for (const save of await queries.listSavesSince(db, from)) {
    if (isMail(save.id) || (save.action === 'create' && renamed.has(save.id))) continue
    const known = saves.get(save.id)
    saves.set(save.id, known ? joinSaves(known, save) : { ...save, first: save.revision })
  }
  return [...saves.values()]
}

const joinSaves = (save: SaveToUndo, next: SaveToUndo): SaveToUndo => ({
  ...save,
  revision: next.revision,
  counted: joinCounts(save.counted, next.counted),
})

/** The changes of a stock by several saves as one: they leave out what was sold between them. */
function joinCounts(counted: string | null, next: string | null): string {
  const changes = [counted, next].map((json) => JSON.parse(json ?? '[]') as CountChange[])
  const [before = [], after = []] = changes
  const joined = new Map(before.map((change) => [change.choice, change]))
  for (const { choice, from, to } of after) {
    const known = joined.get(choice)
    const isMoved = known && known.to !== null && from !== null && to !== null
    joined.set(choice, {
      choice,
      from: known ? known.from : from,
      to: isMoved ? (known.to ?? 0) + to - from : to,
    })
  }
  return JSON.stringify([...joined.values()])
}

/** The records that were saved after a release. */
export async function listChangedRecords(
  { db }: Deps,
  releaseId: string,
): Promise<z.output<typeof changedRecordsResponse>> {
  const saves = await listLaterSaves(db, await findReleaseTime(db, releaseId))
  const named = await loadRecords(
    db,
    saves.slice(0, NAMED_RECORDS).map(({ id }) => id),
  )
  return {
    records: [...named.values()].map(({ id, title }) => ({ id, title })),
    count: saves.length,
  }
}

/**
 * Gives the records that were saved after a release the versions that it was made of, as one change that can be undone;
 * what a launch or an import has made is archived. What was sold since stays sold, and a renamed category its name.
 * The site follows, and is held at a release no more.
 * @throws HttpError 404, or 409 where versions that it needs are pruned.
 */
export async function putRecordsBack(
  deps: Deps,
  releaseId: string,
  editorId: string,
): Promise<UndoneBatch> {
  const publishedAt = await findReleaseTime(deps.db, releaseId)
  return runPlannedChange(
    deps,
    { editorId, batch: `Put the records back to ${formatIst(publishedAt)}` },
    async (db, now, known) => {
      const saves = await listLaterSaves(db, publishedAt)
      return planRestore(db, now, saves, known, keepNames(await listMovedCategories(db), saves))
    },
    async (change, plan) => {
      change.isLogged = true
      await updatePublishResult(change.db, { pinned: '' })
      await writeRecords(change, plan.records)
      return toUndoneBatch(plan)
    },
  )
}

/** A version with the names that categories have by now; those that were taken off since have theirs again. */
function keepNames(moved: CategoryRename[], saves: SaveToUndo[]): KeepOfNow {
  const saved = new Set(saves.map(({ id }) => id))
  const renames = moved.filter(({ from }) => !saved.has(`category:${from}`))
  return (before, current, id) => {
    if (id.startsWith('category:')) return { ...before, name: current['name'] }
    return renames.reduce(withRenamedCategory<typeof before>, before)
  }
}
