import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, statfsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findRelease } from '#src/publish/release/release.ts'
import { getStoreDir, toStoreName } from '#src/publish/release/release-files.ts'
import { findCurrentReleaseId, getReleasesDir } from '#src/publish/release/releases.ts'
import { codeHash } from '#src/publish/render/code-hash.ts'
import { DAY_MS, HOUR_MS } from '#src/rules/constants.ts'
import { METHOD_RULES } from '#src/rules/orders/payment-methods.ts'
import { listBackups } from '#src/server/core/backup/backup.ts'
import { listPictureFiles } from '#src/server/core/backup/queries.ts'
import { assertAnswers } from '#src/server/core/data-dir.ts'
import { readSchemaState } from '#src/server/core/db/migrate.ts'
import { openDatabase } from '#src/server/core/db/open-database.ts'
import type { Db } from '#src/server/core/db/schema.ts'
import type { ServerEnv } from '#src/server/core/env.ts'
import { isDatabaseDamaged } from '#src/server/core/errors.ts'
import { createMailTransport } from '#src/server/core/mail/outbox.ts'
import { pictureHash } from '#src/server/core/media/store-picture.ts'
import { getSourcesDir, openMediaStore, sourceName } from '#src/server/core/media-store.ts'
import { assertWritable, StartupError } from '#src/server/core/startup-error.ts'
import { listDoubledCodes } from '#src/server/shop/catalog/code-queries.ts'
import { KeyRefusedError } from '#src/server/shop/orders/provider.ts'
import { findProvider } from '#src/server/shop/orders/providers.ts'
import { exitWithError, printLine, toErrorMessage } from './console-output.ts'
import { canConnect, isAlive, listDeskSockets } from './desk-process.ts'
import { readSettings, root } from './settings.ts'
import {
  checkDemoAccounts,
  checkLiveRelease,
  checkNames,
  checkSettings,
  type Finding,
} from './startup-checks.ts'
import { tryUpgrade } from './try-upgrade.ts'

// npm run doctor: checks everything that a start needs, without changing anything. It exits with 1
// if there is an error. Unlike a start, it continues after an error.
// npm run doctor -- --upgrade: tries the database upgrade on a copy, and lists what it could not
// resolve.

type Check = (env: ServerEnv) => Promise<(Finding | { level: 'ok'; message: string })[]>

const ok = (message: string) => ({ level: 'ok' as const, message })
const warning = (message: string): Finding => ({ level: 'warning', message })
const error = (message: string): Finding => ({ level: 'error', message })

const MIN_FREE_BYTES = 1024 ** 3

const checkDataDir: Check = async ({ DATA_DIR }) => {
  assertWritable(DATA_DIR)
  const { bavail, bsize } = statfsSync(DATA_DIR)
  const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB are free`
  return bavail * bsize < MIN_FREE_BYTES
    ? [warning(`Only ${free} in DATA_DIR=${DATA_DIR}: a release and its pictures need 1 GB.`)]
    : [ok(`DATA_DIR=${DATA_DIR} can be written to; ${free}.`)]
}

const checkDatabase: Check = async (env) => {
  const file = /^sqlite:(.+)$/.exec(env.DATABASE_URL)?.[1]
  if (file !== undefined && !existsSync(file))
    return [ok(`The database ${file} does not exist; the start makes it.`)]
  const { db, engine } = await openDatabase(env.DATABASE_URL)
  try {
    const { newest, pending } = await readSchemaState(db)
    if (newest === undefined)
      return [ok(`The database (${engine}) can be opened; the start makes its tables.`)]
    const state =
      pending.length > 0
        ? `the start runs ${pending.join(', ')}, and -- --upgrade tries that on a copy`
        : 'up to date'
    const accounts = await checkDemoAccounts(env, db)
    const codes = pending.length > 0 ? [] : await checkCodes(db)
    return [ok(`The database (${engine}) can be opened; ${state}.`), ...accounts, ...codes]
  } finally {
    await db.destroy()
  }
}

const LISTED_CODES = 5

/** Finds SKUs and barcodes that several products share. Older releases allowed that. */
async function checkCodes(db: Db): Promise<Finding[]> {
  const codes = await listDoubledCodes(db, LISTED_CODES)
  const named = codes.map(({ title, code }) => `${code} of “${title}”`).join(', ')
  return codes.length > 0
    ? [warning(`Other pieces have the same SKU or barcode: ${named}. Give each its own.`)]
    : []
}

const checkRelease: Check = async ({ DATA_DIR }) => {
  const releases = getReleasesDir(DATA_DIR)
  const id = findCurrentReleaseId(releases)
  const release = findRelease(releases, id)
  if (!release)
    return [warning('There is no built site yet: npm start or npm run build makes one.')]
  const store = getStoreDir(releases)
  const missing = [...release.files]
    .filter(([, file]) => !existsSync(join(store, toStoreName(file))))
    .map(([path]) => path)
  if (missing.length > 0)
    return [
      error(
        `The live release lacks ${missing.length} files (${missing[0]}): point releases/current at another one.`,
      ),
    ]
  return [
    ok(`The live release ${release.id} is whole: ${release.products} products.`),
    ...checkLiveRelease(DATA_DIR, release, codeHash(root)),
  ]
}

/** Verifies the hash of each picture in the folder. A bucket would need one request per picture. */
const checkPictures: Check = async (env) => {
  const file = /^sqlite:(.+)$/.exec(env.DATABASE_URL)?.[1]
  if (env.MEDIA_STORE || (file !== undefined && !existsSync(file))) return []
  const { db } = await openDatabase(env.DATABASE_URL)
  try {
    if ((await readSchemaState(db)).newest === undefined) return []
    const pictures = await listPictureFiles(db)
    const folder = getSourcesDir(env.DATA_DIR)
    const stored = new Set(existsSync(folder) ? readdirSync(folder) : [])
    const missing = pictures.map(sourceName).filter((name) => !stored.has(name))
    const remedy = 'copy them from the folder media of a backup.'
    if (missing.length > 0)
      return [
        error(
          `${folder} lacks ${missing.length} of ${pictures.length} pictures (${missing[0]}): ${remedy}`,
        ),
      ]
    const damagedNames: string[] = []
    for (const picture of pictures) {
      const name = sourceName(picture)
      if (pictureHash(await readFile(join(folder, name))) !== picture.hash) damagedNames.push(name)
    }
    return damagedNames.length > 0
      ? [
          error(
            `${damagedNames.length} of ${pictures.length} pictures in ${folder} are damaged (${damagedNames[0]}): ${remedy}`,
          ),
        ]
      : [ok(`All ${pictures.length} pictures are there and whole.`)]
  } finally {
    await db.destroy()
  }
}

/** Checks whether the desk of each running shop answers. */
const checkDesks: Check = async ({ DATA_DIR }) => {
  const running = [...listDeskSockets(DATA_DIR)].filter(([pid]) => isAlive(pid))
  return Promise.all(
    running.map(async ([pid, socket]) =>
      (await canConnect(socket))
        ? ok(`The shop runs (process ${pid}), and its desk answers.`)
        : warning(
            `The shop runs (process ${pid}), but its desk does not answer: see its log for “the desk has ended”.`,
          ),
    ),
  )
}

const OLD_BACKUP_MS = 2 * DAY_MS

const checkBackups: Check = async ({ BACKUP_DIR }) => {
  if (!BACKUP_DIR) return []
  const backups = listBackups(BACKUP_DIR)
  const newest = backups.at(-1)
  if (!newest) return [warning(`${BACKUP_DIR} has no backup yet: the start makes one.`)]
  const age = Date.now() - newest.createdAt
  const message = `The newest of ${backups.length} backups in ${BACKUP_DIR} is ${formatAge(age)} old`
  return age > OLD_BACKUP_MS
    ? [warning(`${message}: start the shop, or see its log for “backup failed”.`)]
    : [ok(`${message}.`)]
}

const formatAge = (ms: number): string =>
  ms < OLD_BACKUP_MS ? `${Math.floor(ms / HOUR_MS)} hours` : `${Math.floor(ms / DAY_MS)} days`

/** Stores, reads and deletes a test file in the media store. */
const checkMediaStore: Check = async (env) => {
  if (!env.MEDIA_STORE) return []
  const store = openMediaStore(env)
  const name = `doctor-${randomUUID()}.txt`
  try {
    await store.put(name, Buffer.from(name))
    const stored = await store.get(name)
    await store.delete(name)
    return Buffer.from(stored ?? []).toString() === name
      ? [ok('The bucket of MEDIA_STORE can be written to and read.')]
      : [error('The bucket of MEDIA_STORE gives back another file than was stored.')]
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return [error(`MEDIA_STORE cannot be used: ${reason}`)]
  }
}

const checkMail: Check = async (env) => {
  if (!env.SMTP_URL) return []
  const transport = createMailTransport(env.SMTP_URL, env)
  try {
    await transport.verify()
    return [ok('The mail server of SMTP_URL lets us in.')]
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
    return [
      error(`The mail server of SMTP_URL refuses the connection (${code}): correct SMTP_URL.`),
    ]
  } finally {
    await transport.close()
  }
}

/** Asks each payment provider for an unknown link. The answer shows whether the keys are accepted. */
const checkPayments: Check = async (env) => {
  const findings: Awaited<ReturnType<Check>> = []
  for (const { provider: name } of Object.values(METHOD_RULES)) {
    const provider = name === undefined ? undefined : findProvider(env, name)
    if (!provider) continue
    try {
      await provider.findLink('doctor')
      findings.push(ok(`The payment provider ${name} accepts the keys.`))
    } catch (cause) {
      findings.push(
        cause instanceof KeyRefusedError
          ? error(`The payment provider ${name} refuses the keys: ${cause.message}.`)
          : warning(`The payment provider ${name} does not answer: ${toErrorMessage(cause)}.`),
      )
    }
  }
  return findings
}

const checks: Check[] = [
  async (env) => [...checkNames(Object.keys(process.env)), ...checkSettings(env)],
  checkDataDir,
  checkDatabase,
  checkRelease,
  checkDesks,
  checkPictures,
  checkBackups,
  checkMediaStore,
  checkMail,
  checkPayments,
]

async function runDoctor(chosen: Check[]): Promise<number> {
  const env = readSettings()
  printLine(`Settings are valid: NODE_ENV=${env.NODE_ENV}, ${env.PREVIEW ? '' : 'no '}preview.`)
  await assertAnswers(env.DATA_DIR)
  let errors = 0
  for (const check of chosen) {
    const findings = await check(env).catch((cause: unknown) => {
      if (cause instanceof StartupError || isDatabaseDamaged(cause))
        return [error(toErrorMessage(cause))]
      throw cause
    })
    for (const { level, message } of findings) {
      if (level === 'error') errors++
      printLine(`${level.padEnd(7)} ${message}`)
    }
  }
  return errors === 0 ? 0 : 1
}

const selected = process.argv.includes('--upgrade') ? [tryUpgrade] : checks
runDoctor(selected).then((code) => process.exit(code), exitWithError)
