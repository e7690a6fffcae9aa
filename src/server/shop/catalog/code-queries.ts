import { type CatalogEntry, toCodeKey } from '#src/contract/entry.ts'
import { inChunks, readInChunks, SHORT_ROWS_PER_STATEMENT } from '../../core/db/chunks.ts'
import { compileRows } from '../../core/db/compile-once.ts'
import type { Db } from '../../core/db/schema.ts'
import type { ProductCodeRow } from './tables.ts'

type Coded = Pick<CatalogEntry, 'variants'>

/** A code without its product, which may have no id yet. */
export type ProductCode = Omit<ProductCodeRow, 'product_id'>

/** The codes of the variants of a product. */
export const listCodes = ({ variants = [] }: Coded): ProductCode[] => {
  const codes = variants.flatMap(({ sku, barcode }): ProductCode[] => [
    ...(sku === undefined ? [] : [{ kind: 'sku' as const, code: toCodeKey('sku', sku) }]),
    ...(barcode === undefined
      ? []
      : [{ kind: 'barcode' as const, code: toCodeKey('barcode', barcode) }]),
  ])
  return [...new Map(codes.map((row) => [`${row.kind} ${row.code}`, row])).values()]
}

/** @returns the codes that an entry brings; undefined where they are those of the entry before it. */
export function getChangedCodes(
  before: Coded | undefined,
  entry: Coded,
): ProductCode[] | undefined {
  const codes = listCodes(entry)
  const isSame = JSON.stringify(codes) === JSON.stringify(before ? listCodes(before) : [])
  return isSame ? undefined : codes
}

const insertCodes = compileRows(['product_id', 'kind', 'code'], (db, rows) =>
  db.insertInto('product_code').values(rows),
)

/** Replaces the codes of products. @param products that are new have none yet. */
export async function replaceCodes(
  db: Db,
  products: { id: string; codes: ProductCode[]; isNew: boolean }[],
): Promise<void> {
  const known = products.flatMap(({ id, isNew }) => (isNew ? [] : id))
  for await (const chunk of inChunks(known))
    await db.deleteFrom('product_code').where('product_id', 'in', chunk).execute()
  const rows = products.flatMap(({ id, codes }) =>
    codes.map((code) => ({ product_id: id, ...code })),
  )
  for await (const chunk of inChunks(rows, SHORT_ROWS_PER_STATEMENT)) await insertCodes(db, chunk)
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
