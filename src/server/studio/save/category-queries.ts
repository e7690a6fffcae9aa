import { sql } from 'kysely'
import type { Db } from '../../core/db/schema.ts'

/** Includes archived products. */
export const listProductIdsOfCategory = async (db: Db, id: string): Promise<string[]> =>
  (
    await db
      .selectFrom('product')
      .select('id')
      .where(sql`lower(category)`, '=', id)
      .orderBy('position')
      .execute()
  ).map(({ id }) => id)
