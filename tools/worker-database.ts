import { randomUUID } from 'node:crypto'
import pg from 'pg'

// Introspection lists every schema of a PostgreSQL database, so that test apps which are created and
// deleted in parallel must not share one. Each vitest worker has its own database.

const server = process.env['TEST_DATABASE_URL']

async function runQuery(query: string): Promise<pg.QueryResult<{ datname: string }>> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await client.query(query)
  } finally {
    await client.end()
  }
}

const PREFIX = 'TEST_DATABASE_PREFIX'

/** Runs once, before the workers: names this run's databases. */
export function setup(): void {
  process.env[PREFIX] = `kairavi_test_${process.pid}_`
}

/** Runs once, after the workers: drops this run's databases. */
export async function teardown(): Promise<void> {
  if (!server) return
  const { rows } = await runQuery('select datname from pg_database')
  for (const { datname } of rows.filter((row) => row.datname.startsWith(process.env[PREFIX] ?? '')))
    await runQuery(`drop database ${datname} with (force)`)
}

/** Creates an empty database of its own. @returns its URL. */
export async function createDatabase(): Promise<string> {
  const name = `${process.env[PREFIX]}${randomUUID().replaceAll('-', '')}`
  await runQuery(`create database ${name}`)
  return toUrl(name)
}

function toUrl(name: string): string {
  const url = new URL(server ?? '')
  url.pathname = `/${name}`
  // All workers and the processes that they start share the server's hundred.
  url.searchParams.set('connection_limit', '5')
  return url.href
}

let databaseUrl: Promise<string> | undefined

/** The URL of this worker's database, which the first call creates. */
export function getWorkerDatabaseUrl(): Promise<string> {
  databaseUrl ??= (async () => {
    const name = `${process.env[PREFIX]}${process.env['VITEST_POOL_ID']}`
    const { rows } = await runQuery('select datname from pg_database')
    if (!rows.some((row) => row.datname === name)) await runQuery(`create database ${name}`)
    return toUrl(name)
  })()
  return databaseUrl
}
