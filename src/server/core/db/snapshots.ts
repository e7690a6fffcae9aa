import { createLock } from './lock.ts'
import type { SqliteConnection } from './sqlite.ts'

/** Snapshots at once, so that a short one of a shopper does not wait for a long one of an editor. */
const MAX_SNAPSHOTS = 4

/** Creates connections that each see one state of the database, from `begin` to `end`. They are opened on first use. */
export function createSnapshots(open: () => SqliteConnection, waitTimeoutMs: number) {
  const lock = createLock(MAX_SNAPSHOTS, waitTimeoutMs, 'a snapshot of the database')
  const idle: SqliteConnection[] = []
  let isClosed = false

  function create(): SqliteConnection {
    const connection = open()
    connection.run('pragma query_only = on')
    return connection
  }

  return {
    async begin(): Promise<SqliteConnection> {
      await lock.acquire()
      try {
        const connection = idle.pop() ?? create()
        connection.run('begin')
        return connection
      } catch (error) {
        lock.release()
        throw error
      }
    },
    end(connection: SqliteConnection): void {
      try {
        connection.run('commit')
        if (isClosed) connection.close()
        else idle.push(connection)
      } finally {
        lock.release()
      }
    },
    /** Snapshots in use are closed at their end. */
    close(): void {
      isClosed = true
      for (const connection of idle.splice(0)) connection.close()
    },
  }
}
