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

/** Releases that the list shows: all that are kept of a day, at most (publish/release/releases.ts). */
export const LISTED_RELEASES = 200

/** Saves of each that the list names. */
const NAMED_CHANGES = 10
interface ReleaseChange {
  summary: string
  editorId: string | null
  at: number
}

/** The saves of a release, or of a publish that failed, as they are stored. */
export interface StoredChanges {
  changes: ReleaseChange[]
  count: number
}

/** @returns the saves of each row with the names of their editors. */
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

/** Publishes that failed. @param isAdmin also with the errors, which are for who runs the shop. */
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

/** Asks the publisher to make a kept release the live one, and to publish nothing until resumed. */
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
 * Publishes the catalogue of now; after a failure without waiting for the next try.
 * @param acceptedProducts publishes it although it has lost many products, down to this number.
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
