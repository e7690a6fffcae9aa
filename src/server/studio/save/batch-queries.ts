import { DAY_MS, UNDO_DAYS } from '#src/rules/constants.ts'
import type { Db } from '../../core/db/schema.ts'
import type { BatchRow } from './tables.ts'

export const insertBatch = (db: Db, row: BatchRow) => db.insertInto('batch').values(row).execute()

/**
 * Marks a batch as undone, in one statement: of parallel requests one gets the row. Of an older one, the versions
 * before it may be pruned.
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

export const findBatch = (db: Db, id: string) =>
  db.selectFrom('batch').selectAll().where('id', '=', id).executeTakeFirst()

/** @returns the saves of a batch with the revision that each product has now. */
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
