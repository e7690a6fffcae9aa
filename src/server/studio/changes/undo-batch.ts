import { parseContentId } from '#src/contract/content.ts'
import { type CatalogEntry, findEntryErrors } from '#src/contract/entry.ts'
import { compareVersions, listChangedFields, mergeVersions } from '#src/editing/merge-versions.ts'
import {
  type CountChange,
  listCountChanges,
  readCounts,
  withCounts,
} from '#src/editing/stock-counts.ts'
import { DAY_MS, UNDO_DAYS } from '#src/rules/constants.ts'
import { alignNames } from '#src/rules/product/choice-ids.ts'
import { parseCategoryId, readCategories } from '../../core/content/categories.ts'
import { listContentOfBatch } from '../../core/content/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import * as batchQueries from '../save/batch-queries.ts'
import type { ProductCache } from '../save/change.ts'
import type { Body } from '../save/load-content.ts'
import { runPlannedChange } from '../save/planned-change.ts'
import {
  findRecordVersion,
  isContent,
  type LiveRecord,
  listFieldNames,
  loadRecords,
  type RecordState,
} from '../save/records.ts'
import { findReferences } from '../save/references.ts'
import { findFreeSlug } from '../save/save-entry.ts'
import { type PreparedRecords, prepareRecords, writeRecords } from '../save/save-records.ts'
import { findTakenCodes } from '../save/shop-rules.ts'
import { type EditorChanges, findEditorChanges, findVersionBefore } from '../save/touches.ts'

export interface UndoneBatch {
  restored: number
  byKind: Record<string, number>
  kept: { id: string; title: string }[]
}

interface RestoredRecord {
  id: string
  revision: number
  /** Whether nothing was saved after the batch. */
  isUntouched: boolean
  /** Whether the undo archived it. */
  isArchived: boolean
}

/** A record as the undo saves it. */
interface UndoneRecord extends RecordState {
  record: LiveRecord
  isUntouched: boolean
  /** Whether it keeps a change that someone else made. */
  keepsOtherChange: boolean
}

/**
 * Restores the version that each record had before the batch, and archives records that the batch
 * created. A field that someone changed since stays, and its record is listed in `kept`.
 */
export const undoBatch = (deps: Deps, id: string, editorId: string): Promise<UndoneBatch> =>
  runPlannedChange(
    deps,
    { editorId, batch: 'Undid a change of several products', undoes: id },
    async (db, now, known) => {
      await assertUndoable(db, id, now)
      return planRestore(db, now, await listSavesOfBatch(db, id), known)
    },
    async (change, plan) => {
      const { db, now } = change
      if (!(await batchQueries.claimBatch(db, id, now))) await assertUndoable(db, id, now)
      change.isLogged = true
      await writeRecords(change, plan.records)
      return toUndoneBatch(plan)
    },
  )

export function toUndoneBatch({ restored, kept }: RestorePlan): UndoneBatch {
  const byKind = Map.groupBy(restored, ({ id }) => parseContentId(id)?.kind ?? 'product')
  return {
    restored: restored.length,
    byKind: Object.fromEntries([...byKind].map(([kind, { length }]) => [kind, length])),
    kept,
  }
}

async function assertUndoable(db: Db, id: string, now: number): Promise<void> {
  const batch = await batchQueries.findBatch(db, id)
  if (!batch) throw new HttpError(404, 'There is no such change.')
  if (batch.undone_at !== null) throw new HttpError(409, 'This change is undone already.')
  if (batch.created_at <= now - UNDO_DAYS * DAY_MS) throw prunedVersions()
}

/** Versions before an old change may be pruned. */
const prunedVersions = () =>
  new HttpError(
    409,
    `A change can be undone for ${UNDO_DAYS} days. Open what it changed, and restore it from the history.`,
  )

export interface RestorePlan {
  records: PreparedRecords
  /** Records that are completely restored. */
  restored: RestoredRecord[]
  /** Records that keep a change by someone else. */
  kept: UndoneBatch['kept']
}

export interface SaveToUndo {
  id: string
  revision: number
  /**
   * The earliest revision to undo; the version before it is restored as it was. By default it is
   * this revision, and changes that were undone since are left out.
   */
  first?: number
  /** The action of the earliest save. */
  action: string
  /** Changes of its stock as JSON; null to compute them from the versions. */
  counted: string | null
}

export async function listSavesOfBatch(db: Db, batchId: string): Promise<SaveToUndo[]> {
  const products = await batchQueries.listBatchVersions(db, batchId)
  const contents = await listContentOfBatch(db, batchId)
  return [
    ...products.map((row) => ({ ...row, id: row.product_id })),
    ...contents.map((row) => ({ ...row, id: row.record_id, counted: null })),
  ]
}

/**
 * Plans the undo of saves.
 * @throws HttpError 409 if a version that it needs was pruned.
 */
export async function planRestore(
  db: Db,
  now: number,
  saves: SaveToUndo[],
  known: ProductCache,
): Promise<RestorePlan> {
  const records = await loadRecords(
    db,
    saves.map(({ id }) => id),
    known,
  )
  const undone: UndoneRecord[] = []
  for (const save of saves) {
    const record = records.get(save.id)
    if (record) undone.push(await planRecord(db, record, save))
  }
  await resolveCategories(db, undone)
  const changed = new Set(await resolveReferences(db, undone))
  return {
    records: await prepareRecords(
      db,
      now,
      [...changed].map((change) => ({ ...change, id: change.record.id })),
    ),
    restored: undone.flatMap((item) => {
      const { record, archived, isUntouched, keepsOtherChange } = item
      const revision = record.revision + (changed.has(item) ? 1 : 0)
      const isArchived = archived && !record.archived
      return keepsOtherChange ? [] : [{ id: record.id, revision, isUntouched, isArchived }]
    }),
    kept: undone.flatMap(({ record: { id, title }, keepsOtherChange }) =>
      keepsOtherChange ? [{ id, title }] : [],
    ),
  }
}

const NO_CHANGES: EditorChanges = { byEditors: new Set(), isArchivedByEditor: false }

/** Computes the record without a save, but with later changes by others. */
async function planRecord(
  db: Db,
  record: LiveRecord,
  { revision, first, action, counted }: SaveToUndo,
): Promise<UndoneRecord> {
  const isUntouched = record.revision === revision
  const unchanged = { record, isUntouched, body: record.body, archived: record.archived }
  const before = await (first === undefined
    ? findVersionBefore(db, record, revision)
    : findRecordVersion(db, record, first - 1))
  if (action === 'create' && !before)
    return isUntouched
      ? { ...unchanged, archived: true, keepsOtherChange: false }
      : { ...unchanged, keepsOtherChange: !record.archived }
  const saved = await findRecordVersion(db, record, revision)
  if (!saved || !before) throw prunedVersions()
  const versions = record.product
    ? undoCounts(record.product.entry, saved.body, before.body, counted)
    : { saved: saved.body, before: before.body, current: record.body }
  const compared = compareVersions(
    listFieldNames(record.id),
    versions.saved,
    versions.before,
    versions.current,
  )
  // The author counts, because an editor may have set the same value again.
  const { byEditors, isArchivedByEditor } = isUntouched
    ? NO_CHANGES
    : await findEditorChanges(db, record, revision)
  const mine = compared.mine.filter((name) => !byEditors.has(name))
  const merge = { ...compared, mine }
  const archived =
    record.archived === saved.archived && !isArchivedByEditor ? before.archived : record.archived
  const { theirs, clashes, joined } = merge
  const isRepeated =
    mine.length < compared.mine.length ||
    (isArchivedByEditor && record.archived === saved.archived && archived !== before.archived)
  const hasOthers = theirs.length + clashes.length + Object.keys(joined).length > 0 || isRepeated
  const body = hasOthers
    ? mergeVersions(merge, versions.before, versions.current, {})
    : versions.before
  // E.g. the previous price is above the new list price.
  if (hasOthers && !isContent(record.id) && findEntryErrors(body as CatalogEntry).length > 0)
    return { ...unchanged, keepsOtherChange: true }
  return { ...unchanged, body, archived, keepsOtherChange: clashes.length > 0 || isRepeated }
}

/** A product whose previous category is archived moves to the redirect target, or keeps its category. */
async function resolveCategories(db: Db, undone: UndoneRecord[]): Promise<void> {
  const restored = undone.flatMap(({ record: { id }, archived }) =>
    archived ? [] : (parseCategoryId(id) ?? []),
  )
  const categories = (await readCategories(db)).withRestored(restored)
  for (const item of undone) {
    if (item.body === item.record.body || !item.record.product) continue
    const id = categories.toId(String(item.body['category']))
    const isOnSite = categories.find(id)?.isArchived === false
    const category = isOnSite ? categories.toAddress(id) : item.record.body['category']
    item.body = { ...item.body, category }
    item.keepsOtherChange ||= !isOnSite
  }
}

/** Products keep their codes if another product now has their previous codes. */
async function keepTakenCodes(db: Db, products: UndoneRecord[]): Promise<void> {
  const next = products.map((product) => ({
    product,
    id: product.record.id,
    before: product.record.product?.entry,
    entry: product.body as CatalogEntry,
  }))
  for (const conflict of await findTakenCodes(db, next)) {
    const { product } = conflict as (typeof next)[number]
    Object.assign(product, { body: product.record.body, keepsOtherChange: true })
  }
}

/**
 * Returns both versions with current counts. Undoing reverts only the difference that the save
 * made, so that later sales still count.
 */
function undoCounts(
  live: CatalogEntry,
  savedBody: object,
  beforeBody: object,
  counted: string | null,
): { saved: Body; before: Body; current: Body } {
  const {
    base: saved,
    mine: before,
    theirs: current,
  } = alignNames(savedBody as CatalogEntry, beforeBody as CatalogEntry, live)
  const now = readCounts(current)
  const changes: CountChange[] =
    counted === null
      ? listCountChanges(readCounts(before), readCounts(saved))
      : (JSON.parse(counted) as CountChange[])
  const byChoice = new Map(changes.map((change) => [change.choice, change]))
  return {
    current,
    saved: withCounts(saved, (choice, own) => now.get(choice) ?? own),
    before: withCounts(before, (choice, own) => {
      const currentCount = now.get(choice)
      const { from, to } = byChoice.get(choice) ?? { from: null, to: null }
      if (from === null) return currentCount ?? own
      return currentCount === undefined || to === null
        ? from
        : Math.max(0, currentCount + from - to)
    }),
  }
}

/**
 * Resolves references to the state after all records are saved. A product keeps its slug if another
 * product has its previous one.
 * @returns the records that the undo changes.
 */
async function resolveReferences(db: Db, undone: UndoneRecord[]): Promise<UndoneRecord[]> {
  const products = undone.filter(({ record }) => record.product !== undefined)
  const restoredSlugs = new Set(
    products.flatMap(({ record, body }) => (record.body === body ? [] : body['slug'])),
  )
  // A product that the batch created returns its slug to the product that had it.
  for (const product of products)
    if (
      product.archived &&
      product.record.body === product.body &&
      restoredSlugs.has(product.body['slug'])
    )
      product.body = {
        ...product.body,
        slug: await findFreeSlug(db, String(product.body['slug'])),
      }
  await keepTakenCodes(db, products)
  let references = await findReferences(db, products)
  for (;;) {
    const conflicting = products.filter(
      (product) =>
        product.body['slug'] !== product.record.body['slug'] &&
        references.findSlugError(product) !== undefined,
    )
    if (conflicting.length === 0) break
    for (const product of conflicting) {
      product.body = { ...product.body, slug: product.record.body['slug'] }
      product.keepsOtherChange = true
    }
    references = await findReferences(db, products)
  }
  const changed = undone.filter(
    ({ record, body, archived }) =>
      archived !== record.archived ||
      listChangedFields(listFieldNames(record.id), record.body, body).length > 0,
  )
  for (const product of products) {
    const { related } = product.body as CatalogEntry
    product.body = {
      ...product.body,
      related: related.flatMap((slug) => references.resolve(slug) ?? []),
    }
  }
  return changed
}
