import { sql } from 'kysely'
import type { Db } from '../../core/db/schema.ts'

/**
 * Finds products whose title or details contain a word, in catalogue order.
 * @param word in lower case; characters that JSON escapes are not found.
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

/** Finds the slug of the first product on sale. */
export const findFirstSlug = async (db: Db): Promise<string | undefined> =>
  (
    await db
      .selectFrom('product')
      .select('slug')
      .where('archived_at', 'is', null)
      .orderBy('position')
      .executeTakeFirst()
  )?.slug
