import { type CatalogEntry, toCodeKey } from '#src/contract/entry.ts'
import { inChunks, readInChunks, SHORT_ROWS_PER_STATEMENT } from '../../core/db/chunks.ts'
import { compileRows } from '../../core/db/compile-once.ts'
import type { Db } from '../../core/db/schema.ts'
import type { ProductCodeRow } from './tables.ts'

type Coded = Pick<CatalogEntry, 'variants'>

/** A code without its product, which may have no id yet. */
export type ProductCode = Pick<ProductCodeRow, 'kind' | 'code'>

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

const insertCodes = compileRows(['product_id', 'kind', 'code', 'doubled'], (db, rows) =>
  db.insertInto('product_code').values(rows),
)

const toKey = ({ product_id, kind, code }: Omit<ProductCodeRow, 'doubled'>): string =>
  `${product_id} ${kind} ${code}`

/**
 * Deletes the codes of products, before any of them gets new ones: one may have those of another.
 * @returns those which another product has, too, from before codes were of one product.
 */
async function deleteCodes(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const taken = await readInChunks([...ids], (chunk) =>
    db
      .deleteFrom('product_code')
      .where('product_id', 'in', chunk)
      .returning(['product_id', 'kind', 'code', 'doubled'])
      .execute(),
  )
  const marked = taken.filter((row) => row.doubled === 1)
  const owners = await listCodeOwners(
    db,
    marked.map(({ code }) => code),
  )
  const isOwned = ({ kind, code }: ProductCode) =>
    owners.some((owner) => owner.kind === kind && owner.code === code)
  return new Set(marked.filter(isOwned).map(toKey))
}

/**
 * Replaces the codes of products.
 * @param products that are new have none yet.
 * @throws the violation of a code that another product has.
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
  for await (const chunk of inChunks(rows, SHORT_ROWS_PER_STATEMENT)) await insertCodes(db, chunk)
}

/** The codes that several products have, with the products, a few of them. */
export const listDoubledCodes = (db: Db, limit: number) =>
  db
    .selectFrom('product_code')
    .innerJoin('product', 'product.id', 'product_code.product_id')
    .select(['product.id', 'title', 'kind', 'code'])
    // Not a parameter: SQLite uses a partial index only where it knows the value.
    .where(({ eb, lit }) => eb('doubled', '=', lit(1)))
    // The other one may have given it up.
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
