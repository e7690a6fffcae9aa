import type { z } from 'zod'
import type { changedRecordsResponse } from '#src/contract/editor-publish.ts'
import type { CountChange } from '#src/editing/stock-counts.ts'
import { formatInstant } from '#src/rules/dates.ts'
import { isMail } from '../../core/content/read-content.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { listPublishRequests, updatePublishResult } from '../../core/publish-requests/queries.ts'
import {
  planRestore,
  type SaveToUndo,
  toUndoneBatch,
  type UndoneBatch,
} from '../changes/undo-batch.ts'
import { endLaunchesSince } from '../launches/boundaries.ts'
import { planEnds } from '../launches/plan-boundaries.ts'
import { listStartedSince } from '../launches/queries.ts'
import { runPlannedChange } from '../save/planned-change.ts'
import { loadRecords } from '../save/records.ts'
import { writeRecords } from '../save/save-records.ts'
import * as queries from './queries.ts'
import type { StoredChanges } from './releases.ts'

// Finds records that were saved after a release, and restores them.

/** Titles in the confirmation. */
const NAMED_RECORDS = 20

async function findReleaseTime(db: Db, id: string): Promise<number> {
  const release = await queries.findRelease(db, id)
  if (!release) throw new HttpError(404, 'There is no such release.')
  return Number(release.published_at)
}

/** Returns the time of the first save that is not in the release; undefined if it has all. */
async function findFirstLaterSave(db: Db, publishedAt: number): Promise<number | undefined> {
  const later = await queries.listChangesAfter(db, publishedAt)
  const published = later.flatMap(
    ({ changes }) => (JSON.parse(changes) as StoredChanges).changes[0]?.at ?? [],
  )
  const [waiting] = await listPublishRequests(db)
  const times = waiting ? [...published, Number(waiting.created_at)] : published
  return times.length > 0 ? Math.min(...times) : undefined
}

/** Lists the saves after a release, merged into one per record. Mails are not part of the site. */
async function listLaterSaves(db: Db, publishedAt: number): Promise<SaveToUndo[]> {
  const from = await findFirstLaterSave(db, publishedAt)
  if (from === undefined) return []
  const saves = new Map<string, SaveToUndo>()
  for (const save of await queries.listSavesSince(db, from)) {
    if (isMail(save.id)) continue
    const earlier = saves.get(save.id)
    saves.set(save.id, earlier ? mergeSaves(earlier, save) : { ...save, first: save.revision })
  }
  return [...saves.values()]
}

const mergeSaves = (save: SaveToUndo, next: SaveToUndo): SaveToUndo => ({
  ...save,
  revision: next.revision,
  counted: mergeCounts(save.counted, next.counted),
})

/** Merges count changes of several saves. Sales between them are left out. */
function mergeCounts(counted: string | null, next: string | null): string {
  const changes = [counted, next].map((json) => JSON.parse(json ?? '[]') as CountChange[])
  const [before = [], after = []] = changes
  const joined = new Map(before.map((change) => [change.choice, change]))
  for (const { choice, from, to } of after) {
    const earlier = joined.get(choice)
    const isMoved = earlier && earlier.to !== null && from !== null && to !== null
    joined.set(choice, {
      choice,
      from: earlier ? earlier.from : from,
      to: isMoved ? (earlier.to ?? 0) + to - from : to,
    })
  }
  return JSON.stringify([...joined.values()])
}

/** Lists the records that were saved after a release. */
export async function listChangedRecords(
  { db }: Deps,
  releaseId: string,
): Promise<z.output<typeof changedRecordsResponse>> {
  const publishedAt = await findReleaseTime(db, releaseId)
  const saves = await listLaterSaves(db, publishedAt)
  const named = await loadRecords(
    db,
    saves.slice(0, NAMED_RECORDS).map(({ id }) => id),
  )
  return {
    records: [...named.values()].map(({ id, title }) => ({ id, title })),
    count: saves.length,
    launches: (await listStartedSince(db, publishedAt)).map(({ id, name }) => ({ id, name })),
  }
}

/**
 * Restores the records to the versions of a release, as one batch that can be undone, and ends the launches that
 * started since. Records that imports created since are archived. Sales since then still count. The site is then no longer pinned to a release.
 * @throws HttpError 404, or 409 if a version that it needs was pruned.
 */
export async function putRecordsBack(
  deps: Deps,
  releaseId: string,
  editorId: string,
): Promise<UndoneBatch> {
  const publishedAt = await findReleaseTime(deps.db, releaseId)
  return runPlannedChange(
    deps,
    {
      editorId,
      batch: `Put the records back to ${formatInstant(publishedAt)}`,
      movesLaunches: true,
    },
    async (db, now, known) => {
      const launches = await listStartedSince(db, publishedAt)
      const ended = new Set(launches.map(({ id }) => id))
      const saves = await listLaterSaves(db, publishedAt)
      const plan = await planRestore(db, now, saves, {
        known,
        toOverlays: ({ overlays }) => overlays.filter(({ launchId }) => !ended.has(launchId)),
      })
      const restored = new Set(plan.restored)
      return { plan, launches, ends: await planEnds(db, now, launches, { known, restored }) }
    },
    async (change, { plan, launches, ends }) => {
      change.isLogged = true
      await updatePublishResult(change.db, { pinned: '' })
      await writeRecords(change, ends)
      await writeRecords(change, plan.records)
      await endLaunchesSince(change, launches)
      return toUndoneBatch(plan)
    },
  )
}
