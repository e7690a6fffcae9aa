import type { CatalogEntry } from '#src/contract/entry.ts'
import type { Db } from '../../core/db/schema.ts'
import { createTurns } from '../../core/turns.ts'
import { type Change, toAction } from './change.ts'
import { parseId, toEmptyContent } from './load-content.ts'
import { isContent, type LiveRecord, type RecordState } from './records.ts'
import { orderBySlug } from './references.ts'
import { moveCategory, moveProducts } from './rename-category.ts'
import { renameInRecords, saveContentVersion, toRenamed } from './save-content.ts'
import { type PreparedSaves, prepareSaves, type WantedSave, writeSaves } from './write-saves.ts'

/** A record as a change saves it. */
export interface RecordChange extends RecordState {
  /** The id of the record; that of its draft for a new one. */
  id: string
  /** Undefined for a new one. */
  record: LiveRecord | undefined
}

/** Changes of records whose rows are made. */
export interface PreparedRecords {
  products: PreparedSaves
  /** Ids of the products, or of their drafts, in the order of their saves. */
  productIds: string[]
  contents: RecordChange[]
}

/** @param changes what they refer to is checked, as it is once all are saved. */
export async function prepareRecords(
  db: Db,
  now: number,
  changes: RecordChange[],
): Promise<PreparedRecords> {
  const ordered = orderBySlug(changes)
  const ofProducts = ordered.filter(({ id }) => !isContent(id))
  return {
    products: await prepareSaves(
      db,
      now,
      ofProducts.map((change) => toWantedSave(change, now)),
    ),
    productIds: ofProducts.map(({ id }) => id),
    contents: ordered.filter(({ id }) => isContent(id)),
  }
}

function toWantedSave({ record, body, archived }: RecordChange, now: number): WantedSave {
  const before = record?.product
  const entry = body as CatalogEntry
  const archivedAt = archived ? (before?.row.archived_at ?? now) : null
  const action = before ? toAction(before.row.archived_at !== null, archived) : 'create'
  return { before, entry, action, archivedAt }
}

/**
 * A category that has its former name again has its former address, too; what has come to it since follows.
 * @returns the ids of new products, by those of their drafts.
 * @throws ConflictError when another version of a record was saved since it was read.
 */
export async function writeRecords(
  change: Change,
  { products, productIds, contents }: PreparedRecords,
): Promise<Map<string, string>> {
  const renamed = contents.flatMap(({ id, record, body }) => {
    const address = record && toRenamed(id, body)
    return address ? { ...address, content: record.content, body } : []
  })
  for (const address of renamed) await moveCategory(change.db, address)
  const rows = await writeSaves(change, products)
  const turn = createTurns()
  for (const { id, record, body, archived } of contents) {
    await turn()
    const before = record?.content ?? toEmptyContent(parseId(id).id)
    const { to } = renamed.find(({ from }) => id === `category:${from}`) ?? {}
    const moved = to === undefined ? before : { ...before, id: `category:${to}` as const }
    await saveContentVersion(change, moved, body, archived)
  }
  for (const { content, body, ...address } of renamed) {
    await moveProducts(change, address)
    if (content) await renameInRecords(change, content, body)
  }
  const created = products.saves.flatMap(({ before }, index) => {
    const [draftId, row] = [productIds[index], rows[index]]
    return before || !draftId || !row ? [] : [[draftId, row.id] as const]
  })
  return new Map(created)
}
