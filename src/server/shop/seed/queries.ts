import { inChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { ProductPictureRow } from '../../core/media/tables.ts'
import { insertSlugs } from '../../core/slugs/queries.ts'
import type { StockedProduct } from '../catalog/tables.ts'
import { toColumns } from '../catalog/to-product.ts'
import { insertCounts } from '../stock/count-stock.ts'

export const hasProducts = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('product').select('id').limit(1).executeTakeFirst()) !== undefined

/** Inserts products with their addresses and stock. */
export async function insertProducts(db: Db, products: StockedProduct[]): Promise<void> {
  for (const chunk of inChunks(products))
    await db.insertInto('product').values(chunk.map(toColumns)).execute()
  await insertSlugs(
    db,
    'product',
    products.map(({ id, slug }) => ({ slug, recordId: id })),
  )
  await insertCounts(db, products)
}

export async function insertProductPictures(db: Db, rows: ProductPictureRow[]): Promise<void> {
  for (const chunk of inChunks(rows)) await db.insertInto('product_picture').values(chunk).execute()
}
