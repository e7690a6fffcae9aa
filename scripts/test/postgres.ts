import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import pg from 'pg'

const LOCAL = 'postgres://postgres@127.0.0.1:5432/postgres'
const CLUSTERS = '/usr/bin/pg_ctlcluster'

async function isReachable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Starts the machine's own cluster if this user may, and waits until it is open. */
async function startLocal(): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync(CLUSTERS)) return
  const version = globSync('*', { cwd: '/etc/postgresql' }).toSorted().at(-1)
  if (!version) return
  await once(spawn(CLUSTERS, [version, 'main', 'start'], { stdio: 'ignore' }), 'exit')
}

/** Finds a PostgreSQL that accepts us: TEST_DATABASE_URL, or this machine's own. */
export async function findPostgres(): Promise<string | undefined> {
  const url = process.env['TEST_DATABASE_URL']
  if (url) return (await isReachable(url)) ? url : undefined
  if (await isReachable(LOCAL)) return LOCAL
  await startLocal()
  return (await isReachable(LOCAL)) ? LOCAL : undefined
}
