import { rename, rm, writeFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import { acquireLock } from '../db/file-lock.ts'
import { migrate, readSchemaState } from '../db/migrate.ts'
import type { Database } from '../db/schema.ts'
import { StartupError } from '../startup-error.ts'
import { copySqlite, flush } from './backup.ts'

/** The file of a database; undefined for PostgreSQL and for one in memory. */
export const findSqliteFile = (url: string): string | undefined =>
  /^sqlite:(?!:memory:$)(.+)$/.exec(url)?.[1]

/**
 * Brings the database to the schema of this version. Copies an SQLite file with tables before.
 * @throws StartupError if the schema is another one, or if the copy or a migration fails.
 */
export async function upgradeDatabase(
  db: Kysely<Database>,
  url: string,
  onProgress: (line: string) => void,
): Promise<void> {
  const { newest, pending } = await readSchemaState(db)
  if (pending.length === 0) return
  const file = findSqliteFile(url)
  if (file === undefined || newest === undefined) return void (await migrate(db))
  // Another process waits here: its wait for SQLite's writer would end before the upgrade does.
  const unlock = await acquireLock(`${file}.upgrade.lock`, () =>
    onProgress('Another process upgrades the database: waiting for it.'),
  )
  try {
    if ((await readSchemaState(db)).pending.length === 0) return
    const copy = await copyBeforeUpgrade(file, newest)
    onProgress(`The database is upgraded. It is copied as it was to ${copy}.`)
    await migrate(db)
  } finally {
    unlock()
  }
}

async function copyBeforeUpgrade(file: string, newest: string): Promise<string> {
  const copy = `${file}.at-${newest}`
  const partial = `${copy}.part`
  try {
    await rm(partial, { force: true })
    // The copy has personal data: only this user may read it.
    await writeFile(partial, '', { mode: 0o600 })
    await copySqlite(file, partial)
    await flush(partial)
    await rename(partial, copy)
  } catch (cause) {
    await rm(partial, { force: true })
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(
      `The database must be upgraded, but ${file} could not be copied before (${reason}): free space beside it. Nothing was changed.`,
      { cause },
    )
  }
  return copy
}
