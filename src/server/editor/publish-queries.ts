import { sql } from 'kysely'
import type { ReleaseRow, ScheduledChangeRow } from '../db/studio-schema.ts'
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

export const insertScheduledChange = (db: Db, row: ScheduledChangeRow) =>
  db.insertInto('scheduled_change').values(row).execute()

const selectScheduled = (db: Db) =>
  db
    .selectFrom('scheduled_change')
    .innerJoin('product', 'product.id', 'scheduled_change.product_id')
    .leftJoin('user', 'user.id', 'scheduled_change.editor_id')
    .selectAll('scheduled_change')
    .select(['product.title', 'user.display_name'])

export const findScheduledChange = (db: Db, id: string) =>
  selectScheduled(db).where('scheduled_change.id', '=', id).executeTakeFirst()

export async function listScheduledChanges(db: Db, appliedLimit: number) {
  const waiting = await selectScheduled(db)
    .where('applied_at', 'is', null)
    .orderBy('due_at')
    .orderBy('scheduled_change.id')
    .execute()
  const applied = await selectScheduled(db)
    .where('applied_at', 'is not', null)
    .orderBy('applied_at', 'desc')
    .orderBy('scheduled_change.id')
    .limit(appliedLimit)
    .execute()
  return [...waiting, ...applied]
}

export const listDueChanges = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('scheduled_change')
    .select(['id', 'product_id', 'change', 'due_at', 'editor_id'])
    .where('applied_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute()

/** Marks a change as applied, in one statement: of several processes one gets true. */
export async function claimScheduledChange(
  db: Db,
  id: string,
  { now, error }: { now: number; error: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scheduled_change')
    .set({ applied_at: now, error })
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns whether it waited. */
export async function deleteScheduledChange(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('scheduled_change')
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
