import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import type { Handlers } from '../../core/http/mount.ts'
import { consume, type RateLimit } from '../../core/http/rate-limit.ts'
import { cropPicture, InvalidPictureError, uploadPicture } from '../../core/media/store-picture.ts'
import type { PictureRow } from '../../core/media/tables.ts'
import { toStoredPicture } from '../../core/media/to-picture.ts'
import { getLibraryPicture, listLibrary } from './library.ts'
import { replacePicture } from './replace.ts'

/** Pictures of one editor: a new season of a hundred products has about four hundred. */
const UPLOADS: RateLimit = { name: 'picture-upload', limit: 1_000, windowMinutes: 60 }

export function pictureHandlers(deps: Deps) {
  /**
   * Stores a picture.
   * @param verb start of the audit entry.
   */
  async function store(userId: string, verb: string, job: () => Promise<PictureRow>) {
    await consume(deps, UPLOADS, userId)
    try {
      const row = await job()
      const subject = `${verb} a picture (${row.hash.slice(0, 6)})`
      const entry = { at: deps.now(), actor_id: userId, action: 'pictures', subject }
      await insertAuditEntry(deps.db, entry)
      return { file: row.hash, picture: toStoredPicture(row, deps.env.MEDIA_ORIGIN) }
    } catch (error) {
      if (!(error instanceof InvalidPictureError)) throw error
      throw new HttpError(400, error.message, { field: 'picture' })
    }
  }
  return {
    'GET /editor/pictures': ({ query }) => listLibrary(deps, query),
    'POST /editor/pictures': ({ caller, body }) =>
      store(caller.userId, 'Uploaded', () => uploadPicture(deps, body)),
    'GET /editor/pictures/:id': ({ param }) => getLibraryPicture(deps, param),
    'POST /editor/pictures/:id/crop': ({ caller, param, body }) =>
      store(caller.userId, 'Cropped', () => cropPicture(deps, param, body)),
    'POST /editor/pictures/:id/replace': ({ caller, param, body }) =>
      replacePicture(deps, param, body, caller.userId),
  } satisfies Partial<Handlers>
}
