import { readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import type { LaunchEffectRow } from './tables.ts'

const selectLive = (db: Db) =>
  db
    .selectFrom('launch')
    .select(['id', 'name', 'published_at', 'ends_at', 'created_at'])
    .where('published_at', 'is not', null)
    .where('undone_at', 'is', null)
    .orderBy('id')

/** Lists what live launches change of these records, without records that keep their own values. */
export const listLiveOverlays = async (db: Db, recordIds: readonly string[]) =>
  listOverlays(db, await selectLive(db).execute(), recordIds)

/** Lists what these launches, of which there are few, change of these records. */
export async function listOverlays<Launch extends { id: string }>(
  db: Db,
  launches: Launch[],
  recordIds: readonly string[],
) {
  if (launches.length === 0) return []
  const byId = new Map(launches.map((launch) => [launch.id, launch]))
  const rows = await readInChunks([...recordIds], (ids) =>
    db
      .selectFrom('overlay')
      .select(['launch_id', 'record_id', 'patch'])
      .where('launch_id', 'in', [...byId.keys()])
      .where('record_id', 'in', ids)
      .where('problem', '=', '')
      .execute(),
  )
  return rows.flatMap((row) => {
    const launch = byId.get(row.launch_id)
    return launch ? { ...row, launch } : []
  })
}

/** Lists the ids of the records that live launches change. */
export async function listCoveredIds(db: Db): Promise<string[]> {
  const launches = await listLiveLaunches(db)
  if (launches.length === 0) return []
  const rows = await db
    .selectFrom('overlay')
    .select('record_id')
    .distinct()
    .where(
      'launch_id',
      'in',
      launches.map(({ id }) => id),
    )
    .where('problem', '=', '')
    .orderBy('record_id')
    .execute()
  return rows.map(({ record_id }) => record_id)
}

/** Lists the live launches, with what differs after each change of one. */
export const listLiveLaunches = (db: Db) =>
  selectLive(db).clearSelect().select(['id', 'revision']).execute()

export const updatePatch = (db: Db, launchId: string, recordId: string, patch: string) =>
  db
    .updateTable('overlay')
    .set({ patch })
    .where('launch_id', '=', launchId)
    .where('record_id', '=', recordId)
    .execute()

/** Lists what launches showed of a record, newest first. */
export const listEffects = (db: Db, recordId: string, limit: number): Promise<LaunchEffectRow[]> =>
  db
    .selectFrom('launch_effect')
    .selectAll()
    .where('record_id', '=', recordId)
    .orderBy('from_at', 'desc')
    .orderBy('launch_id')
    .limit(limit)
    .execute()

/** Lists the newest version of each of these products. */
export const listNewestVersions = (db: Db, ids: string[]) =>
  db
    .selectFrom('product_version')
    .innerJoin('product', (join) =>
      join
        .onRef('product.id', '=', 'product_version.product_id')
        .onRef('product.revision', '=', 'product_version.revision'),
    )
    .select(['product_id', 'entry', 'archived'])
    .where('product_id', 'in', ids)
    .execute()

/** Lists the newest version of each of these content records. */
export const listNewestContent = (db: Db, ids: string[]) =>
  db
    .selectFrom('content_version')
    .innerJoin('content_record', (join) =>
      join
        .onRef('content_record.id', '=', 'content_version.record_id')
        .onRef('content_record.revision', '=', 'content_version.revision'),
    )
    .select(['record_id', 'content_version.body', 'content_version.archived'])
    .where('record_id', 'in', ids)
    .execute()
