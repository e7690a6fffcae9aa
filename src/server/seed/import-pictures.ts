import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CatalogueEntry } from '#src/contract/catalog.ts'
import type { PictureRow } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { InvalidPictureError, probePicture, storeSource } from '../media/store-picture.ts'
import { assertWritable, StartupError } from '../startup-error.ts'

/** Pictures looked into at once; more than the cores only waits. */
const AT_ONCE = 4

/**
 * Looks into every picture that the entries name and keeps its file.
 * @returns what is known of each, by file name.
 * @throws StartupError naming the file that is no usable picture, or the folder that cannot be used.
 */
export async function importPictures(
  deps: Deps,
  folder: string,
  entries: CatalogueEntry[],
  onEach: (done: number, all: number) => void,
): Promise<Map<string, PictureRow>> {
  assertWritable(deps.env.DATA_DIR)
  const files = new Set(entries.flatMap((entry) => entry.pictures.map((one) => one.file)))
  const waiting = files.values()
  const taken = new Map<string, PictureRow>()
  const takeSome = async () => {
    for (const file of waiting) {
      taken.set(file, await take(deps, join(folder, 'pictures', file), file))
      onEach(taken.size, files.size)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, takeSome))
  return taken
}

async function take(deps: Deps, path: string, file: string): Promise<PictureRow> {
  const bytes = await readFile(path)
  try {
    const picture = await probePicture(bytes, deps.now())
    await storeSource(deps, picture, bytes)
    return picture
  } catch (cause) {
    if (!(cause instanceof InvalidPictureError)) throw cause
    const sentence = `The catalogue cannot be used: pictures/${file}: ${cause.message}`
    throw new StartupError(sentence, { cause })
  }
}
