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

/** @returns the pictures of products on sale, the first picture of each product first. */
export const listPicturesOnSale = (db: Db) =>
  db
    .selectFrom('picture')
    .innerJoin('product_picture', 'product_picture.picture_hash', 'picture.hash')
    .innerJoin('product', 'product.id', 'product_picture.product_id')
    .select(['picture.hash', 'picture.width', 'picture.format'])
    .where('product.archived_at', 'is', null)
    .groupBy(['picture.hash', 'picture.width', 'picture.format'])
    .orderBy((eb) => eb.fn.min('product_picture.position'))
    .orderBy((eb) => eb.fn.min('product.position'))
    .execute()

/** Inserts pictures; an existing row stays as it is. */
export async function upsertPictures(db: Db, pictures: PictureRow[]): Promise<void> {
  if (pictures.length === 0) return
  await db
    .insertInto('picture')
    .values(pictures)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute()
}

/** What has pictures. */
const USES = [
  sql.table('product_picture'),
  sql.table('product_version_picture'),
  sql.table('content_version_picture'),
  sql.table('launch_item_picture'),
]

/** Whether a picture from before `time` is on no product, and in no version or draft. */
const isUnused = (time: number) =>
  sql<boolean>`picture.created_at < ${time} and ${sql.join(
    // By an index for each picture: PostgreSQL may read all uses for a `not exists`, to hash them.
    USES.map(
      (table) => sql`(select 1 from ${table} where picture_hash = picture.hash limit 1) is null`,
    ),
    sql` and `,
  )}`

/** @returns the pictures that follow a hash in their order, and whether each has been unused since `time`. */
export const listPicturesAfter = (db: Db, hash: string, time: number, limit: number) =>
  db
    .selectFrom('picture')
    .select(['hash', 'format'])
    .select(sql<number>`case when ${isUnused(time)} then 1 else 0 end`.as('is_unused'))
    .where('hash', '>', hash)
    .orderBy('hash')
    .limit(limit)
    .execute()

/** @returns false when it is used by now. */
export const deleteUnusedPicture = (db: Db, hash: string, time: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    // Waits for a save that has locked it. The next statement sees what that save has committed.
    if (isPostgres(trx))
      await trx.selectFrom('picture').select('hash').where('hash', '=', hash).forUpdate().execute()
    return changesRows(trx.deleteFrom('picture').where('hash', '=', hash).where(isUnused(time)))
  })

/**
 * Locks pictures until the transaction ends, so that the cleanup deletes none that a save is about to use. SQLite has
 * one writer.
 * @returns the hashes of those that exist.
 */
export async function lockPictures(db: Db, hashes: string[]): Promise<string[]> {
  const rows = await readInChunks(hashes.toSorted(), (chunk) => {
    const pictures = db.selectFrom('picture').select('hash').where('hash', 'in', chunk)
    return (isPostgres(db) ? pictures.orderBy('hash').forKeyShare() : pictures).execute()
  })
  return rows.map(({ hash }) => hash)
}

/** The hashes of pictures that a version or a draft names, wherever they stand in its JSON. */
const listHashes = (json: string): string[] => [
  ...new Set([...json.matchAll(/"([\da-f]{32})"/g)].map(([, hash = '']) => hash)),
]

/** Notes which pictures versions of products have that the products have no more. */
export const insertVersionPictures = (db: Db, rows: ProductVersionPictureRow[]) =>
  db
    .insertInto('product_version_picture')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Notes which pictures a version has. Call it in the transaction that inserts the version. */
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

/** Notes which pictures drafts of one launch have. Call it in the transaction that saves them. */
export async function replaceDraftPictures(
  db: Db,
  drafts: Database['launch_item'][],
): Promise<void> {
  const [first] = drafts
  if (!first) return
  await db
    .deleteFrom('launch_item_picture')
    .where('launch_id', '=', first.launch_id)
    .where(
      'record_id',
      'in',
      drafts.map(({ record_id }) => record_id),
    )
    .execute()
  const rows = drafts.flatMap(({ launch_id, record_id, body }) =>
    listHashes(body).map((picture_hash) => ({ launch_id, record_id, picture_hash })),
  )
  if (rows.length === 0) return
  await lockPictures(db, [...new Set(rows.map(({ picture_hash }) => picture_hash))])
  await db.insertInto('launch_item_picture').values(rows).execute()
}

/** A picture that is uploaded again is kept as long as a new one. */
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
