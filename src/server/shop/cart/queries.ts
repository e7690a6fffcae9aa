import type { Gift } from '#src/contract/cart.ts'
import { compileOnce } from '../../core/db/compile-once.ts'
import { changesRows } from '../../core/db/row-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { selectCategory } from '../catalog/queries.ts'
import { selectCounts } from '../stock/queries.ts'
import type { CartItemRow } from './tables.ts'

/**
 * Locks a cart until the transaction ends, so that its data stays valid. PostgreSQL needs the row
 * lock; SQLite has a single writer.
 */
export async function lockCart({ engine }: Deps, db: Db, userId: string): Promise<void> {
  if (engine !== 'postgres') return
  await db.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Lists all lines of a cart, oldest first, including those of products that are not on sale. */
export const listCartRows = (db: Db, userId: string) =>
  db
    .selectFrom('cart_item')
    .innerJoin('variant', 'variant.id', 'cart_item.variant_id')
    .selectAll('cart_item')
    .select('variant.choice')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Lists the products of a cart without duplicates. */
export const listProductIds = async (db: Db, userId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('cart_item')
      .select('product_id')
      .distinct()
      .where('user_id', '=', userId)
      .execute()
  ).map(({ product_id }) => product_id)

/** Finds a product on sale: one row for each of its lines in the cart, oldest first, but at least one row. */
export const findProductToAdd = compileOnce(
  (db, { product_id, user_id }: Pick<CartItemRow, 'product_id' | 'user_id'>) =>
    db
      .selectFrom('product')
      .leftJoin('cart_item', (join) =>
        join.onRef('cart_item.product_id', '=', 'product.id').on('cart_item.user_id', '=', user_id),
      )
      .leftJoin('variant', 'variant.id', 'cart_item.variant_id')
      .select(['product.detail', selectCounts(db)])
      .select(['cart_item.id', 'variant.choice', 'cart_item.selection', 'cart_item.quantity'])
      .where('product.id', '=', product_id)
      .where('product.archived_at', 'is', null)
      .orderBy('cart_item.created_at')
      .orderBy('cart_item.id'),
)

/** Returns the number of lines of a cart, and the time of the newest one in ms; null without lines. */
export const getCartSize = compileOnce((db, { user_id }: Pick<CartItemRow, 'user_id'>) =>
  db
    .selectFrom('cart_item')
    .select((eb) => [
      eb.fn.countAll<number | string>().as('lineCount'),
      eb.fn.max<number | null>('created_at').as('newestCreatedAt'),
    ])
    .where('user_id', '=', user_id),
)

export const insertLine = compileOnce(
  (db, { id, user_id, product_id, variant_id, selection, quantity, created_at }: CartItemRow) =>
    db
      .insertInto('cart_item')
      .values({ id, user_id, product_id, variant_id, selection, quantity, created_at }),
)

export const updateLine = compileOnce(
  (
    db,
    {
      id,
      quantity,
      variant_id,
      selection,
    }: Pick<CartItemRow, 'id' | 'quantity' | 'variant_id' | 'selection'>,
  ) => db.updateTable('cart_item').set({ quantity, variant_id, selection }).where('id', '=', id),
)

/** Adds a millisecond to the times of lines from a time on, in ms since 1970. */
export const delayLines = (db: Db, userId: string, from: number) =>
  db
    .updateTable('cart_item')
    .set((eb) => ({ created_at: eb('created_at', '+', 1) }))
    .where('user_id', '=', userId)
    .where('created_at', '>=', from)
    .execute()

const selectWithProduct = (db: Db, userId: string) =>
  db
    .selectFrom('cart_item')
    .innerJoin('product', 'product.id', 'cart_item.product_id')
    .where('cart_item.user_id', '=', userId)

/** Lists product and quantity of the lines whose products are on sale, oldest first. */
export const listQuantities = (db: Db, userId: string) =>
  selectWithProduct(db, userId)
    .where('product.archived_at', 'is', null)
    .select(['cart_item.product_id', 'cart_item.quantity'])
    .orderBy('cart_item.created_at')
    .orderBy('cart_item.id')
    .execute()

const selectLines = compileOnce((db, { userId }: { userId: string }) =>
  selectWithProduct(db, userId)
    .innerJoin('variant', 'variant.id', 'cart_item.variant_id')
    .select([
      'cart_item.id',
      'cart_item.product_id',
      'cart_item.quantity',
      'variant.choice',
      'cart_item.selection',
      'product.slug',
      'product.title',
      'product.price_paise',
      'product.list_price_paise',
      'product.detail',
      'product.archived_at',
    ])
    .select([selectCategory(), selectCounts(db)])
    .orderBy('cart_item.created_at')
    .orderBy('cart_item.id'),
)

/** Oldest first. */
export const listLines = async (db: Db, userId: string) => (await selectLines(db, { userId })).rows
export type CartLine = Awaited<ReturnType<typeof listLines>>[number]

export const deleteLine = (db: Db, id: string, userId: string): Promise<boolean> =>
  changesRows(db.deleteFrom('cart_item').where('id', '=', id).where('user_id', '=', userId))

const selectGift = compileOnce((db, { userId }: { userId: string }) =>
  db.selectFrom('cart_gift').select(['wrap', 'note']).where('user_id', '=', userId),
)

export async function getGift(db: Db, userId: string): Promise<Gift> {
  const [row] = (await selectGift(db, { userId })).rows
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
