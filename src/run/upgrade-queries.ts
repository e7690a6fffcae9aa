import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#src/server/core/db/schema.ts'

const LISTED = 5

export async function countVariants(db: Db): Promise<{ offered: number; removed: number }> {
  const { rows } = await sql<{ offered: number; removed: number }>`select
    count(case when archived_at is null then 1 end) as offered,
    count(case when archived_at is not null and choice <> '' then 1 end) as removed
    from variant`.execute(db)
  return { offered: Number(rows[0]?.offered), removed: Number(rows[0]?.removed) }
}

interface RemovedChoice {
  title: string
  choice: string
  count: number
  /** The count of all choices, including those that are not listed. */
  total: number
}

/** Lists rows whose variant was removed, grouped by variant, the most frequent first. */
const listRemoved = async (
  db: Db,
  table: string,
  count: RawBuilder<unknown> = sql`count(*)`,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<RemovedChoice[]> =>
  (
    await sql<RemovedChoice>`select title, choice, ${count} as count, sum(${count}) over () as total
      from ${sql.table(table)} as reference
      join variant on variant.id = reference.variant_id
      join product on product.id = variant.product_id
      where variant.archived_at is not null and ${condition}
      group by variant.id, title, choice order by 3 desc, variant.id limit ${LISTED}`.execute(db)
  ).rows

export const listRemovedInCarts = (db: Db) => listRemoved(db, 'cart_item')
export const listRemovedInWishlists = (db: Db) => listRemoved(db, 'wishlist_item')
export const listRemovedHolds = (db: Db) => listRemoved(db, 'stock_hold')
export const listRemovedStock = (db: Db) =>
  listRemoved(db, 'stock', sql`sum(on_hand)`, sql`on_hand > 0`)
/** An alert without a choice is for any variant of the product. */
export const listRemovedAlerts = (db: Db) =>
  listRemoved(db, 'stock_alert', sql`count(*)`, sql`choice <> '' and sent_at is null`)

/** Counts order lines whose product exists, but without a variant. */
export async function countLinesWithoutVariant(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from order_line
    where variant_id is null and product_id is not null`.execute(db)
  return Number(rows[0]?.count)
}

/** Lists drafts of products in launches that are not live. */
export const listWaitingDrafts = (db: Db) =>
  db
    .selectFrom('overlay')
    .innerJoin('launch', 'launch.id', 'launch_id')
    .select(['launch.name', 'record_id', 'patch'])
    .where((eb) => eb.or([eb('published_at', 'is', null), eb('undone_at', 'is not', null)]))
    .execute()
