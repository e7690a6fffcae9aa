import { insertAuditEntry } from '../admin/audit-queries.ts'
import type { Db, Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { findPublishResult, insertPublishRequest, updatePublishResult } from './queries.ts'
import * as queries from './release-queries.ts'

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
 * Records a release with the saves that it published.
 * @param kept ids of the releases whose files exist.
 */
export async function recordRelease(
  db: Db,
  release: PublishedRelease,
  requests: { summary: string; editor_id: string | null; created_at: number }[],
  kept: string[],
): Promise<void> {
  const { id, builtAt, products, pages, bytes } = release
  const [before] = await queries.listReleases(db, 1)
  // The pages that a publish left to a later one: one release for who reads the list.
  const completed = requests.length === 0 && isSameCatalogue(before?.id, id) ? before : undefined
  if (completed && completed.id !== id) await queries.deleteRelease(db, completed.id)
  const rendered = release.rendered + (completed?.rendered ?? 0)
  const changes: ReleaseChange[] = requests
    .slice(0, MAX_CHANGES)
    .map(({ summary, editor_id, created_at }) => ({ summary, editorId: editor_id, at: created_at }))
  await queries.upsertRelease(db, {
    id,
    published_at: Date.parse(builtAt),
    products,
    pages,
    rendered,
    bytes,
    changes: completed?.changes ?? JSON.stringify({ changes, count: requests.length }),
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
      publishedAt: new Date(published_at).toISOString(),
      state: row.id === live ? ('live' as const) : kept ? ('kept' as const) : ('removed' as const),
      changes: (stored[index]?.changes ?? []).map(({ summary, editorId, at }) => ({
        summary,
        by: nameById.get(editorId ?? '') ?? '',
        at: new Date(at).toISOString(),
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
  })
  deps.onCatalogueChange?.()
}

/** Publishes the catalogue of now; after a failure without waiting for the next try. */
export async function resume(deps: Deps, editorId: string): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    const summary = 'Published the catalogue'
    await updatePublishResult(db, { pinned: '' })
    await insertPublishRequest(db, deps.now(), { summary, editorId })
    await insertAuditEntry(db, {
      at: deps.now(),
      actor_id: editorId,
      action: 'publish',
      subject: summary,
    })
  })
  deps.onCatalogueChange?.()
}
