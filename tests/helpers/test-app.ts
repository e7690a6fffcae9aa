import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { sql } from 'kysely'
import pg from 'pg'
import type { Role } from '#src/contract/values.ts'
import { createApp } from '#src/server/app.ts'
import { migrate } from '#src/server/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#src/server/db/open-database.ts'
import type { Deps } from '#src/server/deps.ts'
import { readEnv } from '#src/server/env.ts'
import { type ApiClient, createClient, createSignedInUser, signUpVerified } from './api-client.ts'
import { getWorkerDatabaseUrl } from './worker-database.ts'

/** TEST_DATABASE_URL runs the same tests on PostgreSQL. */
const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])

export interface TestApp extends AsyncDisposable {
  hono: Hono
  deps: Deps
  /** The server's warnings and errors. */
  logs: { level: string; message: string; fields: Record<string, unknown> }[]
  /** Moves the app's clock forward. */
  advanceTime(ms: number): void
  /** Stops the app's clock, which only `advanceTime` moves from then on. */
  freezeTime(): void
  /** Sends a request to `/api<path>`. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** A client without a session; `defaultHeaders` are sent with every request. */
  createClient(defaultHeaders?: Record<string, string>): ApiClient
  /** A new user with a verified address and a session, without a password. */
  createSignedInUser(role?: Role): Promise<ApiClient>
  /** Signs up `<name>@example.com` with a password, verifies the address and logs in. */
  signUpVerified(name: string): Promise<ApiClient>
}

/** For createTestApp: hashes cost what they do in production, not the hundredth of it. */
export const DEFAULT_HASH_MEMORY = { PASSWORD_HASH_MEMORY: '' }

/**
 * The whole API with an empty database: the given one, or SQLite in memory, or a new schema in
 * PostgreSQL when TEST_DATABASE_URL is set.
 */
export async function createTestApp(
  given: Record<string, string> = {},
  databaseUrl?: string,
): Promise<TestApp> {
  const env = readEnv({
    NODE_ENV: 'test',
    LIMITS: 'false',
    MEDIA_WARM: 'false',
    PASSWORD_HASH_MEMORY: '64',
    ...given,
  })
  const { db, engine, ...database } = await openTestDatabase(databaseUrl)
  await migrate(db)
  const logs: TestApp['logs'] = []
  let offset = 0
  let frozenAt: number | undefined
  const deps: Deps = {
    db,
    engine,
    env,
    now: () => (frozenAt ?? Date.now()) + offset,
    log: (level, message, fields = {}) => {
      if (level !== 'info') logs.push({ level, message, fields })
    },
  }
  const app = createApp(deps)
  const request: TestApp['request'] = async (path, init) =>
    app.request(`http://shop.test/api${path}`, init)
  const target = { deps, request }
  return {
    hono: app,
    deps,
    logs,
    advanceTime: (ms) => {
      offset += ms
    },
    freezeTime: () => {
      frozenAt = Date.now()
    },
    request,
    createClient: (defaultHeaders) => createClient(target, defaultHeaders),
    createSignedInUser: (role) => createSignedInUser(target, role),
    signUpVerified: (name) => signUpVerified(target, name),
    ...database,
  }
}

/** Opens an empty database: SQLite in memory, or a new schema in PostgreSQL. */
export async function openTestDatabase(
  databaseUrl?: string,
): Promise<OpenDatabase & AsyncDisposable> {
  const schema =
    onPostgres && databaseUrl === undefined ? `shop_${randomUUID().replaceAll('-', '')}` : undefined
  const url =
    databaseUrl ??
    (schema ? await withSchema(await getWorkerDatabaseUrl(), schema) : 'sqlite::memory:')
  const opened = await openDatabase(url)
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      if (schema) await sql`drop schema ${sql.id(schema)} cascade`.execute(opened.db)
      await opened.db.destroy()
    },
  }
}

async function withSchema(url: string, schema: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create schema ${schema}`)
  await client.end()
  const scoped = new URL(url)
  // Tests need no durability, and waiting for the disk would take most of their time.
  scoped.searchParams.set('options', `-csearch_path=${schema} -csynchronous_commit=off`)
  // The production timeouts turn a slow machine into 503.
  scoped.searchParams.set('connect_timeout', '60')
  scoped.searchParams.set('statement_timeout', '60000')
  return scoped.href
}
