import { sql } from 'kysely'
import type { Db } from '../../core/db/schema.ts'
import type { LaunchRow } from './tables.ts'

const selectLaunches = (db: Db) =>
  db
    .selectFrom('launch')
    .selectAll('launch')
    .select((eb) =>
      eb
        .selectFrom('overlay')
        .whereRef('overlay.launch_id', '=', 'launch.id')
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

const isNotLive = sql<boolean>`(published_at is null or undone_at is not null)`

/**
 * Marks a launch as live in one statement, so that only one of several parallel calls gets the row.
 * @param at when it starts.
 * @param isDue claims only if it is scheduled for then.
 */
export const claimStart = (
  db: Db,
  id: string,
  { at, isDue, message }: { at: number; isDue: boolean; message: string },
) =>
  db
    .updateTable('launch')
    .set({ published_at: at, undone_at: null, message, retry_at: null })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where(isNotLive)
    .$if(isDue, (query) => query.where('starts_at', '<=', at).where('published_at', 'is', null))
    .returningAll()
    .executeTakeFirst()

/**
 * Marks a live launch as ended in one statement.
 * @param isDue claims only if it ends by itself then.
 */
export const claimEnd = (
  db: Db,
  id: string,
  { at, isDue, message }: { at: number; isDue: boolean; message: string },
) =>
  db
    .updateTable('launch')
    .set({ undone_at: at, message, retry_at: null })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('published_at', 'is not', null)
    .where('undone_at', 'is', null)
    .$if(isDue, (query) => query.where('ends_at', '<=', at))
    .returningAll()
    .executeTakeFirst()

/**
 * Locks a launch until the transaction ends, if it is live, or if it is not.
 * @returns whether it is locked.
 */
export async function touch(db: Db, id: string, isLive: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('launch')
    // A changed draft may allow the launch to start.
    .set({ retry_at: null })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where(isLive ? sql<boolean>`not ${isNotLive}` : isNotLive)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lists the live launches that started after a time. */
export const listStartedSince = (db: Db, time: number) =>
  db
    .selectFrom('launch')
    .select(['id', 'name', 'revision'])
    .where('published_at', '>', time)
    .where('undone_at', 'is', null)
    .orderBy('published_at')
    .execute()

export const deleteLaunch = (db: Db, id: string) =>
  db.deleteFrom('launch').where('id', '=', id).execute()

/** A start or an end whose time has come. */
export interface Boundary {
  id: string
  editor_id: string | null
  at: number
  isEnd: boolean
}

/** Lists the starts and ends until a time, in their order: an end before a start of the same time. */
export async function listDue(db: Db, until: number, now: number): Promise<Boundary[]> {
  const isTried = sql<boolean>`(retry_at is null or retry_at <= ${now})`
  const starts = await db
    .selectFrom('launch')
    .select(['id', 'editor_id', 'starts_at as at', 'created_at'])
    .where('starts_at', '<=', until)
    .where('published_at', 'is', null)
    .where(isTried)
    .orderBy('starts_at')
    .limit(DUE_PER_RUN)
    .execute()
  const ends = await db
    .selectFrom('launch')
    .select(['id', 'editor_id', 'ends_at as at', 'created_at'])
    .where('ends_at', '<=', until)
    .where('published_at', 'is not', null)
    .where('undone_at', 'is', null)
    .where(isTried)
    .orderBy('ends_at')
    .limit(DUE_PER_RUN)
    .execute()
  const due = [
    ...ends.map((row) => ({ ...row, isEnd: true })),
    ...starts.map((row) => ({ ...row, isEnd: false })),
  ].map((row) => ({ ...row, at: Number(row.at) }))
  return due.toSorted((a, b) => a.at - b.at || a.created_at - b.created_at)
}

/** Starts, and ends, that are read at once. */
const DUE_PER_RUN = 20

/** Stores why a start or an end failed, and when to try again. */
export const postpone = (db: Db, id: string, retry_at: number, message: string) =>
  db.updateTable('launch').set({ retry_at, message }).where('id', '=', id).execute()

const PROJECTED_UNTIL = 'launches.projected_until'

/** Returns the latest time until which starts and ends have been applied; 0 before the first. */
export const getProjectedUntil = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('setting')
      .select('value')
      .where('name', '=', PROJECTED_UNTIL)
      .executeTakeFirst()
  )?.value ?? 0

/** Stores the time, so that a clock that runs slow later undoes nothing. */
export const setProjectedUntil = (db: Db, value: number) =>
  db
    .insertInto('setting')
    .values({ name: PROJECTED_UNTIL, value })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value })
        .where((eb) => eb('setting.value', '<', value)),
    )
    .execute()

/** Counts the products that shoppers see. */
export async function countShownProducts(db: Db): Promise<number> {
  const row = await db
    .selectFrom('product')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
