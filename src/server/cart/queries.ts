import type { Gift } from '#src/contract/cart.ts'
import type { CartItemRow } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'

/**
 * Serialises the writers of one cart until the transaction ends, so that what they read stays true.
 * PostgreSQL needs the row lock; SQLite has a single writer.
 */
export async function lockCart({ engine }: Deps, db: Db, userId: string): Promise<void> {
  if (engine !== 'postgres') return
  await db.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** @returns all lines of a cart, also those of products that are not on sale. */
export const listCartRows = (db: Db, userId: string): Promise<CartItemRow[]> =>
  db.selectFrom('cart_item').selectAll().where('user_id', '=', userId).execute()

export async function insertLine(db: Db, line: CartItemRow): Promise<void> {
  await db.insertInto('cart_item').values(line).execute()
}

export async function updateLine(
  db: Db,
  id: string,
  change: Partial<Pick<CartItemRow, 'quantity' | 'variant'>>,
): Promise<void> {
  await db.updateTable('cart_item').set(change).where('id', '=', id).execute()
}

const onSale = (db: Db, userId: string) =>
  db
    .selectFrom('cart_item')
    .innerJoin('product', 'product.id', 'cart_item.product_id')
    .where('cart_item.user_id', '=', userId)
    .where('product.archived_at', 'is', null)

/** @returns product and quantity of the lines whose products are on sale, oldest first. */
export const listQuantities = (db: Db, userId: string) =>
  onSale(db, userId)
    .select(['cart_item.product_id', 'cart_item.quantity'])
    .orderBy('cart_item.created_at')
    .orderBy('cart_item.id')
    .execute()

/** @returns the lines whose products are on sale, oldest first. */
export const listLines = (db: Db, userId: string) =>
  onSale(db, userId)
    .select([
      'cart_item.id',
      'cart_item.product_id',
      'cart_item.quantity',
      'cart_item.variant',
      'product.slug',
      'product.title',
      'product.category',
      'product.price_paise',
      'product.stock',
      'product.detail',
    ])
    .orderBy('cart_item.created_at')
    .orderBy('cart_item.id')
    .execute()
export type CartLine = Awaited<ReturnType<typeof listLines>>[number]

export async function deleteLine(db: Db, id: string, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('cart_item')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** @returns gift wrap and note of a cart. */
export async function getGift(db: Db, userId: string): Promise<Gift> {
  const row = await db
    .selectFrom('cart_gift')
    .select(['wrap', 'note'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { wrap: row?.wrap === 1, note: row?.note ?? '' }
}

export async function setGift(db: Db, userId: string, { wrap, note }: Gift): Promise<void> {
  const values = { wrap: wrap ? 1 : 0, note }
  await db
    .insertInto('cart_gift')
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}
