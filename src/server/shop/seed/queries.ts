import { inChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { ProductPictureRow, ProductRow } from '../catalog/tables.ts'

export const hasProducts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('product').select('id').limit(1).executeTakeFirst()) !== undefined

export async function insertProducts(db: Db, rows: ProductRow[]): Promise<void> {
  for await (const chunk of inChunks(rows)) await db.insertInto('product').values(chunk).execute()
}

export async function insertProductPictures(db: Db, rows: ProductPictureRow[]): Promise<void> {
  for await (const chunk of inChunks(rows))
    await db.insertInto('product_picture').values(chunk).execute()
}
