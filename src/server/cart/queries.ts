import type { ExpressionBuilder } from 'kysely'
import type { Gift } from '#src/contract/cart.ts'
import { compileOnce } from '../db/compile-once.ts'
import type { CartItemRow, Database } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'

type Line = Pick<CartItemRow, 'user_id' | 'product_id' | 'variant'>
type Eb = ExpressionBuilder<Database, 'cart_item'>

const LINE = ['user_id', 'product_id', 'variant'] as const

/**
 * Serialises the writers of one cart until the transaction ends. PostgreSQL needs the row lock for
 * up-to-date line counts and sums; SQLite has a single writer.
 */
export async function lockCart({ engine }: Deps, db: Db, userId: string): Promise<void> {
  if (engine !== 'postgres') return
  await db.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** What an addition needs to know of a product. */
export const findProductToAdd = compileOnce((db, { id }: { id: string }) =>
  db
    .selectFrom('product')
    .select(['id', 'stock', 'detail'])
    .where('id', '=', id)
    .where('archived_at', 'is', null),
)

export interface CartStats {
  lineCount: number
  /** Time of the newest line in ms; 0 for an empty cart. */
  newestCreatedAt: number
  /** Whether the cart has the given line. */
  hasLine: boolean
  /** Quantity of the line's product on the other lines. */
  onOtherLines: number
}

/** @returns what the cart has beside the given line. */
export async function getCartStats(db: Db, line: Line): Promise<CartStats> {
  const { rows } = await selectCartStats(db, line)
  const [stats] = rows
  return {
    lineCount: Number(stats?.lineCount ?? 0),
    newestCreatedAt: stats?.newestCreatedAt ?? 0,
    hasLine: Number(stats?.sameLine ?? 0) > 0,
    onOtherLines: Number(stats?.onOtherLines ?? 0),
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

const selectCartStats = compileOnce((db, { user_id, product_id, variant }: Line) =>
  db
    .selectFrom('cart_item')
    .select((eb) => {
      const isSame = eb.and([eb('product_id', '=', product_id), eb('variant', '=', variant)])
      const isOther = eb.and([eb('product_id', '=', product_id), eb('variant', '!=', variant)])
      return [
        eb.fn.countAll<number | string>().as('lineCount'),
        eb.fn.max<number | null>('created_at').as('newestCreatedAt'),
        eb.fn.count<number | string>(eb.case().when(isSame).then(1).end()).as('sameLine'),
        eb.fn
          .sum<number | string | null>(eb.case().when(isOther).then(eb.ref('quantity')).end())
          .as('onOtherLines'),
      ]
    })
    .where('user_id', '=', user_id),
)

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

/**
 * Adds all of `row.quantity` to its line, or inserts the line, in one statement. Changes nothing
 * when the sum would exceed `max`.
 * @returns whether the quantity was added.
 */
export async function addExact(db: Db, row: CartItemRow, max: number): Promise<boolean> {
  if (row.quantity > max) return false
  const { numAffectedRows } = await upsertLine(db, { ...row, max })
  return (numAffectedRows ?? 0n) > 0n
}

const upsertLine = compileOnce(
  (
    db,
    { id, user_id, product_id, variant, quantity, created_at, max }: CartItemRow & { max: number },
  ) =>
    db
      .insertInto('cart_item')
      .values({ id, user_id, product_id, variant, quantity, created_at })
      .onConflict((conflict) =>
        conflict
          .columns(LINE)
          .doUpdateSet((eb) => ({ quantity: eb('cart_item.quantity', '+', quantity) }))
          .where((eb) => eb(eb('cart_item.quantity', '+', quantity), '<=', max)),
      ),
)

/**
 * Adds `row.quantity` to its line, clamped to `max`, or inserts the line, in one statement.
 * @returns whether anything was added.
 */
export async function addClamped(db: Db, row: CartItemRow, max: number): Promise<boolean> {
  if (max < 1) return false
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('cart_item')
    .values({ ...row, quantity: Math.min(row.quantity, max) })
    .onConflict((conflict) =>
      conflict
        .columns(LINE)
        .doUpdateSet((eb) => ({ quantity: clampedQuantity(eb, row.quantity, max) }))
        .where('cart_item.quantity', '<', max),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

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
