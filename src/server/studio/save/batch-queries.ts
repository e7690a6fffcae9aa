import { sql } from 'kysely'
import { DAY_MS, UNDO_DAYS } from '#src/rules/constants.ts'
import { countRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import type { BatchRow } from './tables.ts'

export const insertBatch = (db: Db, row: BatchRow) => db.insertInto('batch').values(row).execute()

/**
 * Marks a batch as undone in one statement, so that only one of several parallel requests gets the
 * row. Batches older than `UNDO_DAYS` are excluded, because their previous versions may be pruned.
 */
export const claimBatch = (db: Db, id: string, now: number) =>
  db
    .updateTable('batch')
    .set({ undone_at: now })
    .where('id', '=', id)
    .where('undone_at', 'is', null)
    .where('created_at', '>', now - UNDO_DAYS * DAY_MS)
    .returningAll()
    .executeTakeFirst()

/** Lists the newest batches after a time, with their live launch and the number of versions of each. */
export const listBatches = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('batch')
    .leftJoin('user', 'user.id', 'batch.editor_id')
    .select(['batch.id', 'summary', 'display_name', 'batch.created_at', 'batch.undone_at'])
    .select((eb) => [
      eb
        .selectFrom('launch')
        .select('launch.id')
        .whereRef('launch.batch_id', '=', 'batch.id')
        .where('launch.undone_at', 'is', null)
        .limit(1)
        .as('launch_id'),
      eb
        .selectFrom('product_version')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('product_version.batch_id', '=', 'batch.id')
        .as('products'),
      eb
        .selectFrom('content_version')
        .select(({ fn }) => fn.countAll().as('count'))
        .whereRef('content_version.batch_id', '=', 'batch.id')
        .as('records'),
    ])
    .where('batch.created_at', '>', after)
    .orderBy('batch.created_at', 'desc')
    .orderBy('batch.id', 'desc')
    .limit(limit)
    .execute()

/** Counts the products that a batch changed. */
export const countBatchProducts = (db: Db, id: string): Promise<number> =>
  countRows(db.selectFrom('product_version').where('batch_id', '=', id))

export const updateBatchSummary = (db: Db, id: string, summary: string) =>
  db.updateTable('batch').set({ summary }).where('id', '=', id).execute()

export const findBatch = (db: Db, id: string) =>
  db.selectFrom('batch').selectAll().where('id', '=', id).executeTakeFirst()

/** Lists the saves of a batch with the current revision of each product. */
export const listBatchVersions = (db: Db, batchId: string) =>
  db
    .selectFrom('product_version')
    .innerJoin('product', 'product.id', 'product_version.product_id')
    .select([
      'product_version.product_id',
      'product_version.revision',
      'product_version.action',
      'product_version.counted',
      'product.revision as current',
      'product.title',
    ])
    .where('batch_id', '=', batchId)
    .orderBy('product.position')
    .execute()

export const findVersion = (db: Db, productId: string, revision: number) =>
  db
    .selectFrom('product_version')
    .select(['entry', 'archived'])
    .where('product_id', '=', productId)
    .where('revision', '=', revision)
    .executeTakeFirst()

/**
 * Returns whether a version belongs to a batch that was undone after a later version.
 * @param later the revision of that version.
 */
export async function isUndoneSince(
  db: Db,
  { id, isContent, revision }: { id: string; isContent: boolean; revision: number },
  later: number,
): Promise<boolean> {
  const table = sql.table(isContent ? 'content_version' : 'product_version')
  const record = sql.ref(isContent ? 'record_id' : 'product_id')
  const { rows } = await sql`select 1 from ${table} join batch on batch.id = batch_id
    where ${record} = ${id} and revision = ${revision}
      and undone_at > (select saved_at from ${table} where ${record} = ${id} and revision = ${later})`.execute(
    db,
  )
  return rows.length > 0
}

/** Limit of versions that are compared one by one. */
const MAX_VERSIONS = 500

interface BatchedVersion {
  body: string
  archived: number
  batch_id: string | null
  /** The launch that made the change. */
  launch_id: string | null
  undone_at: number | null
  undoes: string | null
}

/** Lists the versions of a record from a revision on, oldest first. */
export const listVersionsSince = (
  db: Db,
  id: string,
  isContent: boolean,
  revision: number,
): Promise<BatchedVersion[]> =>
  isContent
    ? db
        .selectFrom('content_version')
        .leftJoin('batch', 'batch.id', 'content_version.batch_id')
        .select(['body', 'archived', 'batch_id', 'launch_id', 'undone_at', 'undoes'])
        .where('record_id', '=', id)
        .where('revision', '>=', revision)
        .orderBy('revision')
        .limit(MAX_VERSIONS)
        .execute()
    : db
        .selectFrom('product_version')
        .leftJoin('batch', 'batch.id', 'product_version.batch_id')
        .select(['entry as body', 'archived', 'batch_id', 'launch_id', 'undone_at', 'undoes'])
        .where('product_id', '=', id)
        .where('revision', '>=', revision)
        .orderBy('revision')
        .limit(MAX_VERSIONS)
        .execute()

/** Finds the latest version after a revision that was not made by a launch. */
export const findLatestOfEditor = (
  db: Db,
  id: string,
  isContent: boolean,
  revision: number,
): Promise<{ display_name: string | null; saved_at: number } | undefined> =>
  isContent
    ? db
        .selectFrom('content_version as version')
        .leftJoin('batch', 'batch.id', 'version.batch_id')
        .leftJoin('user', 'user.id', 'version.editor_id')
        .select(['display_name', 'saved_at'])
        .where('record_id', '=', id)
        .where('revision', '>', revision)
        .where('launch_id', 'is', null)
        .orderBy('revision', 'desc')
        .limit(1)
        .executeTakeFirst()
    : db
        .selectFrom('product_version as version')
        .leftJoin('batch', 'batch.id', 'version.batch_id')
        .leftJoin('user', 'user.id', 'version.editor_id')
        .select(['display_name', 'saved_at'])
        .where('product_id', '=', id)
        .where('revision', '>', revision)
        .where('launch_id', 'is', null)
        .orderBy('revision', 'desc')
        .limit(1)
        .executeTakeFirst()
