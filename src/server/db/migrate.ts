import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartupError } from '../startup-error.ts'
import * as shop from './migrations/0001-shop.ts'
import * as splitCounter from './migrations/0002-split-counter.ts'
import * as verifiedEmails from './migrations/0003-verified-emails.ts'
import * as pageViewCounts from './migrations/0004-page-view-counts.ts'
import * as publishing from './migrations/0005-publishing.ts'
import * as studio from './migrations/0006-studio.ts'
import * as cartGift from './migrations/0007-cart-gift.ts'
import * as stockAlert from './migrations/0008-stock-alert.ts'
import * as wishlistPrice from './migrations/0009-wishlist-price.ts'
import * as wishlistLinks from './migrations/0010-wishlist-links.ts'
import * as productTerms from './migrations/0011-product-terms.ts'
import * as orderItems from './migrations/0012-order-items.ts'
import * as relatedColumn from './migrations/0013-related-column.ts'
import * as acceptedProducts from './migrations/0014-accepted-products.ts'
import * as idempotencyOrder from './migrations/0015-idempotency-order.ts'
import { findCurrentSchema, listExecutedMigrations, withoutForeignKeys } from './queries.ts'
import type { Database } from './schema.ts'

/** All migrations in their order. A released migration is never edited; none has a `down`. */
const migrations: Record<string, Migration> = {
  '0001-shop': { up: shop.up },
  '0002-split-counter': { up: splitCounter.up },
  '0003-verified-emails': { up: verifiedEmails.up },
  '0004-page-view-counts': { up: pageViewCounts.up },
  '0005-publishing': { up: publishing.up },
  '0006-studio': { up: studio.up },
  '0007-cart-gift': { up: cartGift.up },
  '0008-stock-alert': { up: stockAlert.up },
  '0009-wishlist-price': { up: wishlistPrice.up },
  '0010-wishlist-links': { up: wishlistLinks.up },
  '0011-product-terms': { up: productTerms.up },
  '0012-order-items': { up: orderItems.up },
  '0013-related-column': { up: relatedColumn.up },
  '0014-accepted-products': { up: acceptedProducts.up },
  '0015-idempotency-order': { up: idempotencyOrder.up },
}

/**
 * Migrates the database to the latest schema.
 * @returns the names of the migrations that ran now.
 * @throws StartupError when the database has a newer schema, or a migration fails.
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  const schema = await findCurrentSchema(db)
  const pending = await listPending(db, schema)
  // The migrator reads the schema of all tables first.
  if (pending.length === 0) return []
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  })
  const { error, results } = await withoutForeignKeys(db, () => migrator.migrateToLatest())
  if (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(`The database could not be brought up to date: ${reason}.`, {
      cause: error,
    })
  }
  return (results ?? []).map((result) => result.migrationName)
}

/**
 * Lists the migrations that `migrate` would run.
 * @throws StartupError when the database has a newer schema.
 */
export async function listPendingMigrations(db: Kysely<Database>): Promise<string[]> {
  return listPending(db, await findCurrentSchema(db))
}

async function listPending(db: Kysely<Database>, schema: string | undefined): Promise<string[]> {
  const executed = await listExecutedMigrations(db, schema)
  const unknown = executed.find((name) => !(name in migrations))
  if (unknown)
    throw new StartupError(
      `The database is of a newer schema (it has "${unknown}"): run the version of the shop that made it, or give this one another database.`,
    )
  return Object.keys(migrations).filter((name) => !executed.includes(name))
}
