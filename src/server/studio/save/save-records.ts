import type { CatalogEntry } from '#src/contract/entry.ts'
import { parseCategoryId, readCategories } from '../../core/content/categories.ts'
import { toStoredBodies } from '../../core/content/record-ids.ts'
import type { Db } from '../../core/db/schema.ts'
import { type Change, toAction } from './change.ts'
import { parseId, toEmptyContent } from './load-content.ts'
import type { LiveOverlay } from './overlays.ts'
import { type PreparedSaves, prepareSaves, type SaveInput } from './prepare-saves.ts'
import { isContent, type LiveRecord, type RecordState } from './records.ts'
import { projectContent, writeContentVersion } from './save-content.ts'
import { writeSaves } from './write-saves.ts'

export interface RecordChange extends RecordState {
  /** The id of the record, or of the draft of a new record. */
  id: string
  /** Undefined for a new record. */
  record: LiveRecord | undefined
  /** The launches that lie over it afterwards; by default those that do now. */
  overlays?: readonly LiveOverlay[]
  /** Whether only a launch has started or ended: the record has no new version. */
  isProjection?: boolean
  /** The slug that shoppers keep seeing, because another product has its own. */
  keptSlug?: string
}

/** Changes of records, ready to be written. */
export interface PreparedRecords {
  products: PreparedSaves
  /** Their bodies contain ids. */
  contents: RecordChange[]
}

/**
 * Prepares changes.
 * @param changes changes whose references are already checked.
 */
export async function prepareRecords(
  db: Db,
  now: number,
  changes: RecordChange[],
): Promise<PreparedRecords> {
  const ofProducts = changes.filter(({ id }) => !isContent(id))
  const ofContent = changes.filter(({ id }) => isContent(id))
  const restored = ofContent.flatMap(({ id, archived }) =>
    archived ? [] : (parseCategoryId(id) ?? []),
  )
  const categories = (await readCategories(db)).withRestored(restored)
  // Needs the slugs that products have before the save.
  const bodies = await toStoredBodies(db, ofContent, { categories })
  return {
    products: await prepareSaves(
      db,
      now,
      ofProducts.map((change) => toSaveInput(change, now)),
      categories,
    ),
    contents: ofContent.map((next, index) => ({ ...next, body: bodies[index] ?? next.body })),
  }
}

function toSaveInput(
  { id, record, body, archived, ...options }: RecordChange,
  now: number,
): SaveInput {
  const before = record?.product
  const entry = body as CatalogEntry
  const archivedAt = archived ? (before?.row.archived_at ?? now) : null
  const action = before ? toAction(before.row.archived_at !== null, archived) : 'create'
  return { ...options, before, entry, action, archivedAt, draftId: id }
}

/**
 * Writes prepared changes.
 * @returns the ids of new products, by the ids of their drafts.
 * @throws ConflictError if a record was saved since it was read.
 */
export async function writeRecords(
  change: Change,
  { products, contents }: PreparedRecords,
): Promise<Map<string, string>> {
  await writeSaves(change, products)
  for (const { id, record, body, archived, overlays, isProjection } of contents) {
    const before = record?.content ?? toEmptyContent(parseId(id).id)
    if (isProjection) await projectContent(change, before, overlays ?? [])
    else
      await writeContentVersion(change, before, body, { archived, ...(overlays && { overlays }) })
  }
  return new Map(
    products.saves.flatMap(({ before, draftId, row }) =>
      before || draftId === undefined ? [] : [[draftId, row.id] as const],
    ),
  )
}
