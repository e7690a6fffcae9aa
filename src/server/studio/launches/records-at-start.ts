import type { CatalogEntry } from '#src/contract/entry.ts'
import type { DraftAction } from '#src/contract/launches.ts'
import { getAtPath, listChangedFields, withValue } from '#src/editing/merge-versions.ts'
import { readCounts, withCounts } from '#src/editing/stock-counts.ts'
import type { Db } from '../../core/db/schema.ts'
import { type Body, showNames } from '../save/load-content.ts'
import {
  findRecordVersion,
  type LiveRecord,
  listFieldNames,
  type RecordState,
} from '../save/records.ts'
import { findRevisionOfBatch, type ItemBefore, listItemsBefore } from './draft-queries.ts'

/** The start or the end of another launch, and its effect on a record. */
interface Step {
  at: number
  recordId: string
  change: (db: Db, record: LiveRecord, state: RecordState) => Promise<RecordState>
}

/**
 * Returns records as they will be at a time, after scheduled starts and ends of other launches.
 * @param launchId the launch that is checked.
 */
export async function readRecordsAt(
  db: Db,
  records: ReadonlyMap<string, LiveRecord>,
  launchId: string,
  at: number,
): Promise<Map<string, LiveRecord>> {
  const items = await listItemsBefore(db, launchId, [...records.keys()], at)
  const steps = items.map(toStep).toSorted((a, b) => a.at - b.at)
  const later = new Map(records)
  for (const { recordId, change } of steps) {
    const [record, state] = [records.get(recordId), later.get(recordId)]
    if (record && state) later.set(recordId, { ...state, ...(await change(db, record, state)) })
  }
  return later
}

const toStep = (item: ItemBefore): Step => ({
  at: Number(item.published_at === null ? item.starts_at : item.ends_at),
  recordId: item.record_id,
  change: item.published_at === null ? applyStart(item) : applyEnd(item),
})

/** Applies the changed fields between two versions to another state of the record. */
function applyDifference(
  id: string,
  from: Body,
  to: Body,
  { body, archived }: RecordState,
): RecordState {
  const names = listChangedFields(listFieldNames(id), from, to)
  const next = names.reduce((sum, name) => withValue(sum, name, getAtPath(to, name)), body)
  // JSON drops fields that became undefined.
  return { body: JSON.parse(JSON.stringify(next)) as Body, archived }
}

/** Sales change counts too, so the current ones are used. */
function withCurrentCounts({ product }: LiveRecord, body: Body): Body {
  if (!product) return body
  const now = readCounts(product.entry)
  return withCounts(body as CatalogEntry, (choice, own) => now.get(choice) ?? own)
}

const isArchivedBy = (action: DraftAction, archived: boolean): boolean =>
  action === 'update' ? archived : action === 'archive'

const applyStart =
  ({ body, based_on, action }: ItemBefore): Step['change'] =>
  async (db, record, state) => {
    const base = await findRecordVersion(db, record, based_on)
    if (!base) return state
    const draft = await showNames(db, { id: record.id, body: JSON.parse(body) as Body })
    const [from = {}, to = {}] = [base.body, draft.body].map((version) =>
      withCurrentCounts(record, version),
    )
    const next = applyDifference(record.id, from, to, state)
    return { ...next, archived: isArchivedBy(action, state.archived) }
  }

/** Fields that were saved after the launch stay. */
const applyEnd =
  ({ batch_id: batch }: ItemBefore): Step['change'] =>
  async (db, record, state) => {
    const revision = batch === null ? undefined : await findRevisionOfBatch(db, batch, record.id)
    if (revision === undefined) return state
    const saved = await findRecordVersion(db, record, revision)
    const before = await findRecordVersion(db, record, revision - 1)
    if (!saved || !before) return state
    const [from = {}, to = {}] = [saved.body, before.body].map((version) =>
      withCurrentCounts(record, version),
    )
    const since = new Set(listChangedFields(listFieldNames(record.id), from, state.body))
    const names = listChangedFields(listFieldNames(record.id), from, to)
    const target = names
      .filter((name) => since.has(name))
      .reduce((sum, name) => withValue(sum, name, getAtPath(from, name)), to)
    const next = applyDifference(record.id, from, target, state)
    return {
      ...next,
      archived: state.archived === saved.archived ? before.archived : state.archived,
    }
  }
