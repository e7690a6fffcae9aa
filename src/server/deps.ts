import type { Kysely, Transaction } from 'kysely'
import type { Engine } from './db/open-database.ts'
import type { Database } from './db/schema.ts'
import type { ServerEnv } from './env.ts'

/** A connection or a transaction: the first parameter of every query. */
export type Db = Kysely<Database> | Transaction<Database>

export type LogLevel = 'info' | 'warn' | 'error'
/** Writes one line. Fields never contain a body, cookie, token or address. */
export type Log = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void

/** The server's dependencies; tests pass their own clock and environment. */
export interface Deps {
  db: Kysely<Database>
  engine: Engine
  env: ServerEnv
  /** Milliseconds since 1970. */
  now: () => number
  log: Log
}
