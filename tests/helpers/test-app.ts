import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import pg from 'pg'
import { createApp } from '#src/server/app.ts'
import { migrate } from '#src/server/db/migrate.ts'
import { openDatabase } from '#src/server/db/open-database.ts'
import type { Deps } from '#src/server/deps.ts'
import { readEnv } from '#src/server/env.ts'
import { type ApiClient, createClient, signUpVerified } from './api-client.ts'
import { getWorkerDatabaseUrl } from './worker-database.ts'

/** PostgreSQL to run the same tests on, e.g. postgres://postgres@127.0.0.1:5432/postgres. */
const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])

export interface TestApp extends AsyncDisposable {
  hono: Hono
  deps: Deps
  /** Lines the server logged. */
  logs: { level: string; message: string; fields: Record<string, unknown> }[]
  /** Moves the shop's clock forward. */
  advanceTime(ms: number): void
  request(path: string, init?: RequestInit): Promise<Response>
  /** A browser of its own that nobody has signed in with. */
  createClient(): ApiClient
  /** Somebody who signed up, verified their address and signed in: `<name>@example.com`. */
  signUpVerified(name: string): Promise<ApiClient>
}

/**
 * A whole shop of its own, empty but for what the test puts in: SQLite in memory, or a schema of
 * its own in PostgreSQL when TEST_DATABASE_URL is set.
 */
export async function createTestApp(given: Record<string, string> = {}): Promise<TestApp> {
  const schema = `shop_${randomUUID().replaceAll('-', '')}`
  const url = onPostgres
    ? await withSchema(await getWorkerDatabaseUrl(), schema)
    : 'sqlite::memory:'
  const env = readEnv({ NODE_ENV: 'test', LIMITS: 'false', MEDIA_WARM: 'false', ...given })
  const { db, engine } = await openDatabase(url)
  await migrate(db)
  const logged: TestApp['logs'] = []
  let offset = 0
  const deps: Deps = {
    db,
    engine,
    env,
    now: () => Date.now() + offset,
    log: (level, message, fields = {}) => logged.push({ level, message, fields }),
  }
  const app = createApp(deps)
  const shop: Omit<TestApp, 'signUpVerified' | typeof Symbol.asyncDispose> = {
    hono: app,
    deps,
    logs: logged,
    advanceTime: (ms) => {
      offset += ms
    },
    request: async (path, init) => app.request(`http://shop.test/api${path}`, init),
    createClient: () => createClient(shop),
  }
  return {
    ...shop,
    signUpVerified: (name) => signUpVerified(shop, name),
    async [Symbol.asyncDispose]() {
      if (onPostgres) await sql`drop schema ${sql.id(schema)} cascade`.execute(db)
      await db.destroy()
    },
  }
}

async function withSchema(url: string, schema: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create schema ${schema}`)
  await client.end()
  const scoped = new URL(url)
  // What a test writes need not outlive a power cut: waiting for the disk is most of its time.
  scoped.searchParams.set('options', `-csearch_path=${schema} -csynchronous_commit=off`)
  return scoped.href
}
