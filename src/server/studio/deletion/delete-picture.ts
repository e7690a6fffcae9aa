import { SITE_FILES } from '#src/contract/content-values.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { deleteUnusedPicture, findPicture } from '../../core/media/queries.ts'
import { sourceName } from '../../core/media-store.ts'
import { listUses } from '../pictures/library.ts'
import * as queries from './queries.ts'
import { assertUnused, formatNames } from './references.ts'

/**
 * Deletes the unused pictures among these, with their files.
 * @returns their number.
 */
export async function deletePictures(deps: Deps, hashes: readonly string[]): Promise<number> {
  const { db, media, now } = deps
  let deleted = 0
  for (const hash of hashes) {
    const picture = await findPicture(db, hash)
    // The cut-off is after now, so that a picture uploaded in this millisecond is included.
    if (!picture || !(await deleteUnusedPicture(db, hash, now() + 1))) continue
    await media.delete(sourceName(picture))
    deleted++
  }
  return deleted
}

/**
 * Deletes a picture permanently, if no product, record, version or draft has it.
 * @throws HttpError 400 for a default picture of the shop, 404, or 409 that names its uses.
 */
export async function deletePicture(deps: Deps, hash: string, editorId: string): Promise<void> {
  const { db } = deps
  if (SITE_FILES.includes(hash))
    throw new HttpError(400, 'This picture comes with the shop and cannot be deleted.')
  if (!(await findPicture(db, hash))) throw new HttpError(404, 'There is no such picture.')
  const titles = (await listUses(db, hash)).map(({ title }) => title)
  const former = await queries.listFormerUses(db, hash)
  const used = [
    ...formatNames('the place', [...new Set(titles)]),
    ...formatNames('an earlier version of', former),
  ]
  assertUnused('This picture', used)
  if ((await deletePictures(deps, [hash])) === 0)
    throw new HttpError(409, 'This picture is in use now, so it was not deleted.')
  const subject = `Deleted a picture (${hash.slice(0, 6)}) for good`
  await insertAuditEntry(db, { at: deps.now(), actor_id: editorId, action: 'pictures', subject })
}
