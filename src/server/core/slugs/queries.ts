import type { SlugKind } from '#src/contract/content.ts'
import { inChunks, readInChunks } from '../db/chunks.ts'
import type { Db } from '../db/schema.ts'
import type { SlugRow } from './tables.ts'

/** Lists the rows of these slugs: current, former and reserved ones. */
export const listSlugs = (db: Db, kind: SlugKind, slugs: readonly string[]): Promise<SlugRow[]> =>
  readInChunks([...new Set(slugs)], (chunk) =>
    db.selectFrom('slug').selectAll().where('kind', '=', kind).where('slug', 'in', chunk).execute(),
  )

/** Lists the current and former slugs of all records of a kind. */
export const listSlugsOfKind = (db: Db, kind: SlugKind) =>
  db
    .selectFrom('slug')
    .select(['slug', 'record_id', 'is_current'])
    .where('kind', '=', kind)
    .where('launch_id', 'is', null)
    .execute()

/** Lists all slugs of a record. */
export const listSlugsOf = async (db: Db, recordId: string): Promise<string[]> =>
  (await db.selectFrom('slug').select('slug').where('record_id', '=', recordId).execute()).map(
    ({ slug }) => slug,
  )

/** Lists the current slugs of records, by id. */
export const listCurrentSlugs = async (db: Db, recordIds: string[]): Promise<Map<string, string>> =>
  new Map(
    (
      await readInChunks([...new Set(recordIds)], (chunk) =>
        db
          .selectFrom('slug')
          .select(['record_id', 'slug'])
          .where('record_id', 'in', chunk)
          .where('is_current', '=', 1)
          .execute(),
      )
    ).map(({ record_id, slug }) => [record_id, slug]),
  )

export const findCurrentSlug = async (db: Db, recordId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('slug')
      .select('slug')
      .where('record_id', '=', recordId)
      .where('is_current', '=', 1)
      .executeTakeFirst()
  )?.slug

const selectFormer = (db: Db) =>
  db
    .selectFrom('slug as former')
    .leftJoin('slug as current', (join) =>
      join
        .onRef('current.record_id', '=', 'former.record_id')
        .on((eb) => eb('current.is_current', '=', eb.lit(1))),
    )
    .select(['former.kind', 'former.slug as former', 'former.record_id', 'current.slug'])
    // A literal makes SQLite use the index of former rows.
    .where((eb) => eb('former.is_current', '=', eb.lit(0)))
    .where('former.launch_id', 'is', null)

/** Lists all former slugs with the current one; null if the record is off the site. */
export const listFormerSlugs = (db: Db, kind?: SlugKind) =>
  selectFormer(db)
    .$if(kind !== undefined, (query) => query.where('former.kind', '=', kind as SlugKind))
    .orderBy('former.kind')
    .orderBy('former.slug')
    .execute()

/** Lists the products that had these slugs before, with their current slugs. */
export const listRenamed = (db: Db, slugs: string[]): Promise<{ former: string; slug: string }[]> =>
  readInChunks(slugs, async (chunk) =>
    (
      await selectFormer(db)
        .where('former.kind', '=', 'product')
        .where('former.slug', 'in', chunk)
        .execute()
    ).flatMap(({ former, slug }) => (slug === null ? [] : [{ former, slug }])),
  )

/** Lists the former slugs of these records, by id. */
export async function listFormerSlugsOf(
  db: Db,
  recordIds: string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('slug')
    .select(['record_id', 'slug'])
    .where('record_id', 'in', recordIds)
    .where('is_current', '=', 0)
    .where('launch_id', 'is', null)
    .execute()
  const byRecord = Map.groupBy(rows, ({ record_id }) => record_id)
  return new Map([...byRecord].map(([id, found]) => [id, found.map(({ slug }) => slug)]))
}

/** Lists the current addresses of renamed or archived categories, by the former ones; null if no category follows. */
export const listFormerCategories = async (db: Db): Promise<Map<string, string | null>> =>
  new Map((await listFormerSlugs(db, 'category')).map(({ former, slug }) => [former, slug]))

interface NewSlug {
  slug: string
  recordId: string
}

/** Inserts the slugs of new records. */
export async function insertSlugs(db: Db, kind: SlugKind, added: NewSlug[]): Promise<void> {
  const rows = added.map(({ slug, recordId }) => ({
    kind,
    slug,
    record_id: recordId,
    launch_id: null,
    is_current: 1,
  }))
  for (const chunk of inChunks(rows)) await db.insertInto('slug').values(chunk).execute()
}

/**
 * Gives records another slug. Their former slugs redirect to it. Former slugs of other records that they take no
 * longer redirect. Inserting a slug that a launch reserves fails.
 */
export async function changeSlugs(db: Db, kind: SlugKind, changed: NewSlug[]): Promise<void> {
  for (const chunk of inChunks(changed)) {
    const ids = chunk.map(({ recordId }) => recordId)
    await db
      .updateTable('slug')
      .set({ is_current: 0 })
      .where('record_id', 'in', ids)
      .where('is_current', '=', 1)
      .execute()
    await db
      .deleteFrom('slug')
      .where('kind', '=', kind)
      .where(
        'slug',
        'in',
        chunk.map(({ slug }) => slug),
      )
      .where('is_current', '=', 0)
      .where(({ eb, or }) => or([eb('launch_id', 'is', null), eb('record_id', 'in', ids)]))
      .execute()
  }
  await insertSlugs(db, kind, changed)
}

/** Inserts the slug of a record without one, e.g. of a category that only products name. */
export const ensureSlug = (db: Db, kind: SlugKind, { slug, recordId }: NewSlug) =>
  db
    .insertInto('slug')
    .values({ kind, slug, record_id: recordId, launch_id: null, is_current: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Redirects the slugs of a record to another one. */
export const redirectSlugs = (db: Db, recordId: string, toId: string) =>
  db
    .updateTable('slug')
    .set({ record_id: toId, is_current: 0 })
    .where('record_id', '=', recordId)
    .execute()

/** Takes the slug of a record off the site. It then leads to the list of its kind. */
export const retireSlug = (db: Db, { kind, slug, recordId }: NewSlug & { kind: SlugKind }) =>
  db
    .insertInto('slug')
    .values({ kind, slug, record_id: recordId, launch_id: null, is_current: 0 })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'slug']).doUpdateSet({ record_id: recordId, is_current: 0 }),
    )
    .execute()

/** Deletes the slugs of a record that is deleted for good. */
export const deleteSlugsOf = (db: Db, recordId: string) =>
  db.deleteFrom('slug').where('record_id', '=', recordId).execute()

/** Reserves the slugs of drafts and frees their previous ones. A taken slug stays as it is. */
export async function reserveSlugs(
  db: Db,
  launchId: string,
  drafts: { recordId: string; slug: string | undefined }[],
): Promise<void> {
  for (const chunk of inChunks(drafts)) {
    await db
      .deleteFrom('slug')
      .where('launch_id', '=', launchId)
      .where(
        'record_id',
        'in',
        chunk.map(({ recordId }) => recordId),
      )
      .execute()
    const rows = chunk.flatMap(({ recordId, slug }) =>
      slug === undefined
        ? []
        : [
            {
              kind: 'product' as const,
              slug,
              record_id: recordId,
              launch_id: launchId,
              is_current: 0,
            },
          ],
    )
    if (rows.length > 0)
      await db
        .insertInto('slug')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
}

/** Frees the slugs that a launch has reserved, once its drafts are saved. */
export const releaseSlugs = (db: Db, launchId: string) =>
  db.deleteFrom('slug').where('launch_id', '=', launchId).execute()
