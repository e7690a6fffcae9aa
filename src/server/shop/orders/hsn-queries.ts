import { sql } from 'kysely'
import { readCategories } from '../../core/content/categories.ts'
import { readHsnCodes } from '../../core/content/read-content.ts'
import { isPostgres } from '../../core/db/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import { listProductDetails } from './queries.ts'

interface Line {
  product_id: string | null
}

/** @returns the HSN codes of products by their ids: a product without one has that of its category, or an empty text. */
export async function readHsnCodesOf(
  db: Db,
  lines: readonly Line[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(lines.flatMap(({ product_id }) => product_id ?? []))
  const details = await listProductDetails(db, [...ids])
  const ofCategories = await readHsnCodes(
    db,
    details.map(({ category }) => category),
  )
  return new Map(
    details.map(({ id, category, detail }) => [
      id,
      (JSON.parse(detail) as { hsn?: string }).hsn || ofCategories.get(category) || '',
    ]),
  )
}

/** Lists the order lines without an HSN code: neither the product nor its category has one. */
export async function listLinesWithoutHsn<T extends Line>(db: Db, lines: readonly T[]) {
  const codes = await readHsnCodesOf(db, lines)
  return lines.filter(({ product_id }) => codes.get(product_id ?? '') === '')
}

/** @returns the ids of the categories that have an HSN code. */
export async function listCategoriesWithHsn(db: Db): Promise<string[]> {
  const categories = (await readCategories(db)).list()
  const codes = await readHsnCodes(
    db,
    categories.map(({ id }) => id),
  )
  return [...codes].flatMap(([id, hsn]) => (hsn ? [id] : []))
}

/** The condition of a product that has no HSN code, nor one of its category. */
export function isWithoutHsn(db: Db, categoriesWithHsn: readonly string[]) {
  const own = isPostgres(db)
    ? sql`product.detail::json ->> 'hsn'`
    : sql`json_extract(product.detail, '$.hsn')`
  const ofCategory =
    categoriesWithHsn.length === 0
      ? sql<boolean>`true`
      : sql<boolean>`product.category not in (${sql.join(categoriesWithHsn)})`
  return sql<boolean>`(coalesce(${own}, '') = '' and ${ofCategory})`
}
