import { DAY_MS } from '#src/rules/constants.ts'
import { getProgress, setProgress } from '../cleanup/progress-queries.ts'
import { runSteps, STEP_ROWS } from '../cleanup/steps.ts'
import type { Deps } from '../deps.ts'
import { sourceName } from '../media-store.ts'
import { deleteUnusedPicture, listPicturesAfter } from './queries.ts'

/** An upload stays this long without a use, because a form may be open for days. */
const MAX_UNUSED_MS = 30 * DAY_MS
/** Pictures of one cleanup. The next one goes on after them, and begins again at the end. */
const PICTURES_PER_CLEANUP = 2_000
const JOB = 'pictures'

/** Digits of a hash that a safe integer holds. No two pictures share them. */
const CURSOR_DIGITS = 12
const toCursor = (hash: string): number => Number.parseInt(hash.slice(0, CURSOR_DIGITS), 16) || 0
/** Returns a text after every hash with these digits. */
const toHash = (cursor: number): string =>
  cursor === 0 ? '' : `${cursor.toString(16).padStart(CURSOR_DIGITS, '0')}g`

/** Deletes uploads that no product, record, version or draft has. */
export async function deleteUnusedPictures(deps: Deps): Promise<void> {
  const { db, media, now } = deps
  const time = now() - MAX_UNUSED_MS
  let after = toHash(await getProgress(db, JOB))
  let count = 0
  await runSteps(deps, async () => {
    const pictures = await listPicturesAfter(db, after, time, STEP_ROWS)
    for (const picture of pictures)
      if (picture.is_unused && (await deleteUnusedPicture(db, picture.hash, time)))
        await media.delete(sourceName(picture))
    const isLast = pictures.length < STEP_ROWS
    after = isLast ? '' : (pictures.at(-1)?.hash ?? '')
    await setProgress(db, JOB, toCursor(after))
    count += pictures.length
    return count < PICTURES_PER_CLEANUP ? pictures.length : 0
  })
}
