import { sql } from 'kysely'
import { readInChunks } from '../db/chunks.ts'
import { isPostgres } from '../db/queries.ts'
import { changesRows } from '../db/row-counts.ts'
import type { Database, Db } from '../db/schema.ts'
import type { PictureRow, ProductVersionPictureRow } from './tables.ts'

export const findPicture = (db: Db, hash: string) =>
  db
    .selectFrom('picture')
    .select(['hash', 'width', 'height', 'format'])
    .where('hash', '=', hash)
    .executeTakeFirst()

export const listPictures = (db: Db) =>
  db.selectFrom('picture').select(['hash', 'format']).execute()

/** Inserts pictures; an existing row stays as it is. */
export async function upsertPictures(db: Db, pictures: PictureRow[]): Promise<void> {
  if (pictures.length === 0) return
  await db
    .insertInto('picture')
    .values(pictures)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

/** Tables that name pictures. */
const USES = [
  sql.table('product_picture'),
  sql.table('product_version_picture'),
  sql.table('content_version_picture'),
  sql.table('overlay_picture'),
]

/** Condition of a picture from before `time` that no product, version or draft has. */
const isUnused = (time: number) =>
  sql<boolean>`picture.created_at < ${time} and ${sql.join(
    // Uses an index for each picture. For a `not exists` PostgreSQL may read all rows and hash them.
    USES.map(
      (table) => sql`(select 1 from ${table} where picture_hash = picture.hash limit 1) is null`,
    ),
    sql` and `,
  )}`

/** @returns the pictures that follow a hash, and whether each has been unused since `time`. */
export const listPicturesAfter = (db: Db, hash: string, time: number, limit: number) =>
  db
    .selectFrom('picture')
    .select(['hash', 'format'])
    .select(sql<number>`case when ${isUnused(time)} then 1 else 0 end`.as('is_unused'))
    .where('hash', '>', hash)
    .orderBy('hash')
    .limit(limit)
    .execute()

/** @returns false if the picture is used now. */
export const deleteUnusedPicture = (db: Db, hash: string, time: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    // Waits for a save that has locked the picture. The next statement sees its writes.
    if (isPostgres(trx))
      await trx.selectFrom('picture').select('hash').where('hash', '=', hash).forUpdate().execute()
    return changesRows(trx.deleteFrom('picture').where('hash', '=', hash).where(isUnused(time)))
  })

/**
 * Locks pictures until the transaction ends, so that the cleanup deletes none that a save uses. SQLite has one
 * writer.
 * @returns the hashes of those that exist.
 */
export async function lockPictures(db: Db, hashes: string[]): Promise<string[]> {
  const rows = await readInChunks(hashes.toSorted(), (chunk) => {
    const pictures = db.selectFrom('picture').select('hash').where('hash', 'in', chunk)
    return (isPostgres(db) ? pictures.orderBy('hash').forKeyShare() : pictures).execute()
  })
  return rows.map(({ hash }) => hash)
}

/** Lists the hashes of the pictures in the JSON of a version or a draft. */
const listHashes = (json: string): string[] => [
  ...new Set([...json.matchAll(/"([\da-f]{32})"/g)].map(([, hash = '']) => hash)),
]

/** Records pictures that versions of products have and the products no longer have. */
export const insertVersionPictures = (db: Db, rows: ProductVersionPictureRow[]) =>
  db
    .insertInto('product_version_picture')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Records the pictures of a version. Call it in the transaction that inserts the version. */
export async function insertContentVersionPictures(
  db: Db,
  {
    record_id,
    revision,
    body,
  }: Pick<Database['content_version'], 'record_id' | 'revision' | 'body'>,
): Promise<void> {
  const rows = listHashes(body).map((picture_hash) => ({ record_id, revision, picture_hash }))
  if (rows.length > 0) await db.insertInto('content_version_picture').values(rows).execute()
}

/** Records the pictures of patches of one launch. Call it in the transaction that saves them. */
export async function replaceOverlayPictures(
  db: Db,
  overlays: Pick<Database['overlay'], 'launch_id' | 'record_id' | 'patch'>[],
): Promise<void> {
  const [first] = overlays
  if (!first) return
  await db
    .deleteFrom('overlay_picture')
    .where('launch_id', '=', first.launch_id)
    .where(
      'record_id',
      'in',
      overlays.map(({ record_id }) => record_id),
    )
    .execute()
  const rows = overlays.flatMap(({ launch_id, record_id, patch }) =>
    listHashes(patch).map((picture_hash) => ({ launch_id, record_id, picture_hash })),
  )
  if (rows.length === 0) return
  await lockPictures(db, [...new Set(rows.map(({ picture_hash }) => picture_hash))])
  await db.insertInto('overlay_picture').values(rows).execute()
}

/** Makes a picture that is uploaded again as recent as a new one. */
export const updatePictureTime = (db: Db, hash: string, now: number) =>
  db.updateTable('picture').set({ created_at: now }).where('hash', '=', hash).execute()

export const listExistingPictures = (db: Db, hashes: string[]): Promise<{ hash: string }[]> =>
  readInChunks(hashes, (chunk) =>
    db.selectFrom('picture').select('hash').where('hash', 'in', chunk).execute(),
  )

export const listPicturesByHash = (db: Db, hashes: string[]) =>
  hashes.length === 0
    ? []
    : db
        .selectFrom('picture')
        .select(['hash', 'width', 'height', 'placeholder'])
        .where('hash', 'in', hashes)
        .execute()
