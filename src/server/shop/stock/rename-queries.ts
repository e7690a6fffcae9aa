import type { Db } from '../../core/db/schema.ts'

/** @returns the choices of a product that have a stock, or that orders hold. */
export const listStockChoices = async (db: Db, productId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('stock')
      .select('choice')
      .where('product_id', '=', productId)
      .union(db.selectFrom('stock_hold').select('choice').where('product_id', '=', productId))
      .execute()
  ).map(({ choice }) => choice)

/** Gives the stock of a choice, and what orders hold of it, to the choice that it is called now. */
export async function renameStock(
  db: Db,
  productId: string,
  from: string,
  to: string,
): Promise<void> {
  await db
    .updateTable('stock')
    .set({ choice: to })
    .where('product_id', '=', productId)
    .where('choice', '=', from)
    .execute()
  await db
    .insertInto('stock_hold')
    .columns(['order_id', 'product_id', 'choice', 'quantity', 'expires_at'])
    .expression((eb) =>
      eb
        .selectFrom('stock_hold')
        .select(['order_id', 'product_id', eb.val(to).as('choice'), 'quantity', 'expires_at'])
        .where('product_id', '=', productId)
        .where('choice', '=', from),
    )
    // An order may hold pieces of a choice that was removed, whose name comes back.
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'product_id', 'choice']).doUpdateSet(({ eb, ref }) => ({
        quantity: eb('stock_hold.quantity', '+', ref('excluded.quantity')),
      })),
    )
    .execute()
  await db
    .deleteFrom('stock_hold')
    .where('product_id', '=', productId)
    .where('choice', '=', from)
    .execute()
}
