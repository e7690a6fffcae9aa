import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely'

/** Products that are in memory at once. */
const STEP = 100
/** Rows of one statement. */
const ROWS = 200

type Texts = Record<string, string>

interface Detail {
  options: { name: string }[]
  variant: Texts
  variants?: { choice: Texts }[]
}

/** Texts of offers, which are part of a line and of no variant. */
const OFFER_TEXTS = ['Engraving', 'Initials', 'Monogram']

/**
 * Variants are rows with ids. Stock, what orders hold, lines of carts, wishlists and orders, and alerts refer to them
 * instead of a text. Versions are not rewritten: the id of an option or a value is the name that it has here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  await createVariants(db, isSqlite)
  await addVariants(db)
  await moveStock(db, isSqlite)
  await moveCarts(db)
  await moveAlerts(db)
  await moveWishlists(db)
  await sql`drop table variant_text`.execute(db)
}

async function createVariants(db: Kysely<unknown>, isSqlite: boolean): Promise<void> {
  await db.schema
    .createTable('variant')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('choice', 'text', (col) => col.notNull())
    .addColumn('archived_at', 'bigint')
    .modifyEnd(isSqlite ? sql`without rowid` : sql``)
    .execute()
  await db.schema
    .createIndex('variant_once')
    .unique()
    .on('variant')
    .columns(['product_id', 'choice'])
    .execute()
  // What the texts of carts and wishlists become.
  await db.schema
    .createTable('variant_text')
    .addColumn('product_id', 'text', (col) => col.notNull())
    .addColumn('text', 'text', (col) => col.notNull())
    .addColumn('variant_id', 'text', (col) => col.notNull())
    .addColumn('selection', 'text', (col) => col.notNull())
    .addPrimaryKeyConstraint('variant_text_once', ['product_id', 'text'])
    .execute()
}

const toCanonicalJson = (texts: Texts): string =>
  JSON.stringify(Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1))))

const toId = (productId: string, choice: string): string =>
  choice === ''
    ? productId
    : createHash('sha256').update(`variant ${productId} ${choice}`).digest('hex').slice(0, 24)

/** Parts the text of a line: what was chosen of options, and the rest. */
function split({ options, variant }: Detail, chosen: Texts) {
  const isOption = (name: string) => options.some((option) => option.name === name)
  const isRest = (name: string) =>
    !isOption(name) && (OFFER_TEXTS.includes(name) || Object.hasOwn(variant, name))
  const pick = (isPicked: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(chosen).filter(([name]) => isPicked(name)))
  const choice = pick((name) => !isRest(name))
  return {
    choice: Object.keys(choice).length > 0 ? toCanonicalJson(choice) : '',
    selection: toCanonicalJson(pick(isRest)),
  }
}

/** Parts the saved text of a cart, which has texts only, or of a wishlist. */
function splitText(detail: Detail, text: string) {
  const parsed = JSON.parse(text) as Texts | { variant: Texts; quantity: number }
  const isSaved = typeof parsed['variant'] === 'object'
  return split(detail, (isSaved ? parsed['variant'] : parsed) as Texts)
}

/** Adds a variant for each choice that a product comes in, and an archived one for each that something else names. */
async function addVariants(db: Kysely<unknown>): Promise<void> {
  const now = Date.now()
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string; detail: string }>`
      select id, detail from product where id > ${last} order by id limit ${STEP}`.execute(db)
    if (rows.length > 0) await addVariantsOf(db, rows, now)
    if (rows.length < STEP) break
    last = rows.at(-1)?.id ?? ''
  }
}

async function addVariantsOf(
  db: Kysely<unknown>,
  products: { id: string; detail: string }[],
  now: number,
): Promise<void> {
  const ids = sql.join(products.map(({ id }) => id))
  const { rows: named } = await sql<{ product_id: string; choice: string }>`
    select product_id, choice from stock where product_id in (${ids})
    union select product_id, choice from stock_hold where product_id in (${ids})
    union select product_id, choice from order_line where product_id in (${ids})
    union select product_id, variant from stock_alert where product_id in (${ids})`.execute(db)
  const { rows: texts } = await sql<{ product_id: string; text: string }>`
    select product_id, variant as text from cart_item where product_id in (${ids})
    union select product_id, saved_line from wishlist_item
      where product_id in (${ids}) and saved_line is not null`.execute(db)
  const choicesOf = Map.groupBy(named, ({ product_id }) => product_id)
  const textsOf = Map.groupBy(texts, ({ product_id }) => product_id)
  const variants: RawBuilder<unknown>[] = []
  const variantTexts: RawBuilder<unknown>[] = []
  for (const { id, detail: json } of products) {
    const detail = JSON.parse(json) as Detail
    const lines = (textsOf.get(id) ?? []).map(({ text }) => ({ text, ...splitText(detail, text) }))
    const offered = new Set(detail.variants?.map(({ choice }) => toCanonicalJson(choice)) ?? [''])
    const shared = detail.variants ? [] : lines.map(({ choice }) => choice)
    const choices = new Set([
      '',
      ...offered,
      ...(choicesOf.get(id) ?? []).map(({ choice }) => choice),
      ...lines.map(({ choice }) => choice),
    ])
    const isOffered = (choice: string) => offered.has(choice) || shared.includes(choice)
    for (const choice of choices)
      variants.push(sql`(${toId(id, choice)}, ${id}, ${choice},
        cast(${isOffered(choice) ? null : now} as bigint))`)
    for (const { text, choice, selection } of lines)
      variantTexts.push(sql`(${id}, ${text}, ${toId(id, choice)}, ${selection})`)
  }
  for (let start = 0; start < variants.length; start += ROWS)
    await sql`insert into variant (id, product_id, choice, archived_at)
      values ${sql.join(variants.slice(start, start + ROWS))}`.execute(db)
  for (let start = 0; start < variantTexts.length; start += ROWS)
    await sql`insert into variant_text (product_id, text, variant_id, selection)
      values ${sql.join(variantTexts.slice(start, start + ROWS))}`.execute(db)
}

/** Both tables are made anew: their keys change. */
async function moveStock(db: Kysely<unknown>, isSqlite: boolean): Promise<void> {
  await db.schema
    .createTable('stock_of_variant')
    .addColumn('variant_id', 'text', (col) =>
      col.primaryKey().references('variant.id').onDelete('cascade'),
    )
    .addColumn('on_hand', 'integer', (col) => col.notNull().check(sql`on_hand >= 0`))
    .modifyEnd(isSqlite ? sql`without rowid` : sql``)
    .execute()
  await sql`insert into stock_of_variant (variant_id, on_hand)
    select variant.id, stock.on_hand from stock join variant using (product_id, choice)`.execute(db)
  await db.schema.dropTable('stock').execute()
  await db.schema.alterTable('stock_of_variant').renameTo('stock').execute()

  await db.schema
    .createTable('hold_of_variant')
    .addColumn('order_id', 'text', (col) =>
      col.notNull().references('order.id').onDelete('cascade'),
    )
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('variant_id', 'text', (col) =>
      col.notNull().references('variant.id').onDelete('cascade'),
    )
    .addColumn('quantity', 'integer', (col) => col.notNull().check(sql`quantity > 0`))
    .addColumn('expires_at', 'bigint')
    .addPrimaryKeyConstraint('hold_of_variant_once', ['order_id', 'variant_id'])
    .execute()
  await sql`insert into hold_of_variant (order_id, product_id, variant_id, quantity, expires_at)
    select order_id, product_id, variant.id, quantity, expires_at
    from stock_hold join variant using (product_id, choice)`.execute(db)
  await db.schema.dropTable('stock_hold').execute()
  await db.schema.alterTable('hold_of_variant').renameTo('stock_hold').execute()
  await db.schema
    .createIndex('stock_hold_of_variant')
    .on('stock_hold')
    .columns(['variant_id', 'quantity'])
    .execute()
  await db.schema
    .createIndex('stock_hold_of_product')
    .on('stock_hold')
    .column('product_id')
    .execute()
  await db.schema
    .createIndex('stock_hold_by_end')
    .on('stock_hold')
    .column('expires_at')
    .where(sql<boolean>`expires_at is not null`)
    .execute()

  await addReference(db, 'order_line')
  await sql`update order_line set variant_id = (select id from variant
    where variant.product_id = order_line.product_id and variant.choice = order_line.choice)
    where product_id is not null`.execute(db)
  await db.schema.alterTable('order_line').dropColumn('choice').execute()
}

/** A column of lines, which may have no variant. */
async function addReference(db: Kysely<unknown>, table: string): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn('variant_id', 'text', (col) => col.references('variant.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex(`${table}_of_variant`).on(table).column('variant_id').execute()
}

async function moveCarts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cart_of_variants')
    .addColumn('id', 'text', (col) => col.primaryKey())
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('variant_id', 'text', (col) =>
      col.notNull().references('variant.id').onDelete('cascade'),
    )
    .addColumn('selection', 'text', (col) => col.notNull())
    .addColumn('quantity', 'integer', (col) => col.notNull().check(sql`quantity > 0`))
    .addColumn('created_at', 'bigint', (col) => col.notNull())
    .addUniqueConstraint('cart_of_variants_once', ['user_id', 'variant_id', 'selection'])
    .execute()
  await sql`insert into cart_of_variants
      (id, user_id, product_id, variant_id, selection, quantity, created_at)
    select id, user_id, cart_item.product_id, variant_id, selection, quantity, created_at
    from cart_item join variant_text
      on variant_text.product_id = cart_item.product_id and text = variant`.execute(db)
  await db.schema.dropTable('cart_item').execute()
  await db.schema.alterTable('cart_of_variants').renameTo('cart_item').execute()
  for (const column of ['product', 'variant'])
    await db.schema
      .createIndex(`cart_item_of_${column}`)
      .on('cart_item')
      .column(`${column}_id`)
      .execute()
}

async function moveAlerts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alert_of_variant')
    .addColumn('user_id', 'text', (col) => col.notNull().references('user.id').onDelete('cascade'))
    .addColumn('product_id', 'text', (col) =>
      col.notNull().references('product.id').onDelete('cascade'),
    )
    .addColumn('variant_id', 'text', (col) =>
      col.notNull().references('variant.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (col) => col.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('token_hash', 'text')
    .addPrimaryKeyConstraint('alert_of_variant_once', ['user_id', 'product_id', 'variant_id'])
    .execute()
  await sql`insert into alert_of_variant
      (user_id, product_id, variant_id, created_at, sent_at, token_hash)
    select user_id, stock_alert.product_id, variant.id, created_at, sent_at, token_hash
    from stock_alert join variant
      on variant.product_id = stock_alert.product_id and choice = stock_alert.variant`.execute(db)
  await db.schema.dropTable('stock_alert').execute()
  await db.schema.alterTable('alert_of_variant').renameTo('stock_alert').execute()
  await db.schema
    .createIndex('stock_alert_of_product')
    .on('stock_alert')
    .columns(['product_id', 'sent_at'])
    .execute()
  await db.schema
    .createIndex('stock_alert_of_variant')
    .on('stock_alert')
    .column('variant_id')
    .execute()
  await db.schema.createIndex('stock_alert_by_time').on('stock_alert').column('sent_at').execute()
  await db.schema
    .createIndex('stock_alert_of_token')
    .unique()
    .on('stock_alert')
    .column('token_hash')
    .execute()
}

async function moveWishlists(db: Kysely<unknown>): Promise<void> {
  await addReference(db, 'wishlist_item')
  const { rows } = await sql<{
    user_id: string
    product_id: string
    saved_line: string
    variant_id: string
    selection: string
  }>`select user_id, wishlist_item.product_id, saved_line, variant_text.variant_id, selection
    from wishlist_item join variant_text
      on variant_text.product_id = wishlist_item.product_id and text = saved_line`.execute(db)
  const lines = rows.map(({ user_id, product_id, saved_line, variant_id, selection }) => {
    const { quantity } = JSON.parse(saved_line) as { quantity: number }
    const line = JSON.stringify({ selection: JSON.parse(selection), quantity })
    return sql`(${user_id}, ${product_id}, ${variant_id}, ${line})`
  })
  for (let start = 0; start < lines.length; start += ROWS)
    await sql`with line (user_id, product_id, variant_id, saved_line) as (
        values ${sql.join(lines.slice(start, start + ROWS))}
      )
      update wishlist_item set variant_id = line.variant_id, saved_line = line.saved_line from line
      where wishlist_item.user_id = line.user_id
        and wishlist_item.product_id = line.product_id`.execute(db)
}
