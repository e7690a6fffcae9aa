import { randomUUID } from 'node:crypto'
import type { Db } from '../deps.ts'
import { insertMail } from './queries.ts'
import { type MailContent, renderMail } from './render-mail.ts'

/** Adds a mail to the outbox in the caller's transaction: it is sent only if that commits. */
export async function enqueueMail(
  db: Db,
  to: string,
  content: MailContent,
  now: number,
): Promise<void> {
  const { subject, text, html } = renderMail(content)
  await insertMail(db, {
    id: randomUUID(),
    recipient: to,
    subject,
    text,
    html,
    created_at: now,
    due_at: now,
    attempts: 0,
    sent_at: null,
    last_error: null,
  })
}
