import { sql } from 'kysely'
import pg from 'pg'
import type { CatalogueChange, Db, Deps } from '../deps.ts'

/** Bytes of a notification's payload: PostgreSQL takes less than 8,000. */
const MAX_PAYLOAD_BYTES = 7_999
const RECONNECT_MS = 1_000

/** Channels are of the whole database, a catalogue is of a schema. */
const CHANNEL = `left('kairavi catalogue ' || current_schema(), 63)`

/**
 * Notifies the other processes on PostgreSQL of a change, or of a request of an editor, when the
 * transaction is committed.
 */
export async function notifyOfChange(
  { engine }: Deps,
  db: Db,
  change?: CatalogueChange,
): Promise<void> {
  if (engine !== 'postgres') return
  const whole = change ? JSON.stringify(change) : ''
  const payload =
    change && whole.length > MAX_PAYLOAD_BYTES
      ? JSON.stringify({ revision: change.revision })
      : whole
  await sql`select pg_notify(${sql.raw(CHANNEL)}, ${payload})`.execute(db)
}

/**
 * Calls `onChange` for every change on PostgreSQL, also of other processes. Some may be missed: those
 * while there is no connection, and all of them behind a pooler of statements.
 * @returns a function that ends it.
 */
export async function listenForChanges(
  { engine, env, log }: Deps,
  onChange: (change?: CatalogueChange) => void,
): Promise<() => Promise<void>> {
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
    opened.on('notification', ({ payload }) =>
      onChange(payload ? (JSON.parse(payload) as CatalogueChange) : undefined),
    )
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
