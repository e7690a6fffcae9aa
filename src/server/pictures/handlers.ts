import { toStoredPicture } from '../catalog/to-product.ts'
import type { PictureRow } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import type { Handlers } from '../http/mount.ts'
import { consume, type RateLimit } from '../http/rate-limit.ts'
import { cropPicture, InvalidPictureError, uploadPicture } from '../media/store-picture.ts'
import { getLibraryPicture, listLibrary } from './library.ts'
import { replacePicture } from './replace.ts'

/** Pictures of one editor: a new season of a hundred products has some four hundred. */
const UPLOADS: RateLimit = { name: 'picture-upload', limit: 1_000, windowMinutes: 60 }

/** Handlers of uploads and of the library of pictures. */
export function pictureHandlers(deps: Deps) {
  async function store(userId: string, job: () => Promise<PictureRow>) {
    await consume(deps, UPLOADS, userId)
    try {
      const row = await job()
      return { file: row.hash, picture: toStoredPicture(row, deps.env.MEDIA_ORIGIN) }
    } catch (error) {
      if (!(error instanceof InvalidPictureError)) throw error
      throw new HttpError(400, error.message, { field: 'picture' })
    }
  }
  return {
    'GET /editor/pictures': ({ query }) => listLibrary(deps, query),
    'POST /editor/pictures': ({ caller, body }) =>
      store(caller.userId, () => uploadPicture(deps, body)),
    'GET /editor/pictures/:id': ({ param }) => getLibraryPicture(deps, param),
    'POST /editor/pictures/:id/crop': ({ caller, param, body }) =>
      store(caller.userId, () => cropPicture(deps, param, body)),
    'POST /editor/pictures/:id/replace': ({ caller, param, body }) =>
      replacePicture(deps, param, body, caller.userId),
  } satisfies Partial<Handlers>
}
