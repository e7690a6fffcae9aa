import type { Kysely, Transaction } from 'kysely'
import type { Engine } from './db/open-database.ts'
import type { Database } from './db/schema.ts'
import type { ServerEnv } from './env.ts'

/** A connection or the transaction of this call: what every query takes first. */
export type Db = Kysely<Database> | Transaction<Database>

export type LogLevel = 'info' | 'warn' | 'error'
/** Writes one line. Fields are allow-listed by the caller: never a body, cookie, token or address. */
export type Log = (level: LogLevel, message: string, fields?: Record<string, unknown>) => void

/** What the server works with; tests give their own clock and environment. */
export interface Deps {
  db: Kysely<Database>
  engine: Engine
  env: ServerEnv
  /** Milliseconds since 1970. */
  now: () => number
  log: Log
}
