import { sql } from 'kysely'
import { parseContentId } from '#src/contract/content.ts'
import { toSiteName } from '#src/rules/pictures.ts'
import { PRODUCTS_PER_STATEMENT, readInChunks } from '../../core/db/chunks.ts'
import type { Db } from '../../core/db/schema.ts'
import { replaceDraftPictures } from '../../core/media/queries.ts'
import { reserveSlugs } from '../../core/slugs/queries.ts'
import { isNotLive } from './queries.ts'
import type { LaunchItemRow } from './tables.ts'

/** Lists drafts of these records in other launches that are live at a time and end after it. */
export const listOverlapping = (db: Db, launchId: string, recordIds: string[], liveAt: number) =>
  readInChunks(
    recordIds,
    (ids) =>
      db
        .selectFrom('launch_item')
        .innerJoin('launch', 'launch.id', 'launch_item.launch_id')
        .selectAll('launch_item')
        .select(['launch.name', 'launch.ends_at', 'launch.batch_id', 'launch.published_at'])
        .where('launch_item.record_id', 'in', ids)
        .where('launch_id', '!=', launchId)
        .where('launch.ends_at', '>', liveAt)
        .where(({ eb, or, and }) =>
          or([
            and([eb('published_at', 'is not', null), eb('undone_at', 'is', null)]),
            and([eb('published_at', 'is', null), eb('starts_at', '<', liveAt)]),
          ]),
        )
        .orderBy('launch.ends_at')
        .execute(),
    PRODUCTS_PER_STATEMENT,
  )

/**
 * Lists drafts of these records in other launches whose start or end changes them before a time.
 * These are live launches that end by then, and scheduled ones that start before and are still live.
 */
export const listItemsBefore = (db: Db, launchId: string, recordIds: string[], at: number) =>
  readInChunks(
    recordIds,
    (ids) =>
      db
        .selectFrom('launch_item')
        .innerJoin('launch', 'launch.id', 'launch_item.launch_id')
        .select([
          'launch_item.record_id',
          'launch_item.body',
          'launch_item.based_on',
          'launch_item.action',
          'launch.starts_at',
          'launch.ends_at',
          'launch.published_at',
          'launch.batch_id',
        ])
        .where('launch_item.record_id', 'in', ids)
        .where('launch_id', '!=', launchId)
        .where('launch.undone_at', 'is', null)
        .where(({ eb, or, and }) =>
          or([
            and([eb('published_at', 'is not', null), eb('ends_at', '<=', at)]),
            and([
              eb('published_at', 'is', null),
              eb('starts_at', '<', at),
              or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]),
            ]),
          ]),
        )
        .execute(),
    PRODUCTS_PER_STATEMENT,
  )

export type ItemBefore = Awaited<ReturnType<typeof listItemsBefore>>[number]

/** Finds the revision of a record that a batch saved. */
export async function findRevisionOfBatch(
  db: Db,
  batchId: string,
  recordId: string,
): Promise<number | undefined> {
  const row = parseContentId(recordId)
    ? await db
        .selectFrom('content_version')
        .select('revision')
        .where('record_id', '=', recordId)
        .where('batch_id', '=', batchId)
        .executeTakeFirst()
    : await db
        .selectFrom('product_version')
        .select('revision')
        .where('product_id', '=', recordId)
        .where('batch_id', '=', batchId)
        .executeTakeFirst()
  return row?.revision
}

const selectItems = (db: Db) =>
  db
    .selectFrom('launch_item')
    .leftJoin('user', 'user.id', 'launch_item.editor_id')
    .selectAll('launch_item')
    .select('user.display_name')

export type LaunchItemWithEditor = Awaited<ReturnType<typeof listItems>>[number]

/** Ordered by their last save. */
export async function listItems(db: Db, launchId: string) {
  const order = await db
    .selectFrom('launch_item')
    .select('record_id')
    .where('launch_id', '=', launchId)
    .orderBy('saved_at')
    .orderBy('record_id')
    .execute()
  return readInChunks(
    order.map(({ record_id }) => record_id),
    async (ids) => {
      const items = await selectItems(db)
        .where('launch_id', '=', launchId)
        .where('launch_item.record_id', 'in', ids)
        .execute()
      const byId = new Map(items.map((item) => [item.record_id, item]))
      return ids.flatMap((id) => byId.get(id) ?? [])
    },
    PRODUCTS_PER_STATEMENT,
  )
}

/** Lists the drafts of these records, in any order. */
export const listItemsOfRecords = (db: Db, launchId: string, recordIds: string[]) =>
  readInChunks(
    recordIds,
    (ids) =>
      db
        .selectFrom('launch_item')
        .selectAll()
        .where('launch_id', '=', launchId)
        .where('record_id', 'in', ids)
        .execute(),
    PRODUCTS_PER_STATEMENT,
  )

export const findItem = (db: Db, launchId: string, recordId: string) =>
  selectItems(db)
    .where('launch_id', '=', launchId)
    .where('launch_item.record_id', '=', recordId)
    .executeTakeFirst()

/** Lists the drafts of a record in launches that are not live. */
export const listItemsOfRecord = (db: Db, recordId: string) =>
  selectItems(db)
    .innerJoin('launch', 'launch.id', 'launch_item.launch_id')
    .select(['launch.name', 'starts_at', 'ends_at', 'published_at', 'undone_at'])
    .where('launch_item.record_id', '=', recordId)
    .where(isNotLive)
    .orderBy('launch_item.saved_at', 'desc')
    .execute()

/** Lists the drafts with a file, in launches that are not live. */
export const listItemsWithFile = (db: Db, file: string) =>
  db
    .selectFrom('launch_item')
    .innerJoin('launch', 'launch.id', 'launch_item.launch_id')
    .selectAll('launch_item')
    .select('launch.name')
    .where(isNotLive)
    // `launch_item_picture` has uploads only, not the default pictures of the shop.
    .$if(toSiteName(file) === undefined, (query) =>
      query.where('launch_item.record_id', 'in', (eb) =>
        eb
          .selectFrom('launch_item_picture')
          .select('launch_item_picture.record_id')
          .where('picture_hash', '=', file),
      ),
    )
    .where('launch_item.body', 'like', `%"${file}"%`)
    .orderBy('launch.created_at')
    .orderBy('launch_item.record_id')
    .execute()

/** Lists drafts with one of these lower-case texts, and drafts of the record, in launches that are not live. */
export async function listItemsNaming(db: Db, recordId: string, texts: readonly string[]) {
  const launches = await db
    .selectFrom('launch')
    .select(['id', 'name'])
    .where(isNotLive)
    .orderBy('created_at')
    .execute()
  const names = new Map(launches.map(({ id, name }) => [id, name]))
  const items = await readInChunks(
    [...names.keys()],
    (ids) =>
      db
        .selectFrom('launch_item')
        .select(['launch_id', 'record_id', 'body'])
        .where('launch_id', 'in', ids)
        .where(({ eb, or }) =>
          or([
            eb('record_id', '=', recordId),
            ...texts.map((text) => eb(eb.fn('lower', ['body']), 'like', `%${text}%`)),
          ]),
        )
        .execute(),
    PRODUCTS_PER_STATEMENT,
  )
  return items.map((item) => ({ ...item, name: names.get(item.launch_id) ?? '' }))
}

const toReservation = ({ record_id: recordId, body }: LaunchItemRow) => ({
  recordId,
  slug: parseContentId(recordId) ? undefined : (JSON.parse(body) as { slug: string }).slug,
})

/**
 * Inserts new drafts, and updates others to their next revision. Drafts of products reserve their addresses.
 * @returns the first draft that someone else has saved since. The caller has to fail then.
 */
export async function saveItems(db: Db, rows: LaunchItemRow[]): Promise<LaunchItemRow | undefined> {
  const written = await db
    .insertInto('launch_item')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['launch_id', 'record_id'])
        .doUpdateSet(({ ref }) => ({
          body: ref('excluded.body'),
          seen_counts: ref('excluded.seen_counts'),
          based_on: ref('excluded.based_on'),
          revision: ref('excluded.revision'),
          saved_at: ref('excluded.saved_at'),
          editor_id: ref('excluded.editor_id'),
          action: ref('excluded.action'),
        }))
        .where((eb) => eb('launch_item.revision', '=', eb('excluded.revision', '-', 1))),
    )
    .returning('record_id')
    .execute()
  const ids = new Set(written.map(({ record_id }) => record_id))
  const other = rows.find(({ record_id }) => !ids.has(record_id))
  if (other) return other
  await replaceDraftPictures(db, rows)
  const byLaunch = Map.groupBy(rows, ({ launch_id }) => launch_id)
  for (const [launchId, drafts] of byLaunch)
    await reserveSlugs(db, launchId, drafts.map(toReservation))
  return undefined
}

/**
 * Turns drafts of new products into drafts of the created products.
 * @param ids pairs of draft and product ids.
 */
export const rebaseOnCreated = (
  db: Db,
  launchId: string,
  ids: [draft: string, product: string][],
) =>
  sql`update launch_item set record_id = created.column2, based_on = 1
    from (values ${sql.join(ids.map((pair) => sql`(${sql.join(pair)})`))}) as created
    where launch_id = ${launchId} and record_id = created.column1`.execute(db)

/** Bases drafts on the current versions of their records. */
export const rebaseOnLive = (
  db: Db,
  launchId: string,
  recordIds: string[],
  change: Partial<Pick<LaunchItemRow, 'action'>>,
) =>
  db
    .updateTable('launch_item')
    .set(change)
    .set(({ selectFrom, fn }) => ({
      based_on: fn.coalesce(
        selectFrom('product').select('revision').whereRef('product.id', '=', 'record_id'),
        selectFrom('content_record')
          .select('revision')
          .whereRef('content_record.id', '=', 'record_id'),
        sql<number>`based_on`,
      ),
    }))
    .where('launch_id', '=', launchId)
    .where('record_id', 'in', recordIds)
    .execute()

export async function deleteItem(db: Db, launchId: string, recordId: string): Promise<boolean> {
  await reserveSlugs(db, launchId, [{ recordId, slug: undefined }])
  const { numDeletedRows } = await db
    .deleteFrom('launch_item')
    .where('launch_id', '=', launchId)
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
