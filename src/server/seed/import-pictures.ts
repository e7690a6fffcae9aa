import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { CatalogueEntry } from '#src/contract/catalog.ts'
import type { PictureRow } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { sourceName } from '../media/media-store.ts'
import { listPictures } from '../media/queries.ts'
import {
  InvalidPictureError,
  pictureHash,
  probePicture,
  storeSource,
} from '../media/store-picture.ts'
import { assertWritable, StartupError } from '../startup-error.ts'

/** Pictures probed concurrently; more than the cores would only wait. */
const CONCURRENCY = 4

/** Called after each imported picture. */
export type OnProgress = (done: number, total: number) => void

/**
 * Probes every picture that the entries name and stores its source file.
 * @returns the rows of the pictures by file name.
 * @throws StartupError naming the file that is no valid picture, or the folder that is not writable.
 */
export async function importPictures(
  deps: Deps,
  folder: string,
  entries: CatalogueEntry[],
  onProgress: OnProgress,
): Promise<Map<string, PictureRow>> {
  assertWritable(deps.env.DATA_DIR)
  const files = new Set(entries.flatMap((entry) => entry.pictures.map(({ file }) => file)))
  const imported = new Map<string, PictureRow>()
  await pLimit(CONCURRENCY).map(files, async (file) => {
    imported.set(file, await importPicture(deps, join(folder, 'pictures', file), file))
    onProgress(imported.size, files.size)
  })
  return imported
}

async function importPicture(deps: Deps, path: string, file: string): Promise<PictureRow> {
  const bytes = await readFile(path)
  try {
    const picture = await probePicture(bytes, deps.now())
    await storeSource(deps, picture, bytes)
    return picture
  } catch (cause) {
    if (!(cause instanceof InvalidPictureError)) throw cause
    const message = `The catalogue cannot be used: pictures/${file}: ${cause.message}`
    throw new StartupError(message, { cause })
  }
}

/**
 * Restores source files that this machine lacks from the pictures of `folder`: on a second machine
 * with the same database, or after the data folder was lost. All machines share an S3 store, so it
 * lacks none.
 * @returns the number of files that are still missing, e.g. uploads on another machine.
 */
export async function restorePictures(deps: Deps, folder: string): Promise<number> {
  if (deps.env.MEDIA_STORE) return 0
  const missing = new Map<string, Pick<PictureRow, 'hash' | 'format'>>()
  for (const picture of await listPictures(deps.db))
    if (!(await deps.media.exists(sourceName(picture)))) missing.set(picture.hash, picture)
  if (missing.size === 0) return 0
  assertWritable(deps.env.DATA_DIR)
  const pictures = join(folder, 'pictures')
  for (const file of existsSync(pictures) ? readdirSync(pictures) : []) {
    const bytes = await readFile(join(pictures, file))
    const picture = missing.get(pictureHash(bytes))
    if (!picture) continue
    await storeSource(deps, picture, bytes)
    missing.delete(picture.hash)
  }
  return missing.size
}
