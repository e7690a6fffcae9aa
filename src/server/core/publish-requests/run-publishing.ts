import { randomUUID } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { getViolatedTable, HttpError, isForeignKeyViolation, isUniqueViolation } from '../errors.ts'
import { ConflictError, retryConflicts } from '../retry-conflicts.ts'
import { notifyOthers } from './channel-queries.ts'
import { incrementCatalogRevision, insertPublishRequests } from './queries.ts'

export const duplicateSlug = () =>
  new HttpError(409, 'Another product has this slug.', { field: 'slug' })

/** What is stored once, by the table that refuses a second one. */
const VIOLATIONS: Partial<Record<string, () => HttpError>> = {
  product: duplicateSlug,
  product_code: () => new ConflictError('A product with this SKU or barcode'),
  former_slug: () => new ConflictError('A product with this slug'),
  content_record: () => new ConflictError('This record'),
  content_version: () => new ConflictError('This record'),
  former_category: () => new ConflictError('This category'),
  launch_item: () => new ConflictError('This draft'),
}

/** @returns the sentence of a violation, which names what is stored already; any other error as it is. */
function toSaveError(error: unknown): unknown {
  if (isForeignKeyViolation(error) && getViolatedTable(error) === 'product_picture')
    return new ConflictError('A picture of this product')
  const violation = isUniqueViolation(error) && VIOLATIONS[getViolatedTable(error) ?? '']
  return violation ? violation() : error
}

interface Published<T> {
  result: T
  /** The records to publish, by id, with what was done to each. */
  published: { id: string; summary: string }[]
  editorId?: string | null
  /** Time of the saves; by default now. */
  savedAt?: number
}

/**
 * Runs a transaction with the request to publish what it has changed. It is run again when another one has come in its
 * way.
 */
export async function runPublishing<T>(
  deps: Deps,
  job: (db: Db) => Promise<Published<T>>,
): Promise<T> {
  const run = () =>
    deps.db.transaction().execute(async (db) => {
      const done = await job(db)
      if (done.published.length > 0) await requestPublish(deps, db, done)
      return done
    })
  const { result, published } = await retryConflicts(run).catch((error: unknown) => {
    throw toSaveError(error)
  })
  if (published.length > 0) deps.events.emit('catalogChanged')
  return result
}

/**
 * Requests a publish within a transaction. Once that is committed, `catalogChanged` is to be emitted, as `runPublishing`
 * does.
 */
export async function requestPublish(
  deps: Deps,
  db: Db,
  { published, editorId = null, savedAt = deps.now() }: Omit<Published<unknown>, 'result'>,
): Promise<void> {
  await incrementCatalogRevision(db)
  await insertPublishRequests(
    db,
    published.map(({ id, summary }) => ({
      id: randomUUID(),
      created_at: savedAt,
      product_id: id,
      editor_id: editorId,
      summary,
      accepted_products: null,
    })),
  )
  await notifyOthers(deps, db, 'catalogChanged')
}
