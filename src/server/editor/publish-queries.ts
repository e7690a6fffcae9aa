import { sql } from 'kysely'
import type { ReleaseRow } from '../db/studio-schema.ts'
import type { Db } from '../deps.ts'

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
