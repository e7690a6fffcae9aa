import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Hono } from 'hono'
import { type CompiledQuery, Kysely, type Logger, sql } from 'kysely'
import type { Role } from '#src/contract/values.ts'
import type { Backend } from '#src/run/backend.ts'
import { createApp } from '#src/server/app.ts'
import { migrate } from '#src/server/core/db/migrate.ts'
import {
  createPool,
  type OpenDatabase,
  openDatabase,
  openPool,
} from '#src/server/core/db/open-database.ts'
import type { Database } from '#src/server/core/db/schema.ts'
import { openFile } from '#src/server/core/db/sqlite.ts'
import { toDialect } from '#src/server/core/db/sqlite-dialect.ts'
import type { Deps } from '#src/server/core/deps.ts'
import { readEnv } from '#src/server/core/env.ts'
import { openMediaStore } from '#src/server/core/media-store.ts'
import { createCatalogReader } from '#src/server/shop/catalog/service.ts'
import { assertInContract } from './answer-check.ts'
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
  /** Each gets every statement that the database has run. */
  statementListeners: Set<(statement: CompiledQuery) => void>
  /** Moves the app's clock forward. */
  advanceTime(ms: number): void
  /** Stops the app's clock, which only `advanceTime` moves from then on. @param at now, if it is left out. */
  freezeTime(at?: number): void
  /** Sends a request to `/api<path>`. @throws for an answer that is not in the contract. */
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
  settings: Record<string, string> = {},
  databaseUrl?: string,
): Promise<TestApp> {
  const env = readEnv({
    NODE_ENV: 'test',
    LIMITS: 'false',
    MEDIA_WARM: 'false',
    PASSWORD_HASH_MEMORY: '64',
    ...settings,
  })
  const statementListeners: TestApp['statementListeners'] = new Set()
  const { db, engine, ...database } = await openMigratedDatabase((event) => {
    if (event.level === 'query') for (const listener of statementListeners) listener(event.query)
  }, databaseUrl)
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
  const app = createApp(deps, 'all')
  const request: TestApp['request'] = async (path, init) => {
    const response = await app.request(`http://shop.test/api${path}`, init)
    await assertInContract(init?.method ?? 'GET', path, response)
    return response
  }
  const target = { deps, request }
  return {
    hono: app,
    deps,
    backend: {
      app,
      deps,
      catalog: createCatalogReader(deps),
      keepsOrders: env.ORDERS.length > 0,
    },
    logs,
    statementListeners,
    advanceTime: (ms) => {
      offset += ms
    },
    freezeTime: (at = Date.now()) => {
      frozenAt = at
    },
    request,
    createClient: (defaultHeaders) => createClient(target, defaultHeaders),
    createSignedInUser: (role) => createSignedInUser(target, role),
    signUpVerified: (name) => signUpVerified(target, name),
    ...database,
  }
}

interface MigratedDatabase {
  open(log: Logger): OpenDatabase
  /** Deletes every row, and inserts those of the migrations. */
  restore(): Promise<void>
}

/** Migrated databases that no test uses now: migrating one took most of a test's time. */
const freeDatabases: MigratedDatabase[] = []

/** Opens a migrated database without rows of another test. */
async function openMigratedDatabase(
  log: Logger,
  databaseUrl?: string,
): Promise<OpenDatabase & AsyncDisposable> {
  if (databaseUrl !== undefined) {
    const database = await openTestDatabase(databaseUrl, log)
    await migrate(database.db)
    return database
  }
  const create = onPostgres ? createMigratedSchema : createMigratedSqlite
  const database = freeDatabases.pop() ?? (await create())
  const { db, engine } = database.open(log)
  return {
    db,
    engine,
    async [Symbol.asyncDispose]() {
      // One in memory would be gone.
      if (engine === 'postgres') await db.destroy()
      try {
        await database.restore()
      } catch {
        // The test closed it or changed its schema: the next one gets another.
        return
      }
      freeDatabases.push(database)
    },
  }
}

async function createMigratedSqlite(): Promise<MigratedDatabase> {
  const connection = openFile(':memory:')
  // What the server caches is per Kysely, so each test has its own.
  const open = (log?: Logger): OpenDatabase => ({
    db: new Kysely<Database>({ dialect: toDialect(connection, connection), log: log ?? [] }),
    engine: 'sqlite',
  })
  const database = open()
  await migrate(database.db)
  const { filled, deletions, insertions } = await listRowStatements(database)
  return {
    open,
    async restore() {
      const { rows } = connection.execute<{ name: string }>({ sql: filled, parameters: [] })
      const deleted = rows.map(({ name }) => deletions.get(name) ?? '')
      for (const statement of ['begin', DEFER_KEYS, ...deleted, ...insertions, 'commit'])
        connection.run(statement)
    },
  }
}

async function createMigratedSchema(): Promise<MigratedDatabase> {
  // A new connection for each test took most of the time of PostgreSQL.
  const pool = createPool(await createSchema())
  const open = (log?: Logger): OpenDatabase => ({
    db: openPool(
      { options: pool.options, connect: () => pool.connect(), end: async () => {} },
      log,
    ),
    engine: 'postgres',
  })
  const database = open()
  await migrate(database.db)
  await keepPlans(database.db)
  const { filled, deletions, insertions } = await listRowStatements(database)
  const listFilled = { name: 'list_filled', text: filled }
  return {
    open,
    async restore() {
      try {
        const { rows } = await pool.query<{ name: string }>(listFilled)
        // One statement, at whose end foreign keys are checked: `truncate` writes a file per table.
        const parts = rows.map(({ name }, index) => `table_${index} as (${deletions.get(name)})`)
        if (parts.length > 0) await pool.query(`with ${parts.join(', ')} select 1`)
        for (const statement of insertions) await pool.query(statement)
      } catch (error) {
        await pool.end()
        throw error
      }
    },
  }
}

/**
 * Keeps PostgreSQL from counting the few rows of a test. It would then plan for them, and read whole tables where
 * tests ask for the plans of a large shop.
 */
async function keepPlans(db: Kysely<Database>): Promise<void> {
  const { rows } = await TABLES.postgres.execute(db)
  const statements = rows.map(({ name }) => `alter table ${name} set (autovacuum_enabled = false)`)
  await sql.raw(statements.join('; ')).execute(db)
}

/** Quoted names of all tables, without those of the migrations. */
const TABLES = {
  // An index for full text follows its table by triggers.
  sqlite: sql<{ name: string }>`select '"' || name || '"' as name from pragma_table_list
    where type = 'table' and name not like 'sqlite_%' and name not like 'kysely%'`,
  postgres: sql<{ name: string }>`select quote_ident(tablename) as name from pg_tables
    where schemaname = current_schema() and tablename not like 'kysely%'`,
}

const DEFER_KEYS = 'pragma defer_foreign_keys = on'

/** Lists statements that find the tables with rows, delete all rows, and insert those that the database has now. */
async function listRowStatements({ db, engine }: OpenDatabase) {
  const tables = (await TABLES[engine].execute(db)).rows.map(({ name }) => name)
  const insertions: string[] = []
  for (const table of tables) {
    const { rows } = await sql<object>`select * from ${sql.raw(table)}`.execute(db)
    if (rows.length === 0) continue
    const values = rows.map(
      (row) => sql`(${sql.join(Object.values(row).map((value) => sql.lit(value)))})`,
    )
    insertions.push(sql`insert into ${sql.raw(table)} values ${sql.join(values)}`.compile(db).sql)
  }
  const filled = tables
    .map((table) => `select '${table}' as name where exists (select 1 from ${table})`)
    .join(' union all ')
  return {
    filled,
    deletions: new Map(tables.map((table) => [table, `delete from ${table}`])),
    insertions,
  }
}

/**
 * Reads the rows of an app on SQLite. @returns a function that gives them to another app, which takes a hundredth of the
 * time of the calls that made them.
 */
export async function copyRows({ deps }: TestApp): Promise<(to: TestApp) => Promise<void>> {
  const { deletions, insertions } = await listRowStatements(deps)
  const statements = [DEFER_KEYS, ...deletions.values(), ...insertions].map((text) => sql.raw(text))
  return (to) =>
    to.deps.db.transaction().execute(async (db) => {
      for (const statement of statements) await statement.execute(db)
    })
}

/** Opens an empty database: SQLite in memory, or a new schema in PostgreSQL. */
export async function openTestDatabase(
  databaseUrl?: string,
  log?: Logger,
): Promise<OpenDatabase & AsyncDisposable> {
  const opened = await openDatabase(
    databaseUrl ?? (onPostgres ? await createSchema() : 'sqlite::memory:'),
    undefined,
    log,
  )
  return { ...opened, [Symbol.asyncDispose]: () => opened.db.destroy() }
}

/** Creates a schema, which the end of the run drops with its database. @returns the URL to use it. */
async function createSchema(): Promise<string> {
  const url = await getWorkerDatabaseUrl()
  const schema = `shop_${randomUUID().replaceAll('-', '')}`
  await using database = await openTestDatabase(url)
  await sql.raw(`create schema ${schema}`).execute(database.db)
  const scoped = new URL(url)
  // Tests need no durability, and waiting for the disk would take most of their time.
  scoped.searchParams.set('options', `-csearch_path=${schema} -csynchronous_commit=off`)
  // The production timeouts turn a slow machine into 503.
  scoped.searchParams.set('connect_timeout', '60')
  scoped.searchParams.set('statement_timeout', '60000')
  return scoped.href
}
