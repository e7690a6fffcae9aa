import { sql } from 'kysely'
import { compileByLength, compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/schema.ts'
import { insertContentVersionPictures } from '../media/queries.ts'
import type { ContentRecordRow, ContentVersionRow } from './tables.ts'

/** Lists the records that an editor has changed. */
export const listContentRows = (db: Db): Promise<ContentRecordRow[]> =>
  db.selectFrom('content_record').selectAll().orderBy('id').execute()

/** Lists the columns that differ after every save of a record. */
export const listContentRevisions = (db: Db) =>
  db.selectFrom('content_record').select(['id', 'revision', 'updated_at']).orderBy('id').execute()

/** Lists the records whose ids begin with a prefix, e.g. `category:`. */
export const listContentRowsOfKind = (db: Db, prefix: string): Promise<ContentRecordRow[]> =>
  db
    .selectFrom('content_record')
    .selectAll()
    .where('id', '>=', prefix)
    .where('id', '<', `${prefix}\u{ffff}`)
    .orderBy('id')
    .execute()

/** The ids of archived records. */
export const listArchivedRecords = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('content_record').select('id').where('archived', '=', 1).execute()).map(
    ({ id }) => id,
  )

const selectContentRow = compileOnce((db, { id }: { id: string }) =>
  db.selectFrom('content_record').selectAll().where('id', '=', id),
)

export const findContentRow = async (db: Db, id: string): Promise<ContentRecordRow | undefined> =>
  (await selectContentRow(db, { id })).rows[0]

const selectContentRows = compileByLength((db, ids) =>
  db.selectFrom('content_record').selectAll().where('id', 'in', ids),
)

/** @returns the records with these ids, in any order. */
export const findContentRows = async (
  db: Db,
  ids: readonly string[],
): Promise<ContentRecordRow[]> => (await selectContentRows(db, ids)).rows

/** Shows a record under other launches. @returns false if there is another version. */
export async function projectContentRow(db: Db, row: ContentRecordRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('content_record')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({
          body: ref('excluded.body'),
          archived: ref('excluded.archived'),
          updated_at: sql`case when excluded.updated_at > content_record.updated_at
            then excluded.updated_at else content_record.updated_at + 1 end`,
        }))
        .where((eb) => eb('content_record.revision', '=', eb.ref('excluded.revision'))),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** Deletes the row of a text that no editor has saved. */
export const deleteProjectedRow = (db: Db, id: string) =>
  db.deleteFrom('content_record').where('id', '=', id).where('revision', '=', 0).execute()

/** Inserts the first version, or replaces `revision - 1`. @returns false if there is another version. */
export async function saveContentRow(db: Db, row: ContentRecordRow): Promise<boolean> {
  if (row.revision > 1) {
    const { numUpdatedRows } = await db
      .updateTable('content_record')
      .set(row)
      .where('id', '=', row.id)
      .where('revision', '=', row.revision - 1)
      .executeTakeFirst()
    return numUpdatedRows > 0
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('content_record')
    .values(row)
    // A launch shows a text that no editor has saved in a row with revision 0.
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(row)
        .where((eb) => eb('content_record.revision', '=', eb.lit(0))),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

export async function insertContentVersion(db: Db, row: ContentVersionRow): Promise<void> {
  await db.insertInto('content_version').values(row).execute()
  await insertContentVersionPictures(db, row)
}

export const findContentVersion = (db: Db, id: string, revision: number) =>
  db
    .selectFrom('content_version')
    .select(['body', 'archived'])
    .where('record_id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()

/** Lists the saves of a batch with the current revision of each record. */
export const listContentOfBatch = (db: Db, batchId: string) =>
  db
    .selectFrom('content_version')
    .innerJoin('content_record', 'content_record.id', 'content_version.record_id')
    .select([
      'content_version.record_id',
      'content_version.revision',
      'content_version.action',
      'content_record.revision as current',
    ])
    .where('batch_id', '=', batchId)
    .orderBy('content_version.record_id')
    .execute()
