import type { Deps } from '../deps.ts'
import { sourceName } from './media-store.ts'
import { deletePictureRow, listUnusedPictures } from './queries.ts'

/** An upload stays this long without a product: a form may be open for days. */
const UNUSED_MS = 30 * 24 * 60 * 60_000
/** Pictures of one cleanup: each is looked for in every version of the history. */
const BATCH_SIZE = 20

/** Deletes uploads that no product has, nor any version that can be restored. */
export async function deleteUnusedPictures({ db, media, now }: Deps): Promise<void> {
  for (const picture of await listUnusedPictures(db, now() - UNUSED_MS, BATCH_SIZE)) {
    await deletePictureRow(db, picture.hash)
    await media.delete(sourceName(picture))
  }
}
