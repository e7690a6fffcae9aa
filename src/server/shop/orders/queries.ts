import { sql } from 'kysely'
import type { Gift } from '#src/contract/cart.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { listStates, UNDER_WAY_STATES } from '#src/rules/orders/order-states.ts'
import { METHODS_ON_DELIVERY } from '#src/rules/orders/payment-methods.ts'
import { inChunks, SHORT_ROWS_PER_STATEMENT } from '../../core/db/chunks.ts'
import { compileByLength, compileOnce, compileRows } from '../../core/db/compile-once.ts'
import { isPostgres } from '../../core/db/queries.ts'
import { countRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import { type NewLine, toLineRow, toOrderRow } from './new-order.ts'
import { transition } from './state-queries.ts'
import type {
  OrderEventRow,
  OrderLineRow,
  OrderRow,
  ReturnRequestRow,
  ShipmentRow,
} from './tables.ts'

const selectBuyer = compileOnce((db, { userId }: { userId: string }) => {
  const query = db
    .selectFrom('user')
    .leftJoin('cart_gift', 'cart_gift.user_id', 'user.id')
    .select(['email', 'display_name', 'email_verified_at', 'wrap', 'note'])
    .where('user.id', '=', userId)
    .where('deleted_at', 'is', null)
  return isPostgres(db) ? query.forNoKeyUpdate('user') : query
})

/**
 * Locks the cart of a user, as `lockCart` does.
 * @returns who orders, with the gift of the cart; undefined once the account is deleted.
 */
export async function lockBuyer(db: Db, userId: string) {
  const [row] = (await selectBuyer(db, { userId })).rows
  if (!row) return undefined
  const { wrap, note, ...buyer } = row
  return { ...buyer, gift: { wrap: wrap === 1, note: note ?? '' } satisfies Gift }
}

type Key = { id: string } | { number: string }

const findBy = (db: Db, key: Key) =>
  'id' in key
    ? db.selectFrom('order').selectAll().where('id', '=', key.id)
    : db.selectFrom('order').selectAll().where('number', '=', key.number)

export const findOrder = (db: Db, key: Key): Promise<OrderRow | undefined> =>
  findBy(db, key).executeTakeFirst()

/** @returns the addresses of the orders with these numbers. */
export const listOrderEmails = (db: Db, numbers: string[]) =>
  numbers.length === 0
    ? []
    : db.selectFrom('order').select(['number', 'email']).where('number', 'in', numbers).execute()

/** Reads an order and holds it until the transaction ends. SQLite has a single writer. */
export const lockOrder = (db: Db, key: Key): Promise<OrderRow | undefined> =>
  (isPostgres(db) ? findBy(db, key).forNoKeyUpdate() : findBy(db, key)).executeTakeFirst()

const STATES = { state: 'placed', payment_state: 'none', method: 'cod' } as const
const ORDER_COLUMNS = Object.keys(
  toOrderRow({ placed_at: 0, total_paise: 0, ...STATES }),
) as (keyof OrderRow)[]
const LINE_COLUMNS = [
  'order_id',
  ...Object.keys(toLineRow({ position: 0, slug: '', title: '', quantity: 1 })),
] as (keyof OrderLineRow)[]

const insertOrderRows = compileRows(ORDER_COLUMNS, (db, rows) =>
  db.insertInto('order').values(rows),
)
const insertLineRows = compileRows(LINE_COLUMNS, (db, rows) =>
  db.insertInto('order_line').values(rows),
)

export async function insertOrder(
  db: Db,
  order: OrderRow,
  lines: readonly NewLine[],
): Promise<void> {
  await insertOrderRows(db, [order])
  const rows = lines.map((line) => ({ ...line, order_id: order.id }))
  for (const chunk of inChunks(rows, SHORT_ROWS_PER_STATEMENT)) await insertLineRows(db, chunk)
}

/** A line with the slug of its product's page as it is now; null where it has none. */
export interface LineWithPage extends OrderLineRow {
  page: string | null
}

const selectLines = (db: Db) => db.selectFrom('order_line').selectAll()

/** By the keys of the products: a join may read all of them, most of which are not archived. */
async function addPages(db: Db, lines: OrderLineRow[]): Promise<LineWithPage[]> {
  const ids = [...new Set(lines.flatMap(({ product_id }) => product_id ?? []))]
  const products =
    ids.length === 0
      ? []
      : await db
          .selectFrom('product')
          .select(['id', 'slug', 'archived_at'])
          .where('id', 'in', ids)
          .execute()
  const pages = new Map(
    products.flatMap(({ id, slug, archived_at }) => (archived_at === null ? [[id, slug]] : [])),
  )
  return lines.map((line) => ({ ...line, page: pages.get(line.product_id ?? '') ?? null }))
}

export const listLines = async (db: Db, orderId: string): Promise<LineWithPage[]> =>
  addPages(db, await selectLines(db).where('order_id', '=', orderId).orderBy('position').execute())

export const updateLine = (
  db: Db,
  { order_id, position }: Pick<OrderLineRow, 'order_id' | 'position'>,
  change: Partial<Pick<OrderLineRow, 'cancelled' | 'returned' | 'taken_from_shelf' | 'hsn'>>,
) =>
  db
    .updateTable('order_line')
    .set(change)
    .where('order_id', '=', order_id)
    .where('position', '=', position)
    .execute()

/** @returns the details of products, in JSON, with their categories. */
export const listProductDetails = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('product')
        .select(['id', 'category', 'detail'])
        .where('id', 'in', [...ids])
        .execute()

/** Adds what happened at the end of an order's timeline. The caller holds the order. */
export const insertEvent = compileOnce((db, row: Omit<OrderEventRow, 'position'>) => {
  const { order_id, at, kind, text, actor_id, mail_id } = row
  return db.insertInto('order_event').values((eb) => ({
    order_id,
    at,
    kind,
    text,
    actor_id,
    mail_id,
    position: eb
      .selectFrom('order_event')
      .select(({ fn, lit }) =>
        fn.coalesce(eb(fn.max<number>('position'), '+', lit(1)), lit(0)).as('position'),
      )
      .where('order_id', '=', order_id),
  }))
})

/** Whether something has happened with any order. */
export const hasTimelines = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('order_event').select('order_id').limit(1).executeTakeFirst()) !== undefined

/** @returns what happened, the first at first, with the names of editors. */
export const listEvents = (db: Db, orderId: string) =>
  db
    .selectFrom('order_event')
    .leftJoin('user', 'user.id', 'order_event.actor_id')
    .select(['at', 'kind', 'text', 'actor_id', 'mail_id', 'user.display_name as actor'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()

export const countEvents = (db: Db, orderId: string): Promise<number> =>
  countRows(db.selectFrom('order_event').where('order_id', '=', orderId))

export const insertShipment = (db: Db, shipment: ShipmentRow) =>
  db.insertInto('shipment').values(shipment).execute()

export const listShipments = (db: Db, orderId: string): Promise<ShipmentRow[]> =>
  db
    .selectFrom('shipment')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()

/** @returns the parcels of these orders, those of one together, in their order. */
export const listShipmentsOf = (db: Db, orderIds: readonly string[]): Promise<ShipmentRow[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('shipment')
        .selectAll()
        .where('order_id', 'in', [...orderIds])
        .orderBy('order_id')
        .orderBy('position')
        .execute()

export const findShipment = (db: Db, id: string): Promise<ShipmentRow | undefined> =>
  db.selectFrom('shipment').selectAll().where('id', '=', id).executeTakeFirst()

/** Updates a parcel of an order that the transaction has locked. */
export const updateShipment = (
  db: Db,
  id: string,
  change: Partial<Omit<ShipmentRow, 'id' | 'order_id' | 'position' | 'lines'>>,
) => db.updateTable('shipment').set(change).where('id', '=', id).execute()

export const deleteShipment = (db: Db, id: string) =>
  db.deleteFrom('shipment').where('id', '=', id).execute()

export const insertReturn = (db: Db, request: ReturnRequestRow) =>
  db.insertInto('return_request').values(request).execute()

export const findReturn = (db: Db, id: string): Promise<ReturnRequestRow | undefined> =>
  db.selectFrom('return_request').selectAll().where('id', '=', id).executeTakeFirst()

export const listReturns = (db: Db, orderId: string): Promise<ReturnRequestRow[]> =>
  db
    .selectFrom('return_request')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** @returns these orders with the first line of each. */
export async function listOrdersWithLine(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('order')
    .innerJoin('order_line', 'order_line.order_id', 'order.id')
    .where('order.id', 'in', [...ids])
    .where('position', '=', 0)
    .select(['order.id', 'number', 'state', 'variant'])
    .execute()
}

/** @returns the number of the order whose returned pieces an order replaces; undefined for most. */
export const findExchangedNumber = async (db: Db, id: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('return_request')
      .innerJoin('order', 'order.id', 'return_request.order_id')
      .select('number')
      .where('exchange_id', '=', id)
      .executeTakeFirst()
  )?.number

const ofUser = (db: Db, userId: string) => db.selectFrom('order').where('user_id', '=', userId)

export const countOrdersOfUser = (db: Db, userId: string): Promise<number> =>
  countRows(ofUser(db, userId))

/** @returns orders of a user, the newest first. @param before those that follow this order of the list. */
export const listOrdersOfUser = (
  db: Db,
  userId: string,
  { before, limit }: { before?: Pick<OrderRow, 'placed_at' | 'id'> | undefined; limit: number },
): Promise<OrderRow[]> =>
  ofUser(db, userId)
    .selectAll()
    .$if(before !== undefined, (query) => {
      const { placed_at = 0, id = '' } = before ?? {}
      return query
        .where('placed_at', '<=', placed_at)
        .where((eb) => eb.or([eb('placed_at', '<', placed_at), eb('id', '>', id)]))
    })
    .orderBy('placed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

/** @returns the lines of these orders, those of one together, in their order. */
export async function listLinesOf(db: Db, orderIds: readonly string[]): Promise<LineWithPage[]> {
  if (orderIds.length === 0) return []
  const lines = await selectLines(db)
    .where('order_id', 'in', [...orderIds])
    .orderBy('order_id')
    .orderBy('position')
    .execute()
  return addPages(db, lines)
}

export const countUnpaid = (db: Db, userId: string): Promise<number> =>
  countRows(ofUser(db, userId).where('state', '=', 'awaiting_payment'))

/** Counts the orders of a user that were cancelled unpaid, for this reason, since that time. */
export const countUnpaidSince = (
  db: Db,
  userId: string,
  { reason, since }: { reason: string; since: number },
): Promise<number> =>
  countRows(
    ofUser(db, userId)
      .where('state', '=', 'cancelled')
      .where('cancelled_at', '>', since)
      .where('payment_state', '=', 'failed')
      .where('reason', '=', reason),
  )

type CashBuyer = Pick<OrderRow, 'id' | 'user_id' | 'phone' | 'address_key'>

// A partial index is found by the text of its condition, not by parameters.
const IS_CASH = sql<boolean>`method in (${sql.join(METHODS_ON_DELIVERY.map(sql.lit))})`

/** The other cash orders of an account, and those with a telephone number or an address. */
const cashOrdersBy = (db: Db, column: keyof CashBuyer, buyer: CashBuyer) =>
  db
    .selectFrom('order')
    .where(IS_CASH)
    .where(column, '=', buyer[column])
    .where('id', '<>', buyer.id)

/** Counts the other open cash orders of an account, a telephone number or an address: the largest of the three. */
export async function countOpenCash(db: Db, buyer: CashBuyer, limit: number): Promise<number> {
  const counts: number[] = []
  for (const column of ['user_id', 'phone', 'address_key'] as const) {
    const open = cashOrdersBy(db, column, buyer).where('state', 'in', UNDER_WAY_STATES)
    counts.push((await open.select('id').limit(limit).execute()).length)
  }
  return Math.max(...counts)
}

/** Sums what an account, or a telephone number, has ordered in cash besides on a day, in paise. */
export async function sumCashOfDay(db: Db, buyer: CashBuyer, day: number): Promise<number> {
  const sums: number[] = []
  for (const column of ['user_id', 'phone'] as const) {
    const { sum } = await cashOrdersBy(db, column, buyer)
      .where('state', '<>', 'cancelled')
      .where('placed_at', '>=', day)
      .where('placed_at', '<', day + DAY_MS)
      .select(({ fn }) => fn.sum<number | null>('total_paise').as('sum'))
      .executeTakeFirstOrThrow()
    sums.push(Number(sum ?? 0))
  }
  return Math.max(...sums)
}

export const deleteCartLines = compileByLength((db, ids) =>
  db.deleteFrom('cart_item').where('id', 'in', ids),
)
export const deleteGift = compileOnce((db, { userId }: { userId: string }) =>
  db.deleteFrom('cart_gift').where('user_id', '=', userId),
)

/** @returns ids of the orders whose time to be paid is over, the first one first. */
export const listExpiredOrders = async (db: Db, now: number, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('order')
    .select('id')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

const CLOSED = listStates(({ isOver }) => isOver)

/** Something is still to happen with an order: a parcel, a payment, a refund or a return. */
const IS_OPEN = sql<boolean>`(state not in (${sql.join(CLOSED.map(sql.lit))})
  or collected_paise - refunded_paise - total_paise + back_paise > 0
  or exists (select 1 from refund where refund.order_id = "order".id
    and (refund.state = 'pending' or (refund.state = 'failed' and refund.last_error is not null)))
  or exists (select 1 from return_request where return_request.order_id = "order".id
    and return_request.state in ('requested', 'accepted')))`

/** @returns open orders of an account, or of a deleted one by its address, the newest first. */
export function listOpenOrders(
  db: Db,
  by: { user_id: string } | { user_id: null; email: string },
  limit: number,
): Promise<OrderRow[]> {
  const orders = db.selectFrom('order').selectAll()
  const own =
    by.user_id === null
      ? orders.where('user_id', 'is', null).where('email', '=', by.email)
      : orders.where('user_id', '=', by.user_id)
  return own.where(IS_OPEN).orderBy('placed_at', 'desc').orderBy('id').limit(limit).execute()
}

const EMPTY_GIFT: Gift = { wrap: false, note: '' }

/**
 * Takes from orders without an account what the books do not need, once nothing of them is open.
 * @returns how many.
 */
export async function forgetBuyers(db: Db, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('order')
    .select('id')
    .where('user_id', 'is', null)
    .where('email', '<>', '')
    .where(sql<boolean>`not ${IS_OPEN}`)
    .orderBy('placed_at')
    .limit(limit)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const change = { email: '', phone: '', note: '', gift: JSON.stringify(EMPTY_GIFT) }
  for (const id of ids) {
    if (!(await transition(db, 'order', id, CLOSED, change))) continue
    await db
      .deleteFrom('order_event')
      .where('order_id', '=', id)
      .where('kind', '=', 'noted')
      .execute()
    for (const request of await listReturns(db, id))
      await transition(db, 'return_request', request.id, [request.state], { note: '' })
  }
  return rows.length
}
