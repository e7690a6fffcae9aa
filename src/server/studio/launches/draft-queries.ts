import { parseContentId } from '#src/contract/content.ts'
import type { Patch } from '#src/editing/overlay.ts'
import { toSiteName } from '#src/rules/pictures.ts'
import { inParts, PRODUCTS_PER_STATEMENT, readInChunks } from '../../core/db/chunks.ts'
import { compileRows } from '../../core/db/compile-once.ts'
import type { Db } from '../../core/db/schema.ts'
import { replaceOverlayPictures } from '../../core/media/queries.ts'
import { reserveSlugs } from '../../core/slugs/queries.ts'
import { listOverlays } from '../save/overlay-queries.ts'
import type { LaunchEffectRow, OverlayRow } from '../save/tables.ts'

/** Lists what other launches change of these records at a time: live ones, and those that are scheduled to be. */
export async function listOtherOverlays(db: Db, launchId: string, recordIds: string[], at: number) {
  const launches = await db
    .selectFrom('launch')
    .select(['id', 'name', 'starts_at', 'ends_at', 'published_at', 'created_at'])
    .where('id', '!=', launchId)
    .where('undone_at', 'is', null)
    .where(({ eb, or }) => or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]))
    .where(({ eb, or }) => or([eb('published_at', 'is not', null), eb('starts_at', '<=', at)]))
    .execute()
  return listOverlays(db, launches, recordIds)
}

/** Lists when other launches over these records start or end, within a time. */
export async function listOtherTimes(
  db: Db,
  launchId: string,
  recordIds: string[],
  { from, until }: { from: number; until: number },
): Promise<number[]> {
  const launches = await db
    .selectFrom('launch')
    .select(['id', 'starts_at', 'ends_at'])
    .where('id', '!=', launchId)
    .where('undone_at', 'is', null)
    .where(({ eb, or }) =>
      or([
        eb.between('starts_at', from + 1, until - 1),
        eb.between('ends_at', from + 1, until - 1),
      ]),
    )
    .execute()
  const times = (await listOverlays(db, launches, recordIds)).flatMap(({ launch }) =>
    [launch.starts_at, launch.ends_at].map(Number).filter((time) => from < time && time < until),
  )
  return [...new Set(times)].sort((a, b) => a - b)
}

const selectItems = (db: Db) =>
  db
    .selectFrom('overlay')
    .leftJoin('user', 'user.id', 'overlay.editor_id')
    .selectAll('overlay')
    .select('user.display_name')

export type OverlayWithEditor = Awaited<ReturnType<typeof listItems>>[number]

/** Ordered by their last save. */
export async function listItems(db: Db, launchId: string) {
  const order = await db
    .selectFrom('overlay')
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
        .where('overlay.record_id', 'in', ids)
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
        .selectFrom('overlay')
        .selectAll()
        .where('launch_id', '=', launchId)
        .where('record_id', 'in', ids)
        .execute(),
    PRODUCTS_PER_STATEMENT,
  )

export const findItem = (db: Db, launchId: string, recordId: string) =>
  selectItems(db)
    .where('launch_id', '=', launchId)
    .where('overlay.record_id', '=', recordId)
    .executeTakeFirst()

/** Lists the drafts of a record in launches that have not ended, in the order in which they start. */
export const listItemsOfRecord = (db: Db, recordId: string) =>
  selectItems(db)
    .innerJoin('launch', 'launch.id', 'overlay.launch_id')
    .select(['launch.name', 'starts_at', 'ends_at', 'published_at', 'undone_at'])
    .where('overlay.record_id', '=', recordId)
    .where('undone_at', 'is', null)
    .orderBy(({ fn }) => fn.coalesce('published_at', 'starts_at', 'launch.created_at'))
    .orderBy('launch.created_at')
    .execute()

/** Lists the drafts with a file, in launches that have not ended. */
export const listItemsWithFile = (db: Db, file: string) =>
  db
    .selectFrom('overlay')
    .innerJoin('launch', 'launch.id', 'overlay.launch_id')
    .selectAll('overlay')
    .select('launch.name')
    .where('undone_at', 'is', null)
    // `overlay_picture` has uploads only, not the default pictures of the shop.
    .$if(toSiteName(file) === undefined, (query) =>
      query.where('overlay.record_id', 'in', (eb) =>
        eb
          .selectFrom('overlay_picture')
          .select('overlay_picture.record_id')
          .where('picture_hash', '=', file),
      ),
    )
    .where('overlay.patch', 'like', `%"${file}"%`)
    .orderBy('launch.created_at')
    .orderBy('overlay.record_id')
    .execute()

/** Lists drafts with one of these lower-case texts, and drafts of the record. */
export async function listItemsNaming(db: Db, recordId: string, texts: readonly string[]) {
  const launches = await db
    .selectFrom('launch')
    .select(['id', 'name'])
    .orderBy('created_at')
    .execute()
  const names = new Map(launches.map(({ id, name }) => [id, name]))
  const items = await readInChunks(
    [...names.keys()],
    (ids) =>
      db
        .selectFrom('overlay')
        .select([
          'launch_id',
          'record_id',
          'patch',
          'revision',
          'saved_at',
          'editor_id',
          'problem',
          'needs_check',
        ])
        .where('launch_id', 'in', ids)
        .where(({ eb, or }) =>
          or([
            eb('record_id', '=', recordId),
            ...texts.map((text) => eb(eb.fn('lower', ['patch']), 'like', `%${text}%`)),
          ]),
        )
        .execute(),
    PRODUCTS_PER_STATEMENT,
  )
  return items.map((item) => ({ ...item, name: names.get(item.launch_id) ?? '' }))
}

function toReservation({ record_id: recordId, patch }: OverlayRow) {
  const { slug } = JSON.parse(patch) as Patch
  const isNamed = !parseContentId(recordId) && slug && 'set' in slug
  return { recordId, slug: isNamed ? String(slug.set) : undefined }
}

/**
 * Inserts new drafts, and updates others to their next revision. Drafts of products reserve their addresses.
 * @returns the first draft that someone else has saved since. The caller has to fail then.
 */
export async function saveItems(db: Db, rows: OverlayRow[]): Promise<OverlayRow | undefined> {
  const written = await db
    .insertInto('overlay')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['launch_id', 'record_id'])
        .doUpdateSet(({ ref }) => ({
          patch: ref('excluded.patch'),
          problem: ref('excluded.problem'),
          needs_check: ref('excluded.needs_check'),
          revision: ref('excluded.revision'),
          saved_at: ref('excluded.saved_at'),
          editor_id: ref('excluded.editor_id'),
        }))
        .where((eb) => eb('overlay.revision', '=', eb('excluded.revision', '-', 1))),
    )
    .returning('record_id')
    .execute()
  const ids = new Set(written.map(({ record_id }) => record_id))
  const other = rows.find(({ record_id }) => !ids.has(record_id))
  if (other) return other
  await replaceOverlayPictures(db, rows)
  const byLaunch = Map.groupBy(rows, ({ launch_id }) => launch_id)
  for (const [launchId, drafts] of byLaunch)
    await reserveSlugs(db, launchId, drafts.map(toReservation))
  return undefined
}

/** Turns the draft of a new record into one of the created record. */
export const updateItem = (
  db: Db,
  { launch_id, record_id }: Pick<OverlayRow, 'launch_id' | 'record_id'>,
  change: Partial<Pick<OverlayRow, 'record_id' | 'patch' | 'problem'>>,
) =>
  db
    .updateTable('overlay')
    .set(change)
    .where('launch_id', '=', launch_id)
    .where('record_id', '=', record_id)
    .execute()

const insertEffectRows = compileRows(
  ['record_id', 'launch_id', 'name', 'patch', 'from_at', 'to_at'],
  (db, rows) =>
    db
      .insertInto('launch_effect')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['record_id', 'launch_id', 'from_at'])
          .doUpdateSet(({ ref }) => ({ patch: ref('excluded.patch'), to_at: null })),
      ),
)

/** Notes what a launch shows of records from now on. */
export async function insertEffects(db: Db, rows: LaunchEffectRow[]): Promise<void> {
  for (const part of inParts(rows, ({ patch }) => patch.length)) await insertEffectRows(db, part)
}

/** Notes that a launch no longer shows these records as it did, or any record. */
export const endEffects = (db: Db, launchId: string, at: number, recordIds?: string[]) =>
  db
    .updateTable('launch_effect')
    .set({ to_at: at })
    .where('launch_id', '=', launchId)
    .where('to_at', 'is', null)
    .$if(recordIds !== undefined, (query) => query.where('record_id', 'in', recordIds ?? []))
    .execute()

/** Forgets why records kept their own values while a launch was live. */
export const clearProblems = (db: Db, launchId: string) =>
  db
    .updateTable('overlay')
    .set({ problem: '' })
    .where('launch_id', '=', launchId)
    .where('problem', '!=', '')
    .execute()

export async function deleteItem(db: Db, launchId: string, recordId: string): Promise<boolean> {
  await reserveSlugs(db, launchId, [{ recordId, slug: undefined }])
  const { numDeletedRows } = await db
    .deleteFrom('overlay')
    .where('launch_id', '=', launchId)
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
