import { getAtPath, listChangedFields, withValue } from '#src/rules/merge-versions.ts'
import type { Db } from '../../core/db/schema.ts'
import { createTurns } from '../../core/turns.ts'
import { isUndoneSince, listVersionsSince } from './batch-queries.ts'
import {
  findRecordVersion,
  isContent,
  type LiveRecord,
  listFieldNames,
  type RecordState,
} from './records.ts'

/** What was saved of a record after one of its versions, and by whom. */
export interface Touches {
  /** Fields that an editor has changed, also back to the value of before. */
  byEditors: ReadonlySet<string>
  /** Whether an editor has taken it off sale or put it on sale. */
  isArchivedByEditor: boolean
}

/** A body without the counts of its stock, which are kept apart and undone by themselves. */
function withoutCounts({ stock: _, variants, ...body }: Record<string, unknown>): unknown {
  if (!Array.isArray(variants)) return body
  return {
    ...body,
    variants: variants.map(({ stock: _count, ...row }: Record<string, unknown>) => row),
  }
}

/**
 * A launch that starts or ends is no editor: what it changed is not touched. Neither is what a change of several records
 * changed that was undone since, nor what its undo changed back.
 */
export async function findTouches(db: Db, record: LiveRecord, revision: number): Promise<Touches> {
  const names = listFieldNames(record.id)
  const byEditors = new Set<string>()
  let isArchivedByEditor = false
  const turn = createTurns()
  let before: { body: unknown; archived: number } | undefined
  const versions = await listVersionsSince(db, record.id, isContent(record.id), revision)
  const undone = new Set(
    versions.slice(1).flatMap((row) => (row.undone_at === null ? [] : row.batch_id)),
  )
  for (const row of versions) {
    await turn()
    const isOfEditor =
      row.launch_id === null && !undone.has(row.batch_id) && !undone.has(row.undoes)
    const version = { body: withoutCounts(JSON.parse(row.body)), archived: row.archived }
    // Versions before the first one may be pruned.
    if (before && isOfEditor) {
      for (const name of listChangedFields(names, before.body, version.body)) byEditors.add(name)
      isArchivedByEditor ||= before.archived !== version.archived
    }
    before = version
  }
  return { byEditors, isArchivedByEditor }
}

/**
 * What a record had before a save, without what launches and changes of several records had made of it that were undone
 * after the save: undoing it must not bring that back.
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
  const kept = former && (await findVersionBefore(db, record, revision - 1, save))
  if (!kept) return version
  const names = listChangedFields(listFieldNames(id), former.body, version.body)
  return {
    body: names.reduce(
      (body, name) => withValue(body, name, getAtPath(kept.body, name)),
      version.body,
    ),
    archived: former.archived === version.archived ? version.archived : kept.archived,
  }
}
