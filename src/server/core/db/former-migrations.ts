import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { StartupError } from '../startup-error.ts'
import type { Database } from './schema.ts'

/** The migrations of version 0.1.0. Together they make the schema of `0001-schema`, and what is dropped below. */
const FORMER = [
  '0001-shop',
  '0002-split-counter',
  '0003-verified-emails',
  '0004-page-view-counts',
  '0005-publishing',
  '0006-studio',
  '0007-cart-gift',
  '0008-stock-alert',
  '0009-wishlist-price',
  '0010-wishlist-links',
  '0011-product-terms',
  '0012-order-items',
  '0013-related-column',
  '0014-accepted-products',
  '0015-idempotency-order',
]

const CURRENT = '0001-schema'

/** The tables of the former search by SQL. The triggers of `product_terms` go with it. */
const SQLITE_TABLES = ['product_terms', 'product_search_word', 'product_search']
const POSTGRES_TABLES = ['product_terms']

/** The indexes of the list that the server once filtered and sorted for the studio. */
const INDEXES = [
  'product_studio_list',
  'product_by_title',
  'product_by_price',
  'product_by_stock',
  'product_by_update',
]

const isFormer = (name: string): boolean => FORMER.includes(name)

export const hasFormerMigrations = (executed: string[]): boolean => executed.some(isFormer)

/**
 * The names of the executed migrations, where all former ones count as the first of today.
 * @throws StartupError for a database that has only some of the former ones.
 */
export function toCurrentNames(executed: string[]): string[] {
  if (!hasFormerMigrations(executed)) return executed
  const missing = FORMER.find((name) => !executed.includes(name))
  if (missing)
    throw new StartupError(
      `The database is of an older schema (it lacks "${missing}"): start version 0.1.0 of the shop with it once, then this one.`,
    )
  return [CURRENT, ...executed.filter((name) => !isFormer(name))]
}

/** Turns the schema that all former migrations made into that of today. */
export const adoptFormerSchema = (db: Kysely<Database>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql`delete from kysely_migration
      where name in (${sql.join(FORMER)}) returning name`.execute(trx)
    // Another process was faster.
    if (rows.length === 0) return
    const isPostgres = trx.getExecutor().adapter instanceof PostgresAdapter
    for (const table of isPostgres ? POSTGRES_TABLES : SQLITE_TABLES)
      await trx.schema.dropTable(table).execute()
    for (const index of INDEXES) await trx.schema.dropIndex(index).execute()
    await sql`insert into kysely_migration (name, timestamp)
      values (${CURRENT}, ${new Date().toISOString()})`.execute(trx)
  })
