import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { messageChangeRequest } from '#src/contract/admin.ts'
import { formatAppointmentTime } from '#src/rules/appointment.ts'
import { mention } from '../../core/audit/audit-mentions.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { composeMail, type MailDraft, readMailRecords } from '../../core/mail/compose-mail.ts'
import { enqueueMail } from '../../core/mail/enqueue-mail.ts'
import { findUrls, renderMail, toSingleLine } from '../../core/mail/render-mail.ts'
import * as queries from '../../shop/contact/queries.ts'
import type { ContactMessageRow } from '../../shop/contact/tables.ts'
import { getUserRow } from '../../shop/users/queries.ts'
import { type AppointmentColumns, toAppointment } from './to-appointment.ts'

/** Sets the state of a message, the note of the team or who is in charge. @throws HttpError 400 without one, 404. */
export async function changeMessage(
  deps: Deps,
  input: { id: string; editorId: string } & z.output<typeof messageChangeRequest>,
): Promise<void> {
  const { id, editorId, state, note, isMine } = input
  const change = {
    ...(state && { state }),
    ...(note !== undefined && { note }),
    ...(isMine !== undefined && { owner_id: isMine ? editorId : null }),
  }
  const done = [
    ...(state ? [`Marked the message of ${mention('message', id)} as ${state}`] : []),
    ...(note === undefined ? [] : [`Changed the note on the message of ${mention('message', id)}`]),
    ...(isMine === undefined
      ? []
      : [`${isMine ? 'Took' : 'Gave back'} the message of ${mention('message', id)}`]),
  ]
  if (done.length === 0)
    throw new HttpError(400, 'Please send a state, a note, or who is in charge.', {
      field: 'state',
    })
  await deps.db.transaction().execute(async (db) => {
    if (!(await queries.updateMessage(db, id, change, deps.now())))
      throw new HttpError(404, 'There is no such message.')
    const entry = { at: deps.now(), actor_id: editorId, action: 'messages' }
    await insertAuditEntry(db, { ...entry, subject: done.join(', ') })
  })
}

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
  await queries.updateMessage(db, id, { state: 'done', last_message_at: now }, now)
  await enqueueMail(deps, db, { to: message.email, now }, replyMail(message, text, author))
  await insertAuditEntry(db, {
    at: now,
    actor_id: editorId,
    action: 'messages',
    subject: `Replied to ${mention('message', id)}`,
  })
}

/** @returns the mail of a reply as it would be sent now. @throws HttpError 404. */
export async function previewReply(
  deps: Deps,
  { id, text, editorId }: { id: string; text: string; editorId: string },
): Promise<{ subject: string; html: string }> {
  const { db, env } = deps
  const message = await queries.findMessage(db, id)
  if (!message) throw new HttpError(404, 'There is no such message.')
  const author = (await getUserRow(db, editorId)).display_name
  const { text: body, facts } = await readMailRecords(deps, db, 'mail-reply')
  const { subject, html } = renderMail(
    composeMail(env, replyMail(message, text, author), body, facts),
  )
  return { subject, html }
}

/** The mail of a reply, which quotes the message. */
export const replyMail = (
  {
    first_name,
    last_name,
    number,
    order_number,
    message,
    ...columns
  }: Pick<ContactMessageRow, 'first_name' | 'last_name' | 'number' | 'order_number' | 'message'> &
    AppointmentColumns,
  text: string,
  author: string,
): MailDraft => {
  const appointment = toAppointment(columns)
  return {
    kind: 'mail-reply',
    values: {
      recipient: toSingleLine(`${first_name} ${last_name}`),
      number,
      order: toSingleLine(order_number),
      appointment: appointment ? formatAppointmentTime(appointment) : '',
      author: toSingleLine(author),
      message,
    },
    message: text,
    links: findUrls(text),
  }
}
