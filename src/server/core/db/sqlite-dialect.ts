import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { createCheckpointThread } from './checkpoints.ts'
import { createGroupCommitDriver, type GroupCommitFile } from './group-commit.ts'
import { openFile, type SqliteConnection, syncLogOf } from './sqlite.ts'
import { guardTransactions } from './transaction-guard.ts'

/**
 * Opens an SQLite file for Kysely with Node's built-in driver: write-ahead log, every commit synced
 * to disk, foreign keys on. Reads and snapshots have connections of their own, which see committed rows only.
 * @throws Error when the file cannot be opened or does not accept these settings.
 */
export function createSqliteDialect(path: string): Dialect {
  const writer = openFile(path)
  // Another connection to :memory: would be another database.
  if (path === ':memory:') return toDialect(writer, writer)
  return toDialect(writer, openFile(path), {
    openSnapshot: () => openFile(path),
    checkpointThread: createCheckpointThread(path),
    syncLog: () => syncLogOf(path),
  })
}

/** @param reader sees the rows that `writer` has committed. */
export const toDialect = (
  writer: SqliteConnection,
  reader: SqliteConnection,
  options: Omit<GroupCommitFile, 'writer' | 'reader'> = {},
): Dialect =>
  guardTransactions({
    createAdapter: () => new GroupCommitAdapter(),
    createDriver: () => createGroupCommitDriver({ writer, reader, ...options }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  })

/** The driver orders queries and transactions, so that Kysely does not need to. */
class GroupCommitAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** Kysely's own adapter runs migrations without a transaction: a killed one could not be repeated. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
