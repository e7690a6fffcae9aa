import { parseContentId } from '#src/contract/content.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import {
  type CatalogEntry,
  catalogEntry,
  findEntryErrors,
  toEntryName,
  withOwnSpelling,
} from '#src/contract/entry.ts'
import type { DraftAction, LaunchDraft, LaunchItem } from '#src/contract/launches.ts'
import { MAX_LAUNCH_ITEMS } from '#src/contract/values.ts'
import { getAtPath } from '#src/editing/merge-versions.ts'
import {
  ARCHIVED,
  applyPatch,
  diffPatch,
  listPatchedFields,
  type Patch,
} from '#src/editing/overlay.ts'
import { toIso } from '#src/rules/dates.ts'
import { identify } from '#src/rules/product/choice-ids.ts'
import { withTotalStock } from '#src/rules/product/variants.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import { parseCategoryId, readCategories } from '../../core/content/categories.ts'
import { addNewFields, listUploadedPictures } from '../../core/content/read-content.ts'
import { toStoredBodies } from '../../core/content/record-ids.ts'
import { inParts } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { validate } from '../../core/http/body.ts'
import { ConflictError } from '../../core/retry-conflicts.ts'
import { findLatestSave } from '../save/batch-queries.ts'
import type { LoadedProduct } from '../save/change.ts'
import { type Body, showNames } from '../save/load-content.ts'
import {
  findRecordVersion,
  isContent,
  type LiveRecord,
  loadRecords,
  type RecordState,
} from '../save/records.ts'
import { CANNOT_ARCHIVE, isCategoryRename, parseContentBody } from '../save/save-content.ts'
import type { OverlayRow } from '../save/tables.ts'
import { getDraftTitle, NEEDS_CHECK, parsePatch } from './check-drafts.ts'
import * as draftQueries from './draft-queries.ts'
import { getLaunchRow, toState, toTime } from './launch-row.ts'

const noDraft = () => new HttpError(404, 'This launch has no draft of it.')

/** Returns who last saved the record, if that was after its draft. */
export async function findLaterChange(
  db: Db,
  record: LiveRecord | undefined,
  draftedAt: number,
): Promise<LaunchItem['changed']> {
  if (!record) return null
  const latest = await findLatestSave(db, record, draftedAt)
  return latest ? { by: latest.display_name ?? '', at: toIso(latest.saved_at) } : null
}

/** Picks the top-level parts of a body that contain these fields. */
export const pickTopLevelFields = (body: Body | undefined, fields: string[]): Body =>
  Object.fromEntries(
    fields.map((field) => field.split('.')[0] ?? '').map((name) => [name, getAtPath(body, name)]),
  )

/** Loads the pictures of a body by file. */
const readPictures = async (deps: Deps, body: Body) =>
  Object.fromEntries(await listUploadedPictures(deps, deps.db, [body]))

/** @throws HttpError 404. */
export async function getItem(db: Db, launchId: string, recordId: string) {
  const item = await draftQueries.findItem(db, launchId, recordId)
  if (!item) throw noDraft()
  return item
}

export async function getDraft(deps: Deps, id: string, recordId: string): Promise<LaunchDraft> {
  const { db } = deps
  await getLaunchRow(db, id)
  const item = await getItem(db, id, recordId)
  const { record, body } = await showDraft(db, item)
  return {
    recordId,
    revision: item.revision,
    body,
    updatedAt: toIso(item.saved_at),
    savedBy: item.display_name ?? '',
    basedOn: record?.revision ?? 0,
    pictures: await readPictures(deps, body),
    changed: await findLaterChange(db, record, item.saved_at),
  }
}

/** Returns a record with what a draft changes, without other launches, and with current addresses and names. */
export async function showDraft(
  db: Db,
  item: OverlayRow,
): Promise<{ record: LiveRecord | undefined; body: Body; archived: boolean }> {
  const { record_id: id } = item
  const record = (await loadRecords(db, [id])).get(id)
  const base = record ? { body: record.stored, archived: record.archived } : NO_RECORD
  const { body, archived } = applyPatch(id, base, parsePatch(item))
  const complete = isContent(id) && !record ? addNewFields(id, body) : body
  return { record, archived, body: (await showNames(db, { id, body: complete })).body }
}

const NO_RECORD = { body: {}, archived: true }

/**
 * Parses a product.
 * @throws HttpError 400 that names the field.
 */
function parseProduct(input: Body): CatalogEntry {
  const entry = withOwnSpelling(validate(catalogEntry, input, toEntryName))
  const [error] = findEntryErrors(entry)
  if (!error) return withTotalStock(entry)
  const field = error.path.join('.')
  throw new HttpError(400, `${toEntryName(error.path)} ${error.message}.`, { field })
}

export interface DraftInput {
  record: string
  /** The revision of the draft; 0 for a new one. */
  revision: number
  /** The revision of the record that the body was made from; 0 for a new record. */
  basedOn: number
  body: Body
  action?: DraftAction | undefined
}

/** Another editor saved the draft since. The answer has that version. */
class DraftConflict extends HttpError {
  override name = 'DraftConflict'
}

/** A draft to save. */
export interface NewDraft {
  recordId: string
  patch: Patch
  /** The draft before it. */
  former: Pick<OverlayRow, 'revision'> | undefined
}

/**
 * Validates a draft.
 * @returns the draft with the title of its record.
 */
export async function planDraft(
  db: Db,
  id: string,
  { record: recordId, revision, basedOn, body: input, action }: DraftInput,
): Promise<{ title: string; draft: NewDraft }> {
  const { kind } = parseContentId(recordId) ?? {}
  const category = (await readCategories(db)).find(parseCategoryId(recordId) ?? '')
  if (category && isCategoryRename(recordId, category.name, input))
    throw new HttpError(400, 'Rename a category by saving it. A draft cannot rename it.', {
      field: 'name',
    })
  const item = await draftQueries.findItem(db, id, recordId)
  if ((item?.revision ?? 0) !== revision) throw new DraftConflict(409, DRAFT_CONFLICT)
  if (action === 'archive' && kind === 'category')
    throw new HttpError(400, 'Archive a category in its form, which asks where its pieces go.', {
      field: 'action',
    })
  if (action !== undefined && action !== 'update' && kind && !('many' in CONTENT_KINDS[kind]))
    throw new HttpError(400, CANNOT_ARCHIVE, { field: 'action' })
  const parsed = kind ? await parseContentBody(db, kind, input) : parseProduct(input)
  const record = (await loadRecords(db, [recordId])).get(recordId)
  const isKnown = kind !== undefined || recordId.startsWith('new-') || record
  if (!isKnown || (record && basedOn > record.revision))
    throw new HttpError(404, 'There is no such record.')
  const shown = item ? (await showDraft(db, item)).body : record?.body
  const body = kind ? parsed : identify(parsed as CatalogEntry, shown as CatalogEntry | undefined)
  const base = record && ((await findRecordVersion(db, record, basedOn)) ?? record)
  const patch = await toPatch(db, recordId, { base, body, former: item, action })
  const title = record?.title ?? getDraftTitle(recordId, body as Body)
  return { title, draft: { recordId, patch, former: item } }
}

/** Returns drafts as they are stored. */
export const toOverlays = (
  launchId: string,
  drafts: NewDraft[],
  { editorId, now }: { editorId: string; now: number },
): OverlayRow[] =>
  drafts.map(({ recordId, patch, former }) => ({
    launch_id: launchId,
    record_id: recordId,
    patch: JSON.stringify(patch),
    revision: (former?.revision ?? 0) + 1,
    saved_at: now,
    editor_id: editorId,
    problem: '',
    needs_check: 0,
  }))

/**
 * Writes drafts of a launch that the caller has locked.
 * @throws ConflictError if someone else saved one since, HttpError 409 if the launch then has too many.
 */
export async function writeDrafts(db: Db, id: string, rows: OverlayRow[]): Promise<void> {
  for (const part of inParts(rows, ({ patch }) => patch.length))
    if (await draftQueries.saveItems(db, part)) throw new ConflictError('A draft of this launch')
  const { items } = await getLaunchRow(db, id)
  if (Number(items) > MAX_LAUNCH_ITEMS)
    throw new HttpError(409, `A launch has ${MAX_LAUNCH_ITEMS} drafts at most.`)
}

interface PatchInput {
  /** The record that the body was made from; undefined for a new one. */
  base: RecordState | undefined
  body: Body
  /** The draft before; it says whether the record is archived, unless `action` does. */
  former: OverlayRow | undefined
  action: DraftAction | undefined
}

/** Returns what a body changes of its record. Both are compared as they are stored. */
async function toPatch(
  db: Db,
  id: string,
  { base, body, former, action }: PatchInput,
): Promise<Patch> {
  const [next = body, before] = await toStoredBodies(db, [
    { id, body },
    ...(base ? [{ id, body: base.body }] : []),
  ])
  const archived = base?.archived ?? true
  const patch = diffPatch(id, base && { body: before ?? base.body, archived }, {
    body: next,
    archived: base ? archived : false,
  })
  const state =
    action === undefined
      ? former && parsePatch(former)[ARCHIVED]
      : action !== 'update' && { set: action === 'archive' }
  return state && (base || !former) ? { ...patch, [ARCHIVED]: state } : patch
}

/** Returns a product with its draft. */
export async function showProductDraft(
  db: Db,
  { row, entry, stored }: LoadedProduct,
  item: OverlayRow | undefined,
): Promise<{ entry: CatalogEntry; archived: boolean }> {
  const archived = row.archived_at !== null
  if (!item) return { entry, archived }
  const state = applyPatch('', { body: { ...stored }, archived }, parsePatch(item))
  const { body } = await showNames(db, { id: row.id, body: state.body })
  return { entry: body as unknown as CatalogEntry, archived: state.archived }
}

/** Returns what entries change of their products. @param product undefined for a new one. */
export async function toPatches(
  db: Db,
  drafts: readonly {
    product: LoadedProduct | undefined
    former?: OverlayRow | undefined
    entry: CatalogEntry
    archived: boolean
  }[],
): Promise<Patch[]> {
  const bodies = await toStoredBodies(
    db,
    drafts.map(({ entry }) => ({ id: '', body: { ...entry } })),
  )
  return drafts.map(({ product, former, archived }, index) => {
    const wasArchived = product ? product.row.archived_at !== null : true
    const patch = diffPatch('', product && { body: { ...product.stored }, archived: wasArchived }, {
      body: bodies[index] ?? {},
      archived,
    })
    // A draft that puts a product on sale keeps saying so, although the product is on sale now.
    const state = former && parsePatch(former)[ARCHIVED]
    return state && !(ARCHIVED in patch) && 'set' in state && state.set === archived
      ? { ...patch, [ARCHIVED]: state }
      : patch
  })
}

/**
 * Writes an audit entry about drafts.
 * @param what start of the sentence, before the name of the launch.
 */
export async function recordDrafts(
  { now }: Deps,
  db: Db,
  launchId: string,
  editorId: string,
  what: string,
): Promise<void> {
  const subject = `${what} the launch ${(await getLaunchRow(db, launchId)).name}`
  await insertAuditEntry(db, { at: now(), actor_id: editorId, action: 'launches', subject })
}

const DRAFT_CONFLICT = 'Another version of this draft was saved meanwhile.'

export const isDraftConflict = (error: unknown): boolean => error instanceof DraftConflict

/** Copies a value with another file name. */
export function withFile<T>(value: T, from: string, to: string): T
export function withFile(value: unknown, from: string, to: string): unknown {
  if (value === from) return to
  if (Array.isArray(value)) return value.map((part) => withFile(part, from, to))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withFile(part, from, to)]),
  )
}

/** Replaces a picture in drafts, also of live launches, whose records the caller shows again. */
export async function replaceInDrafts(
  { now }: Deps,
  db: Db,
  drafts: readonly { launch: string; record: string }[],
  { file, by, editorId }: { file: string; by: string; editorId: string },
): Promise<void> {
  for (const { launch, record } of drafts) {
    const { display_name: _, ...item } = await getItem(db, launch, record)
    const patch = withFile(parsePatch(item), file, by)
    const pictures = patch['pictures']
    // A product shows a picture once.
    if (pictures && 'set' in pictures && Array.isArray(pictures.set))
      pictures.set = pictures.set.filter(
        (picture: { file: string }, index, all: { file: string }[]) =>
          all.findIndex((other) => other.file === picture.file) === index,
      )
    const revision = item.revision + 1
    const change = { patch: JSON.stringify(patch), revision, saved_at: now(), editor_id: editorId }
    if (await draftQueries.saveItems(db, [{ ...item, ...change }]))
      throw new DraftConflict(409, DRAFT_CONFLICT)
  }
}

/** Deletes a draft of a launch that the caller has locked. @returns the record under it, and its title. */
export async function deleteDraft(
  db: Db,
  id: string,
  recordId: string,
): Promise<{ title: string; record: LiveRecord | undefined }> {
  const { record, body } = await showDraft(db, await getItem(db, id, recordId))
  await draftQueries.deleteItem(db, id, recordId)
  return { record, title: record?.title ?? getDraftTitle(recordId, body) }
}

/** Lists what launches that have not ended change of a record, with its own values. */
export async function listDrafts({ db }: Deps, recordId: string) {
  const rows = await draftQueries.listItemsOfRecord(db, recordId)
  const drafts = []
  for (const row of rows) {
    const { record, body, archived } = await showDraft(db, row)
    const patch = parsePatch(row)
    const fields = listPatchedFields(patch)
    drafts.push({
      launch: {
        id: row.launch_id,
        name: row.name,
        state: toState(row),
        startsAt: toTime(row.published_at ?? row.starts_at),
        endsAt: toTime(row.ends_at),
      },
      savedBy: row.display_name ?? '',
      savedAt: toIso(row.saved_at),
      problem: row.needs_check ? NEEDS_CHECK : row.problem,
      fields,
      before: pickTopLevelFields(record?.body, fields),
      after: pickTopLevelFields(body, fields),
      archived: ARCHIVED in patch ? archived : null,
    })
  }
  return { drafts }
}
