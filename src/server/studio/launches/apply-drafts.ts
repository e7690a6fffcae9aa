import {
  type ContentId,
  findOwnPath,
  parseContentId,
  toContentTitle,
} from '#src/contract/content.ts'
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
import { toAddress } from '#src/rules/address.ts'
import { formatIst, toIso } from '#src/rules/dates.ts'
import { compareVersions, listChangedFields, mergeVersions } from '#src/rules/merge-versions.ts'
import { productPath, shopPagePath } from '#src/rules/paths.ts'
import { alignChoices, findRenames, renameChoices } from '#src/rules/product/renamed-choices.ts'
import {
  type Counted,
  readCounts,
  rebaseCounts,
  withCounts,
} from '#src/rules/product/stock-counts.ts'
import { addNewFields } from '../../core/content/read-content.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { toSentence } from '../../core/http/body.ts'
import { createTurns } from '../../core/turns.ts'
import { createCategoryResolver } from '../save/categories.ts'
import type { KnownProducts } from '../save/change.ts'
import { findBrokenLinks, formatBrokenLink, listNewLinks, type NextPages } from '../save/links.ts'
import type { Body } from '../save/load-content.ts'
import {
  findRecordVersion,
  isContent,
  type LiveRecord,
  listFieldNames,
  loadRecords,
} from '../save/records.ts'
import { findReferences, referenceMessages } from '../save/references.ts'
import { withCurrentCategories, withoutArchivedCategories } from '../save/rename-category.ts'
import { assertNewAddress, parseContentBody } from '../save/save-content.ts'
import type { RecordChange } from '../save/save-records.ts'
import { findShopErrors } from '../save/shop-rules.ts'
import { findTouches } from '../save/touches.ts'
import { listOverlapping } from './draft-queries.ts'
import { readRecordsAt } from './records-at-start.ts'
import type { LaunchItemRow } from './tables.ts'

/** A draft beside the record that it changes, as it is now. */
export interface CheckedDraft<Item extends LaunchItemRow = LaunchItemRow> {
  item: Item
  /** Undefined for a record that it creates. */
  record: LiveRecord | undefined
  /** The record as it is when the draft goes live, where it is judged by that. */
  then: LiveRecord | undefined
  /** The draft, with what others have saved of the record since; of a clash, the draft. */
  body: Body
  /** Fields that it changes. */
  fields: string[]
  /** Fields that somebody else has changed, too, in another way. */
  clashes: string[]
  errors: string[]
}

const toRefused = (error: unknown): string => {
  if (error instanceof HttpError && [400, 409].includes(error.status)) return error.message
  throw error
}

/** The rules of a record that need no other one. */
async function findOwnErrors(db: Db, id: string, body: Body, before?: Body): Promise<string[]> {
  const { kind } = parseContentId(id) ?? {}
  if (kind)
    return parseContentBody(db, kind, body, before)
      .then(() => (before ? undefined : assertNewAddress(db, id, body)))
      .then(
        () => [],
        (error: unknown) => [toRefused(error)],
      )
  const parsed = catalogEntry.safeParse(body, { reportInput: true })
  if (!parsed.success)
    return parsed.error.issues.map((issue) => toSentence(issue, toEntryName(issue.path)))
  return findEntryErrors(parsed.data).map(({ path, message }) => `${toEntryName(path)} ${message}.`)
}

/** A draft makes the difference between its counts and those that its editor saw, to the counts of now. */
export const toCountedDraft = (
  { seen_counts }: Pick<LaunchItemRow, 'seen_counts'>,
  draft: CatalogEntry,
  record: Pick<LiveRecord, 'product'> | undefined,
): CatalogEntry =>
  record?.product
    ? rebaseCounts(
        draft,
        readCounts(seen_counts === null ? draft : (JSON.parse(seen_counts) as Counted)),
        readCounts(withNamesOf(record.product.entry, draft)),
      )
    : draft

/** A product with the names that a draft has for its choices. */
export const withNamesOf = (live: CatalogEntry, draft: CatalogEntry): CatalogEntry =>
  renameChoices(live, findRenames(live, draft))

/** What a draft was made from, with the counts of now: those are no change of others. */
const toCountedBase = (base: CatalogEntry, live: CatalogEntry): CatalogEntry => {
  const now = readCounts(live)
  return withCounts(base, (choice, own) => now.get(choice) ?? own)
}

interface Versions {
  base: Body
  mine: Body
  theirs: Body
}

/** The versions that are merged, with the counts of now and the same names for the same choices. */
function toMergeable({ product }: LiveRecord, { base, mine, theirs }: Versions): Versions {
  if (!product) return { base, mine, theirs }
  const aligned = alignChoices(base as CatalogEntry, mine as CatalogEntry, theirs as CatalogEntry)
  return { ...aligned, base: toCountedBase(aligned.base, aligned.theirs) }
}

async function checkDraft<Item extends LaunchItemRow>(
  db: Db,
  item: Item,
  record: LiveRecord | undefined,
  /** The record as it is when the draft goes live. */
  then: LiveRecord | undefined,
  resolveCategory: (typed: string) => string,
): Promise<CheckedDraft<Item>> {
  const stored = JSON.parse(item.body) as Body
  /** A category that was renamed or archived since is no change of the draft. */
  const toCurrent = async (body: Body): Promise<Body> => {
    if (!isContent(item.record_id))
      return { ...body, category: resolveCategory(String(body['category'])) }
    const left = await withoutArchivedCategories(db, item.record_id as ContentId, body)
    return withCurrentCategories(db, left)
  }
  const current = await toCurrent(stored)
  const draft = isContent(item.record_id)
    ? addNewFields(item.record_id, current)
    : toCountedDraft(item, current as CatalogEntry, record)
  const names = listFieldNames(item.record_id)
  const errors: string[] = []
  let body = draft
  let clashes: string[] = []
  if (record && then) {
    const base = await findRecordVersion(db, record, item.based_on)
    if (!base) errors.push('There is a record with this address by now.')
    else {
      const versions = toMergeable(record, {
        base: await toCurrent(base.body),
        mine: draft,
        theirs: then.body,
      })
      const { mine, theirs } = versions
      body = mine
      const merge = compareVersions(names, versions.base, mine, theirs)
      const touches =
        record.revision === item.based_on ? undefined : await findTouches(db, record, item.based_on)
      // A launch that is live or was is no editor.
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
  errors.push(...(await findOwnErrors(db, item.record_id, body, then?.body)))
  const fields = listChangedFields(names, then?.body, body)
  return { item, record, then, body, fields, clashes, errors }
}

/** What products of a launch refer to: slugs are those that products have once it is live. */
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
  const { isSlugTaken, resolve, hasPicture } = await findReferences(db, products)
  const turn = createTurns()
  for (const draft of products) {
    await turn()
    const entry = draft.body as CatalogEntry
    if (isSlugTaken(draft)) draft.errors.push(`Another product has the slug ${entry.slug}.`)
    const related = [...new Set(entry.related.map((slug) => resolve(slug) ?? slug))]
    for (const slug of entry.related)
      if ([undefined, entry.slug].includes(resolve(slug)))
        draft.errors.push(referenceMessages.related(slug))
    for (const picture of entry.pictures)
      if (!hasPicture(picture.file)) draft.errors.push(referenceMessages.picture(picture))
    if (related.join() === entry.related.join()) continue
    draft.body = { ...entry, related }
    // A product that was renamed since the draft is no change of the draft.
    if (related.join() === draft.record?.product?.entry.related.join())
      draft.fields = draft.fields.filter((name) => name !== 'related')
  }
}

/** Pages that drafts make, and those that they take off. */
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

/** Links lead to pages that there are once all drafts are live. */
async function checkLinks(db: Db, drafts: CheckedDraft[]): Promise<void> {
  const next = toNextPages(drafts)
  for (const { item, record, body, errors } of drafts) {
    if (!isContent(item.record_id)) continue
    const broken = await findBrokenLinks(db, listNewLinks(body, record?.body), next)
    errors.push(...broken.map(formatBrokenLink))
  }
}

/** When drafts are judged: their launch goes live then. */
interface Judgement {
  launchId: string
  liveAt: number
  /** Products that were read before. */
  known?: KnownProducts | undefined
  /** Judges them against what will be live then, where that is later. */
  isAtStart?: boolean
}

/** The label of a field, for a sentence. */
function getFieldLabel(id: string, name: string): string {
  const { kind } = parseContentId(id) ?? {}
  if (!kind) return ENTRY_FIELDS[name as EntryField].label
  return (
    listFieldPaths(CONTENT_KINDS[kind].fields).find(([path]) => path === name)?.[1].label ?? name
  )
}

/** The fields that another launch changes of a record. */
async function findFieldsOf(
  db: Db,
  record: LiveRecord,
  other: { body: string; based_on: number },
): Promise<string[]> {
  const base = await findRecordVersion(db, record, other.based_on)
  return base ? listChangedFields(listFieldNames(record.id), base.body, JSON.parse(other.body)) : []
}

/** What another launch changes for a time cannot be changed meanwhile: its end would take it back. */
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
    const changed = await findFieldsOf(db, record, other)
    const names = fields.filter((name) => changed.includes(name))
    const both = names.map((name) => getFieldLabel(record.id, name))
    if (item.action !== 'update' && other.action !== 'update') both.push('whether it is on sale')
    if (both.length > 0)
      errors.push(
        `The launch “${other.name}” changes it, too, until ${formatIst(toIso(other.ends_at ?? liveAt))}: ${both.join(', ')}.`,
      )
  }
}

/**
 * Merges drafts with the records as they are, and checks them as saves would.
 */
export async function checkDrafts<Item extends LaunchItemRow>(
  db: Db,
  items: Item[],
  { launchId, liveAt, known, isAtStart = false }: Judgement,
): Promise<CheckedDraft<Item>[]> {
  const records = await loadRecords(
    db,
    items.map((item) => item.record_id),
    known,
  )
  const then = isAtStart ? await readRecordsAt(db, records, launchId, liveAt) : records
  const resolveCategory = await createCategoryResolver(db)
  const turn = createTurns()
  const drafts: CheckedDraft<Item>[] = []
  for (const item of items) {
    await turn()
    const { record_id: id } = item
    drafts.push(await checkDraft(db, item, records.get(id), then.get(id), resolveCategory))
  }
  await checkReferences(db, drafts, liveAt)
  await checkLinks(db, drafts)
  await checkOverlaps(db, drafts, launchId, liveAt)
  return drafts
}

const toArchived = ({ item, record }: CheckedDraft): boolean =>
  item.action === 'update' ? record?.archived === true : item.action === 'archive'

/** What saving checked drafts changes; one that says what is live changes nothing. */
export const listChanges = (drafts: CheckedDraft[]): RecordChange[] =>
  drafts.flatMap((draft) => {
    const { item, record, body } = draft
    const archived = toArchived(draft)
    if (record && draft.fields.length === 0 && archived === record.archived) return []
    return [{ id: item.record_id, record, body, archived }]
  })

export const getTitle = ({ record, body, item }: CheckedDraft): string =>
  record?.title ?? getDraftTitle(item.record_id, body)

/** The title that a draft gives its record. */
export function getDraftTitle(id: string, body: Body): string {
  const { kind } = parseContentId(id) ?? {}
  return kind ? toContentTitle(kind, body) : String(body['title'])
}
