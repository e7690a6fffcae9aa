import { type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { ProcessPart } from '../process-part.ts'
import { createGroupCommitDriver, type GroupCommitFile } from './group-commit.ts'
import { openFile, type SqliteConnection } from './sqlite.ts'
import { guardTransactions } from './transaction-guard.ts'

/**
 * Pages of the log from which a commit writes it back to the file: SQLite's own default, and 64 MB. The desk writes it back
 * for the shop, whose answers would wait for the disk.
 */
const CHECKPOINT_PAGES: Record<ProcessPart, number> = { all: 1_000, desk: 1_000, shop: 16_000 }
const DESK_CHECKPOINT_MS = 1_000
/** Cache of the writer, in KiB. With SQLite's own 2,000, a large change writes and reads the same pages again. */
const CACHE_KIB = 5_000

/**
 * Opens an SQLite file for Kysely with Node's built-in driver: write-ahead log, every commit synced to disk, foreign
 * keys on. Reads and snapshots have their own connections, which see committed rows only.
 * @param part names the process: the desk gives way to writes of the shop.
 * @throws Error if the file cannot be opened or does not accept these settings.
 */
export function createSqliteDialect(path: string, part: ProcessPart = 'all'): Dialect {
  const writer = openFile(path)
  // Another connection to :memory: would be another database.
  if (path === ':memory:') return toDialect(writer, writer)
  writer.run(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES[part]}`)
  writer.run(`pragma cache_size = -${CACHE_KIB}`)
  return toDialect(writer, openFile(path), {
    openSnapshot: () => openFile(path),
    checkpointEveryMs: part === 'desk' ? DESK_CHECKPOINT_MS : undefined,
    givesWay: part === 'desk',
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

/** The driver orders queries and transactions, so Kysely does not need to. */
class GroupCommitAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }

  /** By default Kysely runs migrations of SQLite without a transaction, and a killed one could not be repeated. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}
