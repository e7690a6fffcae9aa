import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '#src/rules/constants.ts'
import type { Db } from '../db/schema.ts'
import type { AuditEntryRow } from './tables.ts'

const MAX_SUBJECT_LENGTH = 300

/** Inserts an entry. Call it in the transaction of the change. */
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
