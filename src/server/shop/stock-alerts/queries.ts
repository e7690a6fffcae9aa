import { sql } from 'kysely'
import { changesRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import { withVariant } from '../catalog/to-product.ts'
import { countAvailable, selectCounts } from '../stock/queries.ts'
import type { StockAlertRow } from './tables.ts'

/** Adds an alert. A sent alert is reset. */
export async function setStockAlert(
  db: Db,
  {
    userId,
    productId,
    variantId,
    now,
  }: { userId: string; productId: string; variantId: string; now: number },
): Promise<void> {
  const fresh = { created_at: now, sent_at: null, token_hash: null }
  await db
    .insertInto('stock_alert')
    .values({ user_id: userId, product_id: productId, variant_id: variantId, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'product_id', 'variant_id'])
        .doUpdateSet(fresh)
        .where('stock_alert.sent_at', 'is not', null),
    )
    .execute()
}

/** Selects unsent alerts of users with a verified email. */
const selectUnsentAlerts = (db: Db) =>
  db
    .selectFrom('stock_alert')
    .innerJoin('user', 'user.id', 'stock_alert.user_id')
    .where('stock_alert.sent_at', 'is', null)
    .where('user.email_verified_at', 'is not', null)

/** Lists the products in stock with unsent alerts, one row per requested variant. */
export const listAwaitedProducts = (db: Db) =>
  db
    .selectFrom(
      db
        .selectFrom('stock_alert')
        .select(['product_id', 'variant_id'])
        .where('sent_at', 'is', null)
        .distinct()
        .as('awaited'),
    )
    .innerJoin('product', 'product.id', 'awaited.product_id')
    .innerJoin('variant', 'variant.id', 'awaited.variant_id')
    .where(countAvailable(db), '>', 0)
    .where('product.archived_at', 'is', null)
    .where(({ exists }) =>
      exists(
        selectUnsentAlerts(db)
          .where('stock_alert.product_id', '=', sql.ref<string>('awaited.product_id'))
          .where('stock_alert.variant_id', '=', sql.ref<string>('awaited.variant_id'))
          .select('stock_alert.user_id'),
      ),
    )
    .select(['awaited.product_id', 'awaited.variant_id', 'variant.choice'])
    .select(['product.slug', 'product.title', 'product.detail'])
    .select(selectCounts(db))
    .execute()
export type AwaitedProduct = Awaited<ReturnType<typeof listAwaitedProducts>>[number]

export const listDueAlerts = (
  db: Db,
  { product_id, variant_id }: Pick<AwaitedProduct, 'product_id' | 'variant_id'>,
  limit: number,
) =>
  selectUnsentAlerts(db)
    .where('stock_alert.product_id', '=', product_id)
    .where('stock_alert.variant_id', '=', variant_id)
    .select(['stock_alert.user_id', 'user.email', 'user.display_name'])
    .orderBy('stock_alert.created_at')
    .limit(limit)
    .execute()
export type DueAlert = Awaited<ReturnType<typeof listDueAlerts>>[number]

/**
 * Marks an alert as sent; only one of several processes succeeds.
 * @returns whether it was this one.
 */
export const claimStockAlert = (
  db: Db,
  { user_id, product_id, variant_id }: Pick<StockAlertRow, 'user_id' | 'product_id' | 'variant_id'>,
  sent: { sent_at: number; token_hash: string },
): Promise<boolean> =>
  changesRows(
    db
      .updateTable('stock_alert')
      .set(sent)
      .where('user_id', '=', user_id)
      .where('product_id', '=', product_id)
      .where('variant_id', '=', variant_id)
      .where('sent_at', 'is', null),
  )

/**
 * Deletes all alerts of the user to whom a mail's token belongs.
 * @returns whether there was one.
 */
export const deleteAlertsOfToken = (db: Db, tokenHash: string): Promise<boolean> =>
  changesRows(
    db
      .deleteFrom('stock_alert')
      .where('user_id', 'in', (eb) =>
        eb.selectFrom('stock_alert').select('user_id').where('token_hash', '=', tokenHash),
      ),
  )

/** Lists the products of a user's alerts, for the export. */
export const exportStockAlerts = async (db: Db, userId: string) =>
  (
    await db
      .selectFrom('stock_alert')
      .innerJoin('variant', 'variant.id', 'stock_alert.variant_id')
      .innerJoin('product', 'product.id', 'stock_alert.product_id')
      .select(['stock_alert.product_id', 'choice', 'detail', 'created_at', 'sent_at'])
      .where('user_id', '=', userId)
      .execute()
  ).map(withVariant)
