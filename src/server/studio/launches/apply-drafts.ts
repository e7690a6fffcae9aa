import { findOwnPath, parseContentId, toContentTitle } from '#src/contract/content.ts'
import { listFieldPaths } from '#src/contract/content-fields.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import {
  type CatalogEntry,
  catalogEntry,
  ENTRY_FIELDS,
  type EntryField,
  findEntryErrors,
  toEntryName,
} from '#src/contract/entry.ts'
import { toAddress } from '#src/editing/address.ts'
import { compareVersions, listChangedFields, mergeVersions } from '#src/editing/merge-versions.ts'
import { type Counted, readCounts, rebaseCounts, withCounts } from '#src/editing/stock-counts.ts'
import { formatInstant, toIso } from '#src/rules/dates.ts'
import { productPath, shopPagePath } from '#src/rules/paths.ts'
import { alignNames } from '#src/rules/product/choice-ids.ts'
import { type Categories, readCategories } from '../../core/content/categories.ts'
import { addNewFields } from '../../core/content/read-content.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { toSentence } from '../../core/http/body.ts'
import type { ProductCache } from '../save/change.ts'
import { findBrokenLinks, formatBrokenLink, listNewLinks, type NextPages } from '../save/links.ts'
import { type Body, showNames } from '../save/load-content.ts'
import {
  findRecordVersion,
  isContent,
  type LiveRecord,
  listFieldNames,
  loadRecords,
} from '../save/records.ts'
import { findReferences, referenceMessages } from '../save/references.ts'
import { assertNewAddress, parseContentBody } from '../save/save-content.ts'
import type { RecordChange } from '../save/save-records.ts'
import { findShopErrors } from '../save/shop-rules.ts'
import { findEditorChanges } from '../save/touches.ts'
import { listOverlapping } from './draft-queries.ts'
import { readRecordsAt } from './records-at-start.ts'
import type { LaunchItemRow } from './tables.ts'

/** A draft with the current state of its record. */
export interface CheckedDraft<Item extends LaunchItemRow = LaunchItemRow> {
  item: Item
  /** Undefined if the draft creates the record. */
  record: LiveRecord | undefined
  /** The record as it will be when the draft goes live, if the check looks ahead. */
  recordAtStart: LiveRecord | undefined
  /** The draft merged with later saves of others. In a conflict, the value of the draft. */
  body: Body
  /** Fields that the draft changes. */
  fields: string[]
  /** Fields that someone else has changed to another value. */
  clashes: string[]
  errors: string[]
}

const toErrorMessage = (error: unknown): string => {
  if (error instanceof HttpError && [400, 409].includes(error.status)) return error.message
  throw error
}

/** Checks the rules of one record that involve no other record. */
async function findOwnErrors(db: Db, id: string, body: Body, before?: Body): Promise<string[]> {
  const { kind } = parseContentId(id) ?? {}
  if (kind)
    return parseContentBody(db, kind, body, before)
      .then(() => (before ? undefined : assertNewAddress(db, id, body)))
      .then(
        () => [],
        (error: unknown) => [toErrorMessage(error)],
      )
  const parsed = catalogEntry.safeParse(body, { reportInput: true })
  if (!parsed.success)
    return parsed.error.issues.map((issue) => toSentence(issue, toEntryName(issue.path)))
  return findEntryErrors(parsed.data).map(({ path, message }) => `${toEntryName(path)} ${message}.`)
}

/** Applies the draft's count changes, relative to the counts that its editor saw, to the current counts. */
export const toCountedDraft = (
  { seen_counts }: Pick<LaunchItemRow, 'seen_counts'>,
  draft: CatalogEntry,
  record: Pick<LiveRecord, 'product'> | undefined,
): CatalogEntry =>
  record?.product
    ? rebaseCounts(
        draft,
        readCounts(seen_counts === null ? draft : (JSON.parse(seen_counts) as Counted)),
        readCounts(record.product.entry),
      )
    : draft

/** Gives the base of a draft the current counts, because count changes are not edits by others. */
const toCountedBase = (base: CatalogEntry, live: CatalogEntry): CatalogEntry => {
  const now = readCounts(live)
  return withCounts(base, (choice, own) => now.get(choice) ?? own)
}

interface Versions {
  base: Body
  mine: Body
  theirs: Body
}

/** Prepares versions for a merge: current counts, and the same names for the same option values. */
function toMergeable({ product }: LiveRecord, { base, mine, theirs }: Versions): Versions {
  if (!product) return { base, mine, theirs }
  const aligned = alignNames(base as CatalogEntry, mine as CatalogEntry, theirs as CatalogEntry)
  return { ...aligned, base: toCountedBase(aligned.base, aligned.theirs) }
}

async function checkDraft<Item extends LaunchItemRow>(
  db: Db,
  item: Item,
  record: LiveRecord | undefined,
  /** The record as it will be when the draft goes live. */
  recordAtStart: LiveRecord | undefined,
  categories: Categories,
): Promise<CheckedDraft<Item>> {
  const stored = JSON.parse(item.body) as Body
  /** Archiving the category since then is not a change of the draft: the category redirects. */
  const toCurrent = (body: Body): Body =>
    isContent(item.record_id)
      ? body
      : {
          ...body,
          category: categories.toAddress(categories.toId(String(body['category']))),
        }
  const current = toCurrent((await showNames(db, { id: item.record_id, body: stored })).body)
  const draft = isContent(item.record_id)
    ? addNewFields(item.record_id, current)
    : toCountedDraft(item, current as CatalogEntry, record)
  const names = listFieldNames(item.record_id)
  const errors: string[] = []
  let body = draft
  let clashes: string[] = []
  if (record && recordAtStart) {
    const base = await findRecordVersion(db, record, item.based_on)
    if (!base) errors.push('A record with this address exists now.')
    else {
      const versions = toMergeable(record, {
        base: toCurrent(base.body),
        mine: draft,
        theirs: recordAtStart.body,
      })
      const { mine, theirs } = versions
      body = mine
      const merge = compareVersions(names, versions.base, mine, theirs)
      const touches =
        record.revision === item.based_on
          ? undefined
          : await findEditorChanges(db, record, item.based_on)
      // Changes by a current or former launch are not edits.
      clashes = merge.clashes.filter((name) => touches?.byEditors.has(name))
      if (merge.theirs.length + Object.keys(merge.joined).length > 0) {
        const choices = Object.fromEntries(merge.clashes.map((name) => [name, 'mine' as const]))
        body = mergeVersions(merge, mine, theirs, choices)
      }
      if (
        item.action === 'update' &&
        record.archived &&
        !base.archived &&
        touches?.isArchivedByEditor
      )
        errors.push('It was archived meanwhile.')
    }
  } else if (item.based_on > 0) errors.push('The record is deleted.')
  errors.push(...(await findOwnErrors(db, item.record_id, body, recordAtStart?.body)))
  const fields = listChangedFields(names, recordAtStart?.body, body)
  return { item, record, recordAtStart, body, fields, clashes, errors }
}

/** Checks references between products. Slugs are those that products have after the launch. */
async function checkReferences(db: Db, drafts: CheckedDraft[], liveAt: number): Promise<void> {
  const products = drafts.filter(
    ({ item, errors }) => !isContent(item.record_id) && errors.length === 0,
  )
  const next = products.map((draft) => ({
    draft,
    id: draft.record?.id,
    before: draft.record?.product?.entry,
    entry: draft.body as CatalogEntry,
  }))
  for (const [product, found] of await findShopErrors(db, liveAt, next))
    (product as (typeof next)[number]).draft.errors.push(...found.map(({ message }) => message))
  const { findSlugError, resolve, hasPicture } = await findReferences(db, products)
  for (const draft of products) {
    const entry = draft.body as CatalogEntry
    const slugError = findSlugError(draft)
    if (slugError) draft.errors.push(slugError)
    const related = [...new Set(entry.related.map((slug) => resolve(slug) ?? slug))]
    for (const slug of entry.related)
      if ([undefined, entry.slug].includes(resolve(slug)))
        draft.errors.push(referenceMessages.related(slug))
    for (const picture of entry.pictures)
      if (!hasPicture(picture.file)) draft.errors.push(referenceMessages.picture(picture))
    if (related.join() === entry.related.join()) continue
    draft.body = { ...entry, related }
    // Renaming a related product since then is not a change of the draft.
    if (related.join() === draft.record?.product?.entry.related.join())
      draft.fields = draft.fields.filter((name) => name !== 'related')
  }
}

/** Lists pages that the drafts add and remove. */
function toNextPages(drafts: CheckedDraft[]): NextPages {
  const added = new Set<string>()
  const removed = new Set<string>()
  for (const draft of drafts) {
    const { item, body } = draft
    const isProduct = !isContent(item.record_id)
    const path = isProduct ? productPath(String(body['slug'])) : findOwnPath(item.record_id)
    if (path === undefined) continue
    if (toArchived(draft)) removed.add(path)
    else {
      added.add(path)
      if (isProduct) added.add(shopPagePath(1, toAddress(String(body['category']))))
    }
  }
  return { added, removed }
}

/** Checks that links lead to pages that exist after the launch. */
async function checkLinks(db: Db, drafts: CheckedDraft[]): Promise<void> {
  const next = toNextPages(drafts)
  for (const { item, record, body, errors } of drafts) {
    if (!isContent(item.record_id)) continue
    const broken = await findBrokenLinks(db, listNewLinks(body, record?.body), next)
    errors.push(...broken.map(formatBrokenLink))
  }
}

/** Time and circumstances for checking drafts. */
interface DraftCheck {
  launchId: string
  liveAt: number
  /** Products that were read before. */
  known?: ProductCache | undefined
  /** Compares with the state at `liveAt` if that is later than now. */
  isAtStart?: boolean
}

/** Returns the label of a field for a sentence. */
function getFieldLabel(id: string, name: string): string {
  const { kind } = parseContentId(id) ?? {}
  if (!kind) return ENTRY_FIELDS[name as EntryField].label
  return (
    listFieldPaths(CONTENT_KINDS[kind].fields).find(([path]) => path === name)?.[1].label ?? name
  )
}

/** Lists the fields of a record that another launch changes. */
async function findChangedFields(
  db: Db,
  record: LiveRecord,
  other: { body: string; based_on: number },
): Promise<string[]> {
  const base = await findRecordVersion(db, record, other.based_on)
  if (!base) return []
  const { body } = await showNames(db, { id: record.id, body: JSON.parse(other.body) as Body })
  return listChangedFields(listFieldNames(record.id), base.body, body)
}

/** Refuses fields that another launch changes until its end, because its end would overwrite this change. */
async function checkOverlaps(
  db: Db,
  drafts: CheckedDraft[],
  launchId: string,
  liveAt: number,
): Promise<void> {
  const byRecord = new Map(
    drafts.flatMap((draft) => (draft.record ? [[draft.record.id, draft] as const] : [])),
  )
  for (const other of await listOverlapping(db, launchId, [...byRecord.keys()], liveAt)) {
    const draft = byRecord.get(other.record_id)
    if (!draft?.record) continue
    const { fields, item, record, errors } = draft
    const changed = await findChangedFields(db, record, other)
    const names = fields.filter((name) => changed.includes(name))
    const both = names.map((name) => getFieldLabel(record.id, name))
    if (item.action !== 'update' && other.action !== 'update') both.push('whether it is on sale')
    if (both.length > 0)
      errors.push(
        `The launch “${other.name}” changes it, too, until ${formatInstant(toIso(other.ends_at ?? liveAt))}: ${both.join(', ')}.`,
      )
  }
}

/** Merges drafts with the current records, and validates them like saves. */
export async function checkDrafts<Item extends LaunchItemRow>(
  db: Db,
  items: Item[],
  { launchId, liveAt, known, isAtStart = false }: DraftCheck,
): Promise<CheckedDraft<Item>[]> {
  const records = await loadRecords(
    db,
    items.map((item) => item.record_id),
    known,
  )
  const then = isAtStart ? await readRecordsAt(db, records, launchId, liveAt) : records
  const categories = await readCategories(db)
  const drafts: CheckedDraft<Item>[] = []
  for (const item of items) {
    const { record_id: id } = item
    drafts.push(await checkDraft(db, item, records.get(id), then.get(id), categories))
  }
  await checkReferences(db, drafts, liveAt)
  await checkLinks(db, drafts)
  await checkOverlaps(db, drafts, launchId, liveAt)
  return drafts
}

const toArchived = ({ item, record }: CheckedDraft): boolean =>
  item.action === 'update' ? record?.archived === true : item.action === 'archive'

/** Lists what saving checked drafts changes. A draft equal to the live record changes nothing. */
export const listChanges = (drafts: CheckedDraft[]): RecordChange[] =>
  drafts.flatMap((draft) => {
    const { item, record, body } = draft
    const archived = toArchived(draft)
    if (record && draft.fields.length === 0 && archived === record.archived) return []
    return [{ id: item.record_id, record, body, archived }]
  })

export const getTitle = ({ record, body, item }: CheckedDraft): string =>
  record?.title ?? getDraftTitle(item.record_id, body)

/** Returns the title that a draft gives its record. */
export function getDraftTitle(id: string, body: Body): string {
  const { kind } = parseContentId(id) ?? {}
  return kind ? toContentTitle(kind, body) : String(body['title'])
}
