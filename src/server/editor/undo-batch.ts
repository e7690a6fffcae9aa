import { type CatalogEntry, findEntryFaults } from '#src/contract/entry.ts'
import { compareVersions, mergeVersions } from '#src/rules/merge-versions.ts'
import { listContentOfBatch } from '../content/queries.ts'
import type { Deps } from '../deps.ts'
import { HttpError } from '../errors.ts'
import * as batchQueries from './batch-queries.ts'
import { type Change, runChange } from './change.ts'
import {
  findRecordVersion,
  isContent,
  type LiveRecord,
  listFieldNames,
  loadRecords,
} from './records.ts'

export interface UndoneBatch {
  restored: number
  kept: { id: string; title: string }[]
}

interface Restored {
  id: string
  revision: number
  /** Whether there is no save after the batch. */
  isUntouched: boolean
}

/** What a batch saved of a record. */
interface SavedInBatch {
  id: string
  revision: number
  isCreated: boolean
}

/**
 * Gives the records of a batch the version that they had before it; one that the batch created is archived. A
 * field that somebody changed since stays as it is, and its record is named.
 */
export const undoBatch = (deps: Deps, id: string, editorId: string): Promise<UndoneBatch> =>
  runChange(deps, { editorId, batch: 'Undid a change of several products' }, async (change) => {
    const { db, now } = change
    if (!(await batchQueries.claimBatch(db, id, now)))
      throw (await batchQueries.findBatch(db, id))
        ? new HttpError(409, 'This change is undone already.')
        : new HttpError(404, 'There is no such change.')
    const { restored, kept } = await restoreBatch(deps, change, id)
    return { restored: restored.length, kept }
  })

/** @returns the records that have what they had before, and those with a field of somebody else. */
export async function restoreBatch(
  deps: Deps,
  change: Change,
  batchId: string,
): Promise<{ restored: Restored[]; kept: UndoneBatch['kept'] }> {
  const { db } = change
  const products = await batchQueries.listBatchVersions(db, batchId)
  const contents = await listContentOfBatch(db, batchId)
  const saves: SavedInBatch[] = [
    ...products.map((row) => ({ ...row, id: row.product_id })),
    ...contents.map((row) => ({ ...row, id: row.record_id })),
  ].map(({ id, revision, action }) => ({ id, revision, isCreated: action === 'create' }))
  const records = await loadRecords(
    deps,
    db,
    saves.map(({ id }) => id),
  )
  const restored: Restored[] = []
  const kept: UndoneBatch['kept'] = []
  for (const save of saves) {
    const record = records.get(save.id)
    if (!record) continue
    const revision = await restore(change, record, save)
    const isUntouched = record.revision === save.revision
    if (revision !== undefined) restored.push({ id: record.id, revision, isUntouched })
    else kept.push({ id: record.id, title: record.title })
  }
  return { restored, kept }
}

/** @returns the revision of a record that has all of what it had before. */
async function restore(
  change: Change,
  record: LiveRecord,
  { revision, isCreated }: SavedInBatch,
): Promise<number | undefined> {
  if (isCreated) {
    if (record.revision !== revision) return record.archived ? record.revision : undefined
    return (await record.save(change, { body: record.body, archived: true })).revision
  }
  const saved = await findRecordVersion(change.db, record, revision)
  const before = await findRecordVersion(change.db, record, revision - 1)
  if (!saved || !before) throw new Error(`The record ${record.id} has no version ${revision - 1}.`)
  const merge = compareVersions(listFieldNames(record.id), saved.body, before.body, record.body)
  const archived = record.archived === saved.archived ? before.archived : record.archived
  const isUntouched = record.revision === revision
  const body = isUntouched ? before.body : mergeVersions(merge, before.body, record.body, {})
  // E.g. the old price is above a list price of since.
  if (!(isUntouched || isContent(record.id)) && findEntryFaults(body as CatalogEntry).length > 0)
    return undefined
  const isChanged = merge.mine.length > 0 || archived !== record.archived
  const after = isChanged ? await record.save(change, { body, archived }) : record
  return merge.clashes.length === 0 ? after.revision : undefined
}
