import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '#src/rules/constants.ts'
import { createBackup, listBackups, restoreBackup } from '#src/server/core/backup/backup.ts'
import { backUpWhenDue, toLastNight } from '#src/server/core/backup/backup-job.ts'
import { tryLock } from '#src/server/core/db/file-lock.ts'
import { readSchemaState } from '#src/server/core/db/migrate.ts'
import { readEnv } from '#src/server/core/env.ts'
import { storePicture } from '#src/server/core/media/store-picture.ts'
import { test as base } from '#tests/helpers/api-test.ts'
import { isNightly } from '#tests/helpers/nightly.ts'
import { createPicture } from '#tools/pictures.ts'
import { addProducts } from '#tools/products.ts'
import { createRandom } from '#tools/random.ts'
import { runCommand } from '#tools/site-process.ts'
import { createTestApp, openTestDatabase, type TestApp } from '#tools/test-app.ts'
import { createDatabase } from '#tools/worker-database.ts'

const { fraction } = createRandom(173)
/** Restores that are killed at a random time each. TORTURE_KILLS=20 makes more of them. */
const KILLS = Number(process.env['TORTURE_KILLS'] ?? (isNightly ? 6 : 1))

// Processes are started and killed.
vi.setConfig({ testTimeout: 600_000 })

const onPostgres = Boolean(process.env['TEST_DATABASE_URL'])

/** Settings of a shop in `folder` with a database of its own, which does not exist or is empty. */
async function createSettings(folder: string, name: string) {
  const dataDir = join(folder, name)
  const url = onPostgres ? await createDatabase() : `sqlite:${join(dataDir, 'kairavi.db')}`
  return { DATA_DIR: dataDir, DATABASE_URL: url }
}
type Settings = Awaited<ReturnType<typeof createSettings>>

const openShop = (settings: Settings & Record<string, string>) =>
  createTestApp(settings, settings.DATABASE_URL)

const run = (script: string, settings: Settings, folder: string) =>
  runCommand(`src/run/${script}.ts`, settings, [folder]).exited
const backUp = (settings: Settings, folder: string) =>
  createBackup(readEnv(settings), folder, new Date())
const restore = (settings: Settings, folder: string) => restoreBackup(readEnv(settings), folder)

/** The rows of a shop that no test changes during a backup. */
const readRows = ({ deps: { db } }: TestApp) =>
  Promise.all([
    db.selectFrom('product').selectAll().orderBy('id').execute(),
    db.selectFrom('picture').selectAll().orderBy('hash').execute(),
    db.selectFrom('wishlist_item').selectAll().execute(),
    db.selectFrom('user').selectAll().where('email', '=', 'asha@example.com').execute(),
  ])

/** A folder with a shop in use; other settings in it are those of shops that are to be made. */
const test = base
  .extend(
    'create',
    ({ folder }) =>
      (name: string) =>
        createSettings(folder, name),
  )
  .extend('live', ({ create }) => create('live'))
  .extend('shop', async ({ live }, { onCleanup }) => {
    const shop = await openShop(live)
    onCleanup(() => shop[Symbol.asyncDispose]())
    return shop
  })

test('a backup of a shop in use has every write before it, and restores to the same shop', async ({
  folder,
  create,
  live,
  shop,
  asha,
}) => {
  const [ring] = await addProducts(shop, { slug: 'ring' }, { slug: 'bag' })
  const picture = await storePicture(shop.deps, await createPicture(300, 200))
  await asha.post('/wishlist/', { productId: ring })

  let isWriting = true
  const visits = (async () => {
    for (let n = 0; isWriting; n++) await shop.signUpVerified(`visitor-${n}`)
  })()
  const target = join(folder, 'backup')
  expect(await run('backup', live, target)).toMatchObject({ code: 0, stderr: '' })
  isWriting = false
  await visits

  const copy = await create('copy')
  expect(await run('restore', copy, target)).toMatchObject({ code: 0, stderr: '' })
  await using restored = await openShop(copy)
  expect((await readSchemaState(restored.deps.db)).pending).toEqual([])
  expect(await readRows(restored)).toEqual(await readRows(shop))
  expect((await restored.request(`/media/${picture.hash}/300.webp`)).status).toBe(200)

  // Neither is overwritten.
  await expect(restore(copy, target)).rejects.toThrow(
    /^(?:There is a database at|The database of DATABASE_URL has)/,
  )
  await expect(backUp(live, target)).rejects.toThrow(/ exists: name a folder that does not\.$/)
})

test('rejects a damaged backup before anything is restored, and a damaged or missing source', async ({
  folder,
  create,
  live,
  shop,
}) => {
  const { hash } = await storePicture(shop.deps, await createPicture())
  const target = join(folder, 'backup')
  await backUp(live, target)

  const databaseFile = readdirSync(target).find((name) => name.startsWith('database.')) ?? ''
  const damage = (file: string) => {
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, bytes.length / 2))
    return () => writeFileSync(file, bytes)
  }
  const copy = await create('copy')
  for (const [file, sentence] of [
    ['backup.json', / is not a whole backup: it has no valid backup\.json\./],
    [databaseFile, /damaged|malformed|pg_restore failed/],
    [join('media', `${hash}.webp`), /^The picture .*\.webp is damaged: .*\.$/],
  ] as const) {
    const repair = damage(join(target, file))
    await expect(restore(copy, target), file).rejects.toThrow(sentence)
    repair()
  }
  const source = join(live.DATA_DIR, 'media', 'sources', `${hash}.webp`)
  const repair = damage(source)
  const second = join(folder, 'second')
  await expect(backUp(live, second)).rejects.toThrow(/^The picture .* is damaged/)
  expect(readdirSync(folder).filter((name) => name.startsWith('second'))).toEqual([])

  repair()
  const runDoctor = () => runCommand('src/run/doctor.ts', live).exited
  expect((await runDoctor()).stdout).toContain('ok      All 1 pictures are there and whole.')
  damage(source)
  const damaged = `1 of 1 pictures in .*sources are damaged \\(${hash}\\.webp\\): copy them`
  expect((await runDoctor()).stdout).toMatch(new RegExp(`^error   ${damaged}`, 'm'))
  rmSync(source)
  const { code, stdout } = await runDoctor()
  const missing = `sources lacks 1 of 1 pictures \\(${hash}\\.webp\\): copy them`
  expect(stdout).toMatch(new RegExp(`^error   .*${missing}`, 'm'))
  expect(code).toBe(1)
})

/** The content of every file of a folder. */
const readFiles = (folder: string): Map<string, Buffer> =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]))

test('a restore that is killed at any time is completed by a second one', async ({
  folder,
  create,
  live,
  shop,
}) => {
  for (let count = 0; count < KILLS * 2; count++)
    await storePicture(shop.deps, await createPicture(300 + count, 200))
  const target = join(folder, 'backup')
  await backUp(live, target)
  const [rows, pictures] = [await readRows(shop), readFiles(join(target, 'media'))]

  const since = performance.now()
  await run('restore', await create('uninterrupted'), target)
  const duration = performance.now() - since
  let interrupted = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const copy = await create(`copy-${kill}`)
    const { child, exited } = runCommand('src/run/restore.ts', copy, [target])
    const sources = join(copy.DATA_DIR, 'media', 'sources')
    const countCopied = () => (existsSync(sources) ? readdirSync(sources).length : 0)
    const start = performance.now()
    const share = fraction()
    // Every second one while pictures are copied, which takes a small part of the time.
    const isDue = () =>
      kill % 2 === 1 ? performance.now() - start > share * duration : countCopied() > share * KILLS
    const timer = setInterval(() => isDue() && child.kill('SIGKILL'), 1)
    if ((await exited).signal === 'SIGKILL') interrupted++
    clearInterval(timer)
    if (onPostgres) await waitForTools(copy.DATABASE_URL)
    const { code, stderr } = await run('restore', copy, target)
    // A run that ends after the database is there has nothing left to do.
    if (code !== 0) expect(stderr).toMatch(/^(?:There is a database at|The database of .* tables:)/)
    await using restored = await openShop(copy)
    expect(await readRows(restored)).toEqual(rows)
    const stored = readFiles(sources)
    for (const [name, bytes] of pictures) expect(stored.get(name)?.equals(bytes), name).toBe(true)
  }
  expect(interrupted).toBeGreaterThan(KILLS / 4)
})

/** A process that is killed leaves pg_restore to its end. */
async function waitForTools(url: string): Promise<void> {
  await using database = await openTestDatabase(url)
  const list = async () => {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'pg_restore'`.execute(database.db)
    return rows
  }
  await expect.poll(list, { timeout: 60_000 }).toEqual([])
}

test('a backup deletes what killed ones have left, but not one that is running', async ({
  folder,
  live,
  shop: _,
}) => {
  for (const name of ['killed', 'running', 'foreign']) mkdirSync(join(folder, `${name}.part`))
  tryLock(join(folder, 'killed.part', 'backup.lock'))?.()
  const unlock = tryLock(join(folder, 'running.part', 'backup.lock'))
  // With PostgreSQL the live shop has no folder.
  const list = () =>
    readdirSync(folder)
      .filter((name) => name !== 'live')
      .toSorted()
  await backUp(live, join(folder, 'first'))
  unlock?.()
  expect(list()).toEqual(['first', 'foreign.part', 'running.part'])
  await backUp(live, join(folder, 'second'))
  expect(list()).toEqual(['first', 'foreign.part', 'second'])
  expect(readdirSync(join(folder, 'second'))).not.toContain('backup.lock')
})

test('a backup of each night is made once, and those beyond BACKUP_KEEP are deleted', async ({
  folder,
  live,
}) => {
  const BACKUP_DIR = join(folder, 'nights')
  await using shop = await openShop({ ...live, BACKUP_DIR, BACKUP_KEEP: '2' })
  const list = () => listBackups(BACKUP_DIR).map(({ createdAt }) => createdAt)
  /** Noon of a day in UTC, and the seconds after it that the test has taken. */
  const toNoon = (time: number) => Math.floor((time - DAY_MS / 2) / DAY_MS)
  const { deps, advanceTime } = shop
  const backUp = () => Promise.all([backUpWhenDue(deps), backUpWhenDue(deps)])
  advanceTime(toLastNight(deps.now()) + DAY_MS + 15 * HOUR_MS - deps.now())
  const first = toNoon(deps.now())
  await backUp()
  advanceTime(HOUR_MS)
  await backUp()
  expect(list().map(toNoon)).toEqual([first])
  for (let day = 0; day < 2; day++) {
    advanceTime(DAY_MS)
    await backUp()
  }
  expect(list().map(toNoon)).toEqual([first + 1, first + 2])
  const restored = await createSettings(folder, 'restored-night')
  const newest = listBackups(BACKUP_DIR).at(-1)
  expect(Date.parse((await restore(restored, newest?.folder ?? '')).createdAt)).toBeGreaterThan(
    deps.now() - HOUR_MS,
  )

  // The reason is in the log, and nothing half stays.
  advanceTime(DAY_MS)
  const lost = { ...deps, env: { ...deps.env, DATABASE_URL: `sqlite:${folder}/lost.db` } }
  await expect(backUpWhenDue(lost)).rejects.toThrow(/^The backup failed: There is no database at /)
  expect(list().map(toNoon)).toEqual([first + 1, first + 2])
})

test.each([
  ['2026-11-26T21:29:59Z', '2026-11-25T21:30:00Z'],
  ['2026-11-26T21:30:00Z', '2026-11-26T21:30:00Z'],
  ['2026-11-27T10:00:00Z', '2026-11-26T21:30:00Z'],
])('at %s the last night began at %s', (now, night) => {
  expect(toLastNight(Date.parse(now))).toBe(Date.parse(night))
})
