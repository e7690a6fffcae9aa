import { randomUUID } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { getViolatedTable, HttpError, isForeignKeyViolation, isUniqueViolation } from '../errors.ts'
import { ConflictError, retryConflicts } from '../retry-conflicts.ts'
import { notifyOthers } from './channel-queries.ts'
import { incrementCatalogRevision, insertPublishRequests } from './queries.ts'

export const duplicateSlug = () =>
  new HttpError(409, 'Another product has this slug.', { field: 'slug' })

/** Errors of unique values, by the table whose constraint refuses a second one. */
const VIOLATIONS: Partial<Record<string, () => HttpError>> = {
  product: duplicateSlug,
  product_code: () => new ConflictError('A product with this SKU or barcode'),
  slug: () => new ConflictError('A record with this address'),
  content_record: () => new ConflictError('This record'),
  content_version: () => new ConflictError('This record'),
  overlay: () => new ConflictError('This draft'),
}

/** @returns the error of a violation, which names the stored value; any other error as it is. */
function toSaveError(error: unknown): unknown {
  if (isForeignKeyViolation(error) && getViolatedTable(error) === 'product_picture')
    return new ConflictError('A picture of this product')
  const violation = isUniqueViolation(error) && VIOLATIONS[getViolatedTable(error) ?? '']
  return violation ? violation() : error
}

interface Published<T> {
  result: T
  /** The records to publish, by id, with the change of each. */
  published: { id: string; summary: string }[]
  editorId?: string | null
  /** Time of the saves; by default now. */
  savedAt?: number
  /** The catalogue may have lost products, down to this number. */
  acceptedProducts?: number | undefined
}

/** Changes the catalogue within a transaction. */
type PublishingJob<T> = (db: Db) => Promise<Published<T>>

/** Runs a transaction with the request to publish its changes. A conflict with another transaction runs it again. */
export const runPublishing = <T>(deps: Deps, job: PublishingJob<T>): Promise<T> =>
  preparePublishing(deps, async () => job)

/** Does the same, and prepares the job before each attempt, outside of its transaction. */
export async function preparePublishing<T>(
  deps: Deps,
  prepare: () => Promise<PublishingJob<T>>,
): Promise<T> {
  const run = async () => {
    const job = await prepare()
    return deps.db.transaction().execute(async (db) => {
      const done = await job(db)
      if (done.published.length > 0) await requestPublish(deps, db, done)
      return done
    })
  }
  const { result, published } = await retryConflicts(run).catch((error: unknown) => {
    throw toSaveError(error)
  })
  if (published.length > 0) deps.events.emit('catalogChanged')
  return result
}

/**
 * Requests a publish within a transaction. The caller emits `catalogChanged` after the commit, as `runPublishing`
 * does.
 */
export async function requestPublish(
  deps: Deps,
  db: Db,
  {
    published,
    editorId = null,
    savedAt = deps.now(),
    acceptedProducts,
  }: Omit<Published<unknown>, 'result'>,
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
      accepted_products: acceptedProducts ?? null,
    })),
  )
  await notifyOthers(deps, db, 'catalogChanged')
}
