import type { ScheduledChangeRow } from '../db/studio-schema.ts'
import type { Db } from '../deps.ts'

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
export async function takeScheduledChange(
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
