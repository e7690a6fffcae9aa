import { sql } from 'kysely'
import type { Db } from '../../core/db/schema.ts'
import type { ReleaseRow } from '../../core/publish-requests/tables.ts'
import type { PublishFailureRow } from './tables.ts'

export const upsertRelease = (db: Db, { id, ...row }: ReleaseRow) =>
  db
    .insertInto('release')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()

/** Lists the saves of all releases after a time. */
export const listChangesAfter = (db: Db, publishedAt: number) =>
  db.selectFrom('release').select('changes').where('published_at', '>', publishedAt).execute()

/** Lists the saves of products and content since a time, oldest first. */
export async function listSavesSince(
  db: Db,
  time: number,
): Promise<{ id: string; revision: number; action: string; counted: string | null }[]> {
  const products = await db
    .selectFrom('product_version')
    .select(['product_id as id', 'revision', 'action', 'counted'])
    .where('saved_at', '>=', time)
    // The first save of a seeded product also writes its previous version, which is not a save.
    .where(({ or, eb }) =>
      or([
        eb('action', '!=', 'create'),
        eb('editor_id', 'is not', null),
        eb('batch_id', 'is not', null),
      ]),
    )
    .orderBy('saved_at')
    .orderBy('product_id')
    .orderBy('revision')
    .execute()
  const contents = await db
    .selectFrom('content_version')
    .select(['record_id as id', 'revision', 'action'])
    .where('saved_at', '>=', time)
    .orderBy('saved_at')
    .orderBy('record_id')
    .orderBy('revision')
    .execute()
  return [...products, ...contents.map((save) => ({ ...save, counted: null }))]
}

/** Marks releases whose files no longer exist. */
export const markRemovedReleases = (db: Db, kept: string[]) =>
  db
    .updateTable('release')
    .set({ kept: 0 })
    .where('kept', '=', 1)
    .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))
    .execute()

/** Newest first. */
export const listReleases = (db: Db, limit: number) =>
  db
    .selectFrom('release')
    .selectAll()
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const findRelease = (db: Db, id: string) =>
  db.selectFrom('release').selectAll().where('id', '=', id).executeTakeFirst()

/** Deletes all but the newest `count` releases. */
export const deleteOldReleases = (db: Db, count: number) =>
  sql`delete from release where id not in
    (select id from release order by published_at desc, id desc limit ${count})`.execute(db)

export const listNames = (db: Db, ids: string[]) =>
  ids.length === 0
    ? []
    : db.selectFrom('user').select(['id', 'display_name']).where('id', 'in', ids).execute()

export const deleteRelease = (db: Db, id: string) =>
  db.deleteFrom('release').where('id', '=', id).execute()

/** Finds the failure that has not ended. */
export const findOpenFailure = (db: Db) =>
  db.selectFrom('publish_failure').selectAll().where('ended_at', 'is', null).executeTakeFirst()

export const insertFailure = (db: Db, row: PublishFailureRow) =>
  db.insertInto('publish_failure').values(row).execute()

export const updateFailure = (db: Db, id: string, change: Partial<Omit<PublishFailureRow, 'id'>>) =>
  db.updateTable('publish_failure').set(change).where('id', '=', id).execute()

/** Ends failures, after a success or a different failure. */
export const endFailures = (db: Db, now: number) =>
  db.updateTable('publish_failure').set({ ended_at: now }).where('ended_at', 'is', null).execute()

/** Deletes all but the newest `count` failures. */
export const deleteOldFailures = (db: Db, count: number) =>
  sql`delete from publish_failure where id not in
    (select id from publish_failure order by failed_at desc, id desc limit ${count})`.execute(db)

/** Newest first. */
export const listFailures = (db: Db) =>
  db
    .selectFrom('publish_failure')
    .selectAll()
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
