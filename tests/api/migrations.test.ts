import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#src/server/db/migrate.ts'
import * as shop from '#src/server/db/migrations/0001-shop.ts'
import * as splitCounter from '#src/server/db/migrations/0002-split-counter.ts'
import type { UserRow } from '#src/server/db/schema.ts'
import { migrateWith } from '#tests/helpers/migrate-with.ts'
import { openTestDatabase } from '#tests/helpers/test-app.ts'

const EMAIL_HASH = 'e'.repeat(64)
const TOKEN_HASH = 'd'.repeat(64)
const NONCE_HASH = 'f'.repeat(64)

test('splits the rows of counter into rate limits, nonces and known devices', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await migrateWith(database, { '0001-shop': { up: shop.up } })
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
  await migrateWith(database, { '0001-shop': { up: shop.up } })
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

test('keeps every row when the email becomes unique among verified accounts', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await migrateWith(database, {
    '0001-shop': { up: shop.up },
    '0002-split-counter': { up: splitCounter.up },
  })
  const user = { display_name: 'Asha', role: 'editor', created_at: 1, updated_at: 2 }
  const verified = { ...user, id: 'a', email: 'a@example.com', email_verified_at: 3 }
  const unverified = { ...user, id: 'b', email: 'b@example.com', google_sub: 'sub-b' }
  for (const row of [verified, unverified])
    await sql`insert into "user" (${sql.join(Object.keys(row).map((key) => sql.ref(key)))})
      values (${sql.join(Object.values(row))})`.execute(db)
  const session = { token_hash: 't', id: 's', user_id: 'b', device: 'd' }
  const times = { created_at: 1, last_seen_at: 2, expires_at: 3 }
  await db
    .insertInto('session')
    .values({ ...session, ...times })
    .execute()
  await db
    .insertInto('order')
    .values({ id: 'o', user_id: 'a', placed_at: 1, total_paise: 5 })
    .execute()
  const before = Date.now()
  await migrate(db)
  const rows = await db.selectFrom('user').selectAll().orderBy('id').execute()
  expect(rows).toMatchObject([{ ...verified, expires_at: null }, unverified])
  expect(rows[1]?.expires_at).toBeGreaterThanOrEqual(before + 7 * 24 * 60 * 60_000)
  expect(await db.selectFrom('session').selectAll().execute()).toHaveLength(1)
  expect(await db.selectFrom('order').selectAll().execute()).toHaveLength(1)

  const insert = (change: Partial<UserRow>) =>
    db
      .insertInto('user')
      .values({ ...(rows[0] as UserRow), google_sub: null, ...change })
      .execute()
  await insert({ id: 'c', email_verified_at: null })
  await expect(insert({ id: 'd' })).rejects.toThrow(/unique/i)
  await expect(insert({ id: 'e', email: 'e', google_sub: 'sub-b' })).rejects.toThrow(/unique/i)
  await expect(insert({ id: 'f', email: 'f', role: 'queen' })).rejects.toThrow(/check/i)
  await db.deleteFrom('user').where('id', '=', 'b').execute()
  expect(await db.selectFrom('session').selectAll().execute()).toEqual([])
  const orphan = db.insertInto('session').values({ ...session, ...times, user_id: 'nobody' })
  await expect(orphan.execute()).rejects.toThrow(/foreign key/i)
})

test('keeps the replies of idempotency keys, and deletes them with their user', async () => {
  await using database = await openTestDatabase()
  const { db } = database
  await migrateWith(database, { '0001-shop': { up: shop.up } })
  for (const id of ['a', 'b'])
    await sql`insert into "user" (id, email, display_name, role, created_at, updated_at)
      values (${id}, ${id}, 'Asha', 'customer', 1, 2)`.execute(db)
  const row = { key: 'a-key-of-both', request_hash: 'h', status: 200, created_at: 3 }
  const rows = ['a', 'b'].map((user_id) => ({ ...row, user_id, reply: `{"for":"${user_id}"}` }))
  await db.insertInto('idempotency').values(rows).execute()
  await migrate(db)
  const stored = db.selectFrom('idempotency').selectAll().orderBy('user_id')
  expect(await stored.execute()).toEqual(rows)
  await db.deleteFrom('user').where('id', '=', 'a').execute()
  expect(await stored.execute()).toEqual(rows.slice(1))
  await expect(db.insertInto('idempotency').values(rows).execute()).rejects.toThrow(
    /unique|foreign/i,
  )
})

test('runs each migration once', async () => {
  await using database = await openTestDatabase()
  expect(await migrate(database.db)).toEqual([
    '0001-shop',
    '0002-split-counter',
    '0003-verified-emails',
    '0004-page-view-counts',
    '0005-publishing',
    '0006-studio',
    '0007-cart-gift',
    '0008-stock-alert',
    '0009-wishlist-price',
    '0010-wishlist-links',
    '0011-product-terms',
    '0012-order-items',
    '0013-related-column',
    '0014-accepted-products',
    '0015-idempotency-order',
  ])
  expect(await migrate(database.db)).toEqual([])
})
