import { compileOnce } from '../db/compile-once.ts'
import { changesRows, countRows } from '../db/row-counts.ts'
import type { Db } from '../db/schema.ts'
import type { OutboxRow } from './tables.ts'

/** Compiled once, because transactions of shoppers insert mails. */
export const insertMail = compileOnce((db, row: OutboxRow) => {
  const { id, user_id, recipient, subject, text, html } = row
  const { created_at, due_at, attempts, sent_at, last_error } = row
  const times = { created_at, due_at, attempts, sent_at, last_error }
  return db.insertInto('outbox').values({ id, user_id, recipient, subject, text, html, ...times })
})

/** @returns unsent mails whose next try is due, except those created at or before `createdAfter`. */
export const listDueMails = (
  db: Db,
  { now, createdAfter, limit }: { now: number; createdAfter: number; limit: number },
): Promise<OutboxRow[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('due_at', '<=', now)
    .where('sent_at', 'is', null)
    .where('created_at', '>', createdAfter)
    .orderBy('due_at')
    .limit(limit)
    .execute()

/**
 * Changes an unsent mail whose count of attempts is still that of `mail`. A process takes a mail by this count, so
 * that no other one sends or overwrites it.
 * @returns whether the mail was changed.
 */
export const updateUnsentMail = (
  db: Db,
  mail: Pick<OutboxRow, 'id' | 'attempts'>,
  change: Partial<OutboxRow>,
): Promise<boolean> =>
  changesRows(
    db
      .updateTable('outbox')
      .set(change)
      .where('id', '=', mail.id)
      .where('attempts', '=', mail.attempts)
      .where('sent_at', 'is', null),
  )

/** Deletes a mail that was never tried. @returns whether there was one. */
export const deleteUntriedMail = (db: Db, id: string): Promise<boolean> =>
  changesRows(
    db
      .deleteFrom('outbox')
      .where('id', '=', id)
      .where('attempts', '=', 0)
      .where('sent_at', 'is', null),
  )

/** Makes every mail that waits for a try due now. */
export async function makeMailsDue(db: Db, now: number): Promise<void> {
  await db.updateTable('outbox').set({ due_at: now }).where('due_at', 'is not', null).execute()
}

export const listLatestMails = (db: Db, limit: number): Promise<OutboxRow[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

export const findMail = (db: Db, id: string): Promise<OutboxRow | undefined> =>
  db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()

export const countUnsentMails = (db: Db): Promise<number> =>
  countRows(db.selectFrom('outbox').where('due_at', 'is not', null))
