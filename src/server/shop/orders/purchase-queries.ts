import { sql } from 'kysely'
import type { Db } from '../../core/db/schema.ts'
import { touchProduct } from '../catalog/queries.ts'
import type { OrderTransaction } from './order-transaction.ts'
import type { OrderRow } from './tables.ts'

/**
 * Marks the reviews of a buyer as those of a purchase once it has arrived, and takes the mark back when nothing of it
 * is left.
 */
export async function updatePurchaseMarks(
  { db, now, published }: OrderTransaction,
  { id: orderId, user_id: userId }: Pick<OrderRow, 'id' | 'user_id'>,
): Promise<void> {
  if (userId === null) return
  for (const review of await listReviewsOfOrder(db, userId, orderId)) {
    const id = review.product_id
    const mark = (await hasBought(db, userId, id)) ? 1 : 0
    if (mark === review.is_verified_purchase) continue
    await db
      .updateTable('review')
      .set({ is_verified_purchase: mark })
      .where('id', '=', review.id)
      .execute()
    if (review.state !== 'approved') continue
    const product = await touchProduct(db, id, now)
    published.push({ id, summary: `Reviews of ${product?.title ?? id}` })
  }
}

/** @returns the reviews that a user has written of what an order has, in the order of the products. */
const listReviewsOfOrder = (db: Db, userId: string, orderId: string) =>
  db
    .selectFrom('review')
    .selectAll()
    .where('user_id', '=', userId)
    .where('product_id', 'in', (eb) =>
      eb
        .selectFrom('order_line')
        .select((line) => line.ref('product_id').$notNull().as('product_id'))
        .where('order_id', '=', orderId)
        .where('product_id', 'is not', null),
    )
    .orderBy('product_id')
    .execute()

/** Whether a piece of a product has reached a user, and was not returned. */
export const hasBought = async (db: Db, userId: string, productId: string): Promise<boolean> =>
  (await db
    .selectFrom('order')
    .innerJoin('order_line', 'order_line.order_id', 'order.id')
    .select('order.id')
    .where('order.user_id', '=', userId)
    .where('order_line.product_id', '=', productId)
    .where('order.state', '=', 'delivered')
    .where(sql<boolean>`quantity > cancelled + returned`)
    .limit(1)
    .executeTakeFirst()) !== undefined
