import { type ContentId, parseContentId } from '#src/contract/content.ts'
import { type CatalogEntry, catalogEntry, findEntryFaults } from '#src/contract/entry.ts'
import { compareVersions, listChangedFields, mergeVersions } from '#src/rules/merge-versions.ts'
import {
  type Body,
  parseContentBody,
  parseId,
  saveContentVersion,
  toEmptyContent,
} from '../content/service.ts'
import type { LaunchItemRow } from '../db/studio-schema.ts'
import type { Db, Deps } from '../deps.ts'
import type { Change } from '../editor/change.ts'
import { listExistingPictures, listIdsBySlug } from '../editor/queries.ts'
import {
  findRecordVersion,
  type LiveRecord,
  listFieldNames,
  loadRecords,
} from '../editor/records.ts'
import { insertEntry } from '../editor/save-entry.ts'
import { HttpError } from '../errors.ts'
import * as queries from './queries.ts'

/** A draft beside the record that it changes, as it is now. */
export interface CheckedDraft<Item extends LaunchItemRow = LaunchItemRow> {
  item: Item
  /** Undefined for a record that it creates. */
  record: LiveRecord | undefined
  /** The draft, with what others have saved of the record since; of a clash, the draft. */
  body: Body
  /** Fields that it changes. */
  fields: string[]
  /** Fields that somebody else has changed, too, in another way. */
  clashes: string[]
  faults: string[]
}

const toRefused = (error: unknown): string => {
  if (error instanceof HttpError && error.status === 400) return error.message
  throw error
}

/** The rules of a record that need no other one. */
async function findOwnFaults(db: Db, id: string, body: Body, before?: Body): Promise<string[]> {
  const { kind } = parseContentId(id) ?? {}
  if (kind)
    return parseContentBody(db, kind, body, before).then(
      () => [],
      (error: unknown) => [toRefused(error)],
    )
  const parsed = catalogEntry.safeParse(body)
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  return findEntryFaults(parsed.data).map(({ path, message }) => `${path.join('.')} ${message}.`)
}

async function checkDraft<Item extends LaunchItemRow>(
  db: Db,
  item: Item,
  record: LiveRecord | undefined,
): Promise<CheckedDraft<Item>> {
  const draft = JSON.parse(item.body) as Body
  const names = listFieldNames(item.record_id)
  const faults: string[] = []
  let body = draft
  let clashes: string[] = []
  if (record) {
    const base = await findRecordVersion(db, record, item.based_on)
    if (!base) faults.push('There is a record with this address by now.')
    else {
      const merge = compareVersions(names, base.body, draft, record.body)
      clashes = merge.clashes
      if (merge.theirs.length > 0) {
        const choices = Object.fromEntries(clashes.map((name) => [name, 'mine' as const]))
        body = mergeVersions(merge, draft, record.body, choices)
      }
      if (record.archived && !base.archived) faults.push('It was archived meanwhile.')
    }
  } else if (item.based_on > 0) faults.push('The record is deleted.')
  faults.push(...(await findOwnFaults(db, item.record_id, body, record?.body)))
  const fields = listChangedFields(names, record?.body, body)
  return { item, record, body, fields, clashes, faults }
}

/** What products of a launch refer to: slugs are those that products have once it is live. */
async function checkReferences(db: Db, drafts: CheckedDraft[]): Promise<void> {
  const products = drafts.flatMap((draft) =>
    parseContentId(draft.item.record_id) || draft.faults.length > 0
      ? []
      : [{ draft, entry: draft.body as CatalogEntry }],
  )
  const moved = new Map(
    products.flatMap(({ draft: { record }, entry }) =>
      record?.product && record.product.row.slug !== entry.slug
        ? [[record.product.row.slug, entry.slug] as const]
        : [],
    ),
  )
  const named = [...new Set(products.flatMap(({ entry }) => [entry.slug, ...entry.related]))]
  const owners = new Map((await listIdsBySlug(db, named)).map(({ slug, id }) => [slug, id]))
  const unknown = named.filter((slug) => !owners.has(slug)).slice(0, 500)
  for (const { former, slug } of await queries.listRenamed(db, unknown)) moved.set(former, slug)
  const created = Map.groupBy(products, ({ entry }) => entry.slug)
  const known = new Set([...owners.keys(), ...created.keys(), ...moved.values()])
  const kept = new Set(
    products.flatMap(({ draft: { record } }) =>
      (record?.product?.entry.pictures ?? []).map(({ file }) => file),
    ),
  )
  const added = products.flatMap(({ entry }) => entry.pictures.map(({ file }) => file))
  const missing = added.filter((file) => !kept.has(file))
  const stored = new Set((await listExistingPictures(db, missing)).map(({ hash }) => hash))
  for (const { draft, entry } of products) {
    const owner = owners.get(entry.slug)
    const isTaken = owner !== undefined && owner !== draft.record?.id && !moved.has(entry.slug)
    if (isTaken || (created.get(entry.slug)?.length ?? 0) > 1)
      draft.faults.push(`Another product has the slug ${entry.slug}.`)
    const related = entry.related.map((slug) => moved.get(slug) ?? slug)
    if (related.join() !== entry.related.join()) draft.body = { ...draft.body, related }
    for (const slug of related)
      if (slug === entry.slug || !known.has(slug))
        draft.faults.push(`The related product ${slug} does not exist.`)
    for (const { file, alt } of entry.pictures)
      if (!(kept.has(file) || stored.has(file)))
        draft.faults.push(`The picture “${alt}” does not exist.`)
  }
}

/** Merges drafts with the records as they are, and checks them as saves would. */
export async function checkDrafts<Item extends LaunchItemRow>(
  deps: Deps,
  db: Db,
  items: Item[],
): Promise<CheckedDraft<Item>[]> {
  const records = await loadRecords(
    deps,
    db,
    items.map((item) => item.record_id),
  )
  const drafts: CheckedDraft<Item>[] = []
  for (const item of items) drafts.push(await checkDraft(db, item, records.get(item.record_id)))
  await checkReferences(db, drafts)
  return drafts
}

/** A rename gives its slug free for others of the launch. */
const toOrder = ({ record, body }: CheckedDraft): number =>
  record === undefined ? 2 : record.product && record.product.row.slug !== body['slug'] ? 0 : 1

/** Saves drafts that were checked. @returns the ids of records that had none, by those of their drafts. */
export async function saveDrafts(
  deps: Deps,
  change: Change,
  drafts: CheckedDraft[],
): Promise<Map<string, string>> {
  const created = new Map<string, string>()
  change.referencesChecked = true
  for (const { item, record, body, fields } of drafts.toSorted((a, b) => toOrder(a) - toOrder(b))) {
    const id = item.record_id
    if (record) {
      if (fields.length > 0 || record.archived) await record.save(change, { body, archived: false })
    } else if (parseContentId(id))
      await saveContentVersion(deps, change, toEmptyContent(parseId(id).id), body)
    else created.set(id, (await insertEntry(change, body as CatalogEntry, null)).id)
  }
  return created
}

export const getTitle = ({ record, body, item }: CheckedDraft): string =>
  record?.title ?? String(body['title'] ?? body['name'] ?? (item.record_id as ContentId))
