import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { SqliteDialect } from 'kysely'

/** Longest a write waits for another process; the wait holds up the whole event loop. */
const BUSY_TIMEOUT_MS = 250

const NOTHING = { changes: 0, lastInsertRowid: 0 }

/**
 * Opens an SQLite file for Kysely on Node's own driver: write-ahead log, every commit synced to
 * disk, foreign keys on, write transactions taking their lock at once.
 * @throws Error when the file cannot be opened or does not keep those promises.
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
        // A deferred transaction that begins to write after another writer fails at once
        // (SQLITE_BUSY_SNAPSHOT), whatever the timeout.
        const statement = file.prepare(sql === 'begin' ? 'begin immediate' : sql)
        const given = (values: readonly unknown[]) => values as SQLInputValue[]
        return {
          reader: statement.columns().length > 0,
          all: (values: readonly unknown[]) => statement.all(...given(values)),
          run: (values: readonly unknown[]) =>
            // SQLite has rolled back by itself when the disk is full.
            sql === 'rollback' && !file.isTransaction ? NOTHING : statement.run(...given(values)),
          iterate: (values: readonly unknown[]) => statement.iterate(...given(values)),
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
