import type { z } from 'zod'
import {
  CONTENT_RULES,
  type ContentKind,
  findOwnPath,
  getOwnTokens,
  parseContentId,
} from '#src/contract/content.ts'
import type { ContentRecord } from '#src/contract/content-api.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import { toAddress } from '#src/rules/address.ts'
import { findUnknownTokens, listTokens } from '#src/rules/content-tokens.ts'
import { findAddressError } from '#src/rules/record-address.ts'
import * as queries from '../../core/content/queries.ts'
import { isMail, listPictures, listUploads } from '../../core/content/read-content.ts'
import type { ContentRecordRow } from '../../core/content/tables.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { validate } from '../../core/http/body.ts'
import { listExistingPictures, lockPictures } from '../../core/media/queries.ts'
import { ConflictError } from '../../core/retry-conflicts.ts'
import { assertCategoryName, listCategories, withCategoryAddresses } from './categories.ts'
import { type Change, runChange, VERBS, VersionConflict } from './change.ts'
import { assertLinks } from './links.ts'
import {
  type Body,
  findCurrentId,
  type LoadedContent,
  listLoaded,
  loadContent,
  parseId,
  toEmptyContent,
  toLoaded,
  toRecord,
  toTitle,
} from './load-content.ts'
import { withCurrentSlugs } from './product-slugs.ts'
import {
  emptyCategory,
  moveCategory,
  moveProducts,
  type NewAddress,
  namesCategories,
  withCurrentCategories,
  withoutCategory,
  withRenamedCategory,
} from './rename-category.ts'

/** The uploaded pictures that a body has, and the one before it has not. */
function listAddedUploads(body: Body, before: Body | undefined): string[] {
  const kept = new Set(listUploads(before))
  return [...new Set(listUploads(body))].filter((hash) => !kept.has(hash))
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
    await withCurrentCategories(db, validate(CONTENT_RULES[kind] as z.ZodType<Body>, input)),
  )
  const own = getOwnTokens(kind)
  const [token] = findUnknownTokens(own, body)
  if (token)
    throw new HttpError(
      400,
      `${token} stands for nothing: use one of ${listTokens(own)
        .map(([name]) => `{${name}}`)
        .join(', ')}.`,
    )
  const added = listAddedUploads(body, before)
  const stored = new Set((await listExistingPictures(db, added)).map(({ hash }) => hash))
  const missing = listPictures(body).find(({ file }) => added.includes(file) && !stored.has(file))
  if (missing) throw new HttpError(400, `The picture "${missing.alt}" must be an uploaded picture.`)
  return body
}

/** @returns the body as it would be saved. */
export const checkContent = (db: Db, id: string, body: Body): Promise<Body> =>
  parseContentBody(db, parseId(id).kind, body)

/** Saves a version. @throws ConflictError when another one was saved since. */
export async function saveContentVersion(
  change: Change,
  before: LoadedContent,
  input: Body,
  archived = before.archived,
): Promise<LoadedContent> {
  const { db, now } = change
  const { id } = before
  const { kind, key = '' } = parseContentId(id) ?? {}
  if (kind === 'category' && before.archived && !archived)
    await queries.deleteFormerCategory(db, key)
  const body = await withCurrentSlugs(db, id, input)
  const row: ContentRecordRow = {
    id,
    body: JSON.stringify(body),
    revision: before.revision + 1,
    updated_at: now,
    archived: archived ? 1 : 0,
  }
  await lockAddedPictures(db, body, before.body)
  if (!(await queries.saveContentRow(db, row))) throw new ConflictError('This record')
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
    body: row.body,
    archived: row.archived,
    batch_id: change.batchId,
  })
  const summary = `${VERBS[action]} ${toTitle(id, body)}`
  change.saved.push({ id, summary, isLive: isMail(id) })
  return toLoaded(id, row)
}

/** @throws ConflictError when one was deleted since it was checked. */
async function lockAddedPictures(db: Db, body: Body, before: Body): Promise<void> {
  const added = listAddedUploads(body, before)
  if ((await lockPictures(db, added)).length < added.length)
    throw new ConflictError('A picture of this record')
}

/** Saves a changed body of a record, as a part of a change of several. */
export async function saveBody(
  change: Change,
  id: string,
  toNext: (body: Body) => Body,
): Promise<void> {
  const before = await loadContent(change.db, id)
  const next = await parseContentBody(change.db, parseId(id).kind, toNext(before.body), before.body)
  await saveContentVersion(change, before, next)
}

/** The category that a name makes of another one; undefined for any other record, or the same name. */
export function toRenamed(id: string, body: Body): NewAddress | undefined {
  const { kind, key: from = '' } = parseContentId(id) ?? {}
  const name = String(body['name'] ?? '')
  const to = toAddress(name)
  return kind === 'category' && to !== '' && to !== from ? { from, to, name } : undefined
}

/**
 * A category whose name is another one may get another id, and its products, menus and collections follow.
 * @throws VersionConflict when `revision` is not the latest.
 */
export async function saveContent(
  deps: Deps,
  formId: string,
  { revision, body }: { revision: number; body: Body },
  editorId: string,
): Promise<ContentRecord> {
  // A form that was open while another editor renamed the category.
  const id = await findCurrentId(deps.db, formId)
  const renamed = toRenamed(id, body)
  const toName = String(body['name'])
  const fromName = renamed && String((await loadContent(deps.db, id)).body['name'])
  const batch = renamed && `Renamed ${fromName} to ${toName.trim()}`
  const options = { editorId, subject: 'content' as const, ...(batch && { batch }) }
  return runChange(deps, options, async (change) => {
    const { db } = change
    const before = await loadContent(db, id)
    if (before.revision !== revision)
      throw new VersionConflict(await toRecord(deps, db, before), 'record')
    const next = await parseContentBody(db, parseId(id).kind, body, before.body)
    await assertLinks(db, next, before.body)
    if (renamed) {
      await moveCategory(db, { ...renamed, name: String(next['name']) })
      await moveProducts(change, renamed)
    }
    await renameInRecords(change, before, next)
    const moved = renamed ? { ...before, id: `category:${renamed.to}` as const } : before
    return toRecord(deps, db, await saveContentVersion(change, moved, next))
  })
}

/** Menus, footer and other records that name a category follow its new name. */
export async function renameInRecords(
  change: Change,
  before: LoadedContent,
  next: Body,
): Promise<void> {
  const { kind, key: from = '' } = parseContentId(before.id) ?? {}
  const [fromName, toName] = [before.body, next].map(({ name }) => String(name))
  if (kind !== 'category' || !fromName || !toName || fromName === toName) return
  const rename = { from, fromName, to: toAddress(toName), toName }
  await saveCategoryLinks(change, (body) => withRenamedCategory(body, rename))
}

/** Saves the records that name categories, where the bodies are others by `toNext`. */
async function saveCategoryLinks(change: Change, toNext: (body: Body) => Body): Promise<void> {
  for (const record of await listLoaded(change.db)) {
    const body = toNext(record.body)
    if (namesCategories(record.id) && JSON.stringify(body) !== JSON.stringify(record.body))
      await saveContentVersion(change, record, body)
  }
}

/** @throws HttpError 400 or 409 for a new record that cannot have its address. */
export async function assertNewAddress(db: Db, id: string, { name }: Body): Promise<void> {
  const { kind = 'home', key = '' } = parseContentId(id) ?? {}
  if (kind !== 'category') {
    const error = findOwnPath(id) && findAddressError(CONTENT_KINDS[kind].path ?? '', key)
    if (error) throw new HttpError(400, error, { field: 'id' })
    return
  }
  assertCategoryName(await listCategories(db), key, String(name))
  const address = toAddress(String(name))
  if (address !== key)
    throw new HttpError(400, `The address of “${name}” is ${address}: it is made from the name.`, {
      field: 'id',
    })
}

/** @throws HttpError 409 when there is one already. */
export const createContent = (
  deps: Deps,
  { id: input, body }: { id: string; body: Body },
  editorId: string,
): Promise<ContentRecord> =>
  runChange(deps, { editorId, subject: 'content' }, async (change) => {
    const { db } = change
    const { id, kind, isDefault } = parseId(input)
    const { key = '' } = parseContentId(id) ?? {}
    const isFormer = kind === 'category' && (await queries.listFormerCategories(db)).has(key)
    if ((isDefault && !isFormer) || (await queries.findContentRow(db, id)))
      throw new HttpError(409, 'There is one with this address already.', { field: 'id' })
    const next = await parseContentBody(db, kind, body)
    await assertNewAddress(db, id, next)
    await assertLinks(db, next)
    if (isFormer) await queries.deleteFormerCategory(db, key)
    const saved = await saveContentVersion(change, toEmptyContent(id), next)
    return toRecord(deps, db, saved)
  })

export const PART_OF_SHOP = 'This record is part of the shop and cannot be archived.'

/**
 * Takes a record of a kind with many records off the site, or puts it there again. The pieces of a category go to
 * `moveTo`.
 */
export async function setContentArchived(
  deps: Deps,
  id: string,
  { archived, moveTo }: { archived: boolean; moveTo?: string | undefined },
  editorId: string,
): Promise<ContentRecord> {
  const { kind, key = '' } = parseContentId(id) ?? {}
  const isCategory = kind === 'category'
  const name = isCategory ? toTitle(parseId(id).id, (await loadContent(deps.db, id)).body) : ''
  const batch = isCategory && archived ? `Archived the category ${name}` : undefined
  const options = { editorId, subject: 'content' as const, ...(batch && { batch }) }
  return runChange(deps, options, async (change) => {
    const { db } = change
    const before = await loadContent(db, id)
    if (!('many' in CONTENT_KINDS[parseId(id).kind])) throw new HttpError(400, PART_OF_SHOP)
    if (before.archived === archived) return toRecord(deps, db, before)
    if (isCategory && archived) await removeCategory(change, { from: key, to: moveTo, name })
    return toRecord(deps, db, await saveContentVersion(change, before, before.body, archived))
  })
}

/** Moves the pieces of a category, and takes the links to it out of menus. */
async function removeCategory(
  change: Change,
  category: { from: string; to: string | undefined; name: string },
): Promise<void> {
  const { from } = category
  await emptyCategory(change, category)
  const to = category.to === undefined ? undefined : toAddress(category.to)
  await saveCategoryLinks(change, (body) => withoutCategory(body, from, to))
}
