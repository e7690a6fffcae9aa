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

/** Lists the newest batches after a time, with the number of versions of each. */
export const listBatches = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('batch')
    .leftJoin('user', 'user.id', 'batch.editor_id')
    .select(['batch.id', 'summary', 'display_name', 'batch.created_at', 'batch.undone_at'])
    .select((eb) => [
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

/** Finds the latest save of a record after a time. */
export const findLatestSave = (
  db: Db,
  { id, content }: { id: string; content?: unknown },
  after: number,
): Promise<{ display_name: string | null; saved_at: number } | undefined> =>
  content
    ? db
        .selectFrom('content_version as version')
        .leftJoin('user', 'user.id', 'version.editor_id')
        .select(['display_name', 'saved_at'])
        .where('record_id', '=', id)
        .where('saved_at', '>', after)
        .orderBy('revision', 'desc')
        .limit(1)
        .executeTakeFirst()
    : db
        .selectFrom('product_version as version')
        .leftJoin('user', 'user.id', 'version.editor_id')
        .select(['display_name', 'saved_at'])
        .where('product_id', '=', id)
        .where('saved_at', '>', after)
        .orderBy('revision', 'desc')
        .limit(1)
        .executeTakeFirst()
