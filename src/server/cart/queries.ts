import type { ExpressionBuilder } from 'kysely'
import type { CartItemRow, Database } from '../db/schema.ts'
import type { Db, Deps } from '../deps.ts'

type Line = Pick<CartItemRow, 'user_id' | 'product_id' | 'variant'>
type Eb = ExpressionBuilder<Database, 'cart_item'>

const LINE = ['user_id', 'product_id', 'variant'] as const

/**
 * Lets one call at a time write a cart until its transaction ends. SQLite has one writer anyway;
 * PostgreSQL would count the lines of the moment before.
 */
export async function lockCart({ engine }: Deps, db: Db, userId: string): Promise<void> {
  if (engine !== 'postgres') return
  await db.selectFrom('user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** How many lines a cart has, and when the newest came. */
export async function getCartStats(
  db: Db,
  userId: string,
): Promise<{ lineCount: number; newestCreatedAt: number }> {
  const found = await db
    .selectFrom('cart_item')
    .select((eb) => [
      eb.fn.countAll<number>().as('lines'),
      eb.fn.max<number | null>('created_at').as('newest'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { lineCount: found.lines, newestCreatedAt: found.newest ?? 0 }
}

export async function hasLine(db: Db, line: Line): Promise<boolean> {
  const found = await db
    .selectFrom('cart_item')
    .select('id')
    .where('user_id', '=', line.user_id)
    .where('product_id', '=', line.product_id)
    .where('variant', '=', line.variant)
    .executeTakeFirst()
  return found !== undefined
}

/** Pieces of a line's product on the other lines of its cart. */
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
 * Puts all of `row.quantity` on its line, made when there is none, in one statement; changes
 * nothing when that would pass `most`.
 * @returns whether it was put.
 */
export async function addExact(db: Db, row: CartItemRow, most: number): Promise<boolean> {
  if (row.quantity > most) return false
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('cart_item')
    .values(row)
    .onConflict((clash) =>
      clash
        .columns(LINE)
        .doUpdateSet((eb) => ({ quantity: eb('cart_item.quantity', '+', row.quantity) }))
        .where((eb) => eb(eb('cart_item.quantity', '+', row.quantity), '<=', most)),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/**
 * Puts what still fits of `row.quantity` on its line, in one statement.
 * @returns whether anything did.
 */
export async function addClamped(db: Db, row: CartItemRow, most: number): Promise<boolean> {
  if (most < 1) return false
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('cart_item')
    .values({ ...row, quantity: Math.min(row.quantity, most) })
    .onConflict((clash) =>
      clash
        .columns(LINE)
        .doUpdateSet((eb) => ({ quantity: within(eb, row.quantity, most) }))
        .where('cart_item.quantity', '<', most),
    )
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The quantity after a step that stops at 1 and at `most`. */
const within = (eb: Eb, change: number, most: number) => {
  const stepped = eb('cart_item.quantity', '+', change)
  return eb
    .case()
    .when(stepped, '>', most)
    .then(most)
    .when(stepped, '<', 1)
    .then(1)
    .else(stepped)
    .end()
}

type Step = Pick<CartItemRow, 'id' | 'user_id'> & { change: number }

/**
 * Steps a line's quantity by all of `change`, in one statement; changes nothing when that would
 * leave 1 … `most`.
 * @returns whether it was stepped.
 */
export async function stepExact(db: Db, { id, user_id, change }: Step, most: number) {
  const { numUpdatedRows } = await db
    .updateTable('cart_item')
    .set((eb) => ({ quantity: eb('quantity', '+', change) }))
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where((eb) => eb.between(eb('quantity', '+', change), 1, most))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Steps a line's quantity as far as 1 or `most`, in one statement.
 * @returns whether it changed.
 */
export async function stepClamped(db: Db, { id, user_id, change }: Step, most: number) {
  const { numUpdatedRows } = await db
    .updateTable('cart_item')
    .set((eb) => ({ quantity: within(eb, change, most) }))
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where((eb) => eb('quantity', '!=', within(eb, change, most)))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const shown = (db: Db, userId: string) =>
  db
    .selectFrom('cart_item')
    .innerJoin('product', 'product.id', 'cart_item.product_id')
    .where('cart_item.user_id', '=', userId)
    .where('product.archived_at', 'is', null)

/** One line of the user and the stock behind it; nothing when it is no longer on sale. */
export const findLineStock = (db: Db, id: string, userId: string) =>
  shown(db, userId)
    .select([
      'cart_item.user_id',
      'cart_item.product_id',
      'cart_item.variant',
      'cart_item.quantity',
      'product.stock',
    ])
    .where('cart_item.id', '=', id)
    .executeTakeFirst()

/** Lines of what is still on sale, newest last. */
export const listLines = (db: Db, userId: string) =>
  shown(db, userId)
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
