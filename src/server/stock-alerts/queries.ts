import { changesRows } from '../db/row-counts.ts'
import type { Db } from '../deps.ts'

/** Adds an alert; one that was sent starts again. */
export async function setStockAlert(
  db: Db,
  { userId, productId, now }: { userId: string; productId: string; now: number },
): Promise<void> {
  const fresh = { created_at: now, sent_at: null, token_hash: null }
  await db
    .insertInto('stock_alert')
    .values({ user_id: userId, product_id: productId, ...fresh })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'product_id'])
        .doUpdateSet(fresh)
        .where('stock_alert.sent_at', 'is not', null),
    )
    .execute()
}

/** @returns alerts that are not sent, whose product is back and whose user has a verified email. */
export const listDueAlerts = (db: Db, limit: number) =>
  db
    .selectFrom('stock_alert')
    .innerJoin('product', 'product.id', 'stock_alert.product_id')
    .innerJoin('user', 'user.id', 'stock_alert.user_id')
    .where('stock_alert.sent_at', 'is', null)
    .where('product.stock', '>', 0)
    .where('product.archived_at', 'is', null)
    .where('user.email_verified_at', 'is not', null)
    .select(['stock_alert.user_id', 'stock_alert.product_id'])
    .select(['product.slug', 'product.title', 'user.email', 'user.display_name'])
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
  { user_id, product_id }: Pick<DueAlert, 'user_id' | 'product_id'>,
  sent: { sent_at: number; token_hash: string },
): Promise<boolean> =>
  changesRows(
    db
      .updateTable('stock_alert')
      .set(sent)
      .where('user_id', '=', user_id)
      .where('product_id', '=', product_id)
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
    .select(['product_id', 'created_at', 'sent_at'])
    .where('user_id', '=', userId)
    .execute()
