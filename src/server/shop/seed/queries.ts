import { inChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { ProductPictureRow, StockedProduct } from '../catalog/tables.ts'
import { toColumns } from '../catalog/to-product.ts'
import { insertStock } from '../stock/queries.ts'
import { listStockRows } from '../stock/stock-items.ts'

export const hasProducts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('product').select('id').limit(1).executeTakeFirst()) !== undefined

/** Inserts products with their stock. */
export async function insertProducts(db: Db, products: StockedProduct[]): Promise<void> {
  for await (const chunk of inChunks(products))
    await db.insertInto('product').values(chunk.map(toColumns)).execute()
  await insertStock(db, products.flatMap(listStockRows))
}

export async function insertProductPictures(db: Db, rows: ProductPictureRow[]): Promise<void> {
  for await (const chunk of inChunks(rows))
    await db.insertInto('product_picture').values(chunk).execute()
}
