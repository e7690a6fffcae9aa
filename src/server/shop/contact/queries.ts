import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { z } from 'zod'
import type { messagesQuery } from '#src/contract/admin.ts'
import { messageNumber } from '#src/contract/contact.ts'
import { ACKNOWLEDGE_HOURS, type ContactState, SETTLE_DAYS } from '#src/contract/values.ts'
import { addDays, WEEK_DAYS } from '#src/editing/appointment-days.ts'
import { DAY_MS, HOUR_MS } from '#src/rules/constants.ts'
import { changesRows, countRows } from '../../core/db/row-counts.ts'
import type { Database, Db } from '../../core/db/schema.ts'
import type { ContactMessageRow, ContactReplyRow } from './tables.ts'

/** @returns false if the id exists, i.e. for a repeat. */
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

/** Lists the messages sent from an address, oldest first. */
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

/** Filters of the list. `now` is needed for overdue messages. */
type Filter = Pick<Query, 'state' | 'topic' | 'overdue' | 'week' | 'search'> & {
  now: number
  /** The member of the staff in charge. */
  ownerId?: string | undefined
}

/** Matches messages that missed a deadline for acknowledgement or settlement. */
const overdue =
  (now: number) =>
  (eb: ExpressionBuilder<Database, 'contact_message'>): Expression<SqlBool> =>
    eb.or([
      eb.and([eb('state', '=', 'new'), eb('created_at', '<', now - ACKNOWLEDGE_HOURS * HOUR_MS)]),
      eb.and([eb('state', '=', 'open'), eb('created_at', '<', now - SETTLE_DAYS * DAY_MS)]),
    ])

const selectFiltered = (
  db: Db,
  { state, topic, overdue: isOverdue, week, search, now, ownerId }: Filter,
) =>
  db
    .selectFrom('contact_message')
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'new'))
    .$if(topic !== undefined, (query) => query.where('topic', '=', topic ?? ''))
    .$if(ownerId !== undefined, (query) => query.where('owner_id', '=', ownerId ?? ''))
    .$if(isOverdue === 'true', (query) => query.where(overdue(now)))
    .$if(week !== undefined, (query) =>
      query
        .where('appointment_day', '>=', week ?? '')
        .where('appointment_day', '<', addDays(week ?? '', WEEK_DAYS)),
    )
    .$if(search !== undefined && search !== '', (query) =>
      query.where(({ or, eb }) =>
        or([eb('number', '=', toNumber(search)), eb('email', '=', (search ?? '').toLowerCase())]),
      ),
    )

const WAITING_STATES = ['new', 'open'] as const satisfies readonly ContactState[]
const SETTLED_STATES = ['done'] as const satisfies readonly ContactState[]

const toNumber = (search = ''): string => messageNumber.safeParse(search).data ?? search

export const countContactMessages = (db: Db, filter: Filter): Promise<number> =>
  countRows(selectFiltered(db, filter))

interface Part {
  isWaiting: boolean
  limit: number
  offset: number
}

const listPart = (db: Db, filter: Filter, { isWaiting, limit, offset }: Part) =>
  selectFiltered(db, filter)
    .selectAll()
    .where('state', 'in', isWaiting ? WAITING_STATES : SETTLED_STATES)
    .orderBy('created_at', isWaiting ? 'asc' : 'desc')
    .orderBy('id', isWaiting ? 'asc' : 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** @returns messages of appointments, in the order of these. */
export const listAppointmentPage = (
  db: Db,
  query: Filter & Pick<Query, 'page'>,
  pageSize: number,
): Promise<ContactMessageRow[]> =>
  selectFiltered(db, query)
    .selectAll()
    .orderBy('appointment_day')
    .orderBy('appointment_hour')
    .orderBy('id')
    .limit(pageSize)
    .offset((query.page - 1) * pageSize)
    .execute()

/** @returns those that wait, the longest first, then those that are settled, the newest first. */
export async function listMessagePage(
  db: Db,
  query: Filter & Pick<Query, 'page'>,
  pageSize: number,
): Promise<ContactMessageRow[]> {
  const offset = (query.page - 1) * pageSize
  const waiting = await listPart(db, query, { isWaiting: true, limit: pageSize, offset })
  if (waiting.length === pageSize) return waiting
  const waitingCount =
    waiting.length > 0
      ? offset + waiting.length
      : await countRows(selectFiltered(db, query).where('state', 'in', WAITING_STATES))
  const settled = await listPart(db, query, {
    isWaiting: false,
    limit: pageSize - waiting.length,
    offset: Math.max(0, offset - waitingCount),
  })
  return [...waiting, ...settled]
}

/** @returns the names of those who are in charge of these messages, by their ids. */
export const listOwners = (db: Db, userIds: readonly string[]) =>
  userIds.length === 0
    ? []
    : db
        .selectFrom('user')
        .select(['id', 'display_name'])
        .where('id', 'in', [...userIds])
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

/** Finds a message by number and sender, with the time of the last reply. */
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
 * Changes a message. A new state sets its times: the first acknowledgement, and the settlement,
 * which is cleared if the message is opened again.
 * @returns false if there is no such message.
 */
export const updateMessage = (
  db: Db,
  id: string,
  change: Partial<Pick<ContactMessageRow, 'state' | 'note' | 'last_message_at' | 'owner_id'>>,
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
