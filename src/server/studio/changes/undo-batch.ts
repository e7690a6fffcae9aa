import { parseContentId } from '#src/contract/content.ts'
import { type CatalogEntry, findEntryErrors } from '#src/contract/entry.ts'
import { DAY_MS, UNDO_DAYS } from '#src/rules/constants.ts'
import { compareVersions, listChangedFields, mergeVersions } from '#src/rules/merge-versions.ts'
import { alignChoices } from '#src/rules/product/renamed-choices.ts'
import {
  type CountChange,
  listCountChanges,
  readCounts,
  toCanonicalJson,
  withCounts,
} from '#src/rules/product/stock-counts.ts'
import { listContentOfBatch } from '../../core/content/queries.ts'
import type { Db } from '../../core/db/schema.ts'
import type { Deps } from '../../core/deps.ts'
import { HttpError } from '../../core/errors.ts'
import { createTurns } from '../../core/turns.ts'
import * as batchQueries from '../save/batch-queries.ts'
import { listCategories, listMovedCategories } from '../save/categories.ts'
import type { KnownProducts } from '../save/change.ts'
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
import { withRenamedCategory } from '../save/rename-category.ts'
import { toRenamed } from '../save/save-content.ts'
import { findFreeSlug } from '../save/save-entry.ts'
import { type PreparedRecords, prepareRecords, writeRecords } from '../save/save-records.ts'
import { findTakenCodes } from '../save/shop-rules.ts'
import { findTouches, findVersionBefore, type Touches } from '../save/touches.ts'

export interface UndoneBatch {
  restored: number
  byKind: Record<string, number>
  kept: { id: string; title: string }[]
}

interface Restored {
  id: string
  revision: number
  /** Whether there is no save after the batch. */
  isUntouched: boolean
  /** Whether undoing has archived it. */
  isTakenOff: boolean
}

/** A record of a batch, as undoing saves it. */
interface Undone extends RecordState {
  record: LiveRecord
  isUntouched: boolean
  /** Whether it has a field of somebody else that stays. */
  isKept: boolean
}

/**
 * Gives the records of a batch the version that they had before it; one that the batch created is archived. A
 * field that somebody changed since stays as it is, and its record is named.
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

/** @throws HttpError 404 or 409. */
async function assertUndoable(db: Db, id: string, now: number): Promise<void> {
  const batch = await batchQueries.findBatch(db, id)
  if (!batch) throw new HttpError(404, 'There is no such change.')
  if (batch.undone_at !== null) throw new HttpError(409, 'This change is undone already.')
  if (batch.created_at <= now - UNDO_DAYS * DAY_MS) throw prunedVersions()
}

/** The versions before an old change may be pruned. */
const prunedVersions = () =>
  new HttpError(
    409,
    `A change can be undone for ${UNDO_DAYS} days. Open what it changed, and restore it from the history.`,
  )

export interface RestorePlan {
  records: PreparedRecords
  /** The records that have what they had before. */
  restored: Restored[]
  /** Those with a field of somebody else. */
  kept: UndoneBatch['kept']
}

/** A save of a record that is undone. */
export interface SaveToUndo {
  id: string
  revision: number
  /**
   * The earliest revision that is undone with it, whose version before is taken as it was. By default this one, without
   * what was undone since.
   */
  first?: number
  /** That of the earliest. */
  action: string
  /** The changes of its stock as JSON; null for those between its versions. */
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

/** A former version with what stays as it is now. */
export type KeepOfNow = (before: Body, current: Body, id: string) => Body

/** What undoing saves writes. @throws HttpError 409 when versions that it needs are pruned. */
export async function planRestore(
  db: Db,
  now: number,
  saves: SaveToUndo[],
  known: KnownProducts,
  keep: KeepOfNow = (before) => before,
): Promise<RestorePlan> {
  const records = await loadRecords(
    db,
    saves.map(({ id }) => id),
    known,
  )
  const turn = createTurns()
  const undone: Undone[] = []
  for (const save of saves) {
    await turn()
    const record = records.get(save.id)
    if (record) undone.push(await toUndone(db, record, save, keep))
  }
  await keepCategories(db, undone)
  const changed = new Set(await resolveReferences(db, undone))
  return {
    records: await prepareRecords(
      db,
      now,
      [...changed].map((change) => ({ ...change, id: change.record.id })),
    ),
    restored: undone.flatMap((item) => {
      const { record, archived, isUntouched, isKept } = item
      const revision = record.revision + (changed.has(item) ? 1 : 0)
      const isTakenOff = archived && !record.archived
      return isKept ? [] : [{ id: record.id, revision, isUntouched, isTakenOff }]
    }),
    kept: undone.flatMap(({ record: { id, title }, isKept }) => (isKept ? [{ id, title }] : [])),
  }
}

const NO_TOUCHES: Touches = { byEditors: new Set(), isArchivedByEditor: false }

/** The record as it was before a save, with what somebody has changed since. */
async function toUndone(
  db: Db,
  record: LiveRecord,
  { revision, first, action, counted }: SaveToUndo,
  keep: KeepOfNow,
): Promise<Undone> {
  const isUntouched = record.revision === revision
  const unchanged = { record, isUntouched, body: record.body, archived: record.archived }
  const former = await (first === undefined
    ? findVersionBefore(db, record, revision)
    : findRecordVersion(db, record, first - 1))
  // The first version of a category of the shop may be its new name.
  if (action === 'create' && !former)
    return isUntouched
      ? { ...unchanged, archived: true, isKept: false }
      : { ...unchanged, isKept: !record.archived }
  const saved = await findRecordVersion(db, record, revision)
  if (!saved || !former) throw prunedVersions()
  const before = { ...former, body: keep(former.body, record.body, record.id) }
  const wanted = record.product
    ? undoCounts(record.product.entry, saved.body, before.body, counted)
    : { saved: saved.body, before: before.body, current: record.body }
  const compared = compareVersions(
    listFieldNames(record.id),
    wanted.saved,
    wanted.before,
    wanted.current,
  )
  // Who acted last is looked at: an editor may have set the same value again.
  const { byEditors, isArchivedByEditor } = isUntouched
    ? NO_TOUCHES
    : await findTouches(db, record, revision)
  const mine = compared.mine.filter((name) => !byEditors.has(name))
  const merge = { ...compared, mine }
  const archived =
    record.archived === saved.archived && !isArchivedByEditor ? before.archived : record.archived
  const { theirs, clashes, joined } = merge
  const isRepeated =
    mine.length < compared.mine.length ||
    (isArchivedByEditor && record.archived === saved.archived && archived !== before.archived)
  const hasOthers = theirs.length + clashes.length + Object.keys(joined).length > 0 || isRepeated
  const body = hasOthers ? mergeVersions(merge, wanted.before, wanted.current, {}) : wanted.before
  // E.g. the old price is above a list price of since.
  if (hasOthers && !isContent(record.id) && findEntryErrors(body as CatalogEntry).length > 0)
    return { ...unchanged, isKept: true }
  return { ...unchanged, body, archived, isKept: clashes.length > 0 || isRepeated }
}

/**
 * Former versions take the names that categories have by now, without those that undoing gives back. A piece whose
 * former category is off the site stays where it is.
 */
async function keepCategories(db: Db, undone: Undone[]): Promise<void> {
  const givenBack = new Set(
    undone.flatMap(({ record: { id }, body, archived }) => {
      const { kind, key = '' } = parseContentId(id) ?? {}
      return kind === 'category' && !archived ? [key, toRenamed(id, body)?.to ?? key] : []
    }),
  )
  const renames = (await listMovedCategories(db)).filter(({ from }) => !givenBack.has(from))
  const { archived } = await listCategories(db)
  const turn = createTurns()
  for (const item of undone) {
    await turn()
    if (item.body === item.record.body) continue
    item.body = renames.reduce(withRenamedCategory, item.body)
    const category = String(item.body['category'])
    if (!item.record.product || !archived.has(category) || givenBack.has(category)) continue
    item.body = { ...item.body, category: item.record.body['category'] }
    item.isKept = true
  }
}

/** Products whose former codes another piece has by now keep what they have. */
async function keepTakenCodes(db: Db, products: Undone[]): Promise<void> {
  const next = products.map((product) => ({
    product,
    id: product.record.id,
    before: product.record.product?.entry,
    entry: product.body as CatalogEntry,
  }))
  for (const taken of await findTakenCodes(db, next)) {
    const { product } = taken as (typeof next)[number]
    Object.assign(product, { body: product.record.body, isKept: true })
  }
}

/**
 * The versions of a save and before it with the counts of now: undoing takes back the difference that the save made,
 * so that what was sold since stays sold.
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
    renameOfBase,
  } = alignChoices(savedBody as CatalogEntry, beforeBody as CatalogEntry, live)
  const now = readCounts(current)
  const changes: CountChange[] =
    counted === null
      ? listCountChanges(readCounts(before), readCounts(saved))
      : (JSON.parse(counted) as CountChange[]).map((change) => ({
          ...change,
          choice: change.choice && toCanonicalJson(renameOfBase(JSON.parse(change.choice))),
        }))
  const byChoice = new Map(changes.map((change) => [change.choice, change]))
  return {
    current,
    saved: withCounts(saved, (choice, own) => now.get(choice) ?? own),
    before: withCounts(before, (choice, own) => {
      const is = now.get(choice)
      const { from, to } = byChoice.get(choice) ?? { from: null, to: null }
      if (from === null) return is ?? own
      return is === undefined || to === null ? from : Math.max(0, is + from - to)
    }),
  }
}

/**
 * Lets products refer to what there is once all are saved. A slug that another product has by now stays as it is.
 * @returns the records that undoing changes.
 */
async function resolveReferences(db: Db, undone: Undone[]): Promise<Undone[]> {
  const products = undone.filter(({ record }) => record.product !== undefined)
  const wanted = new Set(
    products.flatMap(({ record, body }) => (record.body === body ? [] : body['slug'])),
  )
  // One that the batch created gives its slug back to the product that had it.
  for (const product of products)
    if (
      product.archived &&
      product.record.body === product.body &&
      wanted.has(product.body['slug'])
    )
      product.body = {
        ...product.body,
        slug: await findFreeSlug(db, String(product.body['slug'])),
      }
  await keepTakenCodes(db, products)
  let references = await findReferences(db, products)
  for (;;) {
    const taken = products.filter(
      (product) =>
        product.body['slug'] !== product.record.body['slug'] && references.isSlugTaken(product),
    )
    if (taken.length === 0) break
    for (const product of taken) {
      product.body = { ...product.body, slug: product.record.body['slug'] }
      product.isKept = true
    }
    references = await findReferences(db, products)
  }
  const turn = createTurns()
  const changed: Undone[] = []
  for (const item of undone) {
    await turn()
    const { record, body, archived } = item
    const fields = listFieldNames(record.id)
    if (archived !== record.archived || listChangedFields(fields, record.body, body).length > 0)
      changed.push(item)
  }
  for (const product of products) {
    await turn()
    const { related } = product.body as CatalogEntry
    const isOfNow = related.join() === product.record.product?.entry.related.join()
    const { resolve, resolveNext } = references
    product.body = {
      ...product.body,
      related: related.flatMap((slug) => (isOfNow ? resolve : resolveNext)(slug) ?? []),
    }
  }
  return changed
}
