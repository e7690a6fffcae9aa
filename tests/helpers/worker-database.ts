import pg from 'pg'

// PostgreSQL lists every schema of a database when the shop looks at its own: shops that come and
// go at the same time must not share one. Each of vitest's workers has a database of its own.

const server = process.env['TEST_DATABASE_URL']

async function asked(query: string): Promise<pg.QueryResult<{ datname: string }>> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await client.query(query)
  } finally {
    await client.end()
  }
}

const PREFIX = 'TEST_DATABASE_PREFIX'

/** Run once, before the workers: names this run's databases. */
export function setup(): void {
  process.env[PREFIX] = `kairavi_test_${process.pid}_`
}

/** Run once, after the workers: drops this run's databases. */
export async function teardown(): Promise<void> {
  if (!server) return
  const { rows } = await asked('select datname from pg_database')
  for (const { datname } of rows.filter((row) => row.datname.startsWith(process.env[PREFIX] ?? '')))
    await asked(`drop database ${datname} with (force)`)
}

let own: Promise<string> | undefined

/** The address of this worker's database, made when it is first asked for. */
export function getWorkerDatabaseUrl(): Promise<string> {
  own ??= (async () => {
    const name = `${process.env[PREFIX]}${process.env['VITEST_POOL_ID']}`
    const { rows } = await asked('select datname from pg_database')
    if (!rows.some((row) => row.datname === name)) await asked(`create database ${name}`)
    const url = new URL(server ?? '')
    url.pathname = `/${name}`
    return url.href
  })()
  return own
}
