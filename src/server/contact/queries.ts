import type { z } from 'zod'
import type { messagesQuery } from '#src/contract/admin.ts'
import type { ContactState } from '#src/contract/values.ts'
import { changesRows, countRows } from '../db/row-counts.ts'
import type { ContactMessageRow } from '../db/schema.ts'
import type { Db } from '../deps.ts'

export async function insertContactMessage(db: Db, message: ContactMessageRow): Promise<void> {
  await db.insertInto('contact_message').values(message).execute()
}

/** @returns the messages sent from an address, oldest first. */
export const listContactMessages = (db: Db, email: string) =>
  db
    .selectFrom('contact_message')
    .select(['topic', 'first_name', 'last_name', 'company', 'message', 'created_at'])
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

/** @returns false when there is no such message. */
export const updateMessageState = (db: Db, id: string, state: ContactState): Promise<boolean> =>
  changesRows(db.updateTable('contact_message').set({ state }).where('id', '=', id))
