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

/** Run once, before the workers: names this run's databases, and drops them when it ends. */
export default function databases(): (() => Promise<void>) | undefined {
  if (!server) return undefined
  const prefix = `kairavi_test_${process.pid}_`
  process.env['TEST_DATABASE_PREFIX'] = prefix
  return async () => {
    const { rows } = await asked('select datname from pg_database')
    for (const { datname } of rows.filter((row) => row.datname.startsWith(prefix)))
      await asked(`drop database ${datname} with (force)`)
  }
}

let own: Promise<string> | undefined

/** The address of this worker's database, made when it is first asked for. */
export function workersDatabase(): Promise<string> {
  own ??= (async () => {
    const name = `${process.env['TEST_DATABASE_PREFIX']}${process.env['VITEST_POOL_ID']}`
    const { rows } = await asked('select datname from pg_database')
    if (!rows.some((row) => row.datname === name)) await asked(`create database ${name}`)
    const url = new URL(server ?? '')
    url.pathname = `/${name}`
    return url.href
  })()
  return own
}
