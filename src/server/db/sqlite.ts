import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
} from 'kysely'

/** Longest wait of a write for another process. */
const BUSY_TIMEOUT_MS = 2_000
const BUSY_RETRY_MS = 10
const SQLITE_BUSY = 5

const NO_CHANGE = { changes: 0, lastInsertRowid: 0 }

/**
 * Opens an SQLite file for Kysely with Node's built-in driver: write-ahead log, every commit synced
 * to disk, foreign keys on, and transactions that take the write lock when they begin.
 * @throws Error when the file cannot be opened or does not accept these settings.
 */
export function createSqliteDialect(path: string): Dialect {
  const file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS })
  if (path !== ':memory:') file.exec('pragma journal_mode = wal')
  file.exec('pragma synchronous = full; pragma foreign_keys = on')
  assertDurable(file, path)
  // SQLite's own wait would block the event loop; waitForLock replaces it.
  file.exec('pragma busy_timeout = 0')
  const config: SqliteDialectConfig = {
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
  }
  const dialect = new SqliteDialect(config)
  return {
    createAdapter: () => new MutexAdapter(),
    createDriver: () => waitForLock(dialect.createDriver(), () => file.isTransaction),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  }
}

/** The driver has its own mutex, so Kysely does not need another one. */
class MutexAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY

/**
 * Makes a driver of one connection, which is used by one query or transaction at a time. A statement
 * that finds the database locked by another process is tried again until `BUSY_TIMEOUT_MS`; other
 * queries run meanwhile.
 */
function waitForLock(driver: Driver, isInTransaction: () => boolean): Driver {
  const mutex = createMutex()

  async function acquireConnection(): Promise<DatabaseConnection> {
    await mutex.acquire()
    const connection = await driver.acquireConnection()
    return {
      async executeQuery<Row>(query: Parameters<DatabaseConnection['executeQuery']>[0]) {
        const until = performance.now() + BUSY_TIMEOUT_MS
        for (;;) {
          try {
            return await connection.executeQuery<Row>(query)
          } catch (error) {
            if (!isBusy(error) || isInTransaction() || performance.now() > until) throw error
          }
          mutex.release()
          await sleep(BUSY_RETRY_MS)
          await mutex.acquire()
        }
      },
      streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
    }
  }

  return {
    init: (options) => driver.init(options),
    acquireConnection,
    beginTransaction: (connection, settings) => driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection: async () => mutex.release(),
    destroy: () => driver.destroy(),
  }
}

function createMutex() {
  const waiting: (() => void)[] = []
  let locked = false
  return {
    async acquire(): Promise<void> {
      if (locked) await new Promise<void>((resolve) => waiting.push(resolve))
      locked = true
    },
    /** Passes the lock to the next waiter, in order. */
    release(): void {
      const next = waiting.shift()
      if (next) next()
      else locked = false
    },
  }
}

function assertDurable(file: DatabaseSync, path: string): void {
  const synchronous = file.prepare('pragma synchronous').get()?.['synchronous']
  const journal = file.prepare('pragma journal_mode').get()?.['journal_mode']
  if (synchronous === 2 && (path === ':memory:' || journal === 'wal')) return
  throw new Error(
    `The database ${path} keeps journal "${String(journal)}" and synchronous ${String(synchronous)}; wal and 2 are needed so that nothing saved is lost.`,
  )
}
