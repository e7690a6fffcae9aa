import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/schema.ts'
import type { Deps } from '../deps.ts'

const RECONNECT_MS = 1_000

/** Events that other processes get. A poll behind each finds missed ones. */
export const SHARED_EVENTS = [
  'catalogChanged',
  'publishRequested',
  'refundStarted',
  'released',
] as const
export type SharedEvent = (typeof SHARED_EVENTS)[number]

/** A channel belongs to the database, but a catalogue to a schema. */
const CHANNEL = `left('kairavi catalogue ' || current_schema(), 63)`

/** Notifies other machines on PostgreSQL of an event at the commit of the transaction. */
export async function notifyOthers({ engine }: Deps, db: Db, event: SharedEvent): Promise<void> {
  if (engine !== 'postgres') return
  await sql`select pg_notify(${sql.raw(CHANNEL)}, ${event})`.execute(db)
}

/**
 * Emits the events of other processes on PostgreSQL. It misses those without a connection, and all of them behind a
 * pooler of statements.
 * @returns a function that ends it.
 */
export async function listenToOthers({
  engine,
  env,
  log,
  events,
}: Deps): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = engine !== 'postgres'

  async function connect(): Promise<void> {
    if (isStopped) return
    const opened = new pg.Client({ connectionString: env.DATABASE_URL, keepAlive: true })
    client = opened
    opened.on('error', (error) => log('warn', 'listening ended', { error: error.message }))
    opened.on('end', () => {
      if (!isStopped) timer = setTimeout(connect, RECONNECT_MS)
    })
    opened.on('notification', ({ payload }) => {
      const event = SHARED_EVENTS.find((name) => name === payload)
      if (event) events.emit(event)
    })
    try {
      await opened.connect()
      const { rows } = await opened.query<{ channel: string }>(`select ${CHANNEL} as channel`)
      await opened.query(`listen ${pg.escapeIdentifier(rows[0]?.channel ?? '')}`)
    } catch (error) {
      log('warn', 'listening failed', { error: String(error) })
      await opened.end().catch(() => {})
    }
  }

  await connect()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await client?.end()
  }
}
