import type { z } from 'zod'
import type { publishFailuresResponse } from '#src/contract/editor-publish.ts'
import { toIso } from '#src/rules/dates.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { notifyOthers } from '../../core/publish-requests/channel-queries.ts'
import {
  findPublishResult,
  insertPublishRequest,
  updatePublishResult,
} from '../../core/publish-requests/queries.ts'
import * as queries from './queries.ts'

/** Limit of the list: the most releases that are kept of one day (publish/release/releases.ts). */
export const LISTED_RELEASES = 200

/** Saves that the list names per release. */
const NAMED_CHANGES = 10
interface ReleaseChange {
  summary: string
  editorId: string | null
  at: number
}

/** Stored saves of a release or of a failed publish. */
export interface StoredChanges {
  changes: ReleaseChange[]
  count: number
}

/** Parses the saves of each row, and adds the names of their editors. */
async function readChanges(db: Db, rows: { changes: string }[]) {
  const stored = rows.map((row) => JSON.parse(row.changes) as StoredChanges)
  const editorIds = stored.flatMap(({ changes }) =>
    changes.slice(0, NAMED_CHANGES).flatMap((change) => change.editorId ?? []),
  )
  const names = await queries.listNames(db, [...new Set(editorIds)])
  const nameById = new Map(names.map(({ id, display_name }) => [id, display_name]))
  return stored.map(({ changes, count }) => ({
    changes: changes.slice(0, NAMED_CHANGES).map(({ summary, editorId, at }) => ({
      summary,
      by: nameById.get(editorId ?? '') ?? '',
      at: toIso(at),
    })),
    changeCount: count,
  }))
}

export async function listReleases({ db }: Deps) {
  const rows = await queries.listReleases(db, LISTED_RELEASES)
  const result = await findPublishResult(db)
  const live = result?.release || rows[0]?.id
  const changes = await readChanges(db, rows)
  return {
    releases: rows.map(({ id, products, pages, rendered, bytes, published_at, kept }, index) => ({
      id,
      products,
      pages,
      rendered,
      bytes,
      publishedAt: toIso(published_at),
      state: id === live ? ('live' as const) : kept ? ('kept' as const) : ('removed' as const),
      ...(changes[index] ?? { changes: [], changeCount: 0 }),
    })),
  }
}

/**
 * Lists failed publishes.
 * @param isAdmin adds the technical errors.
 */
export async function listFailures(
  { db }: Deps,
  isAdmin: boolean,
): Promise<z.output<typeof publishFailuresResponse>> {
  const rows = await queries.listFailures(db)
  const changes = await readChanges(db, rows)
  return {
    failures: rows.map(({ id, attempts, message, detail, ...row }, index) => ({
      id,
      attempts,
      message,
      beganAt: toIso(row.began_at),
      failedAt: toIso(row.failed_at),
      endedAt: row.ended_at === null ? null : toIso(row.ended_at),
      detail: isAdmin ? detail : null,
      ...(changes[index] ?? { changes: [], changeCount: 0 }),
    })),
  }
}

/** Asks the publisher to make a kept release live, and to publish nothing until `resume`. */
export async function rollBack(deps: Deps, id: string, editorId: string): Promise<void> {
  const release = await queries.findRelease(deps.db, id)
  if (!release) throw new HttpError(404, 'There is no such release.')
  if (release.kept === 0)
    throw new HttpError(409, 'The files of this release are gone: only the last ones are kept.')
  await deps.db.transaction().execute(async (db) => {
    await updatePublishResult(db, { pinned: id, error: '' })
    await insertAuditEntry(db, {
      at: deps.now(),
      actor_id: editorId,
      action: 'roll-back',
      subject: `Rolled the site back to release ${id}`,
    })
    await notifyOthers(deps, db, 'publishRequested')
  })
  deps.events.emit('publishRequested')
}

/**
 * Publishes the current catalogue. After a failure it does so without waiting for the next retry.
 * @param acceptedProducts the catalogue may have lost products, down to this number.
 */
export async function resume(
  deps: Deps,
  editorId: string,
  acceptedProducts?: number,
): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    const summary =
      acceptedProducts === undefined
        ? 'Published the catalogue'
        : `Published the catalogue, down to ${acceptedProducts} products`
    await updatePublishResult(db, { pinned: '' })
    await insertPublishRequest(db, deps.now(), {
      summary,
      editorId,
      ...(acceptedProducts && { acceptedProducts }),
    })
    await insertAuditEntry(db, {
      at: deps.now(),
      actor_id: editorId,
      action: 'publish',
      subject: summary,
    })
    await notifyOthers(deps, db, 'publishRequested')
  })
  deps.events.emit('publishRequested')
}
