import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBackup, restoreBackup } from '#src/server/backup/backup.ts'
import { tryLock } from '#src/server/db/file-lock.ts'
import { listPendingMigrations, migrate } from '#src/server/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#src/server/db/open-database.ts'
import { readEnv } from '#src/server/env.ts'
import { storePicture } from '#src/server/media/store-picture.ts'
import { createFormerDatabase } from '#tests/helpers/former-database.ts'
import { createPicture } from '#tests/helpers/pictures.ts'
import { addProducts } from '#tests/helpers/products.ts'
import { readSchema } from '#tests/helpers/read-schema.ts'
import { runCommand } from '#tests/helpers/site-process.ts'
import { createTempDir } from '#tests/helpers/temp-dir.ts'
import { createTestApp } from '#tests/helpers/test-app.ts'
import { createDatabase } from '#tests/helpers/worker-database.ts'

/** Restores that are killed at a random time each; TORTURE_KILLS=20 makes more of them. */
const KILLS = Number(process.env['TORTURE_KILLS'] ?? 4)

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
  const picture = await storePicture(shop.deps, await createPicture(300, 200))
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
  const { hash } = await storePicture(shop.deps, await createPicture())
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

/** The content of every file of a folder. */
const readFiles = (folder: string): Map<string, Buffer> =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))

test('a restore that is killed at any time is completed by a second one', async () => {
  using folder = createTempDir()
  const settings = await createSettings(folder.path, 'live')
  await using shop = await openShop(settings)
  for (let count = 0; count < KILLS * 2; count++)
    await storePicture(shop.deps, await createPicture(300 + count, 200))
  const target = join(folder.path, 'backup')
  await backUp(settings, target)
  const readRows = (app: typeof shop) =>
    app.deps.db.selectFrom('picture').selectAll().orderBy('hash').execute()
  const [rows, pictures] = [await readRows(shop), readFiles(join(target, 'media'))]

  const startRestore = (copy: Settings) => runCommand('src/run/restore.ts', copy, [target])
  const since = performance.now()
  await startRestore(await createSettings(folder.path, 'uninterrupted')).exited
  const duration = performance.now() - since
  let interrupted = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const copy = await createSettings(folder.path, `copy-${kill}`)
    const { child, exited } = startRestore(copy)
    const sources = join(copy.DATA_DIR, 'media', 'sources')
    const stopWaiting = new AbortController()
    const { signal } = stopWaiting
    // Half of them while pictures are copied, which takes a small part of the time.
    const moment =
      kill % 2 === 0
        ? sleep(Math.random() * duration, undefined, { signal })
        : waitForFiles(sources, Math.random() * KILLS, signal)
    moment.then(
      () => child.kill('SIGKILL'),
      () => {},
    )
    if ((await exited).signal === 'SIGKILL') interrupted++
    stopWaiting.abort()
    if (onPostgres) await waitForTools(copy.DATABASE_URL)
    const { code, stderr } = await startRestore(copy).exited
    // A run that ends after the database is there has nothing left to do.
    if (code !== 0) expect(stderr).toMatch(/^(?:There is a database at|The database of .* tables:)/)
    await using restored = await openShop(copy)
    expect(await readRows(restored)).toEqual(rows)
    const stored = readFiles(sources)
    for (const [name, bytes] of pictures) expect(stored.get(name)?.equals(bytes), name).toBe(true)
  }
  expect(interrupted).toBeGreaterThan(KILLS / 4)
}, 600_000)

/** Resolves when a folder has more than so many files. */
async function waitForFiles(folder: string, count: number, signal: AbortSignal): Promise<void> {
  while (!existsSync(folder) || readdirSync(folder).length <= count)
    await sleep(1, undefined, { signal })
}

/** A process that is killed leaves pg_restore to its end. */
async function waitForTools(url: string): Promise<void> {
  const { db } = await openDatabase(url)
  const list = async () => {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'pg_restore'`.execute(db)
    return rows
  }
  await expect.poll(list, { timeout: 60_000 }).toEqual([])
  await db.destroy()
}

test('a backup deletes what killed ones have left, but not one that is running', async () => {
  using folder = createTempDir()
  const settings = await createSettings(folder.path, 'live')
  await using _shop = await openShop(settings)
  const leftBehind = join(folder.path, 'killed.part')
  const running = join(folder.path, 'running.part')
  const foreign = join(folder.path, 'foreign.part')
  for (const path of [leftBehind, running, foreign]) mkdirSync(path)
  tryLock(join(leftBehind, 'backup.lock'))?.()
  const unlock = tryLock(join(running, 'backup.lock'))
  await backUp(settings, join(folder.path, 'first'))
  unlock?.()
  const list = () => readdirSync(folder.path).toSorted()
  expect(list()).toEqual(['first', 'foreign.part', 'live', 'running.part'].filter(isMade))
  await backUp(settings, join(folder.path, 'second'))
  expect(list()).toEqual(['first', 'foreign.part', 'live', 'second'].filter(isMade))
  expect(readdirSync(join(folder.path, 'second'))).not.toContain('backup.lock')
}, 300_000)

/** With PostgreSQL the live shop has no folder. */
const isMade = (name: string): boolean => !onPostgres || name !== 'live'

test('the doctor tells which pictures are missing', async () => {
  using folder = createTempDir()
  const settings = await createSettings(folder.path, 'live')
  await using shop = await openShop(settings)
  const { hash } = await storePicture(shop.deps, await createPicture())
  const runDoctor = () => runCommand('src/run/doctor.ts', settings).exited
  expect((await runDoctor()).stdout).toContain('ok      All 1 pictures are there.')
  rmSync(join(settings.DATA_DIR, 'media', 'sources', `${hash}.webp`))
  const { code, stdout } = await runDoctor()
  expect(stdout).toMatch(
    new RegExp(`^error   .*sources lacks 1 of 1 pictures \\(${hash}\\.webp\\): copy them`, 'm'),
  )
  expect(code).toBe(1)
}, 300_000)

test('an upgrade is rehearsed on a copy and rolled back from the backup', async () => {
  using folder = createTempDir()
  const settings = await createSettings(folder.path, 'live')
  const copy = await createSettings(folder.path, 'copy')
  const rolledBack = await createSettings(folder.path, 'rolled-back')
  const open = (target: Settings) => openDatabase(target.DATABASE_URL)
  const rateLimits = [{ key: 'login-account:Zm9v', count: 7, expires_at: 1_700_000_000_001 }]
  const readRateLimits = ({ db }: OpenDatabase) => db.selectFrom('rate_limit').selectAll().execute()
  {
    const live = await open(settings)
    await createFormerDatabase(live)
    await live.db.destroy()
  }
  const target = join(folder.path, randomUUID())
  await backUp(settings, target)
  for (const settingsOfCopy of [copy, rolledBack]) await restore(settingsOfCopy, target)

  const rehearsal = await open(copy)
  await migrate(rehearsal.db)
  const schema = await readSchema(rehearsal)
  expect(await readRateLimits(rehearsal)).toEqual(rateLimits)
  await rehearsal.db.destroy()

  // The live database and the one restored from the backup are as before the upgrade.
  for (const settingsOfFormer of [settings, rolledBack]) {
    const unchanged = await open(settingsOfFormer)
    expect(await readSchema(unchanged)).not.toEqual(schema)
    expect(await readRateLimits(unchanged)).toEqual(rateLimits)
    await unchanged.db.destroy()
  }
}, 300_000)
