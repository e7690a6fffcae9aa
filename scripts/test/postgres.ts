import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const LOCAL = 'postgres://postgres@127.0.0.1:5432/postgres'
const CLUSTERS = '/usr/bin/pg_ctlcluster'
const START_TRIES = 20

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Starts the machine's own cluster where this user may. */
async function startLocal(): Promise<void> {
  if (process.getuid?.() !== 0 || !existsSync(CLUSTERS)) return
  const version = globSync('*', { cwd: '/etc/postgresql' }).toSorted().at(-1)
  if (!version) return
  await promisify(execFile)(CLUSTERS, [version, 'main', 'start']).catch(() => undefined)
  for (let left = START_TRIES; left > 0 && !(await answers(LOCAL)); left--) await sleep(250)
}

/** A PostgreSQL that lets us in: TEST_DATABASE_URL, or this machine's own. */
export async function findPostgres(): Promise<string | undefined> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return (await answers(given)) ? given : undefined
  if (await answers(LOCAL)) return LOCAL
  await startLocal()
  return (await answers(LOCAL)) ? LOCAL : undefined
}
