import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { tryLock } from './file-lock.ts'
import type { Database } from './schema.ts'

/** Key of PostgreSQL's advisory lock of the publisher. */
const LOCK_KEY = 7_306_241

/**
 * Runs `job` in one process of those that share the database. On SQLite, all of them are on one
 * machine: they lock a file.
 * @returns undefined when another process has the lock.
 */
export async function runExclusively<T>(
  { db, engine, env }: Deps,
  job: (db: Kysely<Database>) => Promise<T>,
): Promise<T | undefined> {
  if (engine === 'sqlite') {
    const unlock = tryLock(join(env.DATA_DIR, 'publish-queue.lock'))
    return unlock && (await job(db).finally(unlock))
  }
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{
      locked: boolean
    }>`select pg_try_advisory_lock(${LOCK_KEY}) as locked`.execute(connection)
    if (!rows[0]?.locked) return undefined
    try {
      return await job(connection)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK_KEY})`.execute(connection)
    }
  })
}
