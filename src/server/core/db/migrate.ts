import { readFileSync } from 'node:fs'
import { type Kysely, sql, type Transaction } from 'kysely'
import { StartupError } from '../startup-error.ts'
import { lockUpgrades } from './lock-queries.ts'
import * as promisedDays from './migrations/0040-promised-days.ts'
import * as whatComesBack from './migrations/0041-what-comes-back.ts'
import * as documents from './migrations/0042-documents.ts'
import * as addressKeys from './migrations/0043-address-keys.ts'
import * as searchByPhone from './migrations/0044-search-by-phone.ts'
import * as pan from './migrations/0045-pan.ts'
import * as paymentProviders from './migrations/0046-payment-providers.ts'
import * as variantRows from './migrations/0050-variants.ts'
import * as slugs from './migrations/0055-slugs.ts'
import * as productsById from './migrations/0056-products-by-id.ts'
import * as owed from './migrations/0058-what-is-owed.ts'
import * as constraintNames from './migrations/0059-constraint-names.ts'
import * as sharedStock from './migrations/0061-shared-stock.ts'
import * as recordIds from './migrations/0062-record-ids.ts'
import * as orderLinks from './migrations/0063-order-links.ts'
import * as returnsToTheEnd from './migrations/0064-returns-to-the-end.ts'
import * as exchanges from './migrations/0065-exchanges.ts'
import * as packers from './migrations/0066-packers.ts'
import * as messageOwners from './migrations/0067-message-owners.ts'
import * as parcels from './migrations/0068-parcels.ts'
import * as appointments from './migrations/0069-appointments.ts'
import * as overlays from './migrations/0070-overlays.ts'
import * as packedOrders from './migrations/0071-packed-orders.ts'
import * as draftsToCheck from './migrations/0072-drafts-to-check.ts'
import { isPostgres, listExecutedMigrations } from './queries.ts'
import type { Database, Db } from './schema.ts'

/** The oldest schema that can be upgraded, and the version that brings an older one to it or beyond. */
const FIRST = '0039-unpaid-orders'
const FIRST_VERSION = '0.3.0'

/**
 * The migrations that lead from `FIRST` to `schema.sql`, in their order. A new database is made from `schema.sql` alone.
 * A released migration is never edited; none has a way back.
 */
const migrations: Record<string, (db: Kysely<unknown>) => Promise<void>> = {
  '0040-promised-days': promisedDays.up,
  '0041-what-comes-back': whatComesBack.up,
  '0042-documents': documents.up,
  '0043-address-keys': addressKeys.up,
  '0044-search-by-phone': searchByPhone.up,
  '0045-pan': pan.up,
  '0046-payment-providers': paymentProviders.up,
  '0050-variants': variantRows.up,
  '0055-slugs': slugs.up,
  '0056-products-by-id': productsById.up,
  '0058-what-is-owed': owed.up,
  '0059-constraint-names': constraintNames.up,
  '0061-shared-stock': sharedStock.up,
  '0062-record-ids': recordIds.up,
  '0063-order-links': orderLinks.up,
  '0064-returns-to-the-end': returnsToTheEnd.up,
  '0065-exchanges': exchanges.up,
  '0066-packers': packers.up,
  '0067-message-owners': messageOwners.up,
  '0068-parcels': parcels.up,
  '0069-appointments': appointments.up,
  '0070-overlays': overlays.up,
  '0071-packed-orders': packedOrders.up,
  '0072-drafts-to-check': draftsToCheck.up,
}

interface SchemaState {
  /** The last migration that the database has; undefined before it has tables. */
  newest: string | undefined
  /** Names of the migrations that it lacks. */
  pending: string[]
}

/**
 * Compares the schema of the database with that of this version.
 * @throws StartupError for a newer schema, and for one that is older than `FIRST`.
 */
export async function readSchemaState(db: Db): Promise<SchemaState> {
  const executed = await listExecutedMigrations(db)
  const newest = executed.at(-1)
  if (newest === undefined) return { newest, pending: [FIRST, ...Object.keys(migrations)] }
  const unknown = executed.find((name) => name > FIRST && !(name in migrations))
  if (unknown)
    throw new StartupError(
      `The database is of a newer schema (it has "${unknown}"): run the version of the shop that made it, or give this one another database.`,
    )
  if (!executed.includes(FIRST))
    throw new StartupError(
      `The database is of an older schema (it lacks "${FIRST}"): start version ${FIRST_VERSION} of the shop with it once, then this one.`,
    )
  return { newest, pending: Object.keys(migrations).filter((name) => !executed.includes(name)) }
}

/**
 * Makes the tables of a new database, or runs the migrations that an older one lacks, all in one transaction.
 * @returns the names of the migrations that it lacked.
 * @throws StartupError if the database has another schema, or a migration fails.
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  if ((await readSchemaState(db)).pending.length === 0) return []
  return db.transaction().execute(runPending)
}

/** Does the same in an open transaction. */
export async function runPending(db: Transaction<Database>): Promise<string[]> {
  await lockUpgrades(db)
  // Another process may have been faster.
  const { newest, pending } = await readSchemaState(db)
  if (newest === undefined) await createSchema(db)
  for (const name of pending) {
    if (newest !== undefined) await runMigration(db, name)
    await sql`insert into kysely_migration (name, timestamp)
      values (${name}, ${new Date().toISOString()})`.execute(db)
  }
  return pending
}

async function runMigration(db: Db, name: string): Promise<void> {
  try {
    await migrations[name]?.(db as Kysely<unknown>)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(
      `The database could not be brought up to date, and is as it was: migration ${name} failed (${reason}).`,
      { cause },
    )
  }
}

/** A statement of `schema.sql` that SQLite skips begins with it. */
const ONLY_POSTGRES = '-- Only PostgreSQL'

async function createSchema(db: Db): Promise<void> {
  // A first start that was killed may have left Kysely's own tables, without rows.
  for (const table of ['kysely_migration', 'kysely_migration_lock'])
    await db.schema.dropTable(table).ifExists().execute()
  const text = readFileSync(new URL('schema.sql', import.meta.url), 'utf8')
  for (const statement of text.split(/(?<=;)\n+/)) {
    if (!isPostgres(db) && statement.startsWith(ONLY_POSTGRES)) continue
    const forEngine = isPostgres(db) ? statement.replace(/ without rowid;$/, ';') : statement
    if (forEngine.trim() !== '') await sql.raw(forEngine).execute(db)
  }
}
