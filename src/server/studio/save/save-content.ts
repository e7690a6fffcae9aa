import type { z } from 'zod'
import {
  CONTENT_SCHEMAS,
  type ContentKind,
  findOwnPath,
  getOwnTokens,
  parseContentId,
  parseSlugId,
} from '#src/contract/content.ts'
import type { ContentRecord } from '#src/contract/content-api.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import { toAddress } from '#src/editing/address.ts'
import { findUnknownTokens, listTokens } from '#src/editing/content-tokens.ts'
import { effective } from '#src/editing/overlay.ts'
import { findAddressError } from '#src/editing/record-address.ts'
import { parseCategoryId, readCategories, toRecordId } from '../../core/content/categories.ts'
import * as queries from '../../core/content/queries.ts'
import { isMail, listPictures, listUploads } from '../../core/content/read-content.ts'
import { toStored } from '../../core/content/record-ids.ts'
import type { ContentRecordRow } from '../../core/content/tables.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { validate } from '../../core/http/body.ts'
import { listExistingPictures, lockPictures } from '../../core/media/queries.ts'
import { ConflictError } from '../../core/retry-conflicts.ts'
import { changeSlugs } from '../../core/slugs/queries.ts'
import { emptyCategory } from './archive-category.ts'
import {
  assertNewCategory,
  saveCategoryAddress,
  toNewCategoryId,
  withCategoryAddresses,
} from './categories.ts'
import { type Change, runChange, VERBS, VersionConflict } from './change.ts'
import { assertFreeSlug } from './free-slug.ts'
import { assertLinks } from './links.ts'
import {
  type Body,
  type LoadedContent,
  loadContent,
  parseId,
  showNames,
  toEmptyContent,
  toLoaded,
  toRecord,
  toTitle,
} from './load-content.ts'
import { dropArchived, type LiveOverlay } from './overlays.ts'

/** Lists the uploads of a body that its previous version does not have. */
function listAddedUploads(body: Body, before: Body | undefined): string[] {
  const uploadsBefore = new Set(listUploads(before))
  return [...new Set(listUploads(body))].filter((hash) => !uploadsBefore.has(hash))
}

/** @throws HttpError 400 that names the field. */
export async function parseContentBody(
  db: Db,
  kind: ContentKind,
  input: Body,
  before?: Body,
): Promise<Body> {
  const body = await withCategoryAddresses(
    db,
    CONTENT_KINDS[kind].fields,
    validate(CONTENT_SCHEMAS[kind] as z.ZodType<Body>, input),
    before,
  )
  const own = getOwnTokens(kind)
  const [token] = findUnknownTokens(own, body)
  if (token)
    throw new HttpError(
      400,
      `${token} is not a known token: use one of ${listTokens(own)
        .map(([name]) => `{${name}}`)
        .join(', ')}.`,
    )
  const added = listAddedUploads(body, before)
  const stored = new Set((await listExistingPictures(db, added)).map(({ hash }) => hash))
  const missing = listPictures(body).find(({ file }) => added.includes(file) && !stored.has(file))
  if (missing) throw new HttpError(400, `The picture "${missing.alt}" must be an uploaded picture.`)
  return body
}

/** Returns the body as it would be saved. */
export const checkContent = (db: Db, id: string, body: Body): Promise<Body> =>
  parseContentBody(db, parseId(id).kind, body)

interface SaveOptions {
  archived?: boolean
  /** The editor has confirmed that a category takes the former address of another one. */
  takesFormer?: Confirmed
  /** The launches that lie over it afterwards; by default those that do now. */
  overlays?: readonly LiveOverlay[]
}

/**
 * Saves a version.
 * @throws ConflictError if another one was saved since, or HttpError 409 if the name of a category is taken.
 */
export const saveContentVersion = async (
  change: Change,
  before: LoadedContent,
  body: Body,
  options: SaveOptions = {},
): Promise<LoadedContent> =>
  writeContentVersion(change, before, await toStored(change.db, before.id, body), options)

/** Like `saveContentVersion`, for a body that already contains ids. */
export async function writeContentVersion(
  change: Change,
  before: LoadedContent,
  body: Body,
  { archived = before.archived, takesFormer, overlays = before.overlays }: SaveOptions,
): Promise<LoadedContent> {
  const { db, now } = change
  const { id } = before
  await lockAddedPictures(db, body, before.body)
  const row = toRow(before, { body, archived }, overlays, now)
  row.revision = before.revision + 1
  if (!(await queries.saveContentRow(db, row))) throw new ConflictError('This record')
  await saveAddress(db, before, row, takesFormer)
  const action =
    archived === before.archived
      ? before.updatedAt === null && !parseId(id).isDefault
        ? 'create'
        : 'update'
      : archived
        ? 'archive'
        : 'restore'
  await queries.insertContentVersion(db, {
    record_id: id,
    revision: row.revision,
    action,
    editor_id: change.editorId,
    saved_at: now,
    body: JSON.stringify(body),
    archived: archived ? 1 : 0,
    batch_id: change.batchId,
  })
  const summary = `${VERBS[action]} ${toTitle(id, body)}`
  change.saved.push({ id, summary, isLive: isMail(id) })
  return showNames(db, toLoaded(id, row, { body, archived, overlays: [...overlays] }))
}

/** Makes the row of a record as shoppers see it under launches, with its present revision. */
function toRow(
  { id, revision, live }: LoadedContent,
  base: { body: Body; archived: boolean },
  overlays: readonly LiveOverlay[],
  now: number,
): ContentRecordRow {
  const next = effective(id, base, overlays)
  if (overlays.length > 0 && !CONTENT_SCHEMAS[parseId(id).kind]?.safeParse(next.body).success)
    throw new HttpError(
      409,
      `${toTitle(id, base.body)} would break a rule in the launch “${overlays.at(-1)?.launchName}”, which is live. Change it in the launch, or end the launch first.`,
    )
  const isSame = JSON.stringify(next) === JSON.stringify(live)
  return {
    id,
    body: JSON.stringify(isSame ? live.body : next.body),
    revision,
    updated_at: now,
    archived: next.archived ? 1 : 0,
  }
}

/** Gives a record that is on the site its address. */
async function saveAddress(
  db: Db,
  { id, live, revision }: LoadedContent,
  row: ContentRecordRow,
  takesFormer: Confirmed,
): Promise<void> {
  const address = parseSlugId(id)
  if (!address || row.archived === 1) return
  const { name } = JSON.parse(row.body) as { name?: unknown }
  if (address.kind === 'category')
    await saveCategoryAddress(db, id, String(name), takesFormer ?? live.archived)
  else if (live.archived || revision === 0)
    await changeSlugs(db, address.kind, [{ slug: address.slug, recordId: id }])
}

/** Shows a record under other launches than before. It has no new version. */
export async function projectContent(
  change: Change,
  before: LoadedContent,
  overlays: readonly LiveOverlay[],
): Promise<void> {
  const { db, now } = change
  const { id, stored, archived, live, revision } = before
  const row = toRow(before, { body: stored, archived }, overlays, now)
  const isSame = row.body === JSON.stringify(live.body) && (row.archived === 1) === live.archived
  if (isSame) return
  // Without a launch, a text that comes with the shop has no row.
  if (revision === 0 && overlays.length === 0) await queries.deleteProjectedRow(db, id)
  else if (!(await queries.projectContentRow(db, row))) throw new ConflictError('This record')
  await saveAddress(db, before, row, true)
  change.saved.push({ id, summary: `Changed ${toTitle(id, stored)}`, isLive: isMail(id) })
}

/** @throws ConflictError if a picture was deleted since it was checked. */
async function lockAddedPictures(db: Db, body: Body, before: Body): Promise<void> {
  const added = listAddedUploads(body, before)
  if ((await lockPictures(db, added)).length < added.length)
    throw new ConflictError('A picture of this record')
}

/** Saves a changed record as a part of a batch. */
export async function saveBody(
  change: Change,
  id: string,
  toNext: (body: Body) => Body,
): Promise<void> {
  const before = await loadContent(change.db, id)
  const next = await parseContentBody(change.db, parseId(id).kind, toNext(before.body), before.body)
  await saveContentVersion(change, before, next)
}

type Confirmed = boolean | undefined

/**
 * Saves a record. Renaming a category changes its address, and can be undone like a batch.
 * @throws VersionConflict if `revision` is not the latest.
 */
export async function saveContent(
  deps: Deps,
  id: string,
  { revision, body, takesFormer }: { revision: number; body: Body; takesFormer?: Confirmed },
  editorId: string,
): Promise<ContentRecord> {
  const name = String((await loadContent(deps.db, id)).body['name'])
  const isRenamed = isCategoryRename(id, name, body)
  const options = {
    editorId,
    subject: 'content' as const,
    ...(isRenamed && { batch: `Renamed ${name} to ${String(body['name']).trim()}` }),
  }
  return runChange(deps, options, async (change) => {
    const { db } = change
    const before = await loadContent(db, id)
    if (before.revision !== revision)
      throw new VersionConflict(await toRecord(deps, db, before), 'record')
    const next = await parseContentBody(db, parseId(id).kind, body, before.body)
    await assertLinks(db, next, before.body)
    return toRecord(deps, db, await saveContentVersion(change, before, next, { takesFormer }))
  })
}

/**
 * Returns whether a body renames a category.
 * @param name its current name.
 */
export const isCategoryRename = (id: string, name: string, body: Body): boolean =>
  parseCategoryId(id) !== undefined && toAddress(String(body['name'] ?? '')) !== toAddress(name)

/** @throws HttpError 400 or 409 for a new record that cannot have its address. */
export async function assertNewAddress(db: Db, id: string, { name }: Body): Promise<void> {
  const { kind = 'home', key = '' } = parseContentId(id) ?? {}
  if (kind !== 'category') {
    const error = findOwnPath(id) && findAddressError(CONTENT_KINDS[kind].path ?? '', key)
    if (error) throw new HttpError(400, error, { field: 'id' })
    return
  }
  await assertNewCategory(db, String(name))
  const address = toAddress(String(name))
  if (address !== key)
    throw new HttpError(400, `The address of “${name}” is ${address}: it is made from the name.`, {
      field: 'id',
    })
}

/** @throws HttpError 409 if the record exists already. */
export const createContent = (
  deps: Deps,
  { id: input, body, takesFormer }: { id: string; body: Body; takesFormer?: Confirmed },
  editorId: string,
): Promise<ContentRecord> =>
  runChange(deps, { editorId, subject: 'content' }, async (change) => {
    const { db } = change
    const { id: asked, kind } = parseId(input)
    const address = parseSlugId(asked)
    const isCategory = kind === 'category' && address !== undefined
    const id = isCategory ? toRecordId(await toNewCategoryId(db, address.slug)) : asked
    if (!isCategory && (parseId(id).isDefault || (await queries.findContentRow(db, id))))
      throw new HttpError(409, 'A record with this address exists already.', { field: 'id' })
    const next = await parseContentBody(db, kind, body)
    await assertNewAddress(db, asked, next)
    await assertLinks(db, next)
    if (address) await assertFreeSlug(db, { ...address, ownId: id, takesFormer, field: 'id' })
    const saved = await saveContentVersion(change, toEmptyContent(id), next, { takesFormer: true })
    return toRecord(deps, db, saved)
  })

export const CANNOT_ARCHIVE = 'This record is part of the shop and cannot be archived.'

/**
 * Archives or restores a record of a kind with many records. The products of an archived category move to `moveTo`.
 */
export async function setContentArchived(
  deps: Deps,
  id: string,
  { archived, moveTo }: { archived: boolean; moveTo?: string | undefined },
  editorId: string,
): Promise<ContentRecord> {
  const category = parseCategoryId(id)
  const isCategory = category !== undefined
  const name = isCategory ? toTitle(parseId(id).id, (await loadContent(deps.db, id)).body) : ''
  const batch = isCategory && archived ? `Archived the category ${name}` : undefined
  const options = { editorId, subject: 'content' as const, ...(batch && { batch }) }
  return runChange(deps, options, async (change) => {
    const { db } = change
    const before = await loadContent(db, id)
    if (!('many' in CONTENT_KINDS[parseId(id).kind])) throw new HttpError(400, CANNOT_ARCHIVE)
    const overlays = await dropArchived(db, id, before.overlays)
    if (before.archived === archived && overlays === before.overlays)
      return toRecord(deps, db, before)
    const currentCategory = isCategory ? (await readCategories(db)).find(category) : undefined
    if (currentCategory && archived) await emptyCategory(change, currentCategory, moveTo)
    return toRecord(
      deps,
      db,
      await saveContentVersion(change, before, before.body, { archived, overlays }),
    )
  })
}
