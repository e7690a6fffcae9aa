import type { z } from 'zod'
import { toTokens } from '#src/content/facts.ts'
import type { messagesQuery, messagesResponse } from '#src/contract/admin.ts'
import type { ContactTopic } from '#src/contract/form-limits.ts'
import { fillTokens } from '#src/editing/content-tokens.ts'
import { toIso, toIsoOrNull } from '#src/rules/dates.ts'
import { getLegalSettings } from '../../core/content/read-content.ts'
import type { Deps } from '../../core/deps.ts'
import type { Caller } from '../../core/http/mount.ts'
import { readMailRecords } from '../../core/mail/compose-mail.ts'
import * as queries from '../../shop/contact/queries.ts'
import type { ContactMessageRow } from '../../shop/contact/tables.ts'
import { listOrderEmails } from '../../shop/orders/queries.ts'
import { getUserRow } from '../../shop/users/queries.ts'
import { PAGE_SIZE, toPageCount } from '../pages.ts'
import { toAppointment } from './to-appointment.ts'

/** The number of an order, as people copy and type it. */
const toOrderNumber = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^(?:ORDER|NO)*KV/, 'KV-')

/** Texts to insert into a reply, with the facts of the shop and the name of the caller. */
async function listAnswers(deps: Deps, { userId }: Caller) {
  const { text, facts } = await readMailRecords(deps, deps.db, 'mail-reply')
  const author = (await getUserRow(deps.db, userId)).display_name
  const tokens = { ...toTokens(getLegalSettings(deps.env), facts), author }
  return fillTokens(text.answers ?? [], tokens)
}

/** A page of the messages with their replies, their orders and who is in charge. */
export async function listMessages(
  deps: Deps,
  caller: Caller,
  query: z.output<typeof messagesQuery>,
): Promise<z.output<typeof messagesResponse>> {
  const { db } = deps
  const filter = {
    ...query,
    now: deps.now(),
    ...(query.mine && { ownerId: caller.userId }),
  }
  const total = await queries.countContactMessages(db, filter)
  const listPage = query.week ? queries.listAppointmentPage : queries.listMessagePage
  const rows = await listPage(db, filter, PAGE_SIZE)
  const ids = rows.map(({ id }) => id)
  const replies = Map.groupBy(await queries.listReplies(db, ids), ({ message_id }) => message_id)
  const numbers = rows.flatMap(({ order_number: typed }) => (typed ? toOrderNumber(typed) : []))
  const emails = new Map(
    (await listOrderEmails(db, numbers)).map(({ number, email }) => [number, email]),
  )
  const owners = await queries.listOwners(
    db,
    rows.flatMap(({ owner_id }) => owner_id ?? []),
  )
  const toOrder = ({ order_number: typed, email }: ContactMessageRow) => {
    const number = toOrderNumber(typed)
    const owner = emails.get(number)
    return owner === undefined ? null : { number, isOfSender: owner === email }
  }
  const toOwner = ({ owner_id }: ContactMessageRow) => {
    const owner = owners.find(({ id }) => id === owner_id)
    return owner ? { name: owner.display_name, isCaller: owner.id === caller.userId } : null
  }
  return {
    messages: rows.map((row) => ({
      id: row.id,
      number: row.number,
      topic: row.topic as ContactTopic,
      name: `${row.first_name} ${row.last_name}`,
      email: row.email,
      company: row.company,
      subject: row.subject,
      orderNumber: row.order_number,
      order: toOrder(row),
      message: row.message,
      appointment: toAppointment(row),
      at: toIso(row.created_at),
      state: row.state,
      acknowledgedAt: toIsoOrNull(row.acknowledged_at),
      settledAt: toIsoOrNull(row.settled_at),
      note: row.note,
      replies: (replies.get(row.id) ?? []).map(({ text: sent, author: by, sent_at }) => ({
        text: sent,
        author: by,
        at: toIso(sent_at),
      })),
      owner: toOwner(row),
    })),
    answers: await listAnswers(deps, caller),
    total,
    pageCount: toPageCount(total),
  }
}
