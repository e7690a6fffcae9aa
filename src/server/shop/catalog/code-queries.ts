import { type CatalogEntry, toCodeKey } from '#src/contract/entry.ts'
import { inChunks, readInChunks, SHORT_ROWS_PER_STATEMENT } from '../../core/db/chunks.ts'
import { compileRows } from '../../core/db/compile-once.ts'
import type { Db } from '../../core/db/schema.ts'
import type { ProductCodeRow } from './tables.ts'

type WithCodes = Pick<CatalogEntry, 'variants'>

/** A code without its product, which may not have an id yet. */
export type ProductCode = Pick<ProductCodeRow, 'kind' | 'code'>

/** Lists the codes of a product's variants. */
export const listCodes = ({ variants = [] }: WithCodes): ProductCode[] => {
  const codes = variants.flatMap(({ sku, barcode }): ProductCode[] => [
    ...(sku === undefined ? [] : [{ kind: 'sku' as const, code: toCodeKey('sku', sku) }]),
    ...(barcode === undefined
      ? []
      : [{ kind: 'barcode' as const, code: toCodeKey('barcode', barcode) }]),
  ])
  return [...new Map(codes.map((row) => [`${row.kind} ${row.code}`, row])).values()]
}

/** Returns the codes of an entry; undefined if they are unchanged. */
export function getChangedCodes(
  before: WithCodes | undefined,
  entry: WithCodes,
): ProductCode[] | undefined {
  const codes = listCodes(entry)
  const isSame = JSON.stringify(codes) === JSON.stringify(before ? listCodes(before) : [])
  return isSame ? undefined : codes
}

const insertCodes = compileRows(['product_id', 'kind', 'code', 'doubled'], (db, rows) =>
  db.insertInto('product_code').values(rows),
)

const toKey = ({ product_id, kind, code }: Omit<ProductCodeRow, 'doubled'>): string =>
  `${product_id} ${kind} ${code}`

/**
 * Deletes the codes of products before any of them gets new ones, because one may take over a code of another.
 * @returns codes that another product has too, which earlier releases allowed.
 */
async function deleteCodes(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const deletedRows = await readInChunks([...ids], (chunk) =>
    db
      .deleteFrom('product_code')
      .where('product_id', 'in', chunk)
      .returning(['product_id', 'kind', 'code', 'doubled'])
      .execute(),
  )
  const doubledRows = deletedRows.filter((row) => row.doubled === 1)
  const owners = await listCodeOwners(
    db,
    doubledRows.map(({ code }) => code),
  )
  const isOwned = ({ kind, code }: ProductCode) =>
    owners.some((owner) => owner.kind === kind && owner.code === code)
  return new Set(doubledRows.filter(isOwned).map(toKey))
}

/**
 * Replaces the codes of products.
 * @param products new ones have no codes yet.
 * @throws a constraint violation if another product has a code.
 */
export async function replaceCodes(
  db: Db,
  products: { id: string; codes: ProductCode[]; isNew: boolean }[],
): Promise<void> {
  const doubled = await deleteCodes(
    db,
    products.flatMap(({ id, isNew }) => (isNew ? [] : id)),
  )
  const rows = products.flatMap(({ id, codes }) =>
    codes.map((code) => {
      const row = { product_id: id, ...code }
      return { ...row, doubled: doubled.has(toKey(row)) ? 1 : 0 }
    }),
  )
  for (const chunk of inChunks(rows, SHORT_ROWS_PER_STATEMENT)) await insertCodes(db, chunk)
}

/** Lists codes that several products share, with these products. */
export const listDoubledCodes = (db: Db, limit: number) =>
  db
    .selectFrom('product_code')
    .innerJoin('product', 'product.id', 'product_code.product_id')
    .select(['product.id', 'title', 'kind', 'code'])
    // A literal, because SQLite uses a partial index only if it knows the value.
    .where(({ eb, lit }) => eb('doubled', '=', lit(1)))
    // The other product may have removed the code.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('product_code as other')
          .select('other.code')
          .whereRef('other.code', '=', 'product_code.code')
          .whereRef('other.kind', '=', 'product_code.kind')
          .whereRef('other.product_id', '<>', 'product_code.product_id'),
      ),
    )
    .orderBy('code')
    .limit(limit)
    .execute()

/** Lists the products with these codes, including archived ones. */
export const listCodeOwners = (db: Db, codes: string[]) =>
  readInChunks([...new Set(codes)], (chunk) =>
    db
      .selectFrom('product_code')
      .innerJoin('product', 'product.id', 'product_code.product_id')
      .select(['product_id', 'kind', 'code', 'title', 'slug'])
      .where('code', 'in', chunk)
      .execute(),
  )
