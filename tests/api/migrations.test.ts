import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrate } from '#src/server/db/migrate.ts'
import * as shop from '#src/server/db/migrations/0001-shop.ts'
import type { OpenDatabase } from '#src/server/db/open-database.ts'
import { openTestDatabase } from '#tests/helpers/test-app.ts'

const EMAIL_HASH = 'e'.repeat(64)
const TOKEN_HASH = 'd'.repeat(64)
const NONCE_HASH = 'f'.repeat(64)

async function migrateToFirst({ db, engine }: OpenDatabase): Promise<void> {
  const { rows } =
    engine === 'postgres'
      ? await sql<{ name: string }>`select current_schema() as name`.execute(db)
      : { rows: [] }
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => ({ '0001-shop': { up: shop.up } }) },
    ...(rows[0] && { migrationTableSchema: rows[0].name }),
  }).migrateToLatest()
  expect(error).toBeUndefined()
}

test('splits the rows of counter into rate limits, nonces and known devices', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await migrateToFirst(database)
  for (const [key, count, expiresAt] of [
    ['login-account:Zm9v', 7, 1_700_000_000_001],
    ['nonce:YmFy', 2, 1_700_000_000_002],
    ['login-known-device:YmF6', 3, 1_700_000_000_003],
    [`nonce-of:${NONCE_HASH}`, 1, 1_700_000_000_004],
    [`known:${EMAIL_HASH}:${TOKEN_HASH}`, 1, 1_700_000_000_005],
  ] as const)
    await sql`insert into counter (key, count, expires_at)
      values (${key}, ${count}, ${expiresAt})`.execute(db)
  await migrate(db)
  expect(await db.selectFrom('rate_limit').selectAll().orderBy('expires_at').execute()).toEqual([
    { key: 'login-account:Zm9v', count: 7, expires_at: 1_700_000_000_001 },
    { key: 'nonce:YmFy', count: 2, expires_at: 1_700_000_000_002 },
    { key: 'login-known-device:YmF6', count: 3, expires_at: 1_700_000_000_003 },
  ])
  expect(await db.selectFrom('oidc_nonce').selectAll().execute()).toEqual([
    { nonce_hash: NONCE_HASH, expires_at: 1_700_000_000_004 },
  ])
  expect(await db.selectFrom('known_device').selectAll().execute()).toEqual([
    { email_hash: EMAIL_HASH, token_hash: TOKEN_HASH, expires_at: 1_700_000_000_005 },
  ])
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  expect(tables).not.toContain('counter')
})

test('keeps the page views so far as counts by day and path', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await migrateToFirst(database)
  const day = Date.parse('2026-11-20')
  for (const [url, time] of [
    ['https://kairavi.example/shop', day],
    ['https://www.kairavi.example/shop', day + 86_399_999],
    ['https://kairavi.example/shop', day + 86_400_000],
    ['https://kairavi.example/', day],
    [`https://kairavi.example/${'x'.repeat(300)}`, day],
  ] as const)
    await sql`insert into page_view (id, url, referrer, domain, created_at)
      values (${randomUUID()}, ${url}, null, 'kairavi.example', ${time})`.execute(db)
  await migrate(db)
  const counts = db.selectFrom('page_view_count').selectAll().orderBy('day').orderBy('path')
  expect(await counts.execute()).toEqual([
    { day: '2026-11-20', path: '/', views: 1 },
    { day: '2026-11-20', path: '/shop', views: 2 },
    { day: '2026-11-21', path: '/shop', views: 1 },
  ])
})

test('runs each migration once', async () => {
  await using database = await openTestDatabase()
  expect(await migrate(database.db)).toEqual([
    '0001-shop',
    '0002-split-counter',
    '0004-page-view-counts',
  ])
  expect(await migrate(database.db)).toEqual([])
})
