import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#src/contract/values.ts'
import { type FacetValues, PRICE_BANDS } from '#src/rules/facets.ts'
import { toPaise } from '#src/rules/money.ts'
import type { PriceRange } from '#src/rules/search-query.ts'
import type { Engine } from '../db/open-database.ts'
import type { ProductTermsRow } from '../db/schema.ts'
import type { Db } from '../deps.ts'

export interface SearchQuery {
  /** What the search term means; null without one. */
  search: {
    words: string[]
    categories: string[]
    /** In lower case. */
    title: string
  } | null
  range: PriceRange | null
  /** In lower case; null for all. */
  category: string | null
  facets: FacetValues
  sort: Sort
}

/** @returns products on sale whose terms are missing or out of date. */
export const listUnindexedProducts = (db: Db, limit: number) =>
  db
    .selectFrom('product')
    .leftJoin('product_terms', 'product_terms.product_id', 'product.id')
    .selectAll('product')
    .where('archived_at', 'is', null)
    .where(({ or, eb }) =>
      or([
        eb('product_terms.revision', 'is', null),
        eb('product_terms.revision', '!=', eb.ref('product.revision')),
      ]),
    )
    .orderBy('product.id')
    .limit(limit)
    .execute()

export const upsertTerms = (db: Db, rows: ProductTermsRow[]) =>
  db
    .insertInto('product_terms')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('product_id').doUpdateSet(({ ref }) => ({
        revision: ref('excluded.revision'),
        title: ref('excluded.title'),
        main: ref('excluded.main'),
        other: ref('excluded.other'),
        facets: ref('excluded.facets'),
      })),
    )
    .execute()

export const deleteTermsOfArchived = (db: Db) =>
  db
    .deleteFrom('product_terms')
    .where('product_id', 'in', (eb) =>
      eb.selectFrom('product').select('id').where('archived_at', 'is not', null),
    )
    .execute()

export async function countOnSale(db: Db): Promise<number> {
  const row = await db
    .selectFrom('product')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** @returns every word of the products. */
export async function listWords(db: Db, engine: Engine): Promise<string[]> {
  const query =
    engine === 'sqlite'
      ? sql<{ word: string }>`select term as word from product_search_word`
      : sql<{ word: string }>`select word from ts_stat('select words from product_terms')`
  return (await query.execute(db)).rows.map(({ word }) => word)
}

/** @returns the categories of products on sale, in lower case. */
export async function listCategories(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('product')
    .select((eb) => eb.fn<string>('lower', ['category']).as('category'))
    .distinct()
    .where('archived_at', 'is', null)
    .execute()
  return rows.map(({ category }) => category)
}

/** Products with one of these words and their rank, the best with the lowest. */
function findWords(engine: Engine, words: string[]): RawBuilder<{ id: string; rank: number }> {
  // Words are letters and digits.
  if (engine === 'sqlite') {
    const expression = words.map((word) => `"${word}"`).join(' OR ')
    return sql`(select product_id as id, bm25(product_search, 10, 5, 2) as rank from product_search
      inner join product_terms on product_terms.id = product_search.rowid
      where product_search match ${expression})`
  }
  const expression = words.map((word) => `'${word}'`).join(' | ')
  return sql`(select product_id as id, -ts_rank('{0, 0.2, 0.5, 1}', words, ${expression}::tsquery) as rank
    from product_terms where words @@ ${expression}::tsquery)`
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const isInRange = ({ min, max }: PriceRange): RawBuilder<boolean> =>
  max === Number.POSITIVE_INFINITY
    ? sql`price_paise >= ${toPaise(min)}`
    : sql`price_paise between ${toPaise(min)} and ${toPaise(max)}`

const or = (conditions: RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` or `)})`

/** Whether a product has, for each facet with chosen values, one of them. */
function matchesFacets(facets: FacetValues): RawBuilder<boolean> {
  const hasValue = (facet: string) => (value: string) =>
    sql<boolean>`facets like ${`%${escapeLike(JSON.stringify(`${facet}=${value}`))}%`} escape '\\'`
  const conditions = [
    or(facets.price.flatMap((band) => (PRICE_BANDS[band] ? [isInBand(PRICE_BANDS[band])] : []))),
    facets.availability.length > 0 ? sql<boolean>`stock > 0` : sql<boolean>`true`,
    ...(['colour', 'material', 'size'] as const).map((facet) =>
      or(facets[facet].map(hasValue(facet))),
    ),
  ]
  return sql`(${sql.join(conditions, sql` and `)})`
}

const isInBand = ({ min, max }: PriceRange): RawBuilder<boolean> =>
  max === Number.POSITIVE_INFINITY
    ? isInRange({ min, max })
    : sql`price_paise >= ${toPaise(min)} and price_paise < ${toPaise(max)}`

function found(db: Db, engine: Engine, { search, range, category }: SearchQuery) {
  const words = search?.words ?? []
  const hits =
    words.length > 0
      ? findWords(engine, words)
      : sql<{ id: string; rank: number }>`(select '' as id, 0 as rank where false)`
  const meant: RawBuilder<boolean>[] = search
    ? [
        sql`hit.id is not null`,
        sql`lower(product.title) like ${`%${escapeLike(search.title)}%`} escape '\\'`,
        ...(search.categories.length > 0
          ? [sql<boolean>`lower(category) in (${sql.join(search.categories)})`]
          : []),
      ]
    : []
  return db
    .selectFrom('product')
    .innerJoin('product_terms', 'product_terms.product_id', 'product.id')
    .leftJoin(hits.as('hit'), 'hit.id', 'product.id')
    .where('archived_at', 'is', null)
    .where(or(meant))
    .where(range ? isInRange(range) : sql<boolean>`true`)
    .where(category === null ? sql<boolean>`true` : sql<boolean>`lower(category) = ${category}`)
}

const COLUMNS = [
  'slug',
  'product.title as name',
  'category',
  'price_paise',
  'stock',
  'published_at',
  'position',
  'product_terms.title',
  'main',
  'other',
  'facets',
] as const

export type FoundProduct = Awaited<ReturnType<typeof searchProducts>>[number]

const SORTS = {
  default: sql`position`,
  'price-low-high': sql`price_paise`,
  'price-high-low': sql`price_paise desc`,
  new: sql`published_at desc`,
} as const

/** @returns what a query finds: what the facets leave first, then the best, or the first of the sort. */
export const searchProducts = (db: Db, engine: Engine, query: SearchQuery, limit: number) =>
  found(db, engine, query)
    .select(COLUMNS)
    .orderBy(sql`case when ${matchesFacets(query.facets)} then 0 else 1 end`)
    .orderBy(query.search ? sql`coalesce(hit.rank, 0)` : SORTS[query.sort])
    .orderBy('position')
    .limit(limit)
    .execute()

/** @returns the number of products that the query and its facets leave. */
export async function countProducts(db: Db, engine: Engine, query: SearchQuery): Promise<number> {
  const row = await found(db, engine, query)
    .select((eb) => eb.fn.countAll().as('count'))
    .where(matchesFacets(query.facets))
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** @returns the products on sale with these slugs. */
export const listIndexedProducts = (db: Db, slugs: string[]) =>
  db
    .selectFrom('product')
    .innerJoin('product_terms', 'product_terms.product_id', 'product.id')
    .select(COLUMNS)
    .where('archived_at', 'is', null)
    .where('slug', 'in', slugs)
    .execute()
