import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { StartupError } from '../startup-error.ts'
import { adoptFormerSchema, hasFormerMigrations, toCurrentNames } from './former-migrations.ts'
import { runUpgradeLocked } from './lock-queries.ts'
import * as schema from './migrations/0001-schema.ts'
import * as productVersions from './migrations/0002-product-versions.ts'
import * as reviews from './migrations/0003-reviews.ts'
import * as visitFigures from './migrations/0004-visit-figures.ts'
import * as messageReplies from './migrations/0005-message-replies.ts'
import * as content from './migrations/0007-content.ts'
import * as variants from './migrations/0008-variants.ts'
import * as launches from './migrations/0009-launches.ts'
import * as formerCategory from './migrations/0011-former-category.ts'
import * as scheduleAsLaunches from './migrations/0012-schedule-as-launches.ts'
import * as hundredthDay from './migrations/0013-hundredth-day.ts'
import * as pictureUses from './migrations/0014-picture-uses.ts'
import * as publishFailures from './migrations/0016-publish-failures.ts'
import * as readIndexes from './migrations/0017-read-indexes.ts'
import * as studioIndexes from './migrations/0018-studio-indexes.ts'
import * as stock from './migrations/0019-stock.ts'
import * as orders from './migrations/0020-orders.ts'
import * as messageNumbers from './migrations/0021-message-numbers.ts'
import * as oneRule from './migrations/0023-one-rule.ts'
import * as undoOfOrders from './migrations/0025-undo-of-orders.ts'
import * as hsnCodes from './migrations/0026-hsn-codes.ts'
import * as signupBrowser from './migrations/0029-signup-browser.ts'
import * as codesOnce from './migrations/0031-codes-once.ts'
import * as cheaperOrders from './migrations/0033-cheaper-orders.ts'
import * as stockReasons from './migrations/0035-stock-reasons.ts'
import * as sizeOnCards from './migrations/0036-size-on-cards.ts'
import * as undoOfChanges from './migrations/0038-undo-of-changes.ts'
import * as unpaidOrders from './migrations/0039-unpaid-orders.ts'
import { findCurrentSchema, listExecutedMigrations } from './queries.ts'
import type { Database } from './schema.ts'

/** All migrations in their order. A released migration is never edited; none has a `down`. */
const migrations: Record<string, Migration> = {
  '0001-schema': { up: schema.up },
  '0002-product-versions': { up: productVersions.up },
  '0003-reviews': { up: reviews.up },
  '0004-visit-figures': { up: visitFigures.up },
  '0005-message-replies': { up: messageReplies.up },
  '0007-content': { up: content.up },
  '0008-variants': { up: variants.up },
  '0009-launches': { up: launches.up },
  '0011-former-category': { up: formerCategory.up },
  '0012-schedule-as-launches': { up: scheduleAsLaunches.up },
  '0013-hundredth-day': { up: hundredthDay.up },
  '0014-picture-uses': { up: pictureUses.up },
  '0016-publish-failures': { up: publishFailures.up },
  '0017-read-indexes': { up: readIndexes.up },
  '0018-studio-indexes': { up: studioIndexes.up },
  '0019-stock': { up: stock.up },
  '0020-orders': { up: orders.up },
  '0021-message-numbers': { up: messageNumbers.up },
  '0023-one-rule': { up: oneRule.up },
  '0025-undo-of-orders': { up: undoOfOrders.up },
  '0026-hsn-codes': { up: hsnCodes.up },
  '0029-signup-browser': { up: signupBrowser.up },
  '0031-codes-once': { up: codesOnce.up },
  '0033-cheaper-orders': { up: cheaperOrders.up },
  '0035-stock-reasons': { up: stockReasons.up },
  '0036-size-on-cards': { up: sizeOnCards.up },
  '0038-undo-of-changes': { up: undoOfChanges.up },
  '0039-unpaid-orders': { up: unpaidOrders.up },
}

/**
 * Migrates the database to the latest schema.
 * @returns the names of the migrations that ran now.
 * @throws StartupError when the database has a newer schema, or a migration fails.
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  if ((await listPendingMigrations(db)).length === 0) return []
  // The migrator locks its migrations alone. Before that it reads the columns of all tables, which fails on
  // PostgreSQL while another process drops one.
  return runUpgradeLocked(db, runMigrations)
}

async function runMigrations(db: Kysely<Database>): Promise<string[]> {
  const schema = await findCurrentSchema(db)
  const executed = await listExecutedMigrations(db, schema)
  // Another process was faster.
  if (listPending(executed).length === 0) return []
  if (hasFormerMigrations(executed)) await adoptFormerSchema(db)
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  })
  const { error, results } = await migrator.migrateToLatest()
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
 * @throws StartupError when the database has a newer schema, or one that is too old.
 */
export async function listPendingMigrations(db: Kysely<Database>): Promise<string[]> {
  return listPending(await listExecutedMigrations(db, await findCurrentSchema(db)))
}

function listPending(executedNames: string[]): string[] {
  const executed = toCurrentNames(executedNames)
  const unknown = executed.find((name) => !(name in migrations))
  if (unknown)
    throw new StartupError(
      `The database is of a newer schema (it has "${unknown}"): run the version of the shop that made it, or give this one another database.`,
    )
  return Object.keys(migrations).filter((name) => !executed.includes(name))
}
