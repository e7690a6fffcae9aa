import { randomUUID } from 'node:crypto'
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
