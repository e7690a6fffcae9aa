import { sql } from 'kysely'
import { readCategories } from '../../core/content/categories.ts'
import { readHsnCodes } from '../../core/content/read-content.ts'
import { isPostgres } from '../../core/db/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import { listProductDetails } from './queries.ts'

/** @returns the HSN codes of products by their ids: a product without one has that of its category, or an empty text. */
export async function readHsnOfProducts(
  db: Db,
  productIds: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const details = await listProductDetails(db, [...new Set(productIds)])
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
