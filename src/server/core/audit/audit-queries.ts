import { randomUUID } from 'node:crypto'
import { countRows } from '../db/row-counts.ts'
import type { Db } from '../db/schema.ts'
import type { AuditEntryRow } from './tables.ts'

const MAX_SUBJECT_LENGTH = 300
const HOUR_MS = 60 * 60_000

/** Call it in the transaction of what it records. */
export async function insertAuditEntry(db: Db, entry: Omit<AuditEntryRow, 'id'>): Promise<void> {
  const subject = entry.subject.slice(0, MAX_SUBJECT_LENGTH)
  await db
    .insertInto('audit_entry')
    .values({ id: randomUUID(), ...entry, subject })
    .execute()
}

/** Inserts an entry unless the actor has the same one of the last hour. */
export async function insertHourlyAuditEntry(
  db: Db,
  entry: Omit<AuditEntryRow, 'id'>,
): Promise<void> {
  const known = await db
    .selectFrom('audit_entry')
    .select('id')
    .where('at', '>', entry.at - HOUR_MS)
    .where('actor_id', '=', entry.actor_id)
    .where('subject', '=', entry.subject)
    .executeTakeFirst()
  if (!known) await insertAuditEntry(db, entry)
}

export const countAuditEntries = (db: Db): Promise<number> =>
  countRows(db.selectFrom('audit_entry'))

/** @returns a page of the log, the newest entry first. */
export const listAuditEntries = (db: Db, page: number, pageSize: number) =>
  db
    .selectFrom('audit_entry')
    // Alone, an index finds the page: with the names, SQLite would read those of all entries before it.
    .where('audit_entry.id', 'in', (eb) =>
      eb
        .selectFrom('audit_entry as of_page')
        .select('of_page.id')
        .orderBy('of_page.at', 'desc')
        .orderBy('of_page.id', 'desc')
        .limit(pageSize)
        .offset((page - 1) * pageSize),
    )
    .leftJoin('user', 'user.id', 'audit_entry.actor_id')
    .select(['audit_entry.id', 'at', 'action', 'subject', 'display_name'])
    .orderBy('at', 'desc')
    .orderBy('audit_entry.id', 'desc')
    .execute()

export const listMentionedUsers = (db: Db, ids: string[]) =>
  db.selectFrom('user').select(['id', 'display_name', 'email']).where('id', 'in', ids).execute()

export const listMentionedInvitations = (db: Db, ids: string[]) =>
  db.selectFrom('invitation').select(['id', 'email']).where('id', 'in', ids).execute()

export const listMentionedMessages = (db: Db, ids: string[]) =>
  db
    .selectFrom('contact_message')
    .select(['id', 'first_name', 'last_name'])
    .where('id', 'in', ids)
    .execute()

export const listMentionedReviews = (db: Db, ids: string[]) =>
  db.selectFrom('review').select(['id', 'title']).where('id', 'in', ids).execute()
