import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import pLimit from 'p-limit'
import { z } from 'zod'
import { type Engine, openDatabase } from '../db/open-database.ts'
import type { PictureRow } from '../db/schema.ts'
import type { ServerEnv } from '../env.ts'
import {
  createFolderStore,
  type MediaStore,
  openMediaStore,
  sourceName,
} from '../media/media-store.ts'
import { pictureHash } from '../media/store-picture.ts'
import { fileExists } from '../media/write-file-atomic.ts'
import { assertWritable, StartupError } from '../startup-error.ts'
import { getDatabaseCopier } from './database-copy.ts'
import { listPictureFiles } from './queries.ts'

/** Content of `backup.json`, which is written last: a folder without it is not a whole backup. */
const manifestSchema = z.object({
  createdAt: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** Number of source pictures. */
  pictures: z.number(),
})
type Manifest = z.output<typeof manifestSchema>
type PictureFile = Pick<PictureRow, 'hash' | 'format'>

const MANIFEST = 'backup.json'
const COPIES = 4

/** The source pictures of a backup. */
const openBackupStore = (folder: string): MediaStore => createFolderStore(join(folder, 'media'))

/**
 * Copies database and source pictures of a shop that may be running, and checks the copy. Renditions
 * and releases are not in it: both are made again.
 * @throws StartupError when there is no database, or the copy is damaged.
 */
export async function createBackup(env: ServerEnv, folder: string, now: Date): Promise<Manifest> {
  if (await fileExists(folder))
    throw new StartupError(`${folder} exists: name a folder that does not.`)
  const partial = `${resolve(folder)}.part`
  assertWritable(dirname(partial))
  await rm(partial, { recursive: true, force: true })
  // Personal data: for this user only.
  await mkdir(partial, { mode: 0o700 })
  const engine = getEngine(env.DATABASE_URL)
  try {
    const copier = getDatabaseCopier(engine, env.DATABASE_URL)
    await copier.dump(join(partial, copier.fileName))
    // A picture's file is stored before its row: every row of the copy has a file by now.
    const pictures = await listPictures(env)
    await copyPictures(pictures, openMediaStore(env), openBackupStore(partial))
    await copier.verify(join(partial, copier.fileName))
    const manifest = { createdAt: now.toISOString(), engine, pictures: pictures.length }
    await writeFile(join(partial, MANIFEST), JSON.stringify(manifest), { flush: true })
    await rename(partial, folder)
    return manifest
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/**
 * Makes the shop of DATABASE_URL and DATA_DIR from a backup. Nothing is overwritten.
 * @throws StartupError when the backup is damaged or of another engine, or a database exists.
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
  await copier.verify(file)
  await copier.load(file)
  await copyPictures(await listPictures(env), openBackupStore(folder), openMediaStore(env))
  return manifest
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

/** @throws StartupError when a picture is missing or does not have the content its name says. */
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
