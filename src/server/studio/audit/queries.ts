import { countRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'

export interface AuditFilter {
  action?: string | undefined
  /** The id of the person. */
  actor?: string | undefined
}

const filtered = (db: Db, { action, actor }: AuditFilter) =>
  db
    .selectFrom('audit_entry')
    .$if(action !== undefined, (query) => query.where('action', '=', action ?? ''))
    .$if(actor !== undefined, (query) => query.where('actor_id', '=', actor ?? ''))

export const countAuditEntries = (db: Db, filter: AuditFilter): Promise<number> =>
  countRows(filtered(db, filter))

/** @returns the ids of a page, the newest first. */
export const listAuditIds = async (
  db: Db,
  filter: AuditFilter,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<string[]> =>
  (
    await filtered(db, filter)
      .select('id')
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
  ).map(({ id }) => id)

/** Alone, an index finds the ids: with the names, SQLite would read those of all entries before a page. */
export const listAuditEntries = (db: Db, ids: string[]) =>
  db
    .selectFrom('audit_entry')
    .leftJoin('user', 'user.id', 'audit_entry.actor_id')
    .select(['audit_entry.id', 'at', 'action', 'subject', 'display_name'])
    .where('audit_entry.id', 'in', ids)
    .execute()

export const listMentionedUsers = (db: Db, ids: string[]) =>
  db.selectFrom('user').select(['id', 'display_name', 'email']).where('id', 'in', ids).execute()

export const listMentionedInvitations = (db: Db, ids: string[]) =>
  db.selectFrom('invitation').select(['id', 'email']).where('id', 'in', ids).execute()

export const listMentionedMessages = (db: Db, ids: string[]) =>
  db
    .selectFrom('contact_message')
    .select(['id', 'first_name', 'last_name', 'number'])
    .where('id', 'in', ids)
    .execute()

export const listMentionedReviews = (db: Db, ids: string[]) =>
  db.selectFrom('review').select(['id', 'title']).where('id', 'in', ids).execute()

export const listKnownProducts = async (db: Db, ids: string[]): Promise<string[]> =>
  (await db.selectFrom('product').select('id').where('id', 'in', ids).execute()).map(({ id }) => id)

/** A text of the shop has no row before it is changed; every saved one has. */
export const listKnownContent = async (db: Db, ids: string[]): Promise<string[]> =>
  (await db.selectFrom('content_record').select('id').where('id', 'in', ids).execute()).map(
    ({ id }) => id,
  )
