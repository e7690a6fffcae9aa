import { sql } from 'kysely'
import type { LaunchItemRow, LaunchLinkRow, LaunchRow } from '../db/studio-schema.ts'
import type { Db } from '../deps.ts'
import { replaceDraftPictures } from '../media/queries.ts'

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

/** Ends the waiting for a start or an end that was refused, unless it has another time by now. */
export const stopWaiting = (
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

const isWaiting = sql<boolean>`(published_at is null or undone_at is not null)`

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
    .set({ published_at: now, batch_id: batchId, undone_at: null, message: '' })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where(isWaiting)
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
export async function touchWaiting(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('launch')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where(isWaiting)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteLaunch = (db: Db, id: string) =>
  db.deleteFrom('launch').where('id', '=', id).execute()

/** Launches whose start or end has come, the earliest first. */
export async function listDueLaunches(db: Db, now: number) {
  const starts = await db
    .selectFrom('launch')
    .select(['id', 'editor_id'])
    .where('starts_at', '<=', now)
    .where('published_at', 'is', null)
    .orderBy('starts_at')
    .execute()
  const ends = await db
    .selectFrom('launch')
    .select(['id', 'editor_id'])
    .where('ends_at', '<=', now)
    .where('published_at', 'is not', null)
    .where('undone_at', 'is', null)
    .orderBy('ends_at')
    .execute()
  return { starts, ends }
}

const selectItems = (db: Db) =>
  db
    .selectFrom('launch_item')
    .leftJoin('user', 'user.id', 'launch_item.editor_id')
    .selectAll('launch_item')
    .select('user.display_name')

export type LaunchItemWithEditor = Awaited<ReturnType<typeof listItems>>[number]

/** In the order in which they were last saved. */
export const listItems = (db: Db, launchId: string) =>
  selectItems(db)
    .where('launch_id', '=', launchId)
    .orderBy('launch_item.saved_at')
    .orderBy('launch_item.record_id')
    .execute()

export const findItem = (db: Db, launchId: string, recordId: string) =>
  selectItems(db)
    .where('launch_id', '=', launchId)
    .where('launch_item.record_id', '=', recordId)
    .executeTakeFirst()

/** The drafts of a record in launches that are not live. */
export const listItemsOfRecord = (db: Db, recordId: string) =>
  selectItems(db)
    .innerJoin('launch', 'launch.id', 'launch_item.launch_id')
    .select(['launch.name', 'starts_at', 'ends_at', 'published_at', 'undone_at'])
    .where('launch_item.record_id', '=', recordId)
    .where(isWaiting)
    .orderBy('launch_item.saved_at', 'desc')
    .execute()

/** The drafts that name a file, in launches that are not live. */
export const listItemsWithFile = (db: Db, file: string) =>
  db
    .selectFrom('launch_item')
    .innerJoin('launch', 'launch.id', 'launch_item.launch_id')
    .selectAll('launch_item')
    .select('launch.name')
    .where(isWaiting)
    .where('launch_item.body', 'like', `%"${file}"%`)
    .orderBy('launch.created_at')
    .orderBy('launch_item.record_id')
    .execute()

/** Inserts the first version, or replaces `revision - 1`. @returns false when there is another one. */
export async function saveItem(db: Db, row: LaunchItemRow): Promise<boolean> {
  const isSaved = await saveItemRow(db, row)
  if (isSaved) await replaceDraftPictures(db, row)
  return isSaved
}

async function saveItemRow(db: Db, row: LaunchItemRow): Promise<boolean> {
  const { launch_id, record_id, revision } = row
  if (revision > 1) {
    const { numUpdatedRows } = await db
      .updateTable('launch_item')
      .set(row)
      .where('launch_id', '=', launch_id)
      .where('record_id', '=', record_id)
      .where('revision', '=', revision - 1)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('launch_item')
    .values(row)
    .onConflict((conflict) => conflict.columns(['launch_id', 'record_id']).doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** What a draft is of from now on, and made from. */
export const rebaseItem = (
  db: Db,
  launchId: string,
  recordId: string,
  change: Partial<Pick<LaunchItemRow, 'record_id' | 'based_on' | 'action'>>,
) =>
  db
    .updateTable('launch_item')
    .set(change)
    .where('launch_id', '=', launchId)
    .where('record_id', '=', recordId)
    .execute()

export async function deleteItem(db: Db, launchId: string, recordId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('launch_item')
    .where('launch_id', '=', launchId)
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const insertLink = (db: Db, row: LaunchLinkRow) =>
  db.insertInto('launch_link').values(row).execute()

/** Ends the links of a launch that work; their address answers 410 from then on. */
export async function endLinks(db: Db, launchId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('launch_link')
    .set({ expires_at: now })
    .where('launch_id', '=', launchId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const findLinkOfLaunch = (db: Db, launchId: string, now: number) =>
  db
    .selectFrom('launch_link')
    .select('expires_at')
    .where('launch_id', '=', launchId)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const findLink = (db: Db, tokenHash: string) =>
  db
    .selectFrom('launch_link')
    .leftJoin('launch', 'launch.id', 'launch_link.launch_id')
    .select(['launch_id', 'expires_at', 'launch.name', 'launch.revision'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
