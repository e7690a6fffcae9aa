import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { countRows } from '../db/row-counts.ts'
import type { AuditEntryRow } from '../db/studio-schema.ts'
import type { Db } from '../deps.ts'

const MAX_SUBJECT_LENGTH = 300
const UUID_LENGTH = 36
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

/**
 * @returns a page of the log, the newest entry first. An entry about a customer ends with the id of the
 * account: the name is read while there is one, so that the log keeps none after a deletion.
 */
export const listAuditEntries = (db: Db, page: number, pageSize: number) =>
  db
    .selectFrom('audit_entry')
    .leftJoin('user', 'user.id', 'audit_entry.actor_id')
    .leftJoin('user as customer', (join) =>
      join
        .on('audit_entry.action', '=', 'customers')
        .on('customer.id', '=', sql<string>`substr(subject, length(subject) - ${UUID_LENGTH - 1})`),
    )
    .select([
      'audit_entry.id',
      'audit_entry.at',
      'audit_entry.action',
      'audit_entry.subject',
      'user.display_name',
      'customer.display_name as customer',
    ])
    .orderBy('audit_entry.at', 'desc')
    .orderBy('audit_entry.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
