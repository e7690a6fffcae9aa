import { type ContentId, parseContentId } from '#src/contract/content.ts'
import { listFieldPaths } from '#src/contract/content-fields.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import { ENTRY_FIELD_NAMES } from '#src/contract/entry.ts'
import type { Db } from '../../core/db/schema.ts'
import { HttpError } from '../../core/errors.ts'
import { findVersion } from './batch-queries.ts'
import {
  type LoadedProduct,
  loadProducts,
  type ProductCache,
  readVersionEntries,
} from './change.ts'
import {
  type Body,
  findContentVersion,
  type LoadedContent,
  loadContent,
  toTitle,
} from './load-content.ts'
import type { LiveOverlay } from './overlays.ts'

export interface RecordState {
  body: Body
  archived: boolean
}

/** A product or content record with its own values, in the form that launches and undo need. */
export interface LiveRecord extends RecordState {
  id: string
  title: string
  revision: number
  /** The body with the ids of other records. */
  stored: Body
  /** The live launches over it. */
  overlays: LiveOverlay[]
  product?: LoadedProduct
  content?: LoadedContent
}

export const isContent = (id: string): boolean => parseContentId(id) !== undefined

/** Lists the field paths of a record. Fields are merged one by one. */
export function listFieldNames(id: string): string[] {
  const { kind } = parseContentId(id) ?? {}
  return kind ? listFieldPaths(CONTENT_KINDS[kind].fields).map(([name]) => name) : ENTRY_FIELD_NAMES
}

const toLiveProduct = (product: LoadedProduct): LiveRecord => {
  const { row, entry } = product
  const archived = row.archived_at !== null
  const { overlays } = product
  return {
    id: row.id,
    title: row.title,
    revision: row.revision,
    archived,
    body: { ...entry },
    stored: { ...product.stored },
    overlays,
    product,
  }
}

const toLiveContent = (content: LoadedContent): LiveRecord => ({
  ...content,
  title: toTitle(content.id, content.body),
  content,
})

/** Loads records by id, without unknown ids. */
export async function loadRecords(
  db: Db,
  ids: string[],
  known?: ProductCache,
): Promise<Map<string, LiveRecord>> {
  const products = await loadProducts(
    db,
    ids.filter((id) => !isContent(id)),
    known,
  )
  const records = products.map(toLiveProduct)
  for (const id of ids.filter(isContent)) {
    const content = await loadContent(db, id).catch((error: unknown) => {
      if (error instanceof HttpError && error.status === 404) return undefined
      throw error
    })
    if (content) records.push(toLiveContent(content))
  }
  return new Map(records.map((record) => [record.id, record]))
}

/** Returns a record as it was at a revision. */
export async function findRecordVersion(
  db: Db,
  record: LiveRecord,
  revision: number,
): Promise<RecordState | undefined> {
  if (revision === record.revision) return record
  if (isContent(record.id)) return findContentVersion(db, record.id as ContentId, revision)
  const version = await findVersion(db, record.id, revision)
  if (!version) return undefined
  const [body] = await readVersionEntries(db, [version.entry])
  return body && { body, archived: version.archived === 1 }
}
