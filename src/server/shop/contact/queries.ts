import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { z } from 'zod'
import type { messagesQuery } from '#src/contract/admin.ts'
import { messageNumber } from '#src/contract/contact.ts'
import { ACKNOWLEDGE_HOURS, SETTLE_DAYS } from '#src/contract/values.ts'
import { DAY_MS, HOUR_MS } from '#src/rules/constants.ts'
import { changesRows, countRows } from '../../core/db/row-counts.ts'
import type { Database, Db } from '../../core/db/schema.ts'
import type { ContactMessageRow, ContactReplyRow } from './tables.ts'

/** @returns false where there is one with this id, which is a repeat of it. */
export async function insertContactMessage(db: Db, message: ContactMessageRow): Promise<boolean> {
  const inserted = await db
    .insertInto('contact_message')
    .values(message)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const findContactMessage = (db: Db, id: string): Promise<ContactMessageRow | undefined> =>
  db.selectFrom('contact_message').selectAll().where('id', '=', id).executeTakeFirst()

/** @returns the messages sent from an address, oldest first. */
export const listContactMessages = (db: Db, email: string) =>
  db
    .selectFrom('contact_message')
    .select(['number', 'topic', 'first_name', 'last_name', 'company', 'subject', 'order_number'])
    .select(['message', 'created_at'])
    .where('email', '=', email)
    .orderBy('created_at')
    .execute()

export async function deleteContactMessages(db: Db, email: string): Promise<void> {
  await db.deleteFrom('contact_message').where('email', '=', email).execute()
}

type Query = z.output<typeof messagesQuery>

/** Filters of the list, at a time: what is overdue depends on it. */
type Filter = Pick<Query, 'state' | 'topic' | 'overdue' | 'search'> & { now: number }

/** Messages that are not acknowledged in time, or not settled in time. */
const overdue =
  (now: number) =>
  (eb: ExpressionBuilder<Database, 'contact_message'>): Expression<SqlBool> =>
    eb.or([
      eb.and([eb('state', '=', 'new'), eb('created_at', '<', now - ACKNOWLEDGE_HOURS * HOUR_MS)]),
      eb.and([eb('state', '=', 'open'), eb('created_at', '<', now - SETTLE_DAYS * DAY_MS)]),
    ])

const filtered = (db: Db, { state, topic, overdue: isOverdue, search, now }: Filter) =>
  db
    .selectFrom('contact_message')
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'new'))
    .$if(topic !== undefined, (query) => query.where('topic', '=', topic ?? ''))
    .$if(isOverdue === 'true', (query) => query.where(overdue(now)))
    .$if(search !== undefined && search !== '', (query) =>
      query.where(({ or, eb }) =>
        or([eb('number', '=', toNumber(search)), eb('email', '=', (search ?? '').toLowerCase())]),
      ),
    )

const toNumber = (search = ''): string => messageNumber.safeParse(search).data ?? search

export const countContactMessages = (db: Db, filter: Filter): Promise<number> =>
  countRows(filtered(db, filter))

/** @returns the newest first; of those that are overdue, the oldest. */
export const listMessagePage = (db: Db, query: Filter & Pick<Query, 'page'>, pageSize: number) =>
  filtered(db, query)
    .selectAll()
    .orderBy('created_at', query.overdue === 'true' ? 'asc' : 'desc')
    .orderBy('id', query.overdue === 'true' ? 'asc' : 'desc')
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

/** @returns the message with that number of that sender, with the time of the last reply. */
export const findSentMessage = (db: Db, number: string, email: string) =>
  db
    .selectFrom('contact_message')
    .select(['number', 'state', 'created_at', 'acknowledged_at', 'settled_at'])
    .select(({ selectFrom }) =>
      selectFrom('contact_reply')
        .select('sent_at')
        .whereRef('message_id', '=', 'contact_message.id')
        .orderBy('sent_at', 'desc')
        .limit(1)
        .as('replied_at'),
    )
    .where('number', '=', number)
    .where('email', '=', email)
    .executeTakeFirst()

export const findMessage = (db: Db, id: string) =>
  db.selectFrom('contact_message').selectAll().where('id', '=', id).executeTakeFirst()

export async function insertReply(db: Db, reply: ContactReplyRow): Promise<void> {
  await db.insertInto('contact_reply').values(reply).execute()
}

/**
 * Changes a message. A new state sets the times of it: the first at which it was acknowledged, and the one at which
 * it was settled, which is void where it is opened again.
 * @returns false when there is no such message.
 */
export const updateMessage = (
  db: Db,
  id: string,
  change: Partial<Pick<ContactMessageRow, 'state' | 'note' | 'last_message_at'>>,
  now: number,
): Promise<boolean> => {
  const { state } = change
  return changesRows(
    db
      .updateTable('contact_message')
      .set(change)
      .$if(state !== undefined && state !== 'new', (query) =>
        query.set(({ fn, val }) => ({ acknowledged_at: fn.coalesce('acknowledged_at', val(now)) })),
      )
      .$if(state === 'done', (query) =>
        query.set(({ fn, val }) => ({ settled_at: fn.coalesce('settled_at', val(now)) })),
      )
      .$if(state !== undefined && state !== 'done', (query) => query.set({ settled_at: null }))
      .where('id', '=', id),
  )
}
