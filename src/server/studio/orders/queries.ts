import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { ORDER_STATES, ORDER_VIEWS, type OrderState, type OrderView } from '#src/contract/values.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { IST_OFFSET_MS } from '#src/rules/dates.ts'
import { hasCode, hasWords, parseLookup, toLookupText } from '#src/rules/search/lookup.ts'
import { hasPerson, toOrderNumbers } from '#src/rules/search/lookup-person.ts'
import { listCategoryWords } from '#src/rules/search/synonyms.ts'
import { PRODUCTS_PER_STATEMENT, readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { OrderRow } from '../../shop/orders/tables.ts'

/** Orders that a list counts at most. */
export const MAX_COUNTED = 10_000
/** Orders that a search looks through, the newest: no index finds a part of a name. */
const SEARCHED = 20_000
/** Orders read at once by a search. */
const SEARCHED_PER_STATEMENT = 250

export interface OrderFilter {
  states: readonly OrderState[]
  view: OrderView | undefined
  now: number
}

/** The day in India as the promised days are stored: midnight UTC. */
export const toPromisedDay = (now: number): number =>
  Math.floor((now + IST_OFFSET_MS) / DAY_MS) * DAY_MS

/** A partial index is found by the very texts of its condition, not by parameters. */
const VIEWS: Record<OrderView, (now: number) => ReturnType<typeof sql<boolean>>> = {
  to_dispatch: () => sql<boolean>`"order".state = 'placed'`,
  overdue: (now) =>
    sql<boolean>`"order".state in ('placed', 'dispatched') and promised_to < ${toPromisedDay(now)}`,
  to_collect: () =>
    sql<boolean>`payment_state = 'none' and "order".state in ('dispatched', 'delivered')`,
  returns: () =>
    sql<boolean>`"order".id in (select order_id from return_request where state in ('requested', 'accepted'))`,
  failed_refunds: () =>
    sql<boolean>`"order".id in (select order_id from refund where state = 'failed' and last_error is not null)`,
}

const filtered = (db: Db, { states, view, now }: OrderFilter) => {
  const all = db.selectFrom('order')
  const ofStates = states.length > 0 ? all.where('order.state', 'in', [...states]) : all
  return view ? ofStates.where(VIEWS[view](now)) : ofStates
}

/** @returns the number of orders, up to `MAX_COUNTED`. */
export async function countOrders(db: Db, filter: OrderFilter): Promise<number> {
  const { count } = await db
    .selectFrom(
      filtered(db, filter)
        .select('order.id')
        .orderBy('placed_at', 'desc')
        .limit(MAX_COUNTED + 1)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** @returns a page of orders: the newest first, of those to dispatch the oldest. */
export function listOrders(
  db: Db,
  filter: OrderFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<OrderRow[]> {
  const direction = filter.view === 'to_dispatch' ? 'asc' : 'desc'
  return filtered(db, filter)
    .selectAll('order')
    .orderBy('placed_at', direction)
    .orderBy('order.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

/**
 * Finds the orders with this number, invoice or address, and those of the newest whose number, name, address, city and
 * pieces have every word, or that have the telephone number, the SKU or the parcel. Other requests have turns meanwhile.
 * @returns their ids, the newest first.
 */
export async function findOrderIds(db: Db, filter: OrderFilter, search: string): Promise<string[]> {
  const lookup = parseLookup(search)
  const exact = await filtered(db, filter)
    .select(['order.id', 'placed_at'])
    .where((eb) =>
      eb.or([
        eb('number', 'in', toOrderNumbers(search)),
        eb('email', '=', search.toLowerCase()),
        eb(
          'invoice_number',
          'in',
          lookup.forms.map(({ words }) => words.join(' ').toUpperCase()),
        ),
      ]),
    )
    .limit(MAX_COUNTED)
    .execute()
  const found = new Map(exact.map(({ id, placed_at }) => [id, placed_at]))
  const categories: Categories = new Map()
  let last: { id: string; placed_at: number } | undefined
  for (let read = 0; read < SEARCHED; read += SEARCHED_PER_STATEMENT) {
    const after = last
    const rows = await filtered(db, filter)
      .select(['order.id', 'number', 'name', 'email', 'phone', 'ship_to', 'placed_at'])
      .$if(after !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb('placed_at', '<', after?.placed_at ?? 0),
            eb.and([
              eb('placed_at', '=', after?.placed_at ?? 0),
              eb('order.id', '<', after?.id ?? ''),
            ]),
          ]),
        ),
      )
      .orderBy('placed_at', 'desc')
      .orderBy('order.id', 'desc')
      .limit(SEARCHED_PER_STATEMENT)
      .execute()
    const ids = rows.map(({ id }) => id)
    const lines = await listSearchedLines(db, ids, categories)
    const parcels = await listParcels(db, ids)
    for (const { id, number, name, email, phone, ship_to, placed_at } of rows) {
      const { city = '', pincode = '' } = JSON.parse(ship_to) as Partial<Record<string, string>>
      const person = { name: `${number} ${name}`, email: `${email} ${city} ${pincode}`, phone }
      const { skus = [], texts = [] } = lines.get(id) ?? {}
      const sent = parcels.get(id) ?? []
      const parcelTexts = sent.flatMap((parcel) => [parcel.carrier, parcel.tracking_number])
      if (
        hasPerson(person, lookup) ||
        hasCode([...skus, ...sent.map(({ tracking_number }) => tracking_number)], lookup) ||
        hasWords(
          toLookupText([person.name, person.email, ...skus, ...texts, ...parcelTexts].join('\n')),
          lookup,
        )
      )
        found.set(id, placed_at)
    }
    last = rows.at(-1)
    if (rows.length < SEARCHED_PER_STATEMENT) break
    await nextTurn()
  }
  return [...found]
    .toSorted(([a, placedA], [b, placedB]) => placedB - placedA || (a < b ? 1 : -1))
    .map(([id]) => id)
}

/** Categories of products by their ids, as a search has read them. */
type Categories = Map<string, string>

interface SearchedLines {
  skus: string[]
  /** Titles and choices as they were bought, and the categories of now. */
  texts: string[]
}

/** @returns what a search looks for in the pieces of these orders, by the orders' ids. */
async function listSearchedLines(
  db: Db,
  orderIds: readonly string[],
  categories: Categories,
): Promise<Map<string, SearchedLines>> {
  if (orderIds.length === 0) return new Map()
  const lines = await db
    .selectFrom('order_line')
    .select(['order_id', 'product_id', 'title', 'variant', 'sku'])
    .where('order_id', 'in', [...orderIds])
    .execute()
  const unread = new Set(lines.flatMap(({ product_id }) => product_id ?? []))
  for (const id of categories.keys()) unread.delete(id)
  await readInChunks(
    [...unread],
    async (ids) => {
      for (const { id, category } of await listCategoriesOf(db, ids)) categories.set(id, category)
      return []
    },
    PRODUCTS_PER_STATEMENT,
  )
  const byOrder = new Map<string, SearchedLines>()
  for (const { order_id, product_id, title, variant, sku } of lines) {
    const { skus, texts } = byOrder.get(order_id) ?? { skus: [], texts: [] }
    if (sku) skus.push(sku)
    const category = categories.get(product_id ?? '') ?? ''
    texts.push(title, variant, category, ...listCategoryWords(category))
    byOrder.set(order_id, { skus, texts })
  }
  return byOrder
}

const listCategoriesOf = (db: Db, productIds: string[]) =>
  db.selectFrom('product').select(['id', 'category']).where('id', 'in', productIds).execute()

/** @returns the parcels of these orders by the orders' ids. */
async function listParcels(db: Db, orderIds: readonly string[]) {
  if (orderIds.length === 0) return new Map<string, never>()
  const parcels = await db
    .selectFrom('shipment')
    .select(['order_id', 'carrier', 'tracking_number'])
    .where('order_id', 'in', [...orderIds])
    .execute()
  return Map.groupBy(parcels, ({ order_id }) => order_id)
}

export const listOrdersById = (db: Db, ids: readonly string[]): Promise<OrderRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('order')
        .selectAll()
        .where('id', 'in', [...ids])
        .orderBy('placed_at', 'desc')
        .orderBy('id', 'desc')
        .execute()

/** @returns which of these orders have a return that waits for the staff. */
export async function listOpenReturns(db: Db, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('return_request')
    .select('order_id')
    .where('order_id', 'in', [...orderIds])
    .where('state', 'in', ['requested', 'accepted'])
    .execute()
  return new Set(rows.map(({ order_id }) => order_id))
}

/** @returns the number of orders in each state and view, each up to `MAX_COUNTED`. */
export async function countByState(db: Db, now: number) {
  const states: Partial<Record<OrderState, number>> = {}
  for (const state of ORDER_STATES)
    states[state] = await countOrders(db, { states: [state], view: undefined, now })
  const views: Partial<Record<OrderView, number>> = {}
  for (const view of ORDER_VIEWS) views[view] = await countOrders(db, { states: [], view, now })
  return {
    states: states as Record<OrderState, number>,
    views: views as Record<OrderView, number>,
  }
}

/** @returns the orders of a time that follow one, the first at first. */
export const listOrdersBetween = (
  db: Db,
  {
    from,
    to,
    after,
    limit,
  }: {
    from: number
    to: number
    after: { id: string; placed_at: number } | undefined
    limit: number
  },
): Promise<OrderRow[]> =>
  db
    .selectFrom('order')
    .selectAll()
    .where('placed_at', '>=', after?.placed_at ?? from)
    .where('placed_at', '<', to)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([eb('placed_at', '>', after?.placed_at ?? 0), eb('id', '>', after?.id ?? '')]),
      ),
    )
    .orderBy('placed_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Failed refunds that an editor has replaced by another one need no attention any more. */
export const settleFailedRefunds = (db: Db, orderId: string) =>
  db
    .updateTable('refund')
    .set({ last_error: null })
    .where('order_id', '=', orderId)
    .where('state', '=', 'failed')
    .execute()
