import type { ExpressionBuilder } from 'kysely'
import type { Gift } from '#src/contract/cart.ts'
import { compileOnce } from '../db/compile-once.ts'
import type { CartItemRow, Database } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'

type Line = Pick<CartItemRow, 'user_id' | 'product_id' | 'variant'>
type Eb = ExpressionBuilder<Database, 'cart_item'>

/**
 * Serialises the writers of one cart until the transaction ends. PostgreSQL needs the row lock for
 * up-to-date line counts and sums; SQLite has a single writer.
 */
export async function lockCart({ engine }: Deps, db: Db, userId: string): Promise<void> {
  if (engine !== 'postgres') return
  await db.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** A product on sale, once for each line that the cart has of it; at least once. */
export const findProductToAdd = compileOnce(
  (db, { product_id, user_id }: Pick<Line, 'product_id' | 'user_id'>) =>
    db
      .selectFrom('product')
      .leftJoin('cart_item', (join) =>
        join.onRef('cart_item.product_id', '=', 'product.id').on('cart_item.user_id', '=', user_id),
      )
      .select(['product.stock', 'product.detail', 'cart_item.variant', 'cart_item.quantity'])
      .where('product.id', '=', product_id)
      .where('product.archived_at', 'is', null),
)

const selectCartSize = compileOnce((db, { user_id }: Pick<Line, 'user_id'>) =>
  db
    .selectFrom('cart_item')
    .select((eb) => [
      eb.fn.countAll<number | string>().as('lineCount'),
      eb.fn.max<number | null>('created_at').as('newestCreatedAt'),
    ])
    .where('user_id', '=', user_id),
)

/** @returns the number of lines of a cart, and the time of the newest one in ms; 0 without lines. */
export async function getCartSize(db: Db, user_id: string) {
  const { rows } = await selectCartSize(db, { user_id })
  const [size] = rows
  return {
    lineCount: Number(size?.lineCount ?? 0),
    newestCreatedAt: size?.newestCreatedAt ?? 0,
  }
}

/** @returns the line of a product in one variant. */
export const findLine = (db: Db, line: Line) =>
  db
    .selectFrom('cart_item')
    .select(['id', 'quantity'])
    .where('user_id', '=', line.user_id)
    .where('product_id', '=', line.product_id)
    .where('variant', '=', line.variant)
    .executeTakeFirst()

/** @returns the quantity of the line's product on the other lines of its cart. */
export async function quantityOnOtherLines(db: Db, line: Line): Promise<number> {
  const { quantity } = await db
    .selectFrom('cart_item')
    .select((eb) => eb.fn.sum<number | string | null>('quantity').as('quantity'))
    .where('user_id', '=', line.user_id)
    .where('product_id', '=', line.product_id)
    .where('variant', '!=', line.variant)
    .executeTakeFirstOrThrow()
  return Number(quantity ?? 0)
}

export const insertLine = compileOnce(
  (db, { id, user_id, product_id, variant, quantity, created_at }: CartItemRow) =>
    db.insertInto('cart_item').values({ id, user_id, product_id, variant, quantity, created_at }),
)

/** Adds `change` to the quantity of a line. */
export const increaseQuantity = compileOnce(
  (db, { user_id, product_id, variant, change }: Line & { change: number }) =>
    db
      .updateTable('cart_item')
      .set((eb) => ({ quantity: eb('quantity', '+', change) }))
      .where('user_id', '=', user_id)
      .where('product_id', '=', product_id)
      .where('variant', '=', variant),
)

/** SQL for the quantity after `change`, clamped to 1 and `max`. */
const clampedQuantity = (eb: Eb, change: number, max: number) => {
  const sum = eb('cart_item.quantity', '+', change)
  return eb.case().when(sum, '>', max).then(max).when(sum, '<', 1).then(1).else(sum).end()
}

export type QuantityChange = Pick<CartItemRow, 'id' | 'user_id'> & { change: number }

/**
 * Changes a line's quantity by all of `change`, in one statement. Changes nothing when the result
 * would be outside 1 to `max`.
 * @returns whether the quantity was changed.
 */
export async function stepExact(db: Db, { id, user_id, change }: QuantityChange, max: number) {
  const { numUpdatedRows } = await db
    .updateTable('cart_item')
    .set((eb) => ({ quantity: eb('quantity', '+', change) }))
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where((eb) => eb.between(eb('quantity', '+', change), 1, max))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Changes a line's quantity by `change`, clamped to 1 and `max`, in one statement.
 * @returns whether the quantity was changed.
 */
export async function stepClamped(db: Db, { id, user_id, change }: QuantityChange, max: number) {
  const { numUpdatedRows } = await db
    .updateTable('cart_item')
    .set((eb) => ({ quantity: clampedQuantity(eb, change, max) }))
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where((eb) => eb('quantity', '!=', clampedQuantity(eb, change, max)))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const onSale = (db: Db, userId: string) =>
  db
    .selectFrom('cart_item')
    .innerJoin('product', 'product.id', 'cart_item.product_id')
    .where('cart_item.user_id', '=', userId)
    .where('product.archived_at', 'is', null)

/** @returns a line of the user with its stock and options; undefined when the product is not on sale. */
export const findLineOnSale = (db: Db, id: string, userId: string) =>
  onSale(db, userId)
    .select([
      'cart_item.user_id',
      'cart_item.product_id',
      'cart_item.variant',
      'cart_item.quantity',
      'product.stock',
      'product.detail',
    ])
    .where('cart_item.id', '=', id)
    .executeTakeFirst()

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

export async function setLineVariant(
  db: Db,
  { id, variant, quantity }: Pick<CartItemRow, 'id' | 'variant' | 'quantity'>,
): Promise<void> {
  await db.updateTable('cart_item').set({ variant, quantity }).where('id', '=', id).execute()
}

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
