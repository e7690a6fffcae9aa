import { parseContentId } from '#src/contract/content.ts'
import type { CatalogEntry } from '#src/contract/entry.ts'
import { listChangedFields } from '#src/editing/merge-versions.ts'
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
import type { LiveOverlay } from '../save/overlays.ts'
import { runPlannedChange } from '../save/planned-change.ts'
import {
  findRecordVersion,
  type LiveRecord,
  listFieldNames,
  loadRecords,
  type RecordState,
} from '../save/records.ts'
import { findReferences } from '../save/references.ts'
import { findFreeSlug } from '../save/save-entry.ts'
import { type PreparedRecords, prepareRecords, writeRecords } from '../save/save-records.ts'
import { findTakenCodes } from '../save/shop-rules.ts'

export interface UndoneBatch {
  restored: number
  byKind: Record<string, number>
  kept: { id: string; title: string }[]
}

/** A record as the undo saves it. */
interface UndoneRecord extends RecordState {
  record: LiveRecord
  /** Whether it stays as it is: someone has saved it since, or its former values are no longer possible. */
  isKept: boolean
}

/**
 * Restores the version that each record had before the batch, and archives records that the batch created. A record
 * that was saved since stays as it is, and is listed in `kept`.
 */
export const undoBatch = (deps: Deps, id: string, editorId: string): Promise<UndoneBatch> =>
  runPlannedChange(
    deps,
    { editorId, batch: 'Undid a change of several products' },
    async (db, now, known) => {
      await assertUndoable(db, id, now)
      return planRestore(db, now, await listSavesOfBatch(db, id), { known })
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
  const byKind = Map.groupBy(restored, (id) => parseContentId(id)?.kind ?? 'product')
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
  /** Ids of the records that are restored. */
  restored: string[]
  /** Records that stay as they are. */
  kept: UndoneBatch['kept']
}

export interface SaveToUndo {
  id: string
  revision: number
  /** The earliest revision to undo; by default this one. */
  first?: number
  /** The action of the earliest save. */
  action: string
  /** Changes of its stock as JSON; null to compute them from the versions. */
  counted: string | null
}

async function listSavesOfBatch(db: Db, batchId: string): Promise<SaveToUndo[]> {
  const products = await batchQueries.listBatchVersions(db, batchId)
  const contents = await listContentOfBatch(db, batchId)
  return [
    ...products.map((row) => ({ ...row, id: row.product_id })),
    ...contents.map((row) => ({ ...row, id: row.record_id, counted: null })),
  ]
}

interface RestoreOptions {
  known: ProductCache
  /** Chooses the launches that lie over a record afterwards; by default those that do now. */
  toOverlays?: (record: LiveRecord) => LiveOverlay[]
}

/**
 * Plans the undo of saves.
 * @throws HttpError 409 if a version that it needs was pruned.
 */
export async function planRestore(
  db: Db,
  now: number,
  saves: SaveToUndo[],
  { known, toOverlays = ({ overlays }) => overlays }: RestoreOptions,
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
  await keepImpossible(db, undone)
  const restored = undone.filter(({ isKept }) => !isKept)
  const changes = restored.filter(isChanged).map((item) => ({
    ...item,
    id: item.record.id,
    overlays: toOverlays(item.record),
  }))
  return {
    records: await prepareRecords(db, now, changes),
    restored: restored.map(({ record }) => record.id),
    kept: undone.flatMap(({ record: { id, title }, isKept }) => (isKept ? [{ id, title }] : [])),
  }
}

const isChanged = ({ record, body, archived }: UndoneRecord): boolean =>
  archived !== record.archived ||
  listChangedFields(listFieldNames(record.id), record.body, body).length > 0

/** Returns the record as it was before a save. */
async function planRecord(
  db: Db,
  record: LiveRecord,
  { revision, first = revision, action, counted }: SaveToUndo,
): Promise<UndoneRecord> {
  const unchanged = { record, body: record.body, archived: record.archived }
  if (!(await isAsSaved(db, record, revision))) return { ...unchanged, isKept: true }
  const before = await findRecordVersion(db, record, first - 1)
  if (!before) {
    if (action !== 'create') throw prunedVersions()
    return { ...unchanged, archived: true, isKept: false }
  }
  const body = record.product
    ? { ...undoCounts(record.product.entry, before.body as CatalogEntry, counted) }
    : before.body
  return { record, body, archived: before.archived, isKept: false }
}

/** Returns whether a record is as a save has left it, also after later changes that were undone. Sales do not count. */
async function isAsSaved(db: Db, record: LiveRecord, revision: number): Promise<boolean> {
  if (record.revision === revision) return true
  const saved = await findRecordVersion(db, record, revision)
  if (!saved || saved.archived !== record.archived) return false
  const [body, own] = record.product
    ? [saved.body, record.body].map((entry) => ({
        ...withCounts(entry as CatalogEntry, () => 0),
      }))
    : [saved.body, record.body]
  return listChangedFields(listFieldNames(record.id), body, own).length === 0
}

/**
 * Returns the version before with current counts. Undoing reverts only the difference that the save made, so that
 * later sales still count.
 */
function undoCounts(
  current: CatalogEntry,
  former: CatalogEntry,
  counted: string | null,
): CatalogEntry {
  const { mine: before } = alignNames(current, former, current)
  const now = readCounts(current)
  const changes: CountChange[] =
    counted === null
      ? listCountChanges(readCounts(before), now)
      : (JSON.parse(counted) as CountChange[])
  const byChoice = new Map(changes.map((change) => [change.choice, change]))
  return withCounts(before, (choice, own) => {
    const currentCount = now.get(choice)
    const { from, to } = byChoice.get(choice) ?? { from: null, to: null }
    if (from === null) return currentCount ?? own
    return currentCount === undefined || to === null ? from : Math.max(0, currentCount + from - to)
  })
}

/** Keeps records whose former category, address or code is no longer possible. */
async function keepImpossible(db: Db, undone: UndoneRecord[]): Promise<void> {
  const restored = undone.flatMap(({ record: { id }, archived }) =>
    archived ? [] : (parseCategoryId(id) ?? []),
  )
  const categories = (await readCategories(db)).withRestored(restored)
  const keep = (item: UndoneRecord) =>
    Object.assign(item, {
      body: item.record.body,
      archived: item.record.archived,
      isKept: true,
    })
  for (const item of undone) {
    if (item.isKept || !item.record.product) continue
    const id = categories.toId(String(item.body['category']))
    const isOnSite = categories.find(id)?.isArchived === false
    if (isOnSite) item.body = { ...item.body, category: categories.toAddress(id) }
    else if (item.body['category'] !== item.record.body['category']) keep(item)
  }
  const products = undone.filter(({ record, isKept }) => record.product && !isKept)
  await freeSlugs(db, products)
  const next = products.map((item) => ({
    item,
    id: item.record.id,
    before: item.record.product?.entry,
    entry: item.body as CatalogEntry,
  }))
  for (const conflict of await findTakenCodes(db, next))
    keep((conflict as (typeof next)[number]).item)
  for (;;) {
    const open = products.filter(({ isKept }) => !isKept)
    const { findSlugError } = await findReferences(db, open)
    const taken = open.filter(
      (item) => item.body['slug'] !== item.record.body['slug'] && findSlugError(item) !== undefined,
    )
    if (taken.length === 0) break
    for (const item of taken) keep(item)
  }
  const { resolve } = await findReferences(
    db,
    products.filter(({ isKept }) => !isKept),
  )
  for (const item of products) {
    if (item.isKept) continue
    const { related } = item.body as CatalogEntry
    item.body = { ...item.body, related: related.flatMap((slug) => resolve(slug) ?? []) }
  }
}

/** A product that the batch created returns its address to the product that had it. */
async function freeSlugs(db: Db, products: UndoneRecord[]): Promise<void> {
  const wanted = new Set(
    products.flatMap(({ record, body }) => (record.body === body ? [] : body['slug'])),
  )
  for (const item of products) {
    if (!item.archived || item.record.body !== item.body || !wanted.has(item.body['slug'])) continue
    item.body = { ...item.body, slug: await findFreeSlug(db, String(item.body['slug'])) }
  }
}
