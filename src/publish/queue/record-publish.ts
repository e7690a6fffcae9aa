import type { Kysely } from 'kysely'
import type { Database, Db } from '#src/server/core/db/schema.ts'
import type { Deps } from '#src/server/core/deps.ts'
import {
  deletePublishRequests,
  type listPublishRequests,
  updatePublishResult,
} from '#src/server/core/publish-requests/queries.ts'
import * as queries from '#src/server/studio/releases/queries.ts'
import { LISTED_RELEASES, type StoredChanges } from '#src/server/studio/releases/releases.ts'
import type { Publisher, PublishResult } from '../publisher.ts'

/** Saves that a release or a failure names. */
const MAX_CHANGES = 100

/** No publish runs. */
export const NO_PROGRESS = { started_at: null, pages_done: 0, pages_total: 0 } as const
/** No publish runs, and the last one was no failure. */
export const IDLE = {
  ...NO_PROGRESS,
  error: '',
  live_products: null,
  refused_products: null,
} as const

export type PublishRequests = Awaited<ReturnType<typeof listPublishRequests>>

/** Records the live release and the requests that it fulfilled, which no longer wait. */
export async function recordPublish(
  { deps, publisher }: { deps: Deps; publisher: Publisher },
  db: Kysely<Database>,
  { release, rendered }: PublishResult,
  requests: PublishRequests,
): Promise<void> {
  const files = [...release.files.values()]
  const { id, builtAt, products, compiled } = release
  const pages = files.filter(({ type }) => type.startsWith('text/html')).length
  const bytes = files.reduce((sum, { size, br = 0, gz = 0 }) => sum + size + br + gz, 0)
  const record = { id, builtAt, products, rendered, pages, bytes, compiled }
  const kept = publisher.listReleases()
  await db.transaction().execute(async (transaction) => {
    await recordRelease(transaction, record, requests, kept)
    await updatePublishResult(transaction, { ...IDLE, release: id, published_at: deps.now() })
    await queries.endFailures(transaction, deps.now())
    await deletePublishRequests(
      transaction,
      requests.map((request) => request.id),
    )
  })
}

export interface PublishedRelease {
  id: string
  builtAt: string
  products: number
  rendered: number
  pages: number
  bytes: number
  /** Key of the compiled site. */
  compiled: string
}

type RequestToStore = Pick<PublishRequests[number], 'summary' | 'editor_id' | 'created_at'>

/** Returns the JSON of saves, after the saves that are already stored. */
export function toStoredChanges(
  requests: RequestToStore[],
  before: StoredChanges = { changes: [], count: 0 },
): string {
  const changes = requests.map(({ summary, editor_id, created_at }) => ({
    summary,
    editorId: editor_id,
    at: created_at,
  }))
  return JSON.stringify({
    changes: [...before.changes, ...changes].slice(0, MAX_CHANGES),
    count: before.count + changes.length,
  } satisfies StoredChanges)
}

/** An id ends with the fingerprint of code and catalogue. */
const isSameCatalog = (version: string | undefined, other: string): boolean =>
  version?.split('-').at(-1) === other.split('-').at(-1)

/**
 * Records a release with the saves that it published. A release of the same catalogue as the newest one has its
 * deferred pages, and replaces it in the list.
 * @param kept ids of the releases whose files exist.
 */
export async function recordRelease(
  db: Db,
  release: PublishedRelease,
  requests: RequestToStore[],
  kept: string[],
): Promise<void> {
  const { id, builtAt, products, pages, bytes, compiled } = release
  const [newest] = await queries.listReleases(db, 1)
  const known =
    (await queries.findRelease(db, id)) ?? (isSameCatalog(newest?.id, id) ? newest : undefined)
  const before = known ? (JSON.parse(known.changes) as StoredChanges) : undefined
  if (known && known.id !== id) await queries.deleteRelease(db, known.id)
  await queries.upsertRelease(db, {
    id,
    published_at: known?.published_at ?? Date.parse(builtAt),
    products,
    pages,
    rendered: release.rendered + (known?.rendered ?? 0),
    bytes,
    compiled,
    changes: toStoredChanges(requests, before),
    kept: 1,
  })
  await queries.markRemovedReleases(db, kept)
  await queries.deleteOldReleases(db, 2 * LISTED_RELEASES)
}
