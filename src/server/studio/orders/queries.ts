import { sql } from 'kysely'
import {
  ORDER_STATES,
  ORDER_VIEWS,
  type OrderSort,
  type OrderState,
  type OrderView,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '#src/contract/values.ts'
import { hasCode, hasWords, parseLookup, toLookupText } from '#src/editing/lookup.ts'
import { normalizePhone } from '#src/rules/account/account-validation.ts'
import { DAY_MS } from '#src/rules/constants.ts'
import { IST_OFFSET_MS, toIndianDay } from '#src/rules/dates.ts'
import { listStates, SENT_STATES, UNDER_WAY_STATES } from '#src/rules/orders/order-states.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { listCategoryWords } from '#src/rules/search/synonyms.ts'
import { readCategories } from '../../core/content/categories.ts'
import { PRODUCTS_PER_STATEMENT, readInChunks } from '../../core/db/chunks.ts'
import { findSearchedIds, orderByIds, SEARCHED_ROWS } from '../../core/db/scan-newest.ts'
import type { Db } from '../../core/db/schema.ts'
import { hasPerson, toOrderNumbers } from '../../core/lookup-person.ts'
import { isWithoutHsn } from '../../shop/orders/hsn-queries.ts'
import type { DocumentRow, OrderRow } from '../../shop/orders/tables.ts'

/** Orders that a list counts at most. */
export const MAX_COUNTED = 10_000

export interface OrderFilter {
  states: readonly OrderState[]
  view: OrderView | undefined
  now: number
  /** Ids of the categories with an HSN code; undefined in a shop without GSTIN, which needs none. */
  categoriesWithHsn: readonly string[] | undefined
}

const toSqlList = (names: readonly (OrderState | PaymentMethod)[]): string =>
  names.map((name) => `'${name}'`).join(', ')

const TO_DISPATCH = toSqlList(listStates(({ next }) => next.dispatch !== undefined))
const UNDER_WAY = toSqlList(UNDER_WAY_STATES)
const SENT = toSqlList(SENT_STATES)
const BY_HAND = toSqlList(
  PAYMENT_METHODS.filter((method) => METHOD_RULES[method].settles === 'by_hand'),
)

const isToDispatch = sql<boolean>`"order".state in (${sql.raw(TO_DISPATCH)})`

type Condition = ReturnType<typeof sql<boolean>>

const BOUGHT_STATES = listStates(({ isBought }) => isBought)

const uncollected = sql`from shipment
  where order_id = "order".id and collected_at is null and returned_at is null`
const hasUncollected = sql`exists (select 1 ${uncollected})`

/** A partial index is found by the very texts of its condition, not by parameters. */
const VIEWS: Record<OrderView, (db: Db, filter: OrderFilter) => Condition> = {
  to_dispatch: () => isToDispatch,
  packed: () => sql<boolean>`${isToDispatch} and packed_at is not null`,
  missing_hsn: (db, { categoriesWithHsn }) =>
    categoriesWithHsn
      ? sql<boolean>`${isToDispatch} and exists (select 1 from order_line
          join product on product.id = order_line.product_id
          where order_line.order_id = "order".id and ${isWithoutHsn(db, categoriesWithHsn)})`
      : sql<boolean>`"order".id = ''`,
  overdue: (_db, { now }) =>
    sql<boolean>`"order".state in (${sql.raw(UNDER_WAY)}) and promised_to < ${toIndianDay(now)}`,
  transfers: () =>
    sql<boolean>`"order".state = 'awaiting_payment' and method in (${sql.raw(BY_HAND)})`,
  to_collect: () =>
    sql<boolean>`payment_state = 'none' and "order".state in (${sql.raw(SENT)}) and exists
      (select 1 from order_line where order_id = "order".id and quantity > cancelled + returned)
      and ("order".state <> 'part_dispatched' or ${hasUncollected})`,
  returns: () =>
    sql<boolean>`"order".id in (select order_id from return_request where state in ('requested', 'accepted'))`,
  to_pay_back: () =>
    sql<boolean>`"order".id in (select id from "order" where (collected_paise - refunded_paise - total_paise + back_paise) > 0)`,
  refunds: () =>
    sql<boolean>`"order".id in (select order_id from refund where state in ('pending', 'failed') and (last_error is not null or (state = 'pending' and due_at is null)))`,
}

const filtered = (db: Db, filter: OrderFilter) => {
  const { states, view } = filter
  const all = db.selectFrom('order')
  const ofStates = states.length > 0 ? all.where('order.state', 'in', [...states]) : all
  return view ? ofStates.where(VIEWS[view](db, filter)) : ofStates
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

/** @returns a page of orders. By the promised day, it reads all orders that are to be sent. */
export function listOrders(
  db: Db,
  filter: OrderFilter,
  { sort, offset, limit }: { sort: OrderSort; offset: number; limit: number },
): Promise<OrderRow[]> {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  return filtered(db, filter)
    .selectAll('order')
    .$if(sort === 'promised', (query) =>
      query.orderBy(sql`promised_to is null`).orderBy('promised_to'),
    )
    .orderBy('placed_at', direction)
    .orderBy('order.id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

/**
 * Finds the orders with this number, invoice, email or telephone, by index. Of the newest it finds those whose number,
 * name, address, city and pieces have every word, or that have the SKU or the parcel.
 * @returns their ids, each of the two groups with the newest first.
 */
export async function findOrderIds(
  db: Db,
  filter: OrderFilter,
  search: string,
  signal?: AbortSignal,
): Promise<string[]> {
  const lookup = parseLookup(search)
  const orders = db.selectFrom('order').select('order.id')
  const numbers = lookup.forms.map(({ words }) => words.join(' ').toUpperCase())
  // A union asks one index for each part. Conditions with "or" would read all orders.
  const same = orders
    .where('order.number', 'in', toOrderNumbers(search))
    .union(orders.where('email', '=', search.toLowerCase()))
    .union(db.selectFrom('document').select('order_id as id').where('number', 'in', numbers))
  const exact = await filtered(db, filter)
    .select(['order.id', 'placed_at'])
    .where(
      'order.id',
      'in',
      lookup.phone === ''
        ? same
        : same.union(orders.where('phone', '=', normalizePhone(lookup.phone))),
    )
    .limit(MAX_COUNTED)
    .execute()
  exact.sort((a, b) => b.placed_at - a.placed_at)
  const newest = await filtered(db, filter)
    .select('order.id')
    .orderBy('placed_at', 'desc')
    .orderBy('order.id', 'desc')
    .limit(SEARCHED_ROWS)
    .execute()
  const categories: Categories = new Map()
  const all = await readCategories(db)
  const listMatches = async (ids: string[]) => {
    const lines = await listSearchedLines(db, ids, categories, (id) => all.toAddress(id))
    const parcels = await listParcels(db, ids)
    const rows = await db
      .selectFrom('order')
      .select(['id', 'number', 'name', 'email', 'phone', 'ship_to'])
      .where('id', 'in', ids)
      .execute()
    return rows.filter(({ id, number, name, email, phone, ship_to }) => {
      const { city = '', pincode = '' } = JSON.parse(ship_to) as Partial<Record<string, string>>
      const person = { name: `${number} ${name}`, email: `${email} ${city} ${pincode}`, phone }
      const { skus = [], texts = [] } = lines.get(id) ?? {}
      const sent = parcels.get(id) ?? []
      const parcelTexts = sent.flatMap((parcel) => [parcel.carrier, parcel.tracking_number])
      return (
        hasPerson(person, lookup) ||
        hasCode([...skus, ...sent.map(({ tracking_number }) => tracking_number)], lookup) ||
        hasWords(
          toLookupText([person.name, person.email, ...skus, ...texts, ...parcelTexts].join('\n')),
          lookup,
        )
      )
    })
  }
  const ids = newest.map(({ id }) => id)
  return findSearchedIds(exact, ids, listMatches, signal)
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
  toAddress: (category: string) => string,
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
      for (const { id, category } of await listCategoriesOf(db, ids))
        categories.set(id, toAddress(category))
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

/** @returns these orders, in the order of the ids. */
export const listOrdersById = async (db: Db, ids: readonly string[]): Promise<OrderRow[]> =>
  ids.length === 0
    ? []
    : orderByIds(
        ids,
        await db
          .selectFrom('order')
          .selectAll()
          .where('id', 'in', [...ids])
          .execute(),
      )

/** @returns these orders, in the order of the numbers; unknown ones are left out. */
export async function listOrdersByNumber(db: Db, numbers: readonly string[]): Promise<OrderRow[]> {
  const rows = await db
    .selectFrom('order')
    .selectAll()
    .where('number', 'in', [...numbers])
    .execute()
  const byNumber = new Map(rows.map((row) => [row.number, row]))
  return numbers.flatMap((number) => byNumber.get(number) ?? [])
}

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
export async function countByState(db: Db, base: Pick<OrderFilter, 'now' | 'categoriesWithHsn'>) {
  const states: Partial<Record<OrderState, number>> = {}
  for (const state of ORDER_STATES)
    states[state] = await countOrders(db, { ...base, states: [state], view: undefined })
  const views: Partial<Record<OrderView, number>> = {}
  for (const view of ORDER_VIEWS) views[view] = await countOrders(db, { ...base, states: [], view })
  return {
    states: states as Record<OrderState, number>,
    views: views as Record<OrderView, number>,
  }
}

/** What an order owes or is owed, in paise. */
const SUMS = {
  due: sql<number>`(case when "order".state = 'part_dispatched'
    then (select coalesce(sum(amount_paise), 0) ${uncollected})
    when payment_state = 'none' then total_paise - back_paise - collected_paise
    else total_paise - back_paise - credit_paise end)`,
  owed: sql<number>`(collected_paise - refunded_paise - total_paise + back_paise)`,
}

/** @returns the sum over the orders of a list, of the newest up to `MAX_COUNTED`, in paise. */
export async function sumOrders(
  db: Db,
  filter: OrderFilter,
  kind: keyof typeof SUMS,
): Promise<number> {
  const { sum } = await db
    .selectFrom(
      filtered(db, filter)
        .select(SUMS[kind].as('paise'))
        .orderBy('placed_at', 'desc')
        .limit(MAX_COUNTED)
        .as('found'),
    )
    .select(({ fn }) => fn.sum('paise').as('sum'))
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/** @returns the pieces of orders that wait for an HSN code. */
export const listPiecesWithoutHsn = (db: Db, categoriesWithHsn: readonly string[], limit: number) =>
  db
    .selectFrom('order')
    .innerJoin('order_line', 'order_line.order_id', 'order.id')
    .innerJoin('product', 'product.id', 'order_line.product_id')
    .select(['product.id', 'product.title', 'product.category'])
    .distinct()
    .where(isToDispatch)
    .where(isWithoutHsn(db, categoriesWithHsn))
    .orderBy('product.title')
    .limit(limit)
    .execute()

/** @returns what was sold on each day in India since a time: orders that are paid, or paid on delivery. */
export const listSalesByDay = (db: Db, since: number) =>
  db
    .selectFrom('order')
    .select((eb) => [
      sql<number>`(placed_at + ${sql.lit(IST_OFFSET_MS)}) / ${sql.lit(DAY_MS)}`.as('day'),
      eb.fn.countAll().as('orders'),
      eb.fn.sum(sql<number>`(total_paise - back_paise)`).as('paise'),
    ])
    .where('placed_at', '>=', since)
    .where('state', 'in', BOUGHT_STATES)
    .groupBy(sql`1`)
    .execute()

interface Range {
  from: number
  to: number
}

/** @returns the documents of a time that follow one, the first one first. */
export const listDocumentsBetween = (
  db: Db,
  {
    from,
    to,
    after,
    limit,
  }: Range & { after: Pick<DocumentRow, 'issued_at' | 'number'> | undefined; limit: number },
): Promise<DocumentRow[]> =>
  db
    .selectFrom('document')
    .selectAll()
    .where('issued_at', '>=', after?.issued_at ?? from)
    .where('issued_at', '<', to)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('issued_at', '>', after?.issued_at ?? 0),
          eb('number', '>', after?.number ?? ''),
        ]),
      ),
    )
    .orderBy('issued_at')
    .orderBy('number')
    .limit(limit)
    .execute()

/** @returns what was paid and paid back in a time, the first one first. */
export async function listMoneyBetween(db: Db, { from, to }: Range) {
  const payments = await db
    .selectFrom('payment')
    .innerJoin('order', 'order.id', 'payment.order_id')
    .select(['order.number', 'method', 'provider_id', 'amount_paise', 'captured_at as at'])
    .where('captured_at', '>=', from)
    .where('captured_at', '<', to)
    .execute()
  const cash = await db
    .selectFrom('shipment')
    .innerJoin('order', 'order.id', 'shipment.order_id')
    .select([
      'order.number',
      'method',
      'shipment.collected_paise as amount_paise',
      'shipment.collected_at as at',
    ])
    .where('shipment.collected_at', '>=', from)
    .where('shipment.collected_at', '<', to)
    // The orders of earlier releases have no parcel.
    .unionAll(
      db
        .selectFrom('order')
        .select((eb) => [
          'number',
          'method',
          eb('collected_paise', '-', eb.ref('credit_paise')).as('amount_paise'),
          'collected_at as at',
        ])
        .where('collected_at', '>=', from)
        .where('collected_at', '<', to)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('shipment').select('id').whereRef('order_id', '=', 'order.id'))),
        ),
    )
    .execute()
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.order_id')
    .select([
      'order.number',
      'method',
      'provider_id',
      'amount_paise',
      'processed_at as at',
      'refund.reason',
    ])
    .where('processed_at', '>=', from)
    .where('processed_at', '<', to)
    .execute()
  return [
    ...payments.map((row) => ({ ...row, kind: 'payment' as const, reason: '' })),
    ...cash.map((row) => ({ ...row, kind: 'payment' as const, provider_id: null, reason: '' })),
    ...refunds.map((row) => ({ ...row, kind: 'refund' as const })),
  ]
    .map((row) => ({ ...row, at: Number(row.at) }))
    .toSorted((a, b) => a.at - b.at)
}
