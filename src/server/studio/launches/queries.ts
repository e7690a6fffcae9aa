import { sql } from 'kysely'
import type { Db } from '../../core/db/schema.ts'
import type { LaunchRow } from './tables.ts'

const selectLaunches = (db: Db) =>
  db
    .selectFrom('launch')
    .selectAll('launch')
    .select((eb) =>
      eb
        .selectFrom('launch_item')
        .whereRef('launch_item.launch_id', '=', 'launch.id')
        .select((inner) => inner.fn.countAll().as('count'))
        .as('items'),
    )

export type LaunchRowWithCount = NonNullable<Awaited<ReturnType<typeof findLaunch>>>

export const findLaunch = (db: Db, id: string) =>
  selectLaunches(db).where('id', '=', id).executeTakeFirst()

/** Those that are not live first, then the latest. */
export const listLaunches = (db: Db, limit: number) =>
  selectLaunches(db)
    .orderBy((eb) => eb.case().when('published_at', 'is', null).then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

export const insertLaunch = (db: Db, row: LaunchRow) =>
  db.insertInto('launch').values(row).execute()

export const updateLaunch = (db: Db, id: string, change: Partial<Omit<LaunchRow, 'id'>>) =>
  db
    .updateTable('launch')
    .set(change)
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Clears a start or an end that was refused, unless it has another time by now. */
export const clearRefusedTime = (
  db: Db,
  id: string,
  { time, dueAt, message }: { time: 'starts_at' | 'ends_at'; dueAt: number; message: string },
) =>
  db
    .updateTable('launch')
    .set({ [time]: null, message })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where(time, '<=', dueAt)
    .where(time === 'starts_at' ? 'published_at' : 'undone_at', 'is', null)
    .execute()

/** Whether the launch of a row is not live. */
export const isNotLive = sql<boolean>`(published_at is null or undone_at is not null)`

/**
 * Makes a launch live that is not, in one statement: of parallel calls one gets the row.
 * @param dueAt only when its start has come by then.
 */
export const claimLaunch = (
  db: Db,
  id: string,
  { now, batchId, dueAt }: { now: number; batchId: string | null; dueAt: number | undefined },
) =>
  db
    .updateTable('launch')
    .set({ published_at: now, batch_id: batchId, undone_at: null, message: '', retry_at: null })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where(isNotLive)
    .$if(dueAt !== undefined, (query) =>
      query.where('starts_at', '<=', dueAt as number).where('published_at', 'is', null),
    )
    .returningAll()
    .executeTakeFirst()

/** Marks a live launch as undone, in one statement. @param dueAt only when its end has come by then. */
export const claimUndo = (
  db: Db,
  id: string,
  { now, dueAt }: { now: number; dueAt: number | undefined },
) =>
  db
    .updateTable('launch')
    .set({ undone_at: now, message: '' })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('published_at', 'is not', null)
    .where('undone_at', 'is', null)
    .$if(dueAt !== undefined, (query) => query.where('ends_at', '<=', dueAt as number))
    .returningAll()
    .executeTakeFirst()

/** Locks a launch that is not live until the transaction ends. @returns whether it is. */
export async function touchIfNotLive(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('launch')
    // A draft that is changed may be able to start.
    .set({ retry_at: null })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where(isNotLive)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteLaunch = (db: Db, id: string) =>
  db.deleteFrom('launch').where('id', '=', id).execute()

/** @returns the launches to start, those that are due longest first; without those that wait for another try. */
export const listDueStarts = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('launch')
    .select(['id', 'editor_id'])
    .where('starts_at', '<=', now)
    .where('published_at', 'is', null)
    .where(({ eb, or }) => or([eb('retry_at', 'is', null), eb('retry_at', '<=', now)]))
    .orderBy('starts_at')
    .limit(limit)
    .execute()

/** @returns the launches to end, those that are due longest first. */
export const listDueEnds = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('launch')
    .select(['id', 'editor_id'])
    .where('ends_at', '<=', now)
    .where('published_at', 'is not', null)
    .where('undone_at', 'is', null)
    .orderBy('ends_at')
    .limit(limit)
    .execute()

/** Notes why a start failed, and when it is tried again, unless it has another time by now. */
export const postponeStart = (
  db: Db,
  id: string,
  { dueAt, retryAt, message }: { dueAt: number; retryAt: number; message: string },
) =>
  db
    .updateTable('launch')
    .set({ retry_at: retryAt, message })
    .where('id', '=', id)
    .where('starts_at', '<=', dueAt)
    .where('published_at', 'is', null)
    .execute()

/** What has ended may be what starts have waited for. */
export const retryStarts = (db: Db, now: number) =>
  db
    .updateTable('launch')
    .set({ retry_at: null })
    .where('starts_at', '<=', now)
    .where('published_at', 'is', null)
    .where('retry_at', 'is not', null)
    .execute()
