import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { tryLock } from './file-lock.ts'
import type { Engine } from './open-database.ts'
import { isPostgres } from './queries.ts'
import type { Database } from './schema.ts'

/** Keys of PostgreSQL's advisory locks. */
const LOCK_KEYS = { 'publish-queue': 7_306_241, cleanup: 7_306_242 }

/**
 * Runs `job` in one process of those that share the database. On SQLite, all of them are on one
 * machine: they lock a file.
 * @returns undefined when another process has the lock.
 */
export async function runExclusively<T>(
  { db, engine, env }: { db: Kysely<Database>; engine: Engine; env: { DATA_DIR: string } },
  lock: keyof typeof LOCK_KEYS,
  job: (db: Kysely<Database>) => Promise<T>,
): Promise<T | undefined> {
  if (engine === 'sqlite') {
    const unlock = tryLock(join(env.DATA_DIR, `${lock}.lock`))
    return unlock && (await job(db).finally(unlock))
  }
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      locked: boolean
    }>`select pg_try_advisory_lock(${LOCK_KEYS[lock]}) as locked`.execute(connection)
    if (!rows[0]?.locked) return undefined
    try {
      return await job(connection)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK_KEYS[lock]})`.execute(connection)
    }
  })
}

/** Key of PostgreSQL's advisory lock of upgrades. */
const UPGRADE_LOCK_KEY = 7_345_002

/**
 * Runs `job` while no other process upgrades the database, on a connection without the limit of a statement. SQLite
 * locks each statement by itself.
 */
export async function runUpgradeLocked<T>(
  db: Kysely<Database>,
  job: (db: Kysely<Database>) => Promise<T>,
): Promise<T> {
  if (!isPostgres(db)) return job(db)
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_advisory_lock(${UPGRADE_LOCK_KEY})`.execute(connection)
    try {
      return await job(connection)
    } finally {
      await sql`select pg_advisory_unlock(${UPGRADE_LOCK_KEY})`.execute(connection)
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}
