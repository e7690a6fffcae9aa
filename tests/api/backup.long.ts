import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createBackup, restoreBackup } from '#src/server/backup/backup.ts'
import { listPendingMigrations, migrate } from '#src/server/db/migrate.ts'
import * as firstMigration from '#src/server/db/migrations/0001-shop.ts'
import { openDatabase } from '#src/server/db/open-database.ts'
import { readEnv } from '#src/server/env.ts'
import { storePicture } from '#src/server/media/store-picture.ts'
import { migrateWith } from '#tests/helpers/migrate-with.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { runCommand } from '#tests/helpers/site-process.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'
import { createDatabase } from '#tests/helpers/worker-database.ts'

const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])

/** Settings of a shop in `folder` with a database of its own, which does not exist or is empty. */
async function createSettings(folder: string, name: string) {
  const dataDir = join(folder, name)
  const url = onPostgres ? await createDatabase() : `sqlite:${join(dataDir, 'kairavi.db')}`
  return { DATA_DIR: dataDir, DATABASE_URL: url }
}
type Settings = Awaited<ReturnType<typeof createSettings>>

const openShop = (settings: Settings) => createTestApp(settings, settings.DATABASE_URL)

const run = (script: string, settings: Settings, folder: string) =>
  runCommand(`src/run/${script}.ts`, settings, [folder]).exited
const backUp = (settings: Settings, folder: string) =>
  createBackup(readEnv(settings), folder, new Date())
const restore = (settings: Settings, folder: string) => restoreBackup(readEnv(settings), folder)

test('a backup of a shop in use has every write before it, and restores to the same shop', async () => {
  using folder = createTempDir()
  const settings = await createSettings(folder.path, 'live')
  await using shop = await openShop(settings)
  await addProducts(shop, { slug: 'ring' }, { slug: 'bag' })
  const red = sharp({ create: { width: 300, height: 200, channels: 3, background: 'red' } })
  const picture = await storePicture(shop.deps, await red.webp().toBuffer())
  const asha = await shop.signUpVerified('asha')
  const { db } = shop.deps
  const [ring] = await db.selectFrom('product').select('id').where('slug', '=', 'ring').execute()
  await asha.post('/wishlist/', { productId: ring?.id })

  let writing = true
  const visits = (async () => {
    for (let n = 0; writing; n++) await shop.signUpVerified(`visitor-${n}`)
  })()
  const target = join(folder.path, 'backup')
  expect(await run('backup', settings, target)).toMatchObject({ code: 0, stderr: '' })
  writing = false
  await visits

  const copy = await createSettings(folder.path, 'copy')
  expect(await run('restore', copy, target)).toMatchObject({ code: 0, stderr: '' })
  await using restored = await openShop(copy)
  expect(await listPendingMigrations(restored.deps.db)).toEqual([])
  const rows = (app: typeof shop) =>
    Promise.all([
      app.deps.db.selectFrom('product').selectAll().orderBy('id').execute(),
      app.deps.db.selectFrom('picture').selectAll().execute(),
      app.deps.db.selectFrom('wishlist_item').selectAll().execute(),
      app.deps.db.selectFrom('user').selectAll().where('display_name', '=', 'asha').execute(),
    ])
  expect(await rows(restored)).toEqual(await rows(shop))
  const rendition = await restored.request(`/media/${picture.hash}/300.webp`)
  expect(rendition.status).toBe(200)

  // Neither is overwritten.
  await expect(restore(copy, target)).rejects.toThrow(
    /^(?:There is a database at|The database of DATABASE_URL has)/,
  )
  await expect(backUp(settings, target)).rejects.toThrow(/ exists: name a folder that does not\.$/)
}, 300_000)

test('rejects a damaged backup before anything is restored, and a damaged source', async () => {
  using folder = createTempDir()
  const settings = await createSettings(folder.path, 'live')
  await using shop = await openShop(settings)
  const blue = sharp({ create: { width: 30, height: 20, channels: 3, background: 'blue' } })
  const { hash } = await storePicture(shop.deps, await blue.webp().toBuffer())
  const target = join(folder.path, 'backup')
  await backUp(settings, target)

  const databaseFile = readdirSync(target).find((name) => name.startsWith('database.')) ?? ''
  const damage = (file: string) => {
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, bytes.length / 2))
    return () => writeFileSync(file, bytes)
  }
  const copy = await createSettings(folder.path, 'copy')
  for (const [file, sentence] of [
    ['backup.json', / is not a whole backup: it has no valid backup\.json\./],
    [databaseFile, /damaged|malformed|pg_restore failed/],
    [join('media', `${hash}.webp`), /^The picture .*\.webp is damaged: .*\.$/],
  ] as const) {
    const repair = damage(join(target, file))
    await expect(restore(copy, target), file).rejects.toThrow(sentence)
    repair()
  }
  damage(join(settings.DATA_DIR, 'media', 'sources', `${hash}.webp`))
  await expect(backUp(settings, join(folder.path, 'second'))).rejects.toThrow(
    /^The picture .* is damaged/,
  )
  expect(readdirSync(folder.path).filter((name) => name.startsWith('second'))).toEqual([])
}, 300_000)

test('an upgrade is rehearsed on a copy and rolled back from the backup', async () => {
  using folder = createTempDir()
  const settings = await createSettings(folder.path, 'live')
  const copy = await createSettings(folder.path, 'copy')
  const rolledBack = await createSettings(folder.path, 'rolled-back')
  const open = (target: Settings) => openDatabase(target.DATABASE_URL)
  const counter = { key: 'login-account:Zm9v', count: 7, expires_at: 1_700_000_000_001 }
  {
    const live = await open(settings)
    await migrateWith(live, { '0001-shop': { up: firstMigration.up } })
    await live.db
      .insertInto('counter' as 'rate_limit')
      .values(counter)
      .execute()
    await live.db.destroy()
  }
  const target = join(folder.path, randomUUID())
  await backUp(settings, target)
  for (const settingsOfCopy of [copy, rolledBack]) await restore(settingsOfCopy, target)

  const rehearsal = await open(copy)
  const ran = await migrate(rehearsal.db)
  expect(ran).toEqual(expect.arrayContaining(['0002-split-counter', '0004-page-view-counts']))
  expect(await rehearsal.db.selectFrom('rate_limit').selectAll().execute()).toEqual([counter])
  await rehearsal.db.destroy()

  // The live database and the one restored from the backup are as before the upgrade.
  for (const unchanged of [settings, rolledBack]) {
    const { db } = await open(unchanged)
    expect(await listPendingMigrations(db)).toEqual(ran)
    expect(
      await db
        .selectFrom('counter' as 'rate_limit')
        .selectAll()
        .execute(),
    ).toEqual([counter])
    await db.destroy()
  }
}, 300_000)
