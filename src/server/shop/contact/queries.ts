import type { z } from 'zod'
import type { messagesQuery } from '#src/contract/admin.ts'
import { changesRows, countRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import type { ContactMessageRow, ContactReplyRow } from './tables.ts'

export async function insertContactMessage(db: Db, message: ContactMessageRow): Promise<void> {
  await db.insertInto('contact_message').values(message).execute()
}

/** @returns the messages sent from an address, oldest first. */
export const listContactMessages = (db: Db, email: string) =>
  db
    .selectFrom('contact_message')
    .select(['topic', 'first_name', 'last_name', 'company', 'subject', 'order_number'])
    .select(['message', 'created_at'])
    .where('email', '=', email)
    .orderBy('created_at')
    .execute()

export async function deleteContactMessages(db: Db, email: string): Promise<void> {
  await db.deleteFrom('contact_message').where('email', '=', email).execute()
}

type Query = z.output<typeof messagesQuery>

const filtered = (db: Db, { state, topic }: Query) =>
  db
    .selectFrom('contact_message')
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'new'))
    .$if(topic !== undefined, (query) => query.where('topic', '=', topic ?? ''))

export const countContactMessages = (db: Db, query: Query): Promise<number> =>
  countRows(filtered(db, query))

/** @returns the newest first. */
export const listMessagePage = (db: Db, query: Query, pageSize: number) =>
  filtered(db, query)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((query.page - 1) * pageSize)
    .execute()

/** @returns the replies to these messages, oldest first. */
export const listReplies = (db: Db, messageIds: string[]) =>
  messageIds.length === 0
    ? []
    : db
        .selectFrom('contact_reply')
        .selectAll()
        .where('message_id', 'in', messageIds)
        .orderBy('sent_at')
        .execute()

export const findMessage = (db: Db, id: string) =>
  db.selectFrom('contact_message').selectAll().where('id', '=', id).executeTakeFirst()

export async function insertReply(db: Db, reply: ContactReplyRow): Promise<void> {
  await db.insertInto('contact_reply').values(reply).execute()
}

/** @returns false when there is no such message. */
export const updateMessage = (
  db: Db,
  id: string,
  change: Partial<Pick<ContactMessageRow, 'state' | 'note' | 'last_message_at'>>,
): Promise<boolean> =>
  changesRows(db.updateTable('contact_message').set(change).where('id', '=', id))
