import type { ContentRecordRow, ContentVersionRow } from '../db/studio-schema.ts'
import type { Db } from '../deps.ts'

/** Every record that an editor has changed. */
export const listContentRows = (db: Db): Promise<ContentRecordRow[]> =>
  db.selectFrom('content_record').selectAll().orderBy('id').execute()

export const findContentRow = (db: Db, id: string): Promise<ContentRecordRow | undefined> =>
  db.selectFrom('content_record').selectAll().where('id', '=', id).executeTakeFirst()

/** Inserts the first version, or replaces `revision - 1`. @returns false when there is another one. */
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
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

export const insertContentVersion = (db: Db, row: ContentVersionRow) =>
  db.insertInto('content_version').values(row).execute()

/** The newest first, with the names of their editors. */
export const listContentVersions = (db: Db, id: string) =>
  db
    .selectFrom('content_version')
    .leftJoin('user', 'user.id', 'content_version.editor_id')
    .select(['revision', 'action', 'saved_at', 'body', 'archived', 'display_name'])
    .where('record_id', '=', id)
    .orderBy('revision', 'desc')
    .execute()

/** @returns names of the last editors, by record. */
export async function listContentEditors(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('content_record')
    .innerJoin('content_version', (join) =>
      join
        .onRef('content_version.record_id', '=', 'content_record.id')
        .onRef('content_version.revision', '=', 'content_record.revision'),
    )
    .innerJoin('user', 'user.id', 'content_version.editor_id')
    .select(['content_record.id', 'display_name'])
    .execute()
  return new Map(rows.map((row) => [row.id, row.display_name]))
}

/** @returns the saves of a batch with the body of the version before each. */
export const listBatchVersions = (db: Db, batchId: string) =>
  db
    .selectFrom('content_version')
    .leftJoin('content_version as former', (join) =>
      join
        .onRef('former.record_id', '=', 'content_version.record_id')
        .on('former.revision', '=', (eb) => eb('content_version.revision', '-', 1)),
    )
    .select(['content_version.record_id', 'content_version.revision', 'former.body as before'])
    .where('content_version.batch_id', '=', batchId)
    .orderBy('content_version.record_id')
    .execute()
