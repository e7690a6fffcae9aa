import { sql } from 'kysely'
import { changesRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import { countAvailable, selectCounts } from '../stock/queries.ts'
import type { StockAlertRow } from './tables.ts'

/** In place of a choice: any variant of the product. */
export const ANY_VARIANT = ''

/** Adds an alert; one that was sent starts again. */
export async function setStockAlert(
  db: Db,
  {
    userId,
    productId,
    variant,
    now,
  }: { userId: string; productId: string; variant: string; now: number },
): Promise<void> {
  const fresh = { created_at: now, sent_at: null, token_hash: null }
  await db
    .insertInto('stock_alert')
    .values({ user_id: userId, product_id: productId, variant, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'product_id', 'variant'])
        .doUpdateSet(fresh)
        .where('stock_alert.sent_at', 'is not', null),
    )
    .execute()
}

/** Alerts that are not sent, of users with a verified email. */
const unsentAlerts = (db: Db) =>
  db
    .selectFrom('stock_alert')
    .innerJoin('user', 'user.id', 'stock_alert.user_id')
    .where('stock_alert.sent_at', 'is', null)
    .where('user.email_verified_at', 'is not', null)

/** @returns the products in stock that have such alerts, once for each choice that is waited for. */
export const listAwaited = (db: Db) =>
  db
    .selectFrom(
      db
        .selectFrom('stock_alert')
        .select(['product_id', 'variant'])
        .where('sent_at', 'is', null)
        .distinct()
        .as('awaited'),
    )
    .innerJoin('product', 'product.id', 'awaited.product_id')
    .where(countAvailable(db), '>', 0)
    .where('product.archived_at', 'is', null)
    .where(({ exists }) =>
      exists(
        unsentAlerts(db)
          .where('stock_alert.product_id', '=', sql.ref<string>('awaited.product_id'))
          .where('stock_alert.variant', '=', sql.ref<string>('awaited.variant'))
          .select('stock_alert.user_id'),
      ),
    )
    .select(['awaited.product_id', 'awaited.variant'])
    .select(['product.slug', 'product.title', 'product.detail'])
    .select(selectCounts(db))
    .execute()
export type AwaitedProduct = Awaited<ReturnType<typeof listAwaited>>[number]

export const listDueAlerts = (
  db: Db,
  { product_id, variant }: Pick<AwaitedProduct, 'product_id' | 'variant'>,
  limit: number,
) =>
  unsentAlerts(db)
    .where('stock_alert.product_id', '=', product_id)
    .where('stock_alert.variant', '=', variant)
    .select(['stock_alert.user_id', 'user.email', 'user.display_name'])
    .orderBy('stock_alert.created_at')
    .limit(limit)
    .execute()
export type DueAlert = Awaited<ReturnType<typeof listDueAlerts>>[number]

/**
 * Marks an alert as sent. Of several processes, one succeeds.
 * @returns whether it was this one.
 */
export const claimStockAlert = (
  db: Db,
  { user_id, product_id, variant }: Pick<StockAlertRow, 'user_id' | 'product_id' | 'variant'>,
  sent: { sent_at: number; token_hash: string },
): Promise<boolean> =>
  changesRows(
    db
      .updateTable('stock_alert')
      .set(sent)
      .where('user_id', '=', user_id)
      .where('product_id', '=', product_id)
      .where('variant', '=', variant)
      .where('sent_at', 'is', null),
  )

/** Deletes the alerts of the user that a mail's token belongs to. @returns whether there was one. */
export const deleteAlertsOfToken = (db: Db, tokenHash: string): Promise<boolean> =>
  changesRows(
    db
      .deleteFrom('stock_alert')
      .where('user_id', 'in', (eb) =>
        eb.selectFrom('stock_alert').select('user_id').where('token_hash', '=', tokenHash),
      ),
  )

/** @returns the products of a user's alerts, for the export. */
export const exportStockAlerts = (db: Db, userId: string) =>
  db
    .selectFrom('stock_alert')
    .select(['product_id', 'variant', 'created_at', 'sent_at'])
    .where('user_id', '=', userId)
    .execute()
