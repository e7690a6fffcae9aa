import { join } from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import { tryLock } from './file-lock.ts'
import type { Engine } from './open-database.ts'
import { isPostgres } from './queries.ts'
import type { Database, Db } from './schema.ts'

/** Keys of PostgreSQL's advisory locks. */
const LOCK_KEYS = { 'publish-queue': 7_306_241, cleanup: 7_306_242 }

/**
 * Runs `job` in one process of those that share the database. On SQLite they are on one machine, so they lock a file.
 * @returns undefined if another process has the lock.
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
 * Waits until no other process upgrades the database, and holds the lock to the end of the transaction. The
 * statements have no time limit. SQLite has one writer anyway.
 */
export async function lockUpgrades(db: Transaction<Database>): Promise<void> {
  if (!isPostgres(db)) return
  await sql`set local statement_timeout = 0`.execute(db)
  await sql`select pg_advisory_xact_lock(${UPGRADE_LOCK_KEY})`.execute(db)
}

/** Key of PostgreSQL's advisory lock of what live launches change. */
const LAUNCHES_LOCK_KEY = 7_345_003

/**
 * Holds the live launches to the end of the transaction: a save reads them, and no other one starts or ends meanwhile.
 * @param isChanged whether the transaction starts or ends one. It then waits for the saves. SQLite has one writer.
 */
export async function lockLaunches(db: Db, isChanged: boolean): Promise<void> {
  if (!isPostgres(db)) return
  if (isChanged) await sql`select pg_advisory_xact_lock(${LAUNCHES_LOCK_KEY})`.execute(db)
  else await sql`select pg_advisory_xact_lock_shared(${LAUNCHES_LOCK_KEY})`.execute(db)
}
