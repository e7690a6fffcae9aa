import { type ContentId, parseContentId } from '#src/contract/content.ts'
import { listFieldPaths } from '#src/contract/content-fields.ts'
import { CONTENT_KINDS } from '#src/contract/content-kinds.ts'
import { type CatalogEntry, ENTRY_FIELD_NAMES } from '#src/contract/entry.ts'
import {
  type Body,
  findContentVersion,
  type LoadedContent,
  loadContent,
  saveContentVersion,
  toTitle,
} from '../content/service.ts'
import type { Db, Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import { findVersion } from './batch-queries.ts'
import {
  type Change,
  type LoadedProduct,
  loadAllForEdit,
  parseVersionEntry,
  toAction,
} from './change.ts'
import { saveEntry } from './save-entry.ts'

export interface RecordState {
  body: Body
  archived: boolean
}

/** A product or a record of content as it is live: what launches and undoing need of both. */
export interface LiveRecord extends RecordState {
  id: string
  title: string
  revision: number
  product?: LoadedProduct
  /** Saves a version over this one. */
  save(change: Change, state: RecordState): Promise<{ revision: number }>
}

export const isContent = (id: string): boolean => parseContentId(id) !== undefined

/** Paths of the fields of a record, which are merged one by one. */
export function listFieldNames(id: string): string[] {
  const { kind } = parseContentId(id) ?? {}
  return kind ? listFieldPaths(CONTENT_KINDS[kind].fields).map(([name]) => name) : ENTRY_FIELD_NAMES
}

const toLiveProduct = (deps: Deps, product: LoadedProduct): LiveRecord => {
  const { row, entry } = product
  const wasArchived = row.archived_at !== null
  return {
    ...{ id: row.id, title: row.title, revision: row.revision, archived: wasArchived },
    ...{ body: entry, product },
    save: (change, { body, archived }) =>
      saveEntry(deps, change, product, body as CatalogEntry, {
        action: toAction(wasArchived, archived),
        archivedAt: archived ? (row.archived_at ?? change.now) : null,
      }),
  }
}

const toLiveContent = (deps: Deps, content: LoadedContent): LiveRecord => ({
  ...content,
  title: toTitle(content.id, content.body),
  save: (change, { body, archived }) => saveContentVersion(deps, change, content, body, archived),
})

/** @returns the records with these ids; ids that are not known are left out. */
export async function loadRecords(
  deps: Deps,
  db: Db,
  ids: string[],
): Promise<Map<string, LiveRecord>> {
  const products = await loadAllForEdit(
    db,
    ids.filter((id) => !isContent(id)),
  )
  const records = products.map((product) => toLiveProduct(deps, product))
  for (const id of ids.filter(isContent)) {
    const content = await loadContent(db, id).catch((error: unknown) => {
      if (error instanceof HttpError && error.status === 404) return undefined
      throw error
    })
    if (content) records.push(toLiveContent(deps, content))
  }
  return new Map(records.map((record) => [record.id, record]))
}

/** A record as a version had it. */
export async function findRecordVersion(
  db: Db,
  record: LiveRecord,
  revision: number,
): Promise<RecordState | undefined> {
  if (revision === record.revision) return record
  if (isContent(record.id)) return findContentVersion(db, record.id as ContentId, revision)
  const version = await findVersion(db, record.id, revision)
  return version && { body: parseVersionEntry(version.entry), archived: version.archived === 1 }
}
