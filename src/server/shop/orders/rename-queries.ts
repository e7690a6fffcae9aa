import type { Db } from '../../core/db/schema.ts'

/** Lets the lines of orders name the stock by what it is called now, for what is returned. Their texts stay. */
export const renameOrderChoices = (db: Db, productId: string, from: string, to: string) =>
  db
    .updateTable('order_line')
    .set({ choice: to })
    .where('product_id', '=', productId)
    .where('choice', '=', from)
    .execute()
