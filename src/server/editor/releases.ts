import { toIso } from '#src/rules/dates.ts'
import { insertAuditEntry } from '../admin/audit-queries.ts'
import type { Db, Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { notifyOfChange } from './channel-queries.ts'
import * as queries from './publish-queries.ts'
import { findPublishResult, insertPublishRequest, updatePublishResult } from './queries.ts'

/** Releases that the list shows. */
const LISTED = 50
/** Saves that a release names. */
const MAX_CHANGES = 100

interface ReleaseChange {
  summary: string
  editorId: string | null
  at: number
}

export interface PublishedRelease {
  id: string
  builtAt: string
  products: number
  rendered: number
  pages: number
  bytes: number
}

/** An id ends with the fingerprint of code and catalogue. */
const isSameCatalogue = (one: string | undefined, other: string): boolean =>
  one?.split('-').at(-1) === other.split('-').at(-1)

/**
 * Records a release with the saves that it published. A release of the same catalogue as the newest
 * one has the pages that were left to it: it takes the other's place in the list.
 * @param kept ids of the releases whose files exist.
 */
export async function recordRelease(
  db: Db,
  release: PublishedRelease,
  requests: { summary: string; editor_id: string | null; created_at: number }[],
  kept: string[],
): Promise<void> {
  const { id, builtAt, products, pages, bytes } = release
  const [newest] = await queries.listReleases(db, 1)
  const known =
    (await queries.findRelease(db, id)) ?? (isSameCatalogue(newest?.id, id) ? newest : undefined)
  const before: StoredChanges = known ? JSON.parse(known.changes) : { changes: [], count: 0 }
  if (known && known.id !== id) await queries.deleteRelease(db, known.id)
  const changes: ReleaseChange[] = requests.map(({ summary, editor_id, created_at }) => ({
    summary,
    editorId: editor_id,
    at: created_at,
  }))
  await queries.upsertRelease(db, {
    id,
    published_at: known?.published_at ?? Date.parse(builtAt),
    products,
    pages,
    rendered: release.rendered + (known?.rendered ?? 0),
    bytes,
    changes: JSON.stringify({
      changes: [...before.changes, ...changes].slice(0, MAX_CHANGES),
      count: before.count + changes.length,
    }),
    kept: 1,
  })
  await queries.markRemovedReleases(db, kept)
  await queries.deleteOldReleases(db, 4 * LISTED)
}

interface StoredChanges {
  changes: ReleaseChange[]
  count: number
}

export async function listReleases({ db }: Deps) {
  const rows = await queries.listReleases(db, LISTED)
  const result = await findPublishResult(db)
  const live = result?.release || rows[0]?.id
  const stored = rows.map((row) => JSON.parse(row.changes) as StoredChanges)
  const editorIds = stored.flatMap(({ changes }) => changes.flatMap((one) => one.editorId ?? []))
  const names = await queries.listNames(db, [...new Set(editorIds)])
  const nameById = new Map(names.map(({ id, display_name }) => [id, display_name]))
  return {
    releases: rows.map(({ changes: _, published_at, kept, ...row }, index) => ({
      ...row,
      publishedAt: toIso(published_at),
      state: row.id === live ? ('live' as const) : kept ? ('kept' as const) : ('removed' as const),
      changes: (stored[index]?.changes ?? []).map(({ summary, editorId, at }) => ({
        summary,
        by: nameById.get(editorId ?? '') ?? '',
        at: toIso(at),
      })),
      changeCount: stored[index]?.count ?? 0,
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
    await notifyOfChange(deps, db)
  })
  deps.onCatalogueChange?.()
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
    await notifyOfChange(deps, db)
  })
  deps.onCatalogueChange?.()
}
