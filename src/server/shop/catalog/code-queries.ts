import { type CatalogEntry, toCodeKey } from '#src/contract/entry.ts'
import { inChunks, readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { ProductCodeRow } from './tables.ts'

type Coded = Pick<CatalogEntry, 'variants'>

/** The codes of the variants of a product. */
export const listCodes = (id: string, { variants = [] }: Coded): ProductCodeRow[] => {
  const codes = variants.flatMap(({ sku, barcode }): ProductCodeRow[] => [
    ...(sku === undefined
      ? []
      : [{ product_id: id, kind: 'sku' as const, code: toCodeKey('sku', sku) }]),
    ...(barcode === undefined
      ? []
      : [{ product_id: id, kind: 'barcode' as const, code: toCodeKey('barcode', barcode) }]),
  ])
  return [...new Map(codes.map((row) => [`${row.kind} ${row.code}`, row])).values()]
}

/** Replaces the codes of products. */
export async function writeCodes(db: Db, products: { id: string; entry: Coded }[]): Promise<void> {
  for await (const chunk of inChunks(products.map(({ id }) => id)))
    await db.deleteFrom('product_code').where('product_id', 'in', chunk).execute()
  for await (const rows of inChunks(products.flatMap(({ id, entry }) => listCodes(id, entry))))
    await db.insertInto('product_code').values(rows).execute()
}

/** The products that have these codes, also archived ones. */
export const listCodeOwners = (db: Db, codes: string[]) =>
  readInChunks([...new Set(codes)], (chunk) =>
    db
      .selectFrom('product_code')
      .innerJoin('product', 'product.id', 'product_code.product_id')
      .select(['product_id', 'kind', 'code', 'title', 'slug'])
      .where('code', 'in', chunk)
      .execute(),
  )
