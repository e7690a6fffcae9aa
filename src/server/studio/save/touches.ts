import { getAtPath, listChangedFields, withValue } from '#src/editing/merge-versions.ts'
import { toShown } from '../../core/content/record-ids.ts'
import type { Db } from '../../core/db/schema.ts'
import { isUndoneSince, listVersionsSince } from './batch-queries.ts'
import type { Body } from './load-content.ts'
import {
  findRecordVersion,
  isContent,
  type LiveRecord,
  listFieldNames,
  type RecordState,
} from './records.ts'

/** Changes of a record after one of its versions that editors made. */
export interface EditorChanges {
  /** Fields that an editor changed, even if the value is the same again. */
  byEditors: ReadonlySet<string>
  /** Whether an editor archived or restored the record. */
  isArchivedByEditor: boolean
}

/** Removes stock counts from a body. They are stored and undone separately. */
function withoutCounts({ stock: _, variants, ...body }: Record<string, unknown>): unknown {
  if (!Array.isArray(variants)) return body
  return {
    ...body,
    variants: variants.map(({ stock: _count, ...row }: Record<string, unknown>) => row),
  }
}

/**
 * Finds which fields editors changed after a version. Changes by launches, undone batches and their
 * undoes do not count.
 */
export async function findEditorChanges(
  db: Db,
  record: LiveRecord,
  revision: number,
): Promise<EditorChanges> {
  const names = listFieldNames(record.id)
  const byEditors = new Set<string>()
  let isArchivedByEditor = false
  let before: { body: unknown; archived: number } | undefined
  const versions = await listVersionsSince(db, record.id, isContent(record.id), revision)
  const undone = new Set(
    versions.slice(1).flatMap((row) => (row.undone_at === null ? [] : row.batch_id)),
  )
  const bodies = await toShown(
    db,
    versions.map(({ body }) => ({ id: record.id, body: JSON.parse(body) as Body })),
  )
  for (const [index, row] of versions.entries()) {
    const isOfEditor =
      row.launch_id === null && !undone.has(row.batch_id) && !undone.has(row.undoes)
    const version = { body: withoutCounts(bodies[index]?.body ?? {}), archived: row.archived }
    // The previous versions may be pruned.
    if (before && isOfEditor) {
      for (const name of listChangedFields(names, before.body, version.body)) byEditors.add(name)
      isArchivedByEditor ||= before.archived !== version.archived
    }
    before = version
  }
  return { byEditors, isArchivedByEditor }
}

/**
 * Finds the state before a save, without changes of launches and batches that were undone after the
 * save. Undoing the save must not bring those changes back.
 */
export async function findVersionBefore(
  db: Db,
  record: LiveRecord,
  revision: number,
  save = revision,
): Promise<RecordState | undefined> {
  const { id } = record
  const version = await findRecordVersion(db, record, revision - 1)
  const place = { id, isContent: isContent(id), revision: revision - 1 }
  if (!version || !(await isUndoneSince(db, place, save))) return version
  const former = await findRecordVersion(db, record, revision - 2)
  const earlier = former && (await findVersionBefore(db, record, revision - 1, save))
  if (!earlier) return version
  const names = listChangedFields(listFieldNames(id), former.body, version.body)
  return {
    body: names.reduce(
      (body, name) => withValue(body, name, getAtPath(earlier.body, name)),
      version.body,
    ),
    archived: former.archived === version.archived ? version.archived : earlier.archived,
  }
}
