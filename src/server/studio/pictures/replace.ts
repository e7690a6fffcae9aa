import type { ContentRecord } from '#src/contract/content-api.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { toSiteName } from '#src/rules/pictures.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { replaceInDrafts, withFile } from '../launches/drafts.ts'
import { type Change, loadProducts, runChange } from '../save/change.ts'
import { loadContent } from '../save/load-content.ts'
import { prepareSaves } from '../save/prepare-saves.ts'
import { isContent } from '../save/records.ts'
import { projectContent, saveBody } from '../save/save-content.ts'
import { writeSaves } from '../save/write-saves.ts'
import { listUses } from './library.ts'
import { findStoredPicture } from './queries.ts'

type Body = ContentRecord['body']

const changedSince = (title: string) =>
  new HttpError(
    409,
    `${title} was saved meanwhile. Look at where the picture is used, then try again.`,
  )

/** Removes duplicates, because a product shows a picture once. */
const toReplaced = (entry: CatalogEntry, from: string, to: string): CatalogEntry => ({
  ...withFile(entry, from, to),
  pictures: withFile(entry.pictures, from, to).filter(
    ({ file }, index, all) => all.findIndex((other) => other.file === file) === index,
  ),
})

/**
 * Products can use uploads only. For records, the save checks it.
 * @throws HttpError 400.
 */
async function assertUsable({ db }: Change, by: string, inProducts: boolean): Promise<void> {
  const isUpload = toSiteName(by) === undefined
  if (isUpload ? !(await findStoredPicture(db, by)) : inProducts)
    throw new HttpError(400, 'by must be an uploaded picture.', { field: 'by' })
}

/**
 * Replaces a picture wherever it is used, in one transaction and one publish. Alt texts and focal
 * points stay.
 * @throws HttpError 409 if a product, record or draft has changed since the editor saw it.
 */
export const replacePicture = (
  deps: Deps,
  file: string,
  { by, uses: seen }: { by: string; uses: { id: string; revision: number }[] },
  editorId: string,
): Promise<{ batch: string | null; replaced: number }> => {
  const batch = `Replaced a picture in ${seen.length === 1 ? '1 place' : `${seen.length} places`}`
  return runChange(deps, { editorId, batch }, async (change) => {
    const { db } = change
    const uses = [...new Map((await listUses(db, file)).map((use) => [use.id, use])).values()]
    const revisions = new Map(seen.map(({ id, revision }) => [id, revision]))
    const changed = uses.find(({ id, revision }) => revisions.get(id) !== revision)
    if (changed) throw changedSince(changed.title)
    if (uses.length === 0) throw new HttpError(400, 'This picture is shown nowhere.')
    if (by === file) throw new HttpError(400, 'by must be another picture.', { field: 'by' })
    const ids = uses.flatMap(({ kind, id }) => (kind === 'product' ? id : []))
    const drafts = uses.flatMap(({ kind, id }) => {
      const [launch = '', record = ''] = kind === 'draft' ? id.split('/') : []
      return launch ? [{ launch, record }] : []
    })
    const isInProducts = ids.length > 0 || drafts.some(({ record }) => !isContent(record))
    await assertUsable(change, by, isInProducts)
    await replaceInDrafts(deps, db, drafts, { file, by, editorId })
    const covered = drafts.map(({ record }) => record).filter((id) => !ids.includes(id))
    const saves = (await loadProducts(db, [...ids, ...covered])).map((before) => ({
      before,
      entry: toReplaced(before.entry, file, by),
      action: 'update' as const,
      archivedAt: before.row.archived_at,
      // A live launch shows another picture over a product that does not have the former one.
      isProjection: !ids.includes(before.row.id),
    }))
    await writeSaves(change, await prepareSaves(db, change.now, saves))
    const texts = uses.flatMap(({ kind, id }) => (kind === 'content' ? id : []))
    for (const id of texts) await saveBody(change, id, (body: Body) => withFile(body, file, by))
    for (const id of covered.filter(isContent)) {
      if (texts.includes(id)) continue
      const loaded = await loadContent(db, id)
      await projectContent(change, loaded, loaded.overlays)
    }
    return {
      batch: drafts.length < uses.length ? change.batchId : null,
      replaced: uses.length,
    }
  })
}
