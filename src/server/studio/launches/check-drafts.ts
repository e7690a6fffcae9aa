import {
  CONTENT_SCHEMAS,
  findOwnPath,
  parseContentId,
  toContentTitle,
} from '#src/contract/content.ts'
import {
  type CatalogEntry,
  catalogEntry,
  findEntryErrors,
  toEntryName,
} from '#src/contract/entry.ts'
import { toAddress } from '#src/editing/address.ts'
import {
  ARCHIVED,
  effective,
  listPatchedFields,
  type Overlay,
  type Patch,
} from '#src/editing/overlay.ts'
import { productPath, shopPagePath } from '#src/rules/paths.ts'
import { readCategories } from '../../core/content/categories.ts'
import { addNewFields } from '../../core/content/read-content.ts'
import { toShown } from '../../core/content/record-ids.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { toSentence } from '../../core/http/body.ts'
import type { ProductCache } from '../save/change.ts'
import { findBrokenLinks, formatBrokenLink, listNewLinks, type NextPages } from '../save/links.ts'
import type { Body } from '../save/load-content.ts'
import { isContent, type LiveRecord, loadRecords, type RecordState } from '../save/records.ts'
import { findReferences, referenceMessages } from '../save/references.ts'
import { assertNewAddress, parseContentBody } from '../save/save-content.ts'
import { findShopErrors } from '../save/shop-rules.ts'
import type { OverlayRow } from '../save/tables.ts'
import { listOtherOverlays } from './draft-queries.ts'

/** A draft with the record that it lies over. Bodies have current addresses and names. */
export interface CheckedDraft<Item extends OverlayRow = OverlayRow> {
  item: Item
  patch: Patch
  /** Undefined if the draft creates the record. */
  record: LiveRecord | undefined
  /** The record before the launch starts, under the other launches of that time. */
  before: RecordState | undefined
  /** The record while the launch is live. */
  body: Body
  archived: boolean
  /** Fields that the draft changes. */
  fields: string[]
  /** Why the record keeps its own values when the launch starts, as sentences. */
  errors: string[]
}

export const parsePatch = ({ patch }: Pick<OverlayRow, 'patch'>): Patch =>
  JSON.parse(patch) as Patch

export const NEEDS_CHECK =
  'The version that this draft was made from is deleted. Open the draft, check all of its fields, and save it.'

const IS_ARCHIVED = 'It is archived, so the launch leaves it out.'

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

/** Time and circumstances for checking drafts. */
interface DraftCheck {
  launchId: string
  /** The time at which the records are checked: the start of the launch, or a later time. */
  liveAt: number
  /** When the launch starts; by default then. */
  startsAt?: number
  /** Products that were read before. */
  known?: ProductCache | undefined
}

/** Lays drafts over their records at the start of their launch, and validates the result like saves. */
export async function checkDrafts<Item extends OverlayRow>(
  db: Db,
  items: Item[],
  { launchId, liveAt, startsAt = liveAt, known }: DraftCheck,
): Promise<CheckedDraft<Item>[]> {
  const ids = items.map((item) => item.record_id)
  const records = await loadRecords(db, ids, known)
  const others = await readOthers(db, ids, { launchId, liveAt })
  const stored = items.map((item) => {
    const { record_id: id } = item
    const record = records.get(id)
    const base = record && { body: record.stored, archived: record.archived }
    const lying = others.get(id) ?? []
    const before = base && effective(id, base, lying)
    const own = { patch: parsePatch(item), startsAt, endsAt: null, createdAt: startsAt }
    const after = effective(id, base ?? { body: {}, archived: true }, [...lying, own])
    const body = isContent(id) && !record ? addNewFields(id, after.body) : after.body
    return { id, item, record, before, patch: own.patch, after: { ...after, body } }
  })
  const show = await createShow(db)
  const befores = await show(stored.map(({ id, before }) => ({ id, body: before?.body ?? {} })))
  const afters = await show(stored.map(({ id, after }) => ({ id, body: after.body })))
  const drafts: CheckedDraft<Item>[] = []
  for (const [index, { id, item, record, before, patch, after }] of stored.entries()) {
    const shown = before && { ...before, body: befores[index] ?? {} }
    const body = afters[index] ?? {}
    const fields = listPatchedFields(patch)
    const draft = { item, patch, record, before: shown, body, archived: after.archived, fields }
    drafts.push({ ...draft, errors: await findDraftErrors(db, id, draft) })
  }
  await checkReferences(db, drafts, liveAt)
  await checkLinks(db, drafts)
  return drafts
}

/** Returns a function that shows stored bodies. Products of an archived category are in the one that follows it. */
async function createShow(db: Db) {
  const categories = await readCategories(db)
  return async (records: { id: string; body: Body }[]): Promise<Body[]> =>
    (await toShown(db, records)).map(({ id, body }) =>
      isContent(id) || body['category'] === undefined
        ? body
        : {
            ...body,
            category: categories.toAddress(categories.toId(String(body['category']))),
          },
    )
}

/** Reads what other launches change of records at a time, by record. */
async function readOthers(
  db: Db,
  ids: string[],
  { launchId, liveAt }: DraftCheck,
): Promise<Map<string, Overlay[]>> {
  const rows = await listOtherOverlays(db, launchId, ids, liveAt)
  return new Map(
    [...Map.groupBy(rows, ({ record_id }) => record_id)].map(([id, found]) => [
      id,
      found.map(({ launch, ...row }) => ({
        patch: parsePatch(row),
        startsAt: Number(launch.published_at ?? launch.starts_at),
        endsAt: launch.ends_at,
        createdAt: launch.created_at,
      })),
    ]),
  )
}

type UncheckedDraft = Omit<CheckedDraft, 'errors'>

async function findDraftErrors(
  db: Db,
  id: string,
  { item, patch, record, before, body, archived }: UncheckedDraft,
): Promise<string[]> {
  const errors = item.needs_check ? [NEEDS_CHECK] : item.problem ? [item.problem] : []
  const { kind = '' } = parseContentId(id) ?? {}
  // A draft that has all fields was made before the record.
  const isOfNew = CONTENT_SCHEMAS[kind]?.safeParse(toPatchedBody(item)).success === true
  if (record && !record.archived && ARCHIVED in patch && !archived && isOfNew)
    errors.push('A record with this address exists now.')
  else if (!record && !(ARCHIVED in patch)) errors.push('The record is deleted.')
  else if (archived && !(ARCHIVED in patch)) errors.push(IS_ARCHIVED)
  return [...errors, ...(await findOwnErrors(db, id, body, before?.body))]
}

/** Checks references between products. Slugs are those that products have after the launch. */
async function checkReferences(db: Db, drafts: CheckedDraft[], liveAt: number): Promise<void> {
  const products = drafts.filter(
    ({ item, errors }) => !isContent(item.record_id) && errors.length === 0,
  )
  const next = products.map((draft) => ({
    draft,
    id: draft.record?.id,
    before: draft.before?.body as CatalogEntry | undefined,
    entry: draft.body as CatalogEntry,
  }))
  for (const [product, found] of await findShopErrors(db, liveAt, next))
    (product as (typeof next)[number]).draft.errors.push(...found.map(({ message }) => message))
  const { findSlugError, resolve, hasPicture } = await findReferences(
    db,
    products.map((draft) => Object.assign(draft, { item: draft.item })),
  )
  for (const draft of products) {
    const entry = draft.body as CatalogEntry
    const slugError = findSlugError(draft)
    if (slugError) draft.errors.push(slugError)
    for (const slug of entry.related)
      if ([undefined, entry.slug].includes(resolve(slug)))
        draft.errors.push(referenceMessages.related(slug))
    for (const picture of entry.pictures)
      if (!hasPicture(picture.file)) draft.errors.push(referenceMessages.picture(picture))
    const related = [...new Set(entry.related.map((slug) => resolve(slug) ?? slug))]
    draft.body = { ...entry, related }
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
    if (draft.archived) removed.add(path)
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
  for (const { item, before, body, errors } of drafts) {
    if (!isContent(item.record_id)) continue
    const broken = await findBrokenLinks(db, listNewLinks(body, before?.body), next)
    errors.push(...broken.map(formatBrokenLink))
  }
}

export const getTitle = ({ record, body, item }: CheckedDraft): string =>
  record?.title ?? getDraftTitle(item.record_id, body)

/** Returns the title that a draft gives its record. */
export function getDraftTitle(id: string, body: Body): string {
  const { kind } = parseContentId(id) ?? {}
  return kind ? toContentTitle(kind, body) : String(body['title'])
}

/** Returns a draft in which nothing but the fields of its patch is. */
export const toPatchedBody = (item: OverlayRow): Body =>
  effective(item.record_id, { body: {}, archived: false }, [
    { patch: parsePatch(item), startsAt: 0, endsAt: null, createdAt: 0 },
  ]).body
