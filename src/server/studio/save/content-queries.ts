import type { Db } from '../../core/db/schema.ts'

const selectVersions = (db: Db, id: string) =>
  db
    .selectFrom('content_version')
    .leftJoin('user', 'user.id', 'content_version.editor_id')
    .select(['revision', 'action', 'saved_at', 'archived', 'display_name'])
    .where('record_id', '=', id)
    .orderBy('revision', 'desc')

/** Newest first, with the names of their editors. */
export const listContentVersions = (db: Db, id: string, limit: number) =>
  selectVersions(db, id).select('body').limit(limit).execute()

/** Returns the name of the last editor of each record. */
export async function listContentEditors(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('content_record')
    .select('id')
    // A subquery, because a join would start from all versions.
    .select((eb) =>
      eb
        .selectFrom('content_version')
        .innerJoin('user', 'user.id', 'content_version.editor_id')
        .whereRef('content_version.record_id', '=', 'content_record.id')
        .whereRef('content_version.revision', '=', 'content_record.revision')
        .select('display_name')
        .as('editor'),
    )
    .execute()
  return new Map(rows.flatMap(({ id, editor }) => (editor === null ? [] : [[id, editor]])))
}
