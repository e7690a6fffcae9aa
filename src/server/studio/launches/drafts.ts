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
import { type Counted, pickCounts, readCounts, withCounts } from '#src/editing/stock-counts.ts'
import { toIso } from '#src/rules/dates.ts'
import { identify } from '#src/rules/product/choice-ids.ts'
import { withTotalStock } from '#src/rules/product/variants.ts'
import { insertAuditEntry } from '../../core/audit/audit-queries.ts'
import { parseCategoryId, readCategories } from '../../core/content/categories.ts'
import { listUploadedPictures } from '../../core/content/read-content.ts'
import { toStored } from '../../core/content/record-ids.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { validate } from '../../core/http/body.ts'
import { findLatestOfEditor } from '../save/batch-queries.ts'
import { type LoadedProduct, loadProducts } from '../save/change.ts'
import type { Body } from '../save/load-content.ts'
import { isContent, type LiveRecord } from '../save/records.ts'
import { CANNOT_ARCHIVE, isCategoryRename, parseContentBody } from '../save/save-content.ts'
import { type CheckedDraft, checkDrafts, getDraftTitle, getTitle } from './apply-drafts.ts'
import * as draftQueries from './draft-queries.ts'
import { getLaunchRow, lockNotLive, toStart, toState } from './launch-row.ts'

const noDraft = () => new HttpError(404, 'This launch has no draft of it.')

/** Returns who last saved the live record, if that was after the draft was made from it. */
export async function findLaterChange(
  db: Db,
  record: LiveRecord | undefined,
  basedOn: number,
): Promise<LaunchItem['changed']> {
  if (!record || record.revision === basedOn) return null
  const latest = await findLatestOfEditor(db, record.id, isContent(record.id), basedOn)
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
  const launch = await getLaunchRow(db, id)
  const item = await getItem(db, id, recordId)
  const [draft] = await checkDrafts(db, [item], {
    launchId: id,
    liveAt: toStart(launch, deps.now()),
  })
  if (!draft) throw noDraft()
  const { record, body, clashes } = draft
  return {
    recordId,
    revision: item.revision,
    body,
    clashes,
    live: pickTopLevelFields(record?.body, clashes),
    updatedAt: toIso(item.saved_at),
    savedBy: item.display_name ?? '',
    basedOn: record?.revision ?? 0,
    pictures: await readPictures(deps, body),
    changed: await findLaterChange(db, record, item.based_on),
  }
}

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

interface DraftInput {
  record: string
  /** The revision of the draft; 0 for a new one. */
  revision: number
  basedOn: number
  body: Body
  /** The counts of the product that the editor saw; by default the current ones. */
  seenCounts?: Counted | undefined
  action?: DraftAction | undefined
}

/** Another editor saved the draft since. The answer has that version. */
class DraftConflict extends HttpError {
  override name = 'DraftConflict'
}

export async function saveDraft(
  deps: Deps,
  id: string,
  input: DraftInput,
  editorId: string,
): Promise<LaunchDraft> {
  await deps.db.transaction().execute((db) => writeDraft(deps, db, id, input, editorId))
  return getDraft(deps, id, input.record)
}

export async function writeDraft(
  deps: Deps,
  db: Db,
  id: string,
  { record: recordId, revision, basedOn, body: input, seenCounts, ...rest }: DraftInput,
  editorId: string,
): Promise<void> {
  const { kind } = parseContentId(recordId) ?? {}
  const category = (await readCategories(db)).find(parseCategoryId(recordId) ?? '')
  if (category && isCategoryRename(recordId, category.name, input))
    throw new HttpError(400, 'Rename a category by saving it. A draft cannot rename it.', {
      field: 'name',
    })
  await lockNotLive(db, id)
  const before = await draftQueries.findItem(db, id, recordId)
  if ((before?.revision ?? 0) !== revision) throw new DraftConflict(409, DRAFT_CONFLICT)
  const action = rest.action ?? before?.action ?? 'update'
  if (action === 'archive' && kind === 'category')
    throw new HttpError(400, 'Archive a category in its form, which asks where its pieces go.', {
      field: 'action',
    })
  if (action !== 'update' && kind && !('many' in CONTENT_KINDS[kind]))
    throw new HttpError(400, CANNOT_ARCHIVE, { field: 'action' })
  const parsed = kind ? await parseContentBody(db, kind, input) : parseProduct(input)
  const check = { launchId: id, liveAt: toStart(await getLaunchRow(db, id), deps.now()) }
  const [former] = before ? await checkDrafts(db, [before], check) : []
  const live = former?.record?.product ?? (kind ? undefined : await findProduct(db, recordId))
  const saved = (former?.body as CatalogEntry | undefined) ?? live?.entry
  const body = kind ? parsed : identify(parsed as CatalogEntry, saved)
  const counted = live && countDraft(body as CatalogEntry, live.entry, { seenCounts, former })
  const item = {
    launch_id: id,
    record_id: recordId,
    based_on: basedOn,
    revision: revision + 1,
    action,
    body: JSON.stringify(await toStored(db, recordId, counted?.body ?? body)),
    seen_counts: counted ? JSON.stringify(counted.seen) : null,
    saved_at: deps.now(),
    editor_id: editorId,
  }
  const [draft] = await checkDrafts(db, [item], check)
  const isKnown = kind !== undefined || recordId.startsWith('new-') || draft?.record
  if (!isKnown || (draft?.record && basedOn > draft.record.revision))
    throw new HttpError(404, 'There is no such record.')
  if (await draftQueries.saveItems(db, [item])) throw new DraftConflict(409, DRAFT_CONFLICT)
  await checkDraftCount(db, id)
  const title = draft ? getTitle(draft) : getDraftTitle(recordId, body)
  await recordDrafts(deps, db, id, editorId, `Saved the draft of ${title} in`)
}

async function findProduct(db: Db, id: string): Promise<LoadedProduct | undefined> {
  const [product] = await loadProducts(db, [id])
  return product
}

/**
 * Returns a draft with the counts that it is based on. A count that the editor left unchanged keeps
 * the difference of the previous draft.
 */
function countDraft(
  body: CatalogEntry,
  live: CatalogEntry,
  { seenCounts, former }: Pick<DraftInput, 'seenCounts'> & { former: CheckedDraft | undefined },
): { body: CatalogEntry; seen: Counted } {
  const now = readCounts(live)
  const shown = former ? readCounts(former.body as CatalogEntry) : now
  const opened = seenCounts ? readCounts(seenCounts) : shown
  const based = (choice: string, own: number): number => {
    if (former) return now.get(choice) ?? own
    return opened.get(choice) ?? now.get(choice) ?? own
  }
  return {
    body: withCounts(body, (choice, own) =>
      former && own === opened.get(choice) ? (shown.get(choice) ?? own) : own,
    ),
    seen: pickCounts(withCounts(body, based)),
  }
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

/** @throws HttpError 409 if a launch has too many drafts. */
export async function checkDraftCount(db: Db, id: string): Promise<void> {
  const { items } = await getLaunchRow(db, id)
  if (Number(items) > MAX_LAUNCH_ITEMS)
    throw new HttpError(409, `A launch has ${MAX_LAUNCH_ITEMS} drafts at most.`)
}

const DRAFT_CONFLICT = 'Another version of this draft was saved meanwhile.'

export const isDraftConflict = (error: unknown): boolean => error instanceof DraftConflict

export const removeDraft = (
  deps: Deps,
  id: string,
  recordId: string,
  editorId: string,
): Promise<void> =>
  deps.db.transaction().execute(async (db) => {
    await lockNotLive(db, id)
    const item = await getItem(db, id, recordId)
    await draftQueries.deleteItem(db, id, recordId)
    const title = getDraftTitle(recordId, JSON.parse(item.body) as Body)
    await recordDrafts(deps, db, id, editorId, `Removed the draft of ${title} from`)
  })

export async function listDrafts({ db }: Deps, recordId: string) {
  const rows = await draftQueries.listItemsOfRecord(db, recordId)
  return {
    drafts: rows.map((row) => ({
      launch: { id: row.launch_id, name: row.name, state: toState(row) },
      savedBy: row.display_name ?? '',
      savedAt: toIso(row.saved_at),
    })),
  }
}
