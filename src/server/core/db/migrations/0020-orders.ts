import { type Kysely, sql } from 'kysely'

interface FormerOrder {
  id: string
  total_paise: number
  items: string | null
}

/** Orders that are in memory at once. */
const STEP = 200

/** An order has states, lines, payments and parcels. Those of before are delivered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await extendOrders(db)
  await createOrderLines(db)
  await createPayments(db)
  await createParcels(db)
  await moveItems(db)
  await db.schema.alterTable('order').dropColumn('items').execute()
  await createIndexes(db)
}

/** SQLite adds a column that is not null with a default only; inserts name every column. */
async function extendOrders(db: Kysely<unknown>): Promise<void> {
  const texts = {
    number: '',
    payment_state: 'captured',
    method: 'razorpay',
    email: '',
    phone: '',
    name: '',
    ship_to: '{}',
    bill_to: '{}',
    buyer_gstin: '',
    gift: '{"wrap":false,"note":""}',
    reason: '',
    note: '',
  }
  const amounts = ['subtotal_paise', 'tax_paise', 'refunded_paise']
  const times = ['promised_from', 'promised_to', 'expires_at', 'delivered_at', 'cancelled_at']
  for (const [name, value] of Object.entries(texts))
    await db.schema
      .alterTable('order')
      .addColumn(name, 'text', (col) => col.notNull().defaultTo(value))
      .execute()
  for (const name of amounts)
    await db.schema
      .alterTable('order')
      .addColumn(name, 'bigint', (col) => col.notNull().defaultTo(0))
      .execute()
  for (const name of [...times, 'invoiced_at'])
    await db.schema.alterTable('order').addColumn(name, 'bigint').execute()
  await db.schema.alterTable('order').addColumn('invoice_number', 'text').execute()
  // The total of an order has always had a tax of five percent in it.
  await sql`update "order" set number = id, state = 'delivered', delivered_at = placed_at,
    tax_paise = total_paise - (total_paise * 100 + 52) / 105,
    subtotal_paise = (total_paise * 100 + 52) / 105,
    name = coalesce((select display_name from "user" where "user".id = "order".user_id), ''),
    email = coalesce((select email from "user" where "user".id = "order".user_id), '')`.execute(db)
}

async function createOrderLines(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('order_line')
    .addColumn('order_id', 'text', (col) =>
      col.notNull().references('order.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (col) => col.notNull())
    .addColumn('product_id', 'text', (col) => col.references('product.id').onDelete('set null'))
    .addColumn('choice', 'text', (col) => col.notNull())
    .addColumn('slug', 'text', (col) => col.notNull())
    .addColumn('title', 'text', (col) => col.notNull())
    .addColumn('variant', 'text', (col) => col.notNull())
    .addColumn('sku', 'text', (col) => col.notNull())
    .addColumn('picture', 'text', (col) => col.notNull())
    .addColumn('unit_paise', 'bigint', (col) => col.notNull())
    .addColumn('quantity', 'integer', (col) => col.notNull().check(sql`quantity > 0`))
    .addColumn('personalised', 'integer', (col) => col.notNull())
    .addColumn('cancelled', 'integer', (col) => col.notNull().defaultTo(0))
    .addColumn('returned', 'integer', (col) => col.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('order_line_once', ['order_id', 'position'])
    .addCheckConstraint(
      'order_line_counts',
      sql`cancelled >= 0 and returned >= 0 and cancelled + returned <= quantity`,
    )
    .execute()
}

async function createPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payment')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('order_id', 'text', (col) =>
      col.notNull().references('order.id').onDelete('cascade'),
    )
    .addColumn('link_id', 'text', (col) => col.unique())
    .addColumn('link_url', 'text')
    .addColumn('provider_id', 'text', (col) => col.unique())
    .addColumn('amount_paise', 'bigint', (col) => col.notNull())
    .addColumn('state', 'text', (col) => col.notNull())
    .addColumn('created_at', 'bigint', (col) => col.notNull())
    .addColumn('expires_at', 'bigint', (col) => col.notNull())
    .addColumn('check_at', 'bigint')
    .execute()
  await db.schema
    .createTable('payment_event')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('order_id', 'text', (col) =>
      col.notNull().references('order.id').onDelete('cascade'),
    )
    .addColumn('kind', 'text', (col) => col.notNull())
    .addColumn('received_at', 'bigint', (col) => col.notNull())
    .execute()
  await db.schema
    .createTable('refund')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('order_id', 'text', (col) =>
      col.notNull().references('order.id').onDelete('cascade'),
    )
    .addColumn('payment_id', 'text', (col) => col.references('payment.id').onDelete('cascade'))
    .addColumn('provider_id', 'text', (col) => col.unique())
    .addColumn('amount_paise', 'bigint', (col) => col.notNull().check(sql`amount_paise > 0`))
    .addColumn('state', 'text', (col) => col.notNull())
    .addColumn('reason', 'text', (col) => col.notNull())
    .addColumn('created_at', 'bigint', (col) => col.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('attempts', 'integer', (col) => col.notNull().defaultTo(0))
    .addColumn('last_error', 'text')
    .execute()
}

async function createParcels(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('shipment')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('order_id', 'text', (col) =>
      col.notNull().references('order.id').onDelete('cascade'),
    )
    .addColumn('carrier', 'text', (col) => col.notNull())
    .addColumn('tracking_number', 'text', (col) => col.notNull())
    .addColumn('dispatched_at', 'bigint', (col) => col.notNull())
    .addColumn('delivered_at', 'bigint')
    .execute()
  await db.schema
    .createTable('return_request')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('order_id', 'text', (col) =>
      col.notNull().references('order.id').onDelete('cascade'),
    )
    .addColumn('lines', 'text', (col) => col.notNull())
    .addColumn('reason', 'text', (col) => col.notNull())
    .addColumn('note', 'text', (col) => col.notNull())
    .addColumn('state', 'text', (col) => col.notNull())
    .addColumn('answer', 'text', (col) => col.notNull())
    .addColumn('created_at', 'bigint', (col) => col.notNull())
    .execute()
  await db.schema
    .createTable('order_event')
    .addColumn('order_id', 'text', (col) =>
      col.notNull().references('order.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (col) => col.notNull())
    .addColumn('at', 'bigint', (col) => col.notNull())
    .addColumn('kind', 'text', (col) => col.notNull())
    .addColumn('text', 'text', (col) => col.notNull())
    .addColumn('actor_id', 'text', (col) => col.references('user.id').onDelete('set null'))
    .addPrimaryKeyConstraint('order_event_once', ['order_id', 'position'])
    .execute()
}

/** The items of former orders had no price of their own. */
async function moveItems(db: Kysely<unknown>): Promise<void> {
  let after = ''
  for (;;) {
    const { rows } = await sql<FormerOrder>`select id, total_paise, items from "order"
      where id > ${after} order by id limit ${STEP}`.execute(db)
    for (const row of rows) await moveItemsOf(db, row)
    after = rows.at(-1)?.id ?? ''
    if (rows.length < STEP) return
  }
}

async function moveItemsOf(db: Kysely<unknown>, { id, items }: FormerOrder): Promise<void> {
  const lines = JSON.parse(items ?? '[]') as { slug: string; title: string; quantity: number }[]
  for (const [position, { slug, title, quantity }] of lines.entries())
    await sql`insert into order_line
      (order_id, position, product_id, choice, slug, title, variant, sku, picture, unit_paise, quantity, personalised)
      values (${id}, ${position},
        coalesce((select id from product where slug = ${slug}),
          (select product_id from former_slug where slug = ${slug})),
        '', ${slug}, ${title}, '{}', '', '', 0, ${Math.max(1, quantity)}, 0)`.execute(db)
}

const INDEXES = {
  order_by_state: ['order', 'state', 'placed_at', 'id'],
  order_of_email: ['order', 'email'],
  order_line_of_product: ['order_line', 'product_id'],
  payment_of_order: ['payment', 'order_id'],
  payment_event_of_order: ['payment_event', 'order_id'],
  payment_event_by_time: ['payment_event', 'received_at'],
  refund_of_order: ['refund', 'order_id'],
  refund_of_payment: ['refund', 'payment_id'],
  refund_by_state: ['refund', 'state', 'created_at'],
  shipment_of_order: ['shipment', 'order_id'],
  return_request_of_order: ['return_request', 'order_id'],
  order_event_of_actor: ['order_event', 'actor_id'],
} as const

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  for (const [name, [table, ...columns]] of Object.entries(INDEXES))
    await db.schema.createIndex(name).on(table).columns(columns).execute()
  for (const [name, column] of [
    ['order_by_number', 'number'],
    ['order_by_invoice', 'invoice_number'],
  ] as const)
    await db.schema.createIndex(name).unique().on('order').column(column).execute()
  // With the id, a page of a list is found in the index alone.
  await db.schema.dropIndex('order_by_time').execute()
  await db.schema.createIndex('order_by_time').on('order').columns(['placed_at', 'id']).execute()
  await db.schema.dropIndex('order_of_user').execute()
  await db.schema
    .createIndex('order_of_user')
    .on('order')
    .columns(['user_id', 'placed_at desc', 'id'])
    .execute()
  const partial = [
    ['order_by_expiry', 'order', 'expires_at', sql<boolean>`expires_at is not null`],
    [
      'order_to_collect',
      'order',
      'placed_at',
      sql<boolean>`payment_state = 'none' and state in ('dispatched', 'delivered')`,
    ],
    [
      'order_by_promise',
      'order',
      'promised_to',
      sql<boolean>`state in ('placed', 'dispatched') and promised_to is not null`,
    ],
    ['order_without_account', 'order', 'placed_at', sql<boolean>`user_id is null and email <> ''`],
    ['payment_to_check', 'payment', 'check_at', sql<boolean>`check_at is not null`],
    ['refund_due', 'refund', 'due_at', sql<boolean>`due_at is not null`],
    [
      'return_request_open',
      'return_request',
      'order_id',
      sql<boolean>`state in ('requested', 'accepted')`,
    ],
  ] as const
  for (const [name, table, column, condition] of partial)
    await db.schema.createIndex(name).on(table).column(column).where(condition).execute()
}
