import type { Db } from '../../core/db/schema.ts'

/** @returns the variants of a product that carts have, each once. */
export const listLineVariants = async (db: Db, productId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('cart_item')
      .select('variant')
      .distinct()
      .where('product_id', '=', productId)
      .execute()
  ).map(({ variant }) => variant)

/** Renames the variants of lines whose options were renamed. */
export async function renameLines(
  db: Db,
  productId: string,
  from: string,
  to: string,
): Promise<void> {
  const linesOf = (variant: string) =>
    db.selectFrom('cart_item').where('product_id', '=', productId).where('variant', '=', variant)
  // A line of a variant that was removed before, whose name comes back.
  await db
    .deleteFrom('cart_item')
    .where(
      'id',
      'in',
      linesOf(to).select('id').where('user_id', 'in', linesOf(from).select('user_id')),
    )
    .execute()
  await db
    .updateTable('cart_item')
    .set({ variant: to })
    .where('product_id', '=', productId)
    .where('variant', '=', from)
    .execute()
}
