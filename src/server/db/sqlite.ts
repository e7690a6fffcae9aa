import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { SqliteDialect } from 'kysely'

/** Longest wait of a write for another process. The wait blocks the event loop. */
const BUSY_TIMEOUT_MS = 250

const NO_CHANGE = { changes: 0, lastInsertRowid: 0 }

/**
 * Opens an SQLite file for Kysely with Node's built-in driver: write-ahead log, every commit synced
 * to disk, foreign keys on, and transactions that take the write lock when they begin.
 * @throws Error when the file cannot be opened or does not accept these settings.
 */
export function createSqliteDialect(path: string): SqliteDialect {
  const file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  if (path !== ':memory:') file.exec('pragma journal_mode = wal')
  file.exec('pragma synchronous = full; pragma foreign_keys = on')
  assertDurable(file, path)
  return new SqliteDialect({
    database: {
      close: () => file.close(),
      prepare(sql: string) {
        // A deferred transaction whose first write follows another writer's fails without waiting
        // for the timeout (SQLITE_BUSY_SNAPSHOT).
        const statement = file.prepare(sql === 'begin' ? 'begin immediate' : sql)
        const toInput = (values: readonly unknown[]) => values as SQLInputValue[]
        return {
          reader: statement.columns().length > 0,
          all: (values: readonly unknown[]) => statement.all(...toInput(values)),
          run: (values: readonly unknown[]) =>
            // A full disk makes SQLite roll back by itself.
            sql === 'rollback' && !file.isTransaction
              ? NO_CHANGE
              : statement.run(...toInput(values)),
          iterate: (values: readonly unknown[]) => statement.iterate(...toInput(values)),
        }
      },
    },
  })
}

function assertDurable(file: DatabaseSync, path: string): void {
  const synchronous = file.prepare('pragma synchronous').get()?.['synchronous']
  const journal = file.prepare('pragma journal_mode').get()?.['journal_mode']
  if (synchronous === 2 && (path === ':memory:' || journal === 'wal')) return
  throw new Error(
    `The database ${path} keeps journal "${String(journal)}" and synchronous ${String(synchronous)}; wal and 2 are needed so that nothing saved is lost.`,
  )
}
