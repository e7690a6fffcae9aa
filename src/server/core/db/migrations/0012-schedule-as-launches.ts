import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

interface Row {
  product_id: string
  change: string
  due_at: number
  created_at: number
  editor_id: string | null
  error: string
}

type Scheduled =
  | { kind: 'price'; price: number; listPrice?: number | null }
  | { kind: 'launch' | 'archive' }

/** A product as scheduled changes make it. */
interface State {
  entry: Record<string, unknown>
  isArchived: boolean
}

/**
 * Drafts may archive and restore. Each scheduled change that waits becomes a launch with one draft, which ends when
 * the next one of the same product is due; one that failed becomes a launch without a start.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('launch_item')
    .addColumn('action', 'text', (col) => col.notNull().defaultTo('update'))
    .execute()
  // What drafts of archived records did so far.
  await sql`update launch_item set action = 'restore' where record_id in (
    select id from product where archived_at is not null
    union select id from content_record where archived = 1)`.execute(db)
  const { rows } = await sql<Row>`select * from scheduled_change
    where applied_at is null or error <> '' order by due_at, created_at, id`.execute(db)
  for (const ofProduct of Map.groupBy(rows, (row) => row.product_id).values()) {
    const [failed, waiting] = [true, false].map((isFailed) =>
      ofProduct.filter(({ error }) => (error !== '') === isFailed),
    ) as [Row[], Row[]]
    const now = await readProduct(db, ofProduct[0]?.product_id ?? '')
    for (const row of failed) await insertLaunch(db, row, [now, applyChange(now, row)], null, null)
    const moments = [...Map.groupBy(waiting, (row) => Number(row.due_at))]
    let next: State = now
    for (const [index, [start, due]] of moments.entries()) {
      next = due.reduce(applyChange, next)
      // What leads back to the product as it is now, is the end of the launch before.
      if (index > 0 && JSON.stringify(next) === JSON.stringify(now)) continue
      for (const row of due.slice(-1))
        await insertLaunch(db, row, [now, next], start, moments[index + 1]?.[0] ?? null)
    }
  }
  await db.schema.dropTable('scheduled_change').execute()
}

async function readProduct(db: Kysely<unknown>, id: string): Promise<State> {
  const products = sql<Record<string, unknown>>`select * from product where id = ${id}`
  const pictures = sql<{ file: string; alt: string; x: number; y: number }>`
    select picture_hash as file, alt, focus_x as x, focus_y as y from product_picture
    where product_id = ${id} order by position`
  const row = (await products.execute(db)).rows[0] ?? {}
  const price = Number(row['price_paise']) / 100
  const listPrice = Number(row['list_price_paise']) / 100
  return {
    isArchived: row['archived_at'] !== null,
    entry: {
      ...(JSON.parse(String(row['detail'])) as object),
      slug: row['slug'],
      title: row['title'],
      category: row['category'],
      price,
      ...(listPrice > price ? { listPrice } : {}),
      stock: row['stock'],
      publishedAt: new Date(Number(row['published_at'])).toISOString(),
      pictures: (await pictures.execute(db)).rows.map(({ x, y, ...picture }) =>
        x === 50 && y === 50 ? picture : { ...picture, focus: { x, y } },
      ),
    },
  }
}

function applyChange({ entry, isArchived }: State, { change, due_at }: Row): State {
  const scheduled = JSON.parse(change) as Scheduled
  if (scheduled.kind !== 'price') {
    const publishedAt = new Date(Number(due_at)).toISOString()
    return scheduled.kind === 'archive'
      ? { isArchived: true, entry }
      : { isArchived: false, entry: { ...entry, publishedAt } }
  }
  const { price, listPrice = entry['listPrice'] } = scheduled
  const kept = Number(listPrice ?? 0) > price ? listPrice : undefined
  return { isArchived, entry: { ...entry, price, listPrice: kept } }
}

const NAMES = { price: 'Price of {}', launch: '{} on sale', archive: '{} archived' }

async function insertLaunch(
  db: Kysely<unknown>,
  { product_id, change, created_at, editor_id, error }: Row,
  [now, next]: [State, State],
  start: number | null,
  end: number | null,
): Promise<void> {
  const id = randomUUID()
  const { kind } = JSON.parse(change) as Scheduled
  const name = NAMES[kind].replace('{}', () => String(now.entry['title'])).slice(0, 80)
  const message = error && `It did not start by itself: ${error}`
  const restores = next.isArchived ? 'archive' : 'restore'
  const action = next.isArchived === now.isArchived ? 'update' : restores
  await sql`insert into launch (id, name, starts_at, ends_at, message, created_at, editor_id)
    values (${id}, ${name}, ${start}, ${end}, ${message}, ${created_at}, ${editor_id})`.execute(db)
  await sql`insert into launch_item
    (launch_id, record_id, body, based_on, revision, saved_at, editor_id, action)
    select ${id}, id, ${JSON.stringify(next.entry)}, revision, 1, ${created_at}, ${editor_id}, ${action}
    from product where id = ${product_id}`.execute(db)
}
