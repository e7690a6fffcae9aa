import type { ProductPictureRow, ProductRow } from '../db/schema.ts'
import type { Db } from '../deps.ts'

/** Rows of one statement, well below the parameter limit of both databases. */
const ROWS_PER_INSERT = 500

export const hasProducts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('product').select('id').limit(1).executeTakeFirst()) !== undefined

export async function insertProducts(db: Db, rows: ProductRow[]): Promise<void> {
  for (const chunk of toChunks(rows)) await db.insertInto('product').values(chunk).execute()
}

export async function insertProductPictures(db: Db, rows: ProductPictureRow[]): Promise<void> {
  for (const chunk of toChunks(rows)) await db.insertInto('product_picture').values(chunk).execute()
}

function* toChunks<T>(rows: T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
    yield rows.slice(start, start + ROWS_PER_INSERT)
}
