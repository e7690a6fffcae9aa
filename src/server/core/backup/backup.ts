import { spawn } from 'node:child_process'
import { constants, existsSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, parse, resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import pLimit from 'p-limit'
import { z } from 'zod'
import { tryLock } from '../db/file-lock.ts'
import { readSchemaState } from '../db/migrate.ts'
import { type Engine, openDatabase } from '../db/open-database.ts'
import type { ServerEnv } from '../env.ts'
import { fileExists } from '../files.ts'
import { pictureHash } from '../media/store-picture.ts'
import type { PictureRow } from '../media/tables.ts'
import { createFolderStore, type MediaStore, openMediaStore, sourceName } from '../media-store.ts'
import { assertWritable, StartupError } from '../startup-error.ts'
import { hasTables, listPictureFiles, listSqliteErrors } from './queries.ts'

/** Content of `backup.json`, which is written last: a folder without it is no complete backup. */
const manifestSchema = z.object({
  createdAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** Number of source pictures. */
  pictures: z.number(),
})
type Manifest = z.output<typeof manifestSchema>
type PictureFile = Pick<PictureRow, 'hash' | 'format'>

const MANIFEST = 'backup.json'
const MEDIA = 'media'
const PARTIAL_SUFFIX = '.part'
/** A running backup holds this lock. The operating system releases it if the process is killed. */
const LOCK = 'backup.lock'
const COPIES = 4

/** The name of a backup's folder, by its time in UTC: `20261126-213000`. */
export const toBackupName = (now: Date): string =>
  now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')

const BACKUP_NAME = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)$/

const toBackupTime = (name: string): number =>
  Date.parse(name.replace(BACKUP_NAME, '$1-$2-$3T$4:$5:$6Z'))

/** Lists the complete backups of a folder, the oldest first. */
export function listBackups(folder: string): { folder: string; createdAt: number }[] {
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : []
  return names.flatMap((name) => {
    const path = join(folder, name)
    if (!BACKUP_NAME.test(name) || !existsSync(join(path, MANIFEST))) return []
    return { folder: path, createdAt: toBackupTime(name) }
  })
}

/** The time of the newest backup; undefined before the first one. */
export async function findLastBackup(folder: string | undefined): Promise<number | undefined> {
  if (folder === undefined || !(await fileExists(folder))) return undefined
  for (const name of (await readdir(folder)).toSorted().reverse())
    if (BACKUP_NAME.test(name) && (await fileExists(join(folder, name, MANIFEST))))
      return toBackupTime(name)
  return undefined
}

/** The source pictures of a backup. */
const openBackupStore = (folder: string): MediaStore => createFolderStore(join(folder, MEDIA))

/**
 * Copies database and source pictures of a shop that may be running, and checks the copy. Renditions and releases are
 * not in it, because they can be made again.
 * @throws StartupError if there is no database, or the copy is damaged.
 */
export async function createBackup(env: ServerEnv, folder: string, now: Date): Promise<Manifest> {
  if (await fileExists(folder))
    throw new StartupError(`${folder} exists: name a folder that does not.`)
  const partial = `${resolve(folder)}${PARTIAL_SUFFIX}`
  assertWritable(dirname(partial))
  await deleteInterrupted(dirname(partial))
  await rm(partial, { recursive: true, force: true })
  // The folder has personal data: only this user may read it.
  await mkdir(partial, { mode: 0o700 })
  const unlock = tryLock(join(partial, LOCK))
  const engine = getEngine(env.DATABASE_URL)
  try {
    const copier = getDatabaseCopier(engine, env.DATABASE_URL)
    await copier.dump(join(partial, copier.fileName))
    // A picture has its file before its row, so every row of the copy has a file now.
    const pictures = await listPictures(env)
    await copyPictures(pictures, openMediaStore(env), openBackupStore(partial))
    await copier.verify(join(partial, copier.fileName))
    const manifest = { createdAt: now.toISOString(), engine, pictures: pictures.length }
    await writeFile(join(partial, MANIFEST), JSON.stringify(manifest), { flush: true })
    await rename(partial, folder)
    await rm(join(folder, LOCK))
    return manifest
  } finally {
    unlock?.()
    await rm(partial, { recursive: true, force: true })
  }
}

/** Deletes the unfinished backups of killed processes beside the next one. */
async function deleteInterrupted(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const lock = join(parent, name, LOCK)
    if (!name.endsWith(PARTIAL_SUFFIX) || !existsSync(lock)) continue
    const unlock = tryLock(lock)
    if (!unlock) continue
    await rm(join(parent, name), { recursive: true, force: true })
    unlock()
  }
}

/**
 * Makes the shop of DATABASE_URL and DATA_DIR from a backup. Nothing is overwritten. The database comes last and in
 * one step, so a shop with a database is complete. After an interruption, a second run completes it.
 * @throws StartupError if the backup is damaged or of another engine, or if a database exists.
 */
export async function restoreBackup(env: ServerEnv, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const engine = getEngine(env.DATABASE_URL)
  if (manifest.engine !== engine)
    throw new StartupError(
      `The backup is of ${manifest.engine}, but DATABASE_URL names ${engine}: set DATABASE_URL.`,
    )
  assertWritable(env.DATA_DIR)
  const copier = getDatabaseCopier(engine, env.DATABASE_URL)
  const file = join(folder, copier.fileName)
  await copier.assertAbsent()
  await copier.verify(file)
  const pictures = await listBackedUpPictures(folder)
  if (pictures.length < manifest.pictures)
    throw new StartupError(
      `${folder} lacks ${manifest.pictures - pictures.length} of its ${manifest.pictures} pictures: restore an earlier backup.`,
    )
  await copyPictures(pictures, openBackupStore(folder), openMediaStore(env))
  await copier.load(file)
  return manifest
}

async function listBackedUpPictures(folder: string): Promise<PictureFile[]> {
  const media = join(folder, MEDIA)
  const names = existsSync(media) ? await readdir(media) : []
  return names.map((file) => {
    const { name, ext } = parse(file)
    return { hash: name, format: ext.slice(1) }
  })
}

const getEngine = (url: string): Engine => (url.startsWith('sqlite:') ? 'sqlite' : 'postgres')

async function listPictures(env: ServerEnv): Promise<PictureFile[]> {
  const { db } = await openDatabase(env.DATABASE_URL)
  try {
    return await listPictureFiles(db)
  } finally {
    await db.destroy()
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')))
  } catch (cause) {
    throw new StartupError(`${folder} is not a whole backup: it has no valid ${MANIFEST}.`, {
      cause,
    })
  }
}

/** @throws StartupError if a picture is missing, or its content does not fit its name. */
async function copyPictures(
  pictures: PictureFile[],
  from: MediaStore,
  to: MediaStore,
): Promise<void> {
  await pLimit(COPIES).map(pictures, async (picture) => {
    const name = sourceName(picture)
    const bytes = await from.get(name)
    if (!bytes || pictureHash(bytes) !== picture.hash)
      throw new StartupError(
        `The picture ${name} is ${bytes ? 'damaged' : 'missing'}: restore it from an earlier backup.`,
      )
    await to.put(name, bytes)
  })
}

/** Copies a database to a file, checks such a file, and makes a database of one. */
export interface DatabaseCopier {
  /** Name of the copy in the backup's folder. */
  fileName: string
  /** Copies the state of one moment of a database that is in use. */
  dump(file: string): Promise<void>
  /** @throws StartupError if the copy cannot be read to its end. */
  verify(file: string): Promise<void>
  /** @throws StartupError if there is a database already: nothing is overwritten. */
  assertAbsent(): Promise<void>
  /** Makes the database in one step. */
  load(file: string): Promise<void>
}

function getDatabaseCopier(engine: Engine, url: string): DatabaseCopier {
  return engine === 'sqlite' ? sqliteCopier(url.slice('sqlite:'.length)) : postgresCopier(url)
}

/** Pages that the backup API copies before other work: a quarter of a second for 40 MB. */
const PAGES_PER_STEP = 10_000

/** Copies the state of one moment of a database file that may be in use. */
export async function copySqlite(path: string, file: string): Promise<void> {
  const source = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    await backup(source, file, { rate: PAGES_PER_STEP })
  } finally {
    source.close()
  }
}

function sqliteCopier(path: string): DatabaseCopier {
  return {
    fileName: 'database.sqlite',
    async dump(file) {
      if (!existsSync(path)) throw new StartupError(`There is no database at ${path} to back up.`)
      await copySqlite(path, file)
    },
    async verify(file) {
      const { db } = await openDatabase(`sqlite:${file}`)
      try {
        const [error] = await listSqliteErrors(db)
        if (error !== undefined)
          throw new StartupError(`The copy ${file} is damaged: ${error}. Make another one.`)
        await readSchemaState(db)
      } finally {
        await db.destroy()
      }
    },
    async assertAbsent() {
      if (existsSync(path))
        throw new StartupError(
          `There is a database at ${path}: move it away, or restore to another DATA_DIR.`,
        )
    },
    async load(file) {
      // A write-ahead log would belong to another database.
      for (const suffix of ['-wal', '-shm']) await rm(path + suffix, { force: true })
      const partial = `${path}${PARTIAL_SUFFIX}`
      await copyFile(file, partial, constants.COPYFILE_FICLONE)
      await flush(partial)
      await rename(partial, path)
    },
  }
}

function postgresCopier(url: string): DatabaseCopier {
  const { address, password } = toToolAddress(url)
  const run = (tool: string, args: string[]) => runTool(tool, args, password)
  return {
    fileName: 'database.dump',
    dump: (file) => run('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${address}`]),
    // Reads the whole dump.
    verify: (file) => run('pg_restore', ['--file=/dev/null', file]),
    async assertAbsent() {
      const { db } = await openDatabase(url)
      try {
        if (await hasTables(db))
          throw new StartupError(
            'The database of DATABASE_URL has tables: create an empty one and name that.',
          )
      } finally {
        await db.destroy()
      }
    },
    load: (file) =>
      run('pg_restore', [
        '--exit-on-error',
        '--single-transaction',
        '--no-owner',
        '--no-privileges',
        `--dbname=${address}`,
        file,
      ]),
  }
}

/** Writes a file's content to the disk. */
export async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.sync()
}

/** Parameters that the tools of PostgreSQL know. The driver of the shop knows more. */
const TOOL_PARAMETERS = new Set(['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'connect_timeout'])

/** Returns the address without its password, which other users could see in the list of processes. */
function toToolAddress(url: string): { address: string; password: string } {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  for (const name of [...address.searchParams.keys()])
    if (!TOOL_PARAMETERS.has(name)) address.searchParams.delete(name)
  return { address: address.href, password }
}

/** @throws StartupError if the tool is missing or fails, with the last line of its output. */
async function runTool(tool: string, args: string[], password: string): Promise<void> {
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  const child = spawn(tool, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', () =>
      reject(new StartupError(`${tool} is not installed: install PostgreSQL's client tools.`)),
    )
    child.once('close', resolve)
  })
  const [code, output] = await Promise.all([exited, text(child.stderr)])
  if (code === 0) return
  const reason = output.trim().split('\n').at(-1) ?? 'no reason given'
  throw new StartupError(`${tool} failed: ${reason.replace(/\.$/, '')}.`)
}
