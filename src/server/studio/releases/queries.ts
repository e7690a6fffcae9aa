import { sql } from 'kysely'
import type { Db } from '../../core/db/schema.ts'
import type { PublishFailureRow, ReleaseRow } from './tables.ts'

export const upsertRelease = (db: Db, { id, ...row }: ReleaseRow) =>
  db
    .insertInto('release')
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()

/** Marks the releases whose files are gone. */
export const markRemovedReleases = (db: Db, kept: string[]) =>
  db
    .updateTable('release')
    .set({ kept: 0 })
    .where('kept', '=', 1)
    .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))
    .execute()

/** @returns the newest first. */
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

/** Keeps the newest `count` releases in the list. */
export const deleteOldReleases = (db: Db, count: number) =>
  sql`delete from release where id not in
    (select id from release order by published_at desc, id desc limit ${count})`.execute(db)

export const listNames = (db: Db, ids: string[]) =>
  ids.length === 0
    ? []
    : db.selectFrom('user').select(['id', 'display_name']).where('id', 'in', ids).execute()

export const deleteRelease = (db: Db, id: string) =>
  db.deleteFrom('release').where('id', '=', id).execute()

/** The failure that has no end yet. */
export const findOpenFailure = (db: Db) =>
  db.selectFrom('publish_failure').selectAll().where('ended_at', 'is', null).executeTakeFirst()

export const insertFailure = (db: Db, row: PublishFailureRow) =>
  db.insertInto('publish_failure').values(row).execute()

export const updateFailure = (db: Db, id: string, change: Partial<Omit<PublishFailureRow, 'id'>>) =>
  db.updateTable('publish_failure').set(change).where('id', '=', id).execute()

/** A publish has succeeded, or failed in another way. */
export const endFailures = (db: Db, now: number) =>
  db.updateTable('publish_failure').set({ ended_at: now }).where('ended_at', 'is', null).execute()

/** Keeps the newest `count` failures. */
export const deleteOldFailures = (db: Db, count: number) =>
  sql`delete from publish_failure where id not in
    (select id from publish_failure order by failed_at desc, id desc limit ${count})`.execute(db)

/** @returns the newest first. */
export const listFailures = (db: Db) =>
  db
    .selectFrom('publish_failure')
    .selectAll()
    .orderBy('failed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
