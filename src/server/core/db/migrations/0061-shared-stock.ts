import { createHash } from 'node:crypto'
import anyAscii from 'any-ascii'
import { type Kysely, sql } from 'kysely'

/** Products that are in memory at once. */
const STEP = 100
/** Variants of one statement. */
const ROWS = 200
const MAX_ADDRESS = 80

type Texts = Record<string, string>

interface Option {
  id?: string
  name: string
  values: string[]
  ids?: Texts
}

interface Detail {
  options?: Option[]
  variants?: { choice: Texts }[]
}

interface Row {
  id: string
  product_id: string
  choice: string
  archived_at: number | null
  stock_variant_id: string | null
  public_id: string
}

/**
 * Every choice is a variant with a row, also if it shares a stock. Each variant has the id that channels show today, and
 * keeps it. A line of an order names what is delivered, and beside it what is counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('variant')
    .addColumn('stock_variant_id', 'text', (col) =>
      col.references('variant.id').onDelete('set null'),
    )
    .execute()
  await db.schema
    .alterTable('variant')
    .addColumn('public_id', 'text', (col) => col.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('order_line')
    .addColumn('stock_variant_id', 'text', (col) =>
      col.references('variant.id').onDelete('set null'),
    )
    .execute()
  await sql`update order_line set stock_variant_id = variant_id`.execute(db)
  const now = Date.now()
  for (let last = ''; ; ) {
    const { rows } = await sql<{ id: string; detail: string }>`
      select id, detail from product where id > ${last} order by id limit ${STEP}`.execute(db)
    await addVariants(
      db,
      rows.map(({ id, detail }) => ({ id, detail: JSON.parse(detail) as Detail })),
      now,
    )
    if (rows.length < STEP) break
    last = rows.at(-1)?.id ?? ''
  }
  await db.schema.createIndex('variant_of_stock').on('variant').column('stock_variant_id').execute()
  await db.schema.createIndex('variant_public').unique().on('variant').column('public_id').execute()
  await db.schema
    .createIndex('order_line_of_stock')
    .on('order_line')
    .column('stock_variant_id')
    .execute()
}

async function addVariants(
  db: Kysely<unknown>,
  products: { id: string; detail: Detail }[],
  now: number,
): Promise<void> {
  if (products.length === 0) return
  const ids = sql.join(products.map(({ id }) => id))
  const { rows: variants } = await sql<Row>`
    select id, product_id, choice, archived_at from variant
    where product_id in (${ids}) order by product_id, choice`.execute(db)
  const byProduct = Map.groupBy(variants, ({ product_id }) => product_id)
  const rows = products.flatMap(({ id, detail }) =>
    toRows(id, detail, byProduct.get(id) ?? [], now),
  )
  for (let start = 0; start < rows.length; start += ROWS)
    await sql`insert into variant
        (id, product_id, choice, archived_at, stock_variant_id, public_id)
      values ${sql.join(rows.slice(start, start + ROWS).map(toValues))}
      on conflict (id) do update set archived_at = excluded.archived_at,
        stock_variant_id = excluded.stock_variant_id, public_id = excluded.public_id`.execute(db)
  for (const { id, detail } of products)
    if (!detail.variants && detail.options?.length) await moveLines(db, id, detail.options)
}

/** The address that channels made of the names of values. */
const toAddress = (name: string): string =>
  anyAscii(
    name
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .normalize('NFC'),
  )
    .toLowerCase()
    .replaceAll(/['’`]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_ADDRESS)
    .replaceAll(/^-+|-+$/g, '')

/** PostgreSQL does not know the type of a null in a list of values. */
const toValues = (row: Row) => sql`(${row.id}, ${row.product_id}, ${row.choice},
  cast(${row.archived_at} as bigint), ${row.stock_variant_id}, ${row.public_id})`

const toText = (texts: Texts): string =>
  JSON.stringify(Object.fromEntries(Object.entries(texts).toSorted(([a], [b]) => (a < b ? -1 : 1))))

const toChoice = (options: Option[], choice: Texts): string =>
  toText(
    Object.fromEntries(
      options.map(({ id, name, ids }) => {
        const value = choice[name] ?? ''
        return [id ?? name, ids && Object.hasOwn(ids, value) ? (ids[value] ?? value) : value]
      }),
    ),
  )

const combine = (options: Option[]): Texts[] =>
  options.reduce<Texts[]>(
    (found, { name, values }) =>
      found.flatMap((choice) => values.map((value) => ({ ...choice, [name]: value }))),
    [{}],
  )

const toId = (productId: string, choice: string): string =>
  choice === ''
    ? productId
    : createHash('sha256').update(`variant ${productId} ${choice}`).digest('hex').slice(0, 24)

/** All variants of a product: those that it is offered in, in the order of its options, and those that it was. */
function toRows(
  productId: string,
  { options = [], variants }: Detail,
  known: Row[],
  now: number,
): Row[] {
  const byChoice = new Map(known.map((row) => [row.choice, row]))
  const offered = variants || options.length > 0 ? combine(options) : []
  const counted = variants && new Set(variants.map(({ choice }) => toChoice(options, choice)))
  const chosen = options.filter(({ values }) => values.length > 1)
  const named = chosen.length > 0 ? chosen : options
  const names = new Map<string, string>()
  for (const choice of offered) {
    const text = toChoice(options, choice)
    if (!counted || counted.has(text))
      names.set(text, named.map(({ name }) => choice[name]).join(' '))
  }
  const taken = new Set<string>()
  const toPublicId = (name: string): string => {
    const base = toAddress(name) || 'variant'
    let address = base
    for (let number = 2; taken.has(address); number++) address = `${base}-${number}`
    taken.add(address)
    return `${productId}-${address}`
  }
  const create = (choice: string, isOffered: boolean, public_id: string): Row => {
    const row = byChoice.get(choice)
    const isShared = !variants && choice !== ''
    return {
      id: row?.id ?? toId(productId, choice),
      product_id: productId,
      choice,
      archived_at: isOffered ? null : (row?.archived_at ?? now),
      stock_variant_id: isShared && isOffered ? productId : null,
      public_id,
    }
  }
  const own = create('', !variants, productId)
  const current = [...names].map(([choice, name]) => create(choice, true, toPublicId(name)))
  const former = known.flatMap(({ choice }) =>
    choice === '' || names.has(choice)
      ? []
      : create(choice, false, toPublicId(Object.values(JSON.parse(choice) as Texts).join(' '))),
  )
  return [own, ...current, ...former]
}

/**
 * Lines of orders name the choice that was bought, by the names that its printed text has in common with those of now.
 * They are found by their product: PostgreSQL does not use the index of variants in the transaction that creates it.
 */
async function moveLines(db: Kysely<unknown>, productId: string, options: Option[]): Promise<void> {
  const { rows } = await sql<{ variant: string }>`
    select distinct variant from order_line
    where product_id = ${productId} and variant_id = ${productId}`.execute(db)
  for (const { variant } of rows) {
    const bought = JSON.parse(variant) as Texts
    if (!options.every(({ name, values }) => values.includes(bought[name] ?? ''))) continue
    await sql`update order_line set variant_id = ${toId(productId, toChoice(options, bought))}
      where product_id = ${productId} and variant_id = ${productId}
        and variant = ${variant}`.execute(db)
  }
}
