import type { ContentRecord } from '#src/contract/content-api.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { toSiteName } from '#src/rules/pictures.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { getItem, writeDraft } from '../launches/drafts.ts'
import { type Change, loadProducts, runChange } from '../save/change.ts'
import { isContent } from '../save/records.ts'
import { saveBody } from '../save/save-content.ts'
import { prepareSaves, writeSaves } from '../save/write-saves.ts'
import { listUses } from './library.ts'
import { findStoredPicture } from './queries.ts'

type Body = ContentRecord['body']

const changedSince = (title: string) =>
  new HttpError(
    409,
    `${title} was saved meanwhile. Look at where the picture is used, then try again.`,
  )

/** Copies a value with another file name. */
function withFile<T>(value: T, from: string, to: string): T
function withFile(value: unknown, from: string, to: string): unknown {
  if (value === from) return to
  if (Array.isArray(value)) return value.map((part) => withFile(part, from, to))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withFile(part, from, to)]),
  )
}

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
 * points stay. A draft without its own change gets the live value when it is read.
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
    const saves = (await loadProducts(db, ids)).map((before) => ({
      before,
      entry: toReplaced(before.entry, file, by),
      action: 'update' as const,
      archivedAt: before.row.archived_at,
    }))
    await writeSaves(change, await prepareSaves(db, change.now, saves))
    for (const { kind, id } of uses)
      if (kind === 'content') await saveBody(change, id, (body: Body) => withFile(body, file, by))
    for (const { launch, record } of drafts) {
      const { body: json, revision, based_on: basedOn } = await getItem(db, launch, record)
      const before = JSON.parse(json)
      const body = isContent(record) ? withFile(before, file, by) : toReplaced(before, file, by)
      await writeDraft(deps, db, launch, { record, revision, basedOn, body }, editorId)
    }
    return {
      batch: drafts.length < uses.length ? change.batchId : null,
      replaced: uses.length,
    }
  })
}
