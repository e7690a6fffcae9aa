import { dirname, resolve } from 'node:path'
import { Kysely, type LogConfig, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import type { ProcessPart } from '../process-part.ts'
import { assertWritable, StartupError } from '../startup-error.ts'
import { findCurrentSchema } from './queries.ts'
import type { Database } from './schema.ts'
import { createSqliteDialect } from './sqlite-dialect.ts'
import { guardTransactions } from './transaction-guard.ts'

// Times and paise are bigint columns. Their values all fit a JavaScript number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const DEFAULT_CONNECTION_LIMIT = 10
const DEFAULT_CONNECT_TIMEOUT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 5_000

export type Engine = 'sqlite' | 'postgres'

export interface OpenDatabase {
  db: Kysely<Database>
  engine: Engine
}

/**
 * Opens the database at `url`: `sqlite:<path>`, `sqlite::memory:` or `postgres://…`.
 * @param onLost is called if a PostgreSQL connection breaks; the pool replaces it.
 * @param log gets every statement.
 * @param part names the process that opens it.
 * @throws StartupError if the scheme is unknown, or the database is not reachable or writable.
 */
export async function openDatabase(
  url: string,
  onLost: (error: Error) => void = () => {},
  log: LogConfig = [],
  part: ProcessPart = 'all',
): Promise<OpenDatabase> {
  if (url.startsWith('sqlite:'))
    return { db: openFile(url.slice('sqlite:'.length), log, part), engine: 'sqlite' }
  if (/^postgres(?:ql)?:\/\//.test(url))
    return { db: await openPostgres(url, onLost, log), engine: 'postgres' }
  const scheme = /^[\w+.-]+(?=:)/.exec(url)?.[0]
  throw new StartupError(
    `DATABASE_URL must start with sqlite: or postgres://, got ${scheme ? `"${scheme}:"` : 'no scheme'}.`,
  )
}

function openFile(path: string, log: LogConfig, part: ProcessPart): Kysely<Database> {
  if (path === '')
    throw new StartupError('DATABASE_URL names no file after sqlite:, e.g. sqlite:data/kairavi.db.')
  if (path !== ':memory:') assertWritable(dirname(resolve(path)))
  try {
    return new Kysely<Database>({ dialect: createSqliteDialect(path, part), log })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartupError(`The database file ${path} cannot be opened: ${reason}.`, { cause })
  }
}

async function openPostgres(
  url: string,
  onLost: (error: Error) => void,
  log: LogConfig,
): Promise<Kysely<Database>> {
  if (!URL.canParse(url))
    throw new StartupError(
      'DATABASE_URL is not a valid URL: it must read postgres://user:password@host:port/name, with # @ : / ? of a password percent-encoded.',
    )
  const db = openPool(createPool(url, onLost), log)
  try {
    // Uses Kysely: without a query, its `destroy` leaves the pool open.
    await findCurrentSchema(db)
  } catch (cause) {
    await db.destroy()
    const { host } = new URL(url)
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
    throw new StartupError(
      `PostgreSQL at ${host || 'the address in DATABASE_URL'} refuses the connection${code}: start it, or correct DATABASE_URL.`,
      { cause },
    )
  }
  return db
}

/** Creates the pool of the connections to `url`, with the limits in it. */
export function createPool(url: string, onLost: (error: Error) => void = () => {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: getConnectionLimit(url),
    connectionTimeoutMillis: getConnectTimeoutMs(url),
    statement_timeout: STATEMENT_TIMEOUT_MS,
  })
  // An unhandled 'error' event ends the process. The pool emits it for idle clients; a client in use emits its own.
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

/** Returns a Kysely instance of a pool, and ends the pool with it. */
export const openPool = (pool: PostgresPool, log: LogConfig = []): Kysely<Database> =>
  new Kysely<Database>({ dialect: guardTransactions(new PostgresDialect({ pool })), log })

/** The parameter `connection_limit`: connections of this process at most. */
const getConnectionLimit = (url: string): number =>
  Number(new URL(url).searchParams.get('connection_limit')) || DEFAULT_CONNECTION_LIMIT

/** libpq's parameter `connect_timeout`, in seconds; it also bounds the wait for a pooled connection. */
const getConnectTimeoutMs = (url: string): number =>
  Number(new URL(url).searchParams.get('connect_timeout')) * 1000 || DEFAULT_CONNECT_TIMEOUT_MS
