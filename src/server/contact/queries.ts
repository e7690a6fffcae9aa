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
