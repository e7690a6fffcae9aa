import { sql } from 'kysely'
import { compileByLength, compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/schema.ts'
import { insertContentVersionPictures } from '../media/queries.ts'
import type { ContentRecordRow, ContentVersionRow } from './tables.ts'

/** Every record that an editor has changed. */
export const listContentRows = (db: Db): Promise<ContentRecordRow[]> =>
  db.selectFrom('content_record').selectAll().orderBy('id').execute()

/** Those whose ids begin so, e.g. with `category:`. */
export const listContentRowsOfKind = (db: Db, prefix: string): Promise<ContentRecordRow[]> =>
  db
    .selectFrom('content_record')
    .selectAll()
    .where('id', '>=', prefix)
    .where('id', '<', `${prefix}\u{ffff}`)
    .orderBy('id')
    .execute()

const selectContentRow = compileOnce((db, { id }: { id: string }) =>
  db.selectFrom('content_record').selectAll().where('id', '=', id),
)

export const findContentRow = async (db: Db, id: string): Promise<ContentRecordRow | undefined> =>
  (await selectContentRow(db, { id })).rows[0]

const selectContentRows = compileByLength((db, ids) =>
  db.selectFrom('content_record').selectAll().where('id', 'in', ids),
)

/** @returns the records with these ids, in any order. */
export const findContentRows = async (
  db: Db,
  ids: readonly string[],
): Promise<ContentRecordRow[]> => (await selectContentRows(db, ids)).rows

/** Inserts the first version, or replaces `revision - 1`. @returns false when there is another one. */
export async function saveContentRow(db: Db, row: ContentRecordRow): Promise<boolean> {
  if (row.revision > 1) {
    const { numUpdatedRows } = await db
      .updateTable('content_record')
      .set(row)
      .where('id', '=', row.id)
      .where('revision', '=', row.revision - 1)
      .executeTakeFirst()
    return numUpdatedRows > 0
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('content_record')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** With its time, so that a reader of versions finds the row. */
export const updateContentBody = (
  db: Db,
  id: string,
  change: Pick<ContentRecordRow, 'body' | 'updated_at'>,
) => db.updateTable('content_record').set(change).where('id', '=', id).execute()

export async function insertContentVersion(db: Db, row: ContentVersionRow): Promise<void> {
  await db.insertInto('content_version').values(row).execute()
  await insertContentVersionPictures(db, row)
}

export const findContentVersion = (db: Db, id: string, revision: number) =>
  db
    .selectFrom('content_version')
    .select(['body', 'archived'])
    .where('record_id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()

/** The saves of a batch with the revision that each record has now. */
export const listContentOfBatch = (db: Db, batchId: string) =>
  db
    .selectFrom('content_version')
    .innerJoin('content_record', 'content_record.id', 'content_version.record_id')
    .select([
      'content_version.record_id',
      'content_version.revision',
      'content_version.action',
      'content_record.revision as current',
    ])
    .where('batch_id', '=', batchId)
    .orderBy('content_version.record_id')
    .execute()

const selectVersions = (db: Db, id: string) =>
  db
    .selectFrom('content_version')
    .leftJoin('user', 'user.id', 'content_version.editor_id')
    .select(['revision', 'action', 'saved_at', 'archived', 'display_name'])
    .where('record_id', '=', id)
    .orderBy('revision', 'desc')

/** The newest first, with the names of their editors. */
export const listContentVersions = (db: Db, id: string, limit: number) =>
  selectVersions(db, id).select('body').limit(limit).execute()

/** @returns names of the last editors, by record. */
export async function listContentEditors(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('content_record')
    .select('id')
    // A join begins with all versions.
    .select((eb) =>
      eb
        .selectFrom('content_version')
        .innerJoin('user', 'user.id', 'content_version.editor_id')
        .whereRef('content_version.record_id', '=', 'content_record.id')
        .whereRef('content_version.revision', '=', 'content_record.revision')
        .select('display_name')
        .as('editor'),
    )
    .execute()
  return new Map(rows.flatMap(({ id, editor }) => (editor === null ? [] : [[id, editor]])))
}

/** Also archived products. */
export const listProductIdsOfCategory = async (db: Db, category: string): Promise<string[]> =>
  (
    await db
      .selectFrom('product')
      .select('id')
      .where(sql`lower(category)`, '=', category)
      .orderBy('position')
      .execute()
  ).map(({ id }) => id)

/** The categories that products have, in lower case, also archived ones. */
export async function listProductCategories(db: Db): Promise<string[]> {
  const names: string[] = []
  for (;;) {
    // One of the index after the other: a list of distinct values reads all products.
    const next = await db
      .selectFrom('product')
      .select(sql<string>`lower(category)`.as('name'))
      .where(sql`lower(category)`, '>', names.at(-1) ?? '')
      .orderBy(sql`lower(category)`)
      .limit(1)
      .executeTakeFirst()
    if (!next) return names
    names.push(next.name)
  }
}

/** Gives a record another id, with its versions. An unchanged one has no row. */
export async function moveContentRecord(db: Db, from: string, to: string): Promise<void> {
  await db
    .updateTable('launch_item')
    .set({ record_id: to })
    .where('record_id', '=', from)
    .where('launch_id', 'not in', (eb) =>
      eb.selectFrom('launch_item').select('launch_id').where('record_id', '=', to),
    )
    .execute()
  // Locks the row, also against a save that another editor has begun: its version moves, too.
  const row = await db
    .updateTable('content_record')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', from)
    .returningAll()
    .executeTakeFirst()
  if (!row) return
  await db
    .insertInto('content_record')
    .values({ ...row, id: to })
    .execute()
  await db
    .updateTable('content_version')
    .set({ record_id: to })
    .where('record_id', '=', from)
    .execute()
  await db.deleteFrom('content_record').where('id', '=', from).execute()
}

/** The categories that were renamed, with their former names. */
export const listRenamedCategories = (db: Db) =>
  db.selectFrom('former_category').selectAll().execute()

/** The categories that were renamed, by their former names, without names that are used again. */
export const listFormerCategories = async (db: Db): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('former_category')
    .selectAll()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('product')
            .select('id')
            // SQLite has the index of one for another such expression, not for a column.
            .where(sql`lower(category)`, '=', sql`lower(former_category.name)`)
            .where(sql`+archived_at`, 'is', null),
        ),
      ),
    )
    .execute()
  return new Map(rows.map(({ name, category }) => [name, category]))
}

/** The address of a category is its own again. */
export const deleteFormerCategory = (db: Db, name: string) =>
  db.deleteFrom('former_category').where('name', '=', name).execute()

/** A name that was renamed twice leads to the last one; a name that is used again leads nowhere. */
export async function insertFormerCategory(db: Db, name: string, category: string): Promise<void> {
  await db.deleteFrom('former_category').where('name', 'in', [name, category]).execute()
  await db.updateTable('former_category').set({ category }).where('category', '=', name).execute()
  await db.insertInto('former_category').values({ name, category }).execute()
}

/**
 * Those of these products whose title or details contain a word, in the order of the catalogue.
 * @param word in lower case; signs that JSON escapes are not found.
 */
export const findProductsWithWord = (
  db: Db,
  ids: string[],
  word: string,
): Promise<{ id: string; title: string; detail: string }[]> =>
  db
    .selectFrom('product')
    .select(['id', 'title', 'detail'])
    .where('id', 'in', ids)
    .where(sql`lower(title || ' ' || detail)`, 'like', `%${word}%`)
    .orderBy('position')
    .orderBy('id')
    .execute()

/** The slug of the first product on sale. */
export const findFirstSlug = async (db: Db): Promise<string | undefined> =>
  (
    await db
      .selectFrom('product')
      .select('slug')
      .where('archived_at', 'is', null)
      .orderBy('position')
      .executeTakeFirst()
  )?.slug
