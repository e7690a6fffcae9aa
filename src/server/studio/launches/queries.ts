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

/** Launches that are not live come first, then newest first. */
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

/** Clears a refused start or end, unless an editor has changed the time since. */
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

export const isNotLive = sql<boolean>`(published_at is null or undone_at is not null)`

/**
 * Marks a launch as live in one statement, so that only one of several parallel calls gets the row.
 * @param dueAt claims only if the start is not later than this.
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

/**
 * Marks a live launch as undone in one statement.
 * @param dueAt claims only if the end is not later than this.
 */
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

/**
 * Locks a launch until the transaction ends, unless it is live.
 * @returns whether it is locked.
 */
export async function touchIfNotLive(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('launch')
    // A changed draft may allow the launch to start.
    .set({ retry_at: null })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where(isNotLive)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteLaunch = (db: Db, id: string) =>
  db.deleteFrom('launch').where('id', '=', id).execute()

/** Lists launches to start, the most overdue first, without those whose retry is later. */
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

/** Lists launches to end, the most overdue first. */
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

/** Stores why a start failed and when to try again, unless an editor has changed the time since. */
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

/** Retries failed starts at once, because the launch that ended may have blocked them. */
export const retryStarts = (db: Db, now: number) =>
  db
    .updateTable('launch')
    .set({ retry_at: null })
    .where('starts_at', '<=', now)
    .where('published_at', 'is', null)
    .where('retry_at', 'is not', null)
    .execute()
