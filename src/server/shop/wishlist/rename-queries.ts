import type { Db } from '../../core/db/schema.ts'

/** @returns the lines of a product that are saved for later, as JSON, each text once. */
export const listSavedLines = async (db: Db, productId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('wishlist_item')
      .select('saved_line')
      .distinct()
      .where('product_id', '=', productId)
      .where('saved_line', 'is not', null)
      .execute()
  ).flatMap(({ saved_line }) => saved_line ?? [])

export const renameSavedLines = (db: Db, productId: string, from: string, to: string) =>
  db
    .updateTable('wishlist_item')
    .set({ saved_line: to })
    .where('product_id', '=', productId)
    .where('saved_line', '=', from)
    .execute()
