import { randomUUID } from 'node:crypto'
import { countRows } from '../db/row-counts.ts'
import type { AuditEntryRow } from '../db/studio-schema.ts'
import type { Db } from '../deps.ts'

const MAX_SUBJECT_LENGTH = 300

/** Call it in the transaction of what it records. */
export async function insertAuditEntry(db: Db, entry: Omit<AuditEntryRow, 'id'>): Promise<void> {
  const subject = entry.subject.slice(0, MAX_SUBJECT_LENGTH)
  await db
    .insertInto('audit_entry')
    .values({ id: randomUUID(), ...entry, subject })
    .execute()
}

export const countAuditEntries = (db: Db): Promise<number> =>
  countRows(db.selectFrom('audit_entry'))

/** @returns a page of the log, the newest entry first. */
export const listAuditEntries = (db: Db, page: number, pageSize: number) =>
  db
    .selectFrom('audit_entry')
    .leftJoin('user', 'user.id', 'audit_entry.actor_id')
    .select([
      'audit_entry.id',
      'audit_entry.at',
      'audit_entry.action',
      'audit_entry.subject',
      'user.display_name',
    ])
    .orderBy('audit_entry.at', 'desc')
    .orderBy('audit_entry.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
