import { sql } from 'kysely'
import type { Db, Deps } from '../deps.ts'

/** Key of PostgreSQL's advisory lock of the publisher. */
const LOCK_KEY = 7_306_241

/**
 * Runs `job` in one process of those that share the database; on SQLite the publisher's own lock is
 * enough, as all processes are on one machine.
 * @returns undefined when another process has the lock.
 */
export async function runExclusively<T>(
  { db, engine }: Deps,
  job: (db: Db) => Promise<T>,
): Promise<T | undefined> {
  if (engine === 'sqlite') return job(db)
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
