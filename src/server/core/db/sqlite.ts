import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { CompiledQuery, QueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'

/** Longest wait of an opening connection for another process. */
const OPEN_TIMEOUT_MS = 2_000
/** Statements that are kept prepared; the shop has about 150. */
const MAX_STATEMENTS = 300

type Query = Pick<CompiledQuery, 'sql' | 'parameters'>

/** A connection whose statements run synchronously and are prepared once. */
export interface SqliteConnection {
  execute<Row>(query: Query): QueryResult<Row>
  /** Runs a statement without parameters or rows. */
  run(sql: string): void
  isInTransaction(): boolean
  close(): void
}

/** Opens a connection. @throws Error if it does not accept the settings that durability needs. */
export function openFile(path: string): SqliteConnection {
  const file = new DatabaseSync(path, { timeout: OPEN_TIMEOUT_MS })
  if (path !== ':memory:') file.exec('pragma journal_mode = wal')
  file.exec('pragma synchronous = full; pragma foreign_keys = on')
  assertDurable(file, path)
  // SQLite's own wait would block the event loop; the driver waits instead.
  file.exec('pragma busy_timeout = 0')
  const prepared = new LRUCache<string, PreparedStatement>({
    max: MAX_STATEMENTS,
    memoMethod: (sql) => {
      const statement = file.prepare(sql)
      return { statement, returnsRows: statement.columns().length > 0 }
    },
  })
  const getStatement = (sql: string) => prepared.memo(sql)
  return {
    execute<Row>({ sql, parameters }: Query): QueryResult<Row> {
      const { statement, returnsRows } = getStatement(sql)
      const input = parameters as SQLInputValue[]
      if (returnsRows) return { rows: statement.all(...input) as Row[] }
      const { changes, lastInsertRowid } = statement.run(...input)
      return {
        rows: [],
        numAffectedRows: BigInt(changes),
        insertId: BigInt(lastInsertRowid),
      }
    },
    run: (sql) => void getStatement(sql).statement.run(),
    isInTransaction: () => file.isTransaction,
    close: () => file.close(),
  }
}

interface PreparedStatement {
  statement: StatementSync
  returnsRows: boolean
}

function assertDurable(file: DatabaseSync, path: string): void {
  const synchronous = file.prepare('pragma synchronous').get()?.['synchronous']
  const journal = file.prepare('pragma journal_mode').get()?.['journal_mode']
  if (synchronous === 2 && (path === ':memory:' || journal === 'wal')) return
  throw new Error(
    `The database ${path} keeps journal "${String(journal)}" and synchronous ${String(synchronous)}; wal and 2 are needed so that nothing saved is lost.`,
  )
}
