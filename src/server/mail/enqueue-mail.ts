import { randomUUID } from 'node:crypto'
import type { Db } from '../deps.ts'
import type { RenderedMail } from './render-mail.ts'

/** Puts the mail into the outbox, in the caller's transaction: sent if and only if that stands. */
export async function enqueueMail(db: Db, mail: RenderedMail, now: number): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      id: randomUUID(),
      recipient: mail.to,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      created_at: now,
      due_at: now,
      attempts: 0,
      sent_at: null,
      last_error: null,
    })
    .execute()
}
