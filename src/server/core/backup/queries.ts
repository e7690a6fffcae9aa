import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import type { PictureRow } from '../media/tables.ts'

export const listPictureFiles = (db: Db): Promise<Pick<PictureRow, 'hash' | 'format'>[]> =>
  db.selectFrom('picture').select(['hash', 'format']).orderBy('hash').execute()

/** @returns the errors that SQLite finds in a database file; empty if there are none. */
export async function listSqliteErrors(db: Db): Promise<string[]> {
  const integrity = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  const keys = await sql<{ table: string }>`pragma foreign_key_check`.execute(db)
  return [
    ...integrity.rows.map((row) => row.integrity_check).filter((line) => line !== 'ok'),
    ...keys.rows.map(({ table }) => `a row of ${table} refers to a missing one`),
  ]
}

export const hasTables = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from pg_catalog.pg_tables where schemaname = current_schema()`.execute(db)
  return Number(rows[0]?.count) > 0
}
