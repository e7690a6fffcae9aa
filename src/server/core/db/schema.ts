import type { Generated, Kysely, Transaction } from 'kysely'

// Rows of the database, equal on SQLite and PostgreSQL. Times are milliseconds since 1970, money is
// whole paise, booleans are 0 or 1, JSON is text.

/** The tables of the database. Each feature adds its own in its `tables.ts`. */
export interface Database {
  setting: SettingRow
}

/** A connection or a transaction: the first parameter of every query. */
export type Db = Kysely<Database> | Transaction<Database>

/** Named values, e.g. `catalogue.revision`. */
export interface SettingRow {
  name: string
  value: Generated<number>
}
