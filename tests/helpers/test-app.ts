import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Hono } from 'hono'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Role } from '#src/contract/values.ts'
import type { Backend } from '#src/run/backend.ts'
import { createApp } from '#src/server/app.ts'
import { createCatalogReader } from '#src/server/catalog/service.ts'
import { migrate } from '#src/server/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#src/server/db/open-database.ts'
import type { Database } from '#src/server/db/schema.ts'
import { openFile, type SqliteConnection } from '#src/server/db/sqlite.ts'
import { toDialect } from '#src/server/db/sqlite-dialect.ts'
import type { Deps } from '#src/server/deps.ts'
import { readEnv } from '#src/server/env.ts'
import { openMediaStore } from '#src/server/media/media-store.ts'
import { type ApiClient, createClient, createSignedInUser, signUpVerified } from './api-client.ts'
import { getWorkerDatabaseUrl } from './worker-database.ts'

/** TEST_DATABASE_URL runs the same tests on PostgreSQL. */
const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])

export interface TestApp extends AsyncDisposable {
  hono: Hono
  deps: Deps
  /** What `createRootListener` serves. */
  backend: Omit<Backend, 'close'>
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
 * The whole API with an empty database: the given one, or SQLite in memory, or a schema in
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
  const { db, engine, ...database } = await openMigratedDatabase(databaseUrl)
  const logs: TestApp['logs'] = []
  let offset = 0
  let frozenAt: number | undefined
  const deps: Deps = {
    db,
    engine,
    env,
    media: openMediaStore(env),
    now: () => (frozenAt ?? Date.now()) + offset,
    log: (level, message, fields = {}) => {
      if (level !== 'info') logs.push({ level, message, fields })
    },
    events: new EventEmitter(),
  }
  const app = createApp(deps)
  const request: TestApp['request'] = async (path, init) =>
    app.request(`http://shop.test/api${path}`, init)
  const target = { deps, request }
  return {
    hono: app,
    deps,
    backend: { app, deps, catalog: createCatalogReader(deps) },
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

/** Migrated schemas that no test uses now: migrating one took most of a test's time. */
const freeSchemas: MigratedSchema[] = []

interface MigratedSchema {
  url: string
  /** The rows that migrations insert, by table. */
  initialRows: Map<string, string>
}

/** Opens a migrated database without rows of another test. */
async function openMigratedDatabase(databaseUrl?: string): Promise<OpenDatabase & AsyncDisposable> {
  if (databaseUrl !== undefined) {
    const database = await openTestDatabase(databaseUrl)
    await migrate(database.db)
    return database
  }
  if (!onPostgres) return openMigratedSqlite()
  const schema = freeSchemas.pop() ?? (await createMigratedSchema())
  const opened = await openDatabase(schema.url)
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      await opened.db.destroy()
      await restoreRows(schema)
      freeSchemas.push(schema)
    },
  }
}

interface MigratedSqlite {
  connection: SqliteConnection
  /** Statements that delete every row and insert those of the migrations. */
  restore: string[]
}

/** Migrated databases in memory that no test uses now: their statements stay prepared. */
const freeSqlites: MigratedSqlite[] = []

async function openMigratedSqlite(): Promise<OpenDatabase & AsyncDisposable> {
  const sqlite = freeSqlites.pop() ?? (await createMigratedSqlite())
  const { connection, restore } = sqlite
  return {
    db: openConnection(connection),
    engine: 'sqlite',
    async [Symbol.asyncDispose]() {
      try {
        for (const statement of restore) connection.run(statement)
      } catch {
        // The test closed it or changed its schema: the next one gets another.
        return
      }
      freeSqlites.push(sqlite)
    },
  }
}

/** What the server caches is per Kysely, so each test has its own. */
const openConnection = (connection: SqliteConnection) =>
  new Kysely<Database>({ dialect: toDialect(connection, connection) })

async function createMigratedSqlite(): Promise<MigratedSqlite> {
  const connection = openFile(':memory:')
  const db = openConnection(connection)
  await migrate(db)
  // An index for full text follows its table by triggers.
  const { rows: tables } = await sql<{ name: string }>`
    select name from pragma_table_list where type = 'table'
    and name not like 'sqlite_%' and name not like 'kysely%'`.execute(db)
  const deletions = tables.map(({ name }) => `delete from "${name}"`)
  const insertions: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    for (const row of rows) {
      const values = sql.join(Object.values(row).map((value) => sql.lit(value)))
      insertions.push(sql`insert into ${sql.table(name)} values (${values})`.compile(db).sql)
    }
  }
  const begin = ['begin', 'pragma defer_foreign_keys = on']
  return { connection, restore: [...begin, ...deletions, ...insertions, 'commit'] }
}

async function createMigratedSchema(): Promise<MigratedSchema> {
  const url = await createSchema()
  const { db } = await openDatabase(url)
  await migrate(db)
  await db.destroy()
  return withClient(url, async (client) => {
    const initialRows = new Map<string, string>()
    for (const table of await listTables(client)) {
      const { rows } = await client.query(`select json_agg(t)::text as rows from ${table} t`)
      if (rows[0].rows !== null) initialRows.set(table, rows[0].rows)
    }
    return { url, initialRows }
  })
}

/** Deletes all rows in one statement, at whose end foreign keys are checked: `truncate` writes a file per table. */
const restoreRows = ({ url, initialRows }: MigratedSchema): Promise<void> =>
  withClient(url, async (client) => {
    const tables = await listTables(client)
    const deletions = tables.map((table, index) => `table_${index} as (delete from ${table})`)
    await client.query(`with ${deletions.join(', ')} select 1`)
    for (const [table, rows] of initialRows)
      await client.query(
        `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`,
        [rows],
      )
  })

/** Quoted names of the tables of the client's schema, without those of the migrations. */
async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = current_schema() and tablename not like 'kysely%'",
  )
  return rows.map(({ name }) => name)
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Opens an empty database: SQLite in memory, or a new schema in PostgreSQL. */
export async function openTestDatabase(
  databaseUrl?: string,
): Promise<OpenDatabase & AsyncDisposable> {
  const opened = await openDatabase(
    databaseUrl ?? (onPostgres ? await createSchema() : 'sqlite::memory:'),
  )
  return { ...opened, [Symbol.asyncDispose]: () => opened.db.destroy() }
}

/** Creates a schema, which the end of the run drops with its database. @returns the URL to use it. */
async function createSchema(): Promise<string> {
  const url = await getWorkerDatabaseUrl()
  const schema = `shop_${randomUUID().replaceAll('-', '')}`
  await withClient(url, (client) => client.query(`create schema ${schema}`))
  const scoped = new URL(url)
  // Tests need no durability, and waiting for the disk would take most of their time.
  scoped.searchParams.set('options', `-csearch_path=${schema} -csynchronous_commit=off`)
  // The production timeouts turn a slow machine into 503.
  scoped.searchParams.set('connect_timeout', '60')
  scoped.searchParams.set('statement_timeout', '60000')
  return scoped.href
}
