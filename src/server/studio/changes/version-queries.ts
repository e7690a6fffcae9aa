import { sql } from 'kysely'
import type { Db } from '../../core/db/schema.ts'

/** A table of versions, with its columns for the record and the JSON. */
export type VersionTable =
  | { name: 'product_version'; record: 'product_id'; json: 'entry' }
  | { name: 'content_version'; record: 'record_id'; json: 'body' }

/** Position of a version in the order of time. */
export interface VersionPosition {
  saved_at: number
  record: string
  revision: number
}

interface Row extends VersionPosition {
  /** Time of the next version; null for the latest. */
  next_saved_at: number | null
  is_first: boolean | number
}

/** Lists the versions after a position that were saved before a time. */
export async function listVersionsAfter(
  db: Db,
  { name, record }: VersionTable,
  after: VersionPosition,
  until: number,
  limit: number,
): Promise<Row[]> {
  const versions = sql.table(name)
  const [id, ofNext, ofFormer] = [`version.${record}`, `next.${record}`, `former.${record}`].map(
    (column) => sql.ref(column),
  )
  const { rows } = await sql<Row>`
    select version.saved_at, ${id} as record, version.revision,
      (select next.saved_at from ${versions} as next
        where ${ofNext} = ${id} and next.revision > version.revision
        order by next.revision limit 1) as next_saved_at,
      not exists (select 1 from ${versions} as former
        where ${ofFormer} = ${id} and former.revision < version.revision) as is_first
    from ${versions} as version
    where (version.saved_at, ${id}, version.revision) > (${after.saved_at}, ${after.record}, ${after.revision})
      and version.saved_at < ${until}
    order by version.saved_at, ${id}, version.revision limit ${limit}`.execute(db)
  return rows
}

/** Deletes versions. The previous remaining version takes over their rows of pictures. */
export async function deleteVersions(
  db: Db,
  { name, record, json }: VersionTable,
  versions: VersionPosition[],
): Promise<void> {
  const [table, pictures, id] = [sql.table(name), sql.table(`${name}_picture`), sql.ref(record)]
  const deleted = sql.join(
    versions.map(
      (version) => sql`(cast(${version.record} as text), cast(${version.revision} as integer))`,
    ),
  )
  await sql`with gone (record, revision) as (values ${deleted})
    insert into ${pictures} (${id}, revision, picture_hash)
    select used.${id}, former.revision, used.picture_hash from gone
    join ${pictures} as used on used.${id} = gone.record and used.revision = gone.revision
    join ${table} as former on former.${id} = used.${id} and former.revision = (
      select max(kept.revision) from ${table} as kept
      where kept.${id} = used.${id} and kept.revision < used.revision
      and (kept.${id}, kept.revision) not in (select record, revision from gone))
    where former.${sql.ref(json)} like '%"' || used.picture_hash || '"%'
    on conflict do nothing`.execute(db)
  await sql`delete from ${table} where (${id}, revision) in (values ${deleted})`.execute(db)
}
