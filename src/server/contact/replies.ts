import { randomUUID } from 'node:crypto'
import { brand } from '#src/rules/brand.ts'
import { getUserRow } from '../account/queries.ts'
import { insertAuditEntry } from '../admin/audit-queries.ts'
import type { ContactMessageRow } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { type MailContent, toSingleLine } from '../mail/render-mail.ts'
import * as queries from './queries.ts'

/** Mails a reply and marks the message as done, in the caller's transaction. @throws HttpError 404. */
export async function replyToMessage(
  deps: Deps,
  db: Db,
  { id, text, editorId }: { id: string; text: string; editorId: string },
): Promise<void> {
  const message = await queries.findMessage(db, id)
  if (!message) throw new HttpError(404, 'There is no such message.')
  const now = deps.now()
  const author = (await getUserRow(db, editorId)).display_name
  await queries.insertReply(db, { id: randomUUID(), message_id: id, author, text, sent_at: now })
  await queries.updateMessage(db, id, { state: 'done' })
  await enqueueMail(db, { to: message.email, now }, replyMail(message, text, author))
  await insertAuditEntry(db, {
    at: now,
    actor_id: editorId,
    action: 'messages',
    subject: `Replied to ${message.first_name} ${message.last_name}`,
  })
}

const replyMail = (
  { first_name, last_name, message }: ContactMessageRow,
  text: string,
  author: string,
): MailContent => ({
  subject: `Your message to ${brand.name}`,
  greeting: `Dear ${toSingleLine(`${first_name} ${last_name}`)},`,
  paragraphs: [text, `${toSingleLine(author)}, ${brand.name}`],
  outro: `You wrote:\n${message}\n\nPlease answer to ${brand.email}.`,
})
