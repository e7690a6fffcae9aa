import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '../deps.ts'
import { sourcePath } from '../media/paths.ts'
import { pictureHash, storeSource } from '../media/store-picture.ts'
import { assertWritable } from '../startup-error.ts'

/**
 * Puts back the house's own pictures where this machine lacks their files: a second one on the same
 * database, or one that lost its data folder.
 * @returns how many pictures are still missing, e.g. what editors uploaded elsewhere.
 */
export async function restorePictures(deps: Deps, folder: string): Promise<number> {
  const known = await deps.db.selectFrom('picture').select(['hash', 'format']).execute()
  const missing = new Map(
    known
      .filter(({ hash, format }) => !existsSync(sourcePath(deps.env, hash, format)))
      .map((picture) => [picture.hash, picture]),
  )
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
